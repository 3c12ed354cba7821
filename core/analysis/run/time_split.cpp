#include "core/analysis/run/time_split.h"

#include "core/analysis/run/exposed_copies.h"
#include "core/analysis/run/launched_work.h"
#include "core/analysis/run/profiler_cost.h"
#include "core/analysis/run/rank_devices.h"
#include "core/analysis/run/source_format.h"
#include "core/analysis/run/steps.h"
#include "core/base/step_id.h"
#include "core/session/rank_facts.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <limits>
#include <map>

namespace stagescope {

namespace {

/// A reported row and the step it is about.
struct ReportedRow {
    std::optional<std::int64_t> step;
    ReportedSplit split;
};

ReportedRow reportedRow(const StepTraceRecord &record) {
    ReportedRow result;
    result.step = stepNumber(record.step);
    const auto told = [](std::int64_t time) { return time < 0 ? std::nullopt : std::optional(Nanos{time}); };
    result.split = {.computing = told(record.computing),
                    .notOverlapped = told(record.notOverlapped),
                    .overlapped = told(record.overlapped),
                    .communication = told(record.communication),
                    .free = told(record.free),
                    .stage = told(record.stage),
                    .bubble = told(record.bubble),
                    .preparing = told(record.preparing)};
    return result;
}

/// Tables of the capture, those of the text file first: the database beside it says the same, with Preparing and Stage
/// rounded differently, and people compare with the text.
std::vector<std::shared_ptr<const TableStore>> reportTables(const RankCapture &capture) {
    std::vector<std::shared_ptr<const TableStore>> text;
    std::vector<std::shared_ptr<const TableStore>> rest;
    for (const auto &loaded : capture.loaded) {
        const bool isText = sourceFormat(capture, loaded.source) == "step_trace_time";
        for (const auto &table : loaded.tables) {
            if (table->kind() == TableKind::StepTraceTime) {
                (isText ? text : rest).push_back(table);
            }
        }
    }
    text.insert(text.end(), rest.begin(), rest.end());
    return text;
}

/// Rows of the first table that has any, a number that comes again as the next occurrence of its step. A file may cover
/// several devices; then only the rows of the capture's own device count.
std::vector<ReportedRow> reportedRows(const RankCapture &capture) {
    for (const auto &table : reportTables(capture)) {
        std::vector<ReportedRow> rows;
        std::map<std::int64_t, std::size_t> occurrences;
        for (const auto &record : TableRecords<StepTraceRecord>(*table)) {
            if (record.device < 0 || capture.device < 0 || record.device == capture.device) {
                rows.push_back(reportedRow(record));
                if (auto &step = rows.back().step) {
                    step = stepId(numberOfStep(*step), ++occurrences[numberOfStep(*step)]);
                }
            }
        }
        if (!rows.empty()) {
            return rows;
        }
    }
    return {};
}

/// Nothing where a part is not told: its sum with others would be no whole.
std::optional<TimeSplit> fromReport(int rank, const ReportedRow &row) {
    const auto &told = row.split;
    if (!told.computing || !told.notOverlapped || !told.free) {
        return std::nullopt;
    }
    TimeSplit split;
    split.rank = rank;
    split.step = row.step;
    split.source = TimeSplit::Source::StepTraceTime;
    split.reported = row.split;
    auto &parts = split.parts;
    parts.preparing = told.preparing.value_or(Nanos{0});
    parts.computing = *told.computing;
    parts.notOverlapped = *told.notOverlapped;
    parts.overlapped = told.overlapped.value_or(Nanos{0});
    parts.communication = told.communication.value_or(parts.notOverlapped + parts.overlapped);
    parts.free = *told.free;
    parts.total = parts.sumOfParts();
    return split;
}

TimeSplit fromIntervals(int rank, const BusyIntervals &busy, Interval host, std::int64_t workEnd) {
    TimeSplit split;
    split.rank = rank;
    split.parts = splitStep(busy, host.begin, host.end, workEnd);
    split.range = RankRange{rankTime(host.begin), rankTime(host.begin + split.parts.total.count())};
    return split;
}

/// The whole capture as one step without a number, from the first to the last device work.
TimeSplit wholeCapture(int rank, const BusyIntervals &busy) {
    const auto all = united(busy.computing, busy.communication);
    const Interval span{all.front().begin, all.back().end};
    return fromIntervals(rank, busy, span, span.end);
}

/// A step by what was launched in it.
struct LaunchedStep {
    std::int64_t begin = 0;
    std::int64_t first = 0;  ///< begin of its first work, not before its own
    std::int64_t last = 0;   ///< end of its last work
    std::int64_t end = 0;
};

TimeParts splitLaunched(const LaunchedWork &work, const LaunchedStep &step) {
    auto [begin, first, last, end] = step;
    const auto copies = clipped(work.copies, begin, end);
    if (!copies.empty()) {  // pages that the driver moves may lie outside of what was launched
        first = std::min(first, copies.front().begin);
        last = std::max(last, copies.back().end);
    }
    const auto computing = clipped(work.computing, begin, end);
    const auto communication = clipped(work.communication, begin, end);
    const auto busy = united(computing, communication);
    TimeParts parts;
    parts.total = Nanos{end - begin};
    parts.preparing = Nanos{first - begin};
    parts.computing = Nanos{totalLength(computing)};
    parts.communication = Nanos{totalLength(communication)};
    parts.overlapped = Nanos{totalLength(intersected(computing, communication))};
    parts.notOverlapped = parts.communication - parts.overlapped;
    parts.tail = Nanos{end - (busy.empty() ? last : std::max(last, busy.back().end))};
    parts.free = parts.total - parts.preparing - parts.tail - Nanos{totalLength(busy)};
    parts.copies = Nanos{totalLength(subtracted(copies, busy))};
    parts.fills = parts.computing - Nanos{totalLength(clipped(work.kernels, begin, end))};
    return parts;
}

/// Of one device in a step of its rank: before its own first work it is free, as it is after its last.
TimeParts partsOfDevice(const LaunchedWork &work, RankRange step) {
    return splitLaunched(work, {ns(step.begin), ns(step.begin), ns(step.end), ns(step.end)});
}

TimeParts idleParts(RankRange step) {
    TimeParts parts;
    parts.total = step.duration();
    parts.free = parts.total;
    return parts;
}

TimeSplit launchedSplit(int rank, const LaunchedWork &work, const LaunchedStep &step) {
    TimeSplit split;
    split.rank = rank;
    split.isByLaunch = true;
    split.parts = splitLaunched(work, step);
    split.range = RankRange{rankTime(step.begin), rankTime(step.end)};
    return split;
}

std::vector<TimeSplit> launchedSplits(const RankCapture &capture, const LaunchedWork &work,
                                      const std::stop_token &stop) {
    std::vector<TimeSplit> result;
    const auto profiler =
        hasAllEvents(capture) ? std::optional<ProfilerCost>(std::in_place, capture, stop) : std::nullopt;
    auto before = std::numeric_limits<std::int64_t>::min();
    const auto steps = rankSteps(capture);
    for (const auto &step : steps) {
        if (!step.device) {
            continue;
        }
        const auto mark = ns(step.range.begin);
        LaunchedStep own;
        own.begin = std::max({mark, work.busyUntil(mark), before});
        own.first = std::max(own.begin, ns(step.device->begin));
        own.last = std::max(own.first, ns(step.device->end));
        own.end = std::max(own.last, ns(step.range.end));
        result.push_back(launchedSplit(capture.rank, work, own));
        result.back().step = step.step;
        result.back().profiler = profiler ? std::optional(profiler->in(step.range)) : std::nullopt;
        before = own.end;
    }
    if (steps.empty()) {
        result.push_back(launchedSplit(capture.rank, work, {work.begin, work.begin, work.end, work.end}));
    }
    return result;
}

std::vector<TimeSplit> measuredSplits(const RankCapture &capture, const std::stop_token &stop) {
    if (lacksWorkRecords(capture)) {
        return {};
    }
    if (const auto work = launchedWork(capture, stop)) {
        return launchedSplits(capture, *work, stop);
    }
    const auto busy = busyIntervals(capture, stop);
    std::vector<TimeSplit> result;
    if (busy.source == BusyIntervals::Source::None) {
        return result;
    }
    const auto steps = rankSteps(capture);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Interval host{ns(steps[i].range.begin), ns(steps[i].range.end)};
        const auto workEnd =
            i + 1 < steps.size() ? ns(steps[i + 1].range.begin) : std::numeric_limits<std::int64_t>::max();
        result.push_back(fromIntervals(capture.rank, busy, host, workEnd));
        result.back().step = steps[i].step;
    }
    if (steps.empty()) {
        result.push_back(wholeCapture(capture.rank, busy));
    }
    return result;
}

std::vector<TimeSplit> allSplits(const RankCapture &capture, const std::stop_token &stop) {
    auto result = measuredSplits(capture, stop);
    const bool areTold = tellsCopies(capture, stop);
    for (auto &split : result) {
        split.parts.copies = areTold ? split.parts.copies : std::nullopt;
    }
    for (const auto &row : reportedRows(capture)) {
        // A report without a step number is about the whole capture, so it belongs to the only step there is.
        const auto it = std::find_if(result.begin(), result.end(), [&](const TimeSplit &s) {
            return s.step == row.step || (!row.step && result.size() == 1);
        });
        if (it != result.end()) {
            it->reported = row.split;
        } else if (auto split = fromReport(capture.rank, row)) {
            result.push_back(*split);
        }
    }
    return result;
}

}  // namespace

