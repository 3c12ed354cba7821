#pragma once

#include "core/analysis/run/busy_intervals.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// Where the time of a step went, in whole ns. Always
///   total = preparing + computing + notOverlapped + free + tail.
struct TimeParts {
    Nanos total{0};          ///< from the step's begin to its end on the host or the end of its device work, the later
    Nanos preparing{0};      ///< from the step's begin to its first device work
    Nanos computing{0};      ///< union of computing
    Nanos communication{0};  ///< union of communication = notOverlapped + overlapped
    Nanos notOverlapped{0};  ///< communication without computing beside it
    Nanos overlapped{0};     ///< communication with computing beside it
    Nanos free{0};           ///< neither, between the first and the last device work
    Nanos tail{0};           ///< from the last device work to the step's end on the host; 0 when that work ends later
    /// Where launches are recorded: the part of free in which the device copies, and that of computing in which it only
    /// fills memory.
    std::optional<Nanos> copies{};
    std::optional<Nanos> fills{};
    Nanos beyond{0};  ///< part of total after the step's end on the host: the device runs behind the host

    [[nodiscard]] Nanos sumOfParts() const { return preparing + computing + notOverlapped + free + tail; }
};

/// What step_trace_time.csv or the table StepTraceTime says; nothing of a column that is not there.
struct ReportedSplit {
    std::optional<Nanos> computing;
    std::optional<Nanos> notOverlapped;
    std::optional<Nanos> overlapped;
    std::optional<Nanos> communication;
    std::optional<Nanos> free;
    std::optional<Nanos> stage;
    std::optional<Nanos> bubble;
    std::optional<Nanos> preparing;
};

struct TimeSplit {
    enum class Source : std::uint8_t {
        Intervals,      ///< computed from device work
        StepTraceTime,  ///< no device work is loaded: the reported figures; tail unknown and taken as 0
    };
    int rank = -1;
    std::optional<std::int64_t> step;      ///< step_id.h; nothing: the whole capture, since no steps are known
    std::optional<RankRange> range;        ///< of `total`; nothing when only reported
    std::optional<std::int64_t> device{};  ///< of whose work; nothing: of all of the rank
    Source source = Source::Intervals;
    bool isByLaunch = false;  ///< the step holds what was launched in it
    /// What recording the host's events of the step costs the host, an estimate (profiler_cost.h); part of no sum,
    /// since much of it passes while the device works. Where launches are recorded and all of these events are there.
    std::optional<Nanos> profiler{};
    TimeParts parts;
    std::optional<ReportedSplit> reported;
};
/// "intervals", "launches", "step_trace_time"
[[nodiscard]] std::string_view timeSplitSourceText(const TimeSplit &split);

/// Splits [begin, end), the step on the host. Device work is clipped to [begin, workEnd): it belongs to the step in
/// which it runs, up to the begin of the next step, whichever step launched it, so that every ns of it counts once. A
/// step without device work is all free. O(log n + work in the step).
[[nodiscard]] TimeParts splitStep(const BusyIntervals &busy, std::int64_t begin, std::int64_t end,
                                  std::int64_t workEnd);

/// One entry per capture in use and step, by (rank, begin of the step), then reported steps whose bounds are unknown.
/// Device work after the last step belongs to that step; work before the first step to none. Where launches are
/// recorded a step is what was launched in it: it begins at its mark on the host or, where work that was launched
/// before the mark is still in flight, when that has ended; it ends with its own last work or its mark, the later. What
/// was launched before the capture belongs to none. Captures of which nothing is loaded give nothing. Stopped: what was
/// found so far. O(rows of all ranks). Any thread.
[[nodiscard]] std::vector<TimeSplit> timeSplits(const Run &run, const std::stop_token &stop = {});
/// The same of one capture.
[[nodiscard]] std::vector<TimeSplit> timeSplits(const RankCapture &capture, const std::stop_token &stop = {});
/// The same by device where the rank has several (rank_devices.h), each step as long as the rank's, so that what a
/// device idles of it shows; else what timeSplits gives.
[[nodiscard]] std::vector<TimeSplit> timeSplitsByDevice(const RankCapture &capture, const std::stop_token &stop = {});

}  // namespace stagescope
