#include "core/analysis/run/launched_work.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/run/trace_health.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/words/ranges_text.h"

namespace stagescope {

namespace {

/// A split, its parts and what was reported.
struct SplitRow : TimeSplit {
    operator const TimeParts &() const { return parts; }
};

bool isMeasured(const TimeSplit &split) { return split.source == TimeSplit::Source::Intervals; }

std::optional<Nanos> preparingOf(const TimeSplit &split) {
    return isMeasured(split) ? std::optional(split.parts.preparing) : split.reported->preparing;
}

std::optional<Nanos> idleOf(const TimeParts &parts) {
    return parts.copies ? std::optional(parts.free - *parts.copies) : std::nullopt;
}

auto ifMeasured(Nanos TimeParts::*part) {
    return
        [part](const TimeSplit &split) { return isMeasured(split) ? std::optional(split.parts.*part) : std::nullopt; };
}

/// Of the whole step.
auto shareOf(Nanos TimeParts::*part) {
    return [part](const TimeSplit &split) { return percentOf(split.parts.*part, split.parts.total); };
}

/// What was measured less what was reported.
template <class Reported>
auto difference(Nanos TimeParts::*own, Reported ReportedSplit::*theirs) {
    return [own, theirs](const TimeSplit &split) -> std::optional<Nanos> {
        const std::optional<Nanos> reported =
            split.reported ? std::optional<Nanos>((*split.reported).*theirs) : std::nullopt;
        return isMeasured(split) && reported ? std::optional(split.parts.*own - *reported) : std::nullopt;
    };
}

bool wanted(const AnalysisInput &input, const TimeSplit &split) {
    return input.wantsStep(split.step) && (!split.range || input.touches(split.rank, *split.range));
}

std::string earlierNote(const RankCapture &capture, const std::stop_token &stop) {
    const auto work = launchedWork(capture, stop);
    return !work || work->earlier == 0 ? std::string()
                                       : std::to_string(work->earlier) + " kernels and copies of rank " +
                                             std::to_string(capture.rank) + " (" + durationText(work->earlierTime) +
                                             ") were launched before the capture began and belong to no step.";
}

/// What splits of all ranks say together.
struct SplitSigns {
    const AnalysisInput *input;
    bool hasTrace = false;
    bool anyReported = false;
    bool anyWhole = false;
    bool lacksRecords = false;
    std::vector<std::int64_t> silent{};  ///< ranks that tell none
};

void addSplits(const RankInput &of, SplitSigns &signs, TableRows<SplitRow> &out) {
    signs.hasTrace |= of.capture.hasTrace();
    signs.lacksRecords |= lacksWorkRecords(of.capture);
    const auto splits = timeSplitsByDevice(of.capture, of.stop);
    if (splits.empty()) {
        signs.silent.push_back(of.capture.rank);
    }
    for (const auto &split : splits) {
        if (wanted(of.all, split)) {
            signs.anyReported |= !isMeasured(split);
            signs.anyWhole |= !split.step && isMeasured(split);
            out.add({split});
        }
    }
    out.note(earlierNote(of.capture, of.stop));
    out.note(healthNote(of.capture));
}

void noteSigns(const SplitSigns &signs, TableRows<SplitRow> &out) {
    if (signs.lacksRecords) {
        out.note(
            "Kernels or communication operators lack their records: when the device worked is unknown, and nothing is "
            "computed from the rest.");
    } else if (out.empty() && signs.hasTrace && !signs.input->step && !signs.input->range) {
        out.note("No work of a device is recorded: these traces are of the host alone.");
    }
    if (!out.empty() && !signs.silent.empty()) {
        out.note("Without a time split: " + std::string(signs.silent.size() == 1 ? "rank " : "ranks ") +
                 rangesText(signs.silent) + ".");
    }
    if (signs.anyReported) {
        out.note(
            "Rows of source step_trace_time hold what the profiler reported, since no device work of the rank is "
            "loaded; step_us is the sum of the reported parts.");
    }
    if (signs.anyWhole) {
        out.note(
            "Rows without a step cover the whole capture, from its first to its last device work, since the profile "
            "has no steps.");
    }
}

ColumnList<SplitRow> partColumns() {
    return {
        sum(column("step_us", "us",
                   "From the step's begin on the host to its end there or to the end of its device work, the later "
                   "(source launches: from the end of the work launched before it where that is later); = "
                   "preparing_us + computing_us + not_overlapped_us + free_us + tail_us. Clock of the rank.",
                   &TimeParts::total)),
        sum(column("preparing_us", "us", "From the step's begin to its first device work.", preparingOf)),
        sum(column("computing_us", "us", "Union of all computing, overlapped by communication or not.",
                   &TimeParts::computing)),
        sum(column("communication_us", "us", "Union of all communication = not_overlapped_us + overlapped_us.",
                   &TimeParts::communication)),
        sum(column("not_overlapped_us", "us", "Communication not overlapped by computing.", &TimeParts::notOverlapped)),
        sum(column("overlapped_us", "us", "Communication overlapped by computing; part of computing_us.",
                   &TimeParts::overlapped)),
        sum(column("free_us", "us", "Neither, between the step's first and last device work.", &TimeParts::free)),
        sum(column("tail_us", "us",
                   "From the last device work to the step's end on the host; empty when only reported.",
                   ifMeasured(&TimeParts::tail))),
        column("beyond_us", "us", "Part of step_us after the step's end on the host, where the device runs behind.",
               ifMeasured(&TimeParts::beyond)),
        sum(column("copies_us", "us",
                   "Part of free_us in which the device copies; empty where launches are not recorded, or no copy is "
                   "though the host calls for some.",
                   &TimeParts::copies)),
        sum(column("idle_us", "us", "free_us - copies_us: the device does nothing at all.", idleOf)),
        sum(column("fills_us", "us", "Part of computing_us in which the device only fills memory (memset).",
                   &TimeParts::fills)),
        column("profiler_us", "us",
               "Estimated cost of recording the host's events of the step (events times what one adds to the call "
               "around it); part of no sum, since the device may work meanwhile. Empty where launches are not "
               "recorded, and in a digest without the functions of Python that were recorded.",
               &TimeSplit::profiler),
        column("sum_check_us", "us", "step_us minus the sum of its parts; always 0.",
               [](const TimeSplit &split) { return split.parts.total - split.parts.sumOfParts(); }),
    };
}

ColumnList<SplitRow> shareColumns() {
    return {
        column("computing_share_percent", "%", "computing_us / step_us.", shareOf(&TimeParts::computing)),
        column("not_overlapped_share_percent", "%", "not_overlapped_us / step_us.", shareOf(&TimeParts::notOverlapped)),
        column("overlapped_share_percent", "%", "overlapped_us / step_us; part of the computing share.",
               shareOf(&TimeParts::overlapped)),
        column("free_share_percent", "%", "free_us / step_us.", shareOf(&TimeParts::free)),
        column("preparing_share_percent", "%", "preparing_us / step_us.",
               [](const TimeSplit &split) {
                   const auto preparing = preparingOf(split);
                   return preparing ? percentOf(*preparing, split.parts.total) : std::nullopt;
               }),
        column("tail_share_percent", "%", "tail_us / step_us.",
               [](const TimeSplit &split) {
                   return isMeasured(split) ? percentOf(split.parts.tail, split.parts.total) : std::nullopt;
               }),
    };
}

ColumnList<SplitRow> reportedColumns() {
    using Reported = ReportedSplit;
    return {
        column("reported_computing_us", "us", "Computing by step_trace_time.csv or the table StepTraceTime.",
               &TimeSplit::reported, &Reported::computing),
        column("reported_not_overlapped_us", "us", "Communication(Not Overlapped) by the same.", &TimeSplit::reported,
               &Reported::notOverlapped),
        column("reported_overlapped_us", "us", "Overlapped by the same.", &TimeSplit::reported, &Reported::overlapped),
        column("reported_free_us", "us", "Free by the same.", &TimeSplit::reported, &Reported::free),
        column("reported_preparing_us", "us", "Preparing by the same; empty in files without it.", &TimeSplit::reported,
               &Reported::preparing),
        column("reported_stage_us", "us", "Stage by the same: the step without receive operators.",
               &TimeSplit::reported, &Reported::stage),
        column("reported_bubble_us", "us", "Bubble by the same: sum of receive operators.", &TimeSplit::reported,
               &Reported::bubble),
        column("difference_computing_us", "us", "computing_us - reported_computing_us.",
               difference(&TimeParts::computing, &Reported::computing)),
        column("difference_not_overlapped_us", "us", "not_overlapped_us - reported_not_overlapped_us.",
               difference(&TimeParts::notOverlapped, &Reported::notOverlapped)),
        column("difference_overlapped_us", "us", "overlapped_us - reported_overlapped_us.",
               difference(&TimeParts::overlapped, &Reported::overlapped)),
        column("difference_free_us", "us", "free_us - reported_free_us.",
               difference(&TimeParts::free, &Reported::free)),
        column("difference_preparing_us", "us", "preparing_us - reported_preparing_us.",
               difference(&TimeParts::preparing, &Reported::preparing)),
    };
}

}  // namespace

AnalysisEntry makeTimeSplitEntry() {
    return rankTable<SplitRow>(
        {{.id = "time_split", .title = "Time split", .depth = LoadDepth::Deep}},
        {
            key(column("rank", "Global rank; empty when unknown.", &TimeSplit::rank, ifKnown)),
            key(column("step", "Number of the step, 3 (2) where it comes again; empty: the whole capture.",
                       &TimeSplit::step)),
            key(column("device",
                       "Device whose work it is, where the file of a rank has several: each has a row for the step; "
                       "empty: the rank's only one.",
                       &TimeSplit::device)),
            column("source",
                   "intervals: computed from device work, clipped to the time from the step's begin to the next "
                   "step's; launches: from the device work that was launched in the step, whenever it ran; "
                   "step_trace_time: as the profiler reported.",
                   timeSplitSourceText),
            partColumns(),
            shareColumns(),
            reportedColumns(),
        },
        [](const AnalysisInput &input) { return Result<SplitSigns>(SplitSigns{&input}); }, addSplits, noteSigns);
}

}  // namespace stagescope