std::string_view timeSplitSourceText(const TimeSplit &split) {
    return split.source == TimeSplit::Source::StepTraceTime ? "step_trace_time"
           : split.isByLaunch                               ? "launches"
                                                            : "intervals";
}

TimeParts splitStep(const BusyIntervals &busy, std::int64_t begin, std::int64_t end, std::int64_t workEnd) {
    const auto computing = clipped(busy.computing, begin, workEnd);
    const auto communication = clipped(busy.communication, begin, workEnd);
    const auto all = united(computing, communication);
    TimeParts parts;
    parts.total = Nanos{end - begin};
    if (all.empty()) {
        parts.free = parts.total;
        return parts;
    }
    const auto first = all.front().begin;
    const auto last = all.back().end;
    parts.beyond = Nanos{std::max<std::int64_t>(last - end, 0)};
    parts.total += parts.beyond;
    parts.preparing = Nanos{first - begin};
    parts.tail = Nanos{std::max<std::int64_t>(end - last, 0)};
    parts.computing = Nanos{totalLength(computing)};
    parts.communication = Nanos{totalLength(communication)};
    parts.overlapped = Nanos{totalLength(intersected(computing, communication))};
    parts.notOverlapped = parts.communication - parts.overlapped;
    parts.free = Nanos{last - first - totalLength(all)};
    return parts;
}

