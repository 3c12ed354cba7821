#include "core/analysis/run/time_split.h"

#include "core/analysis/run/launched_work.h"
#include "core/analysis/run/source_format.h"
#include "core/analysis/run/steps.h"
#include "core/session/rank_facts.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <limits>

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
    result.split = {.computing = Nanos{record.computing},
                    .notOverlapped = Nanos{record.notOverlapped},
                    .overlapped = Nanos{record.overlapped},
                    .communication = Nanos{record.communication},
                    .free = Nanos{record.free},
                    .stage = Nanos{record.stage},
                    .bubble = Nanos{record.bubble},
                    .preparing = std::nullopt};
    if (record.preparing >= 0) {
        result.split.preparing = Nanos{record.preparing};
    }
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

/// Rows of the first table that has any. A file may cover several devices; then only the rows of the capture's own
/// device count.
std::vector<ReportedRow> reportedRows(const RankCapture &capture) {
    for (const auto &table : reportTables(capture)) {
        std::vector<ReportedRow> rows;
        for (const auto &record : TableRecords<StepTraceRecord>(*table)) {
            if (record.device < 0 || capture.device < 0 || record.device == capture.device) {
                rows.push_back(reportedRow(record));
            }
        }
        if (!rows.empty()) {
            return rows;
        }
    }
    return {};
}

TimeSplit fromReport(int rank, const ReportedRow &row) {
    TimeSplit split;
    split.rank = rank;
    split.step = row.step;
    split.source = TimeSplit::Source::StepTraceTime;
    split.reported = row.split;
    auto &parts = split.parts;
    parts.preparing = row.split.preparing.value_or(Nanos{0});
    parts.computing = row.split.computing;
    parts.communication = row.split.communication;
    parts.notOverlapped = row.split.notOverlapped;
    parts.overlapped = row.split.overlapped;
    parts.free = row.split.free;
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

/// [begin, end) of a step whose first work begins at `first`.
TimeParts splitLaunched(const LaunchedWork &work, std::int64_t begin, std::int64_t first, std::int64_t end) {
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
    parts.free = parts.total - parts.preparing - Nanos{totalLength(busy)};
    parts.copies = Nanos{totalLength(subtracted(clipped(work.copies, begin, end), busy))};
    parts.fills = parts.computing - Nanos{totalLength(clipped(work.kernels, begin, end))};
    return parts;
}

TimeSplit launchedSplit(int rank, const LaunchedWork &work, std::int64_t begin, std::int64_t first, std::int64_t end) {
    TimeSplit split;
    split.rank = rank;
    split.isByLaunch = true;
    split.parts = splitLaunched(work, begin, first, end);
    split.range = RankRange{rankTime(begin), rankTime(end)};
    return split;
}

std::vector<TimeSplit> launchedSplits(const RankCapture &capture, const LaunchedWork &work) {
    std::vector<TimeSplit> result;
    std::optional<std::int64_t> before;
    const auto steps = rankSteps(capture);
    for (const auto &step : steps) {
        if (!step.device) {
            continue;
        }
        const auto begin = before.value_or(ns(step.device->begin));
        const auto first = std::max(begin, ns(step.device->begin));
        const auto end = std::max(first, ns(step.device->end));
        result.push_back(launchedSplit(capture.rank, work, begin, first, end));
        result.back().step = step.step;
        before = end;
    }
    if (steps.empty()) {
        result.push_back(launchedSplit(capture.rank, work, work.begin, work.begin, work.end));
    }
    return result;
}

std::vector<TimeSplit> measuredSplits(const RankCapture &capture, const std::stop_token &stop) {
    if (const auto work = launchedWork(capture, stop)) {
        return launchedSplits(capture, *work);
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
    for (const auto &row : reportedRows(capture)) {
        // A report without a step number is about the whole capture, so it belongs to the only step there is.
        const auto it = std::find_if(result.begin(), result.end(), [&](const TimeSplit &s) {
            return s.step == row.step || (!row.step && result.size() == 1);
        });
        if (it != result.end()) {
            it->reported = row.split;
        } else {
            result.push_back(fromReport(capture.rank, row));
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
    return measuredOnce(capture, [&] { return allSplits(capture, stop); });
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
