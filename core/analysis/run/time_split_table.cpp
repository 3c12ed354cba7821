#include "core/analysis/run/launched_work.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <algorithm>

namespace stagescope {

namespace {

std::vector<Cell> rowOf(const TimeSplit &split) {
    const auto &p = split.parts;
    const bool isMeasured = split.source == TimeSplit::Source::Intervals;
    const auto &r = split.reported;
    const auto preparing = isMeasured ? std::optional(p.preparing) : r->preparing;
    const auto reported = [&](Nanos ReportedSplit::*member) { return r ? microsCell((*r).*member) : Cell{}; };
    const auto difference = [&](Nanos own, std::optional<Nanos> theirs) {
        return isMeasured && theirs ? microsCell(own - theirs.value_or(Nanos{0})) : Cell{};
    };
    const auto against = [&](Nanos own, Nanos ReportedSplit::*member) {
        return difference(own, r ? std::optional((*r).*member) : std::nullopt);
    };
    const auto reportedPreparing = r ? r->preparing : std::nullopt;
    return {knownCell(split.rank),
            numberCell(split.step),
            textCell(timeSplitSourceText(split)),
            microsCell(p.total),
            microsCell(preparing),
            microsCell(p.computing),
            microsCell(p.communication),
            microsCell(p.notOverlapped),
            microsCell(p.overlapped),
            microsCell(p.free),
            isMeasured ? microsCell(p.tail) : Cell{},
            isMeasured ? microsCell(p.beyond) : Cell{},
            microsCell(p.copies),
            microsCell(p.copies ? std::optional(p.free - *p.copies) : std::nullopt),
            microsCell(p.fills),
            microsCell(p.total - p.sumOfParts()),
            percentCell(p.computing, p.total),
            percentCell(p.notOverlapped, p.total),
            percentCell(p.overlapped, p.total),
            percentCell(p.free, p.total),
            preparing ? percentCell(*preparing, p.total) : Cell{},
            isMeasured ? percentCell(p.tail, p.total) : Cell{},
            reported(&ReportedSplit::computing),
            reported(&ReportedSplit::notOverlapped),
            reported(&ReportedSplit::overlapped),
            reported(&ReportedSplit::free),
            microsCell(reportedPreparing),
            reported(&ReportedSplit::stage),
            reported(&ReportedSplit::bubble),
            against(p.computing, &ReportedSplit::computing),
            against(p.notOverlapped, &ReportedSplit::notOverlapped),
            against(p.overlapped, &ReportedSplit::overlapped),
            against(p.free, &ReportedSplit::free),
            difference(p.preparing, reportedPreparing)};
}

bool wanted(const AnalysisInput &input, const TimeSplit &split) {
    return (!input.step || split.step == input.step) &&
           (!input.range || !split.range || inRange(input, *input.run(), split.rank, *split.range));
}

void addEarlier(ResultTable &table, const RankCapture &capture, const std::stop_token &stop) {
    if (const auto work = launchedWork(capture, stop); work && work->earlier > 0) {
        table.notes.push_back(std::to_string(work->earlier) + " kernels and copies of rank " +
                              std::to_string(capture.rank) + " (" + durationText(work->earlierTime) +
                              ") were launched before the capture began and belong to no step.");
    }
}

void addNotes(ResultTable &table, bool anyReported, bool anyWhole) {
    if (anyReported) {
        table.notes.emplace_back(
            "Rows of source step_trace_time hold what the profiler reported, since no device work of the rank is "
            "loaded; "
            "step_us is the sum of the reported parts.");
    }
    if (anyWhole) {
        table.notes.emplace_back(
            "Rows without a step cover the whole capture, from its first to its last device work, since the profile "
            "tells no "
            "steps.");
    }
}

Result<ResultTable> runTimeSplit(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("time_split"));
    const auto *run = input.run();
    if (run == nullptr) {
        return table;
    }
    bool anyReported = false;
    bool anyWhole = false;
    for (const int rank : run->ranks()) {
        if (!input.wants(rank)) {
            continue;
        }
        for (const auto &split : timeSplits(*run->capture(rank), stop)) {
            if (wanted(input, split)) {
                anyReported |= split.source == TimeSplit::Source::StepTraceTime;
                anyWhole |= !split.step && split.source == TimeSplit::Source::Intervals;
                table.rows.push_back(rowOf(split));
            }
        }
        addEarlier(table, *run->capture(rank), stop);
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
    }
    const auto ranks = run->ranks();
    const bool hasTrace = std::any_of(ranks.begin(), ranks.end(),
                                      [&](int rank) { return input.wants(rank) && run->capture(rank)->hasTrace(); });
    if (table.rows.empty() && hasTrace && !input.step && !input.range) {
        table.notes.emplace_back("No work of a device is recorded: these traces are of the host alone.");
    }
    addNotes(table, anyReported, anyWhole);
    return table;
}

std::vector<ColumnSpec> partColumns() {
    return {
        realColumn(
            "step_us", "us",
            "From the step's begin on the host to its end there or to the end of its device work, the later "
            "(source launches: from the end of the step before it, or its own first device work, to its last); = "
            "preparing_us + computing_us + not_overlapped_us + free_us + tail_us. Clock of the rank."),
        realColumn("preparing_us", "us", "From the step's begin to its first device work."),
        realColumn("computing_us", "us", "Union of all computing, with or without communication beside it."),
        realColumn("communication_us", "us", "Union of all communication = not_overlapped_us + overlapped_us."),
        realColumn("not_overlapped_us", "us", "Communication without computing beside it."),
        realColumn("overlapped_us", "us", "Communication with computing beside it; part of computing_us."),
        realColumn("free_us", "us", "Neither, between the step's first and last device work."),
        realColumn("tail_us", "us",
                   "From the last device work to the step's end on the host; empty when only reported."),
        realColumn("beyond_us", "us",
                   "Part of step_us after the step's end on the host, where the device runs behind."),
        realColumn("copies_us", "us",
                   "Part of free_us in which the device copies; empty where launches are not recorded."),
        realColumn("idle_us", "us", "free_us - copies_us: the device does nothing at all."),
        realColumn("fills_us", "us", "Part of computing_us in which the device only fills memory (memset)."),
        realColumn("sum_check_us", "us", "step_us minus the sum of its parts; always 0."),
    };
}

std::vector<ColumnSpec> shareColumns() {
    return {
        realColumn("computing_share_percent", "%", "computing_us / step_us."),
        realColumn("not_overlapped_share_percent", "%", "not_overlapped_us / step_us."),
        realColumn("overlapped_share_percent", "%", "overlapped_us / step_us; part of the computing share."),
        realColumn("free_share_percent", "%", "free_us / step_us."),
        realColumn("preparing_share_percent", "%", "preparing_us / step_us."),
        realColumn("tail_share_percent", "%", "tail_us / step_us."),
    };
}

std::vector<ColumnSpec> reportedColumns() {
    return {
        realColumn("reported_computing_us", "us", "Computing by step_trace_time.csv or the table StepTraceTime."),
        realColumn("reported_not_overlapped_us", "us", "Communication(Not Overlapped) by the same."),
        realColumn("reported_overlapped_us", "us", "Overlapped by the same."),
        realColumn("reported_free_us", "us", "Free by the same."),
        realColumn("reported_preparing_us", "us", "Preparing by the same; empty in files without it."),
        realColumn("reported_stage_us", "us", "Stage by the same: the step without receive operators."),
        realColumn("reported_bubble_us", "us", "Bubble by the same: sum of receive operators."),
        realColumn("difference_computing_us", "us", "computing_us - reported_computing_us."),
        realColumn("difference_not_overlapped_us", "us", "not_overlapped_us - reported_not_overlapped_us."),
        realColumn("difference_overlapped_us", "us", "overlapped_us - reported_overlapped_us."),
        realColumn("difference_free_us", "us", "free_us - reported_free_us."),
        realColumn("difference_preparing_us", "us", "preparing_us - reported_preparing_us."),
    };
}

}  // namespace

AnalysisEntry makeTimeSplitEntry() {
    AnalysisEntry entry{.id = "time_split", .title = "Time split", .depth = LoadDepth::Deep, .run = &runTimeSplit};
    entry.columns = {
        integerColumn("rank", "", "Global rank; empty when unknown."),
        integerColumn("step", "", "Number of the step; empty: the whole capture."),
        textColumn(
            "source",
            "intervals: computed from device work, clipped to the time from the step's begin to the next step's; "
            "launches: from the device work that was launched in the step, whenever it ran; "
            "step_trace_time: as the profiler reported."),
    };
    for (auto columns : {partColumns(), shareColumns(), reportedColumns()}) {
        entry.columns.insert(entry.columns.end(), columns.begin(), columns.end());
    }
    return entry;
}

}  // namespace stagescope