std::vector<TimeSplit> timeSplits(const RankCapture &capture, const std::stop_token &stop) {
    return measuredOnce(capture, stop, [&] { return allSplits(capture, stop); });
}

std::vector<TimeSplit> timeSplitsByDevice(const RankCapture &capture, const std::stop_token &stop) {
    const auto devices = devicesOf(capture);
    auto all = timeSplits(capture, stop);
    if (devices.empty()) {
        return all;
    }
    std::vector<std::vector<TimeSplit>> ofDevices;
    for (const auto device : devices) {
        const auto work = launchedWork(capture, stop, device);
        auto &own = ofDevices.emplace_back();
        for (const auto &split : all) {
            own.push_back(split);
            own.back().device = device;
            if (split.source != TimeSplit::Source::StepTraceTime && split.range) {
                auto &parts = own.back().parts;
                parts = work ? partsOfDevice(*work, *split.range) : idleParts(*split.range);
                parts.copies = split.parts.copies ? parts.copies : std::nullopt;
            }
        }
    }
    std::vector<TimeSplit> result;
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const auto &own : ofDevices) {
            result.push_back(own[i]);
        }
    }
    return result;
}

std::vector<TimeSplit> timeSplits(const Run &run, const std::stop_token &stop) {
    std::vector<TimeSplit> result;
    for (const int rank : run.ranks()) {
        if (stop.stop_requested()) {
            break;
        }
        auto splits = timeSplits(*run.capture(rank), stop);
        result.insert(result.end(), splits.begin(), splits.end());
    }
    return result;
}

}  // namespace stagescope
