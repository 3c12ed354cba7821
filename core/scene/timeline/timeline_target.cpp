#include "core/scene/timeline/timeline_target.h"

#include "core/analysis/communication/comm_op.h"
#include "core/analysis/memory/memory_ops.h"
#include "core/analysis/memory/op_windows.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/time/bubble_facts.h"
#include "core/analysis/run/steps.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

/// The common clock, moved by the shift of the rank.
AlignedRange placed(const Run &run, int rank, RankRange range, const TimelineShifts &shifts) {
    const auto aligned = run.clock.toAligned(rank, range);
    const auto shift = shifts.find({run.id, rank});
    const Nanos by = shift == shifts.end() ? Nanos{0} : shift->second;
    return {aligned.begin + by, aligned.end + by};
}

AlignedRange united(const std::optional<AlignedRange> &a, const AlignedRange &b) {
    return a ? AlignedRange{std::min(a->begin, b.begin), std::max(a->end, b.end)} : b;
}

std::optional<RankRange> cellRange(const Run &run, const CellRef &ref, const std::stop_token &stop) {
    for (const auto &group : groupsAskedFor(run, ref.group)) {
        const auto chart = pipelineChart(run, group, stop);
        const auto it = std::find_if(chart.cells.begin(), chart.cells.end(),
                                     [&](const auto &cell) { return cellRef(run.id, group, cell) == ref; });
        return it == chart.cells.end() ? std::nullopt : std::optional(it->range);
    }
    return std::nullopt;
}

/// The nth slice of a name on the communication tracks of a trace.
std::optional<RankRange> opInTrace(const TraceStore &trace, const CommOpRef &ref) {
    const auto name = trace.strings().find(ref.name);
    std::vector<RankRange> found;
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; i < slices.size() && name.isValid(); ++i) {
            if (slices.name(i) == name && slices.klass(i) == SliceClass::Communication) {
                found.push_back({slices.begin(i), slices.end(i)});
            }
        }
    }
    std::sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a.begin < b.begin; });
    const auto nth = static_cast<std::size_t>(ref.nth);
    return ref.nth >= 0 && nth < found.size() ? std::optional(found[nth]) : std::nullopt;
}

std::optional<RankRange> opRange(const Run &run, const CommOpRef &ref, const std::stop_token &stop) {
    for (const auto &group : pipelineGroups(run)) {
        if (std::find(group.ranks.begin(), group.ranks.end(), ref.rank) == group.ranks.end()) {
            continue;
        }
        for (const auto &op : pipelineChart(run, group, stop).p2p) {
            if (op.rank == ref.rank && op.nth == ref.nth && op.name == ref.name) {
                return op.range;
            }
        }
    }
    const auto *capture = run.capture(ref.rank);
    for (std::size_t i = 0; capture != nullptr && i < capture->loaded.size(); ++i) {
        for (const auto &trace : capture->loaded[i].traces) {
            if (const auto range = opInTrace(*trace, ref)) {
                return range;
            }
        }
    }
    int nth = 0;
    for (const auto &op : capture != nullptr ? commOps(*capture) : std::vector<CommOp>{}) {
        if (op.name == ref.name && nth++ == ref.nth) {
            return op.range;
        }
    }
    return std::nullopt;
}

std::optional<AlignedRange> stepRange(const Run &run, std::int64_t step, const TimelineShifts &shifts) {
    std::optional<AlignedRange> whole;
    for (const int rank : run.ranks()) {
        const auto steps = rankSteps(*run.capture(rank));
        const auto at = findStep(steps, step);
        if (at < steps.size()) {
            whole = united(whole, placed(run, rank, steps[at].range, shifts));
        }
    }
    return whole;
}

std::optional<AlignedRange> rankRange(const Run &run, int rank, const TimelineShifts &shifts) {
    const auto *capture = run.capture(rank);
    std::optional<AlignedRange> whole;
    for (std::size_t i = 0; capture != nullptr && i < capture->loaded.size(); ++i) {
        for (const auto &trace : capture->loaded[i].traces) {
            if (const auto bounds = trace->bounds()) {
                whole = united(whole, placed(run, rank, *bounds, shifts));
            }
        }
    }
    return whole;
}

/// Begin of the run's first step, else of its first event.
std::optional<AlignedTime> startOf(const Run &run) {
    std::optional<AlignedTime> first;
    std::optional<AlignedTime> firstStep;
    for (const int rank : run.ranks()) {
        const auto steps = rankSteps(*run.capture(rank));
        if (!steps.empty()) {
            const auto begin = run.clock.toAligned(rank, steps.front().range.begin);
            firstStep = firstStep ? std::min(*firstStep, begin) : begin;
        }
        if (const auto range = rankRange(run, rank, {})) {
            first = first ? std::min(*first, range->begin) : range->begin;
        }
    }
    return firstStep ? firstStep : first;
}

std::optional<TimelineHighlight> marked(const std::optional<AlignedRange> &range, std::optional<RankRef> rank) {
    return range ? std::optional(TimelineHighlight{*range, rank}) : std::nullopt;
}

/// The operator's slice where the trace has it, else from the allocation to the release.
std::optional<RankRange> memoryRange(const Run &run, const MemoryOpRef &ref) {
    if (const auto slice = operatorSlice(run, ref)) {
        for (const auto &source : run.captureOf(slice->source)->loaded) {
            if (source.source == slice->source) {
                const auto row = source.traces.front()->slices(slice->track).at(slice->slice);
                return RankRange{row.begin, row.end};
            }
        }
    }
    const auto *capture = run.capture(ref.rank);
    const auto memory = capture == nullptr ? OperatorMemory() : OperatorMemory(*capture);
    if (ref.row >= memory.size()) {
        return std::nullopt;
    }
    const auto begin = memory.number(ref.row, MemoryOpColumn::Allocated);
    const auto end = memory.number(ref.row, MemoryOpColumn::Released);
    const auto known = begin ? begin : end;
    return known ? std::optional(RankRange{rankTime(*known), rankTime(std::max(*known, end.value_or(*known)))})
                 : std::nullopt;
}

}  // namespace

std::optional<TimelineHighlight> timelineTarget(const Workspace &workspace, const ItemRef &item,
                                                const TimelineShifts &shifts, const std::stop_token &stop) {
    const auto *run = workspace.run(runOf(item));
    if (run == nullptr) {
        return std::nullopt;
    }
    const auto onRank = [&](int rank, const std::optional<RankRange> &range) {
        return range ? marked(placed(*run, rank, *range, shifts), RankRef{run->id, rank}) : std::nullopt;
    };
    if (const auto *cell = std::get_if<CellRef>(&item)) {
        return onRank(cell->rank, cellRange(*run, *cell, stop));
    }
    if (const auto *ref = std::get_if<BubbleRef>(&item)) {
        const auto bubble = bubbleFacts(*run, *ref, stop);
        return bubble ? onRank(ref->rank, RankRange{run->clock.toRank(ref->rank, bubble->range.begin),
                                                    run->clock.toRank(ref->rank, bubble->range.end)})
                      : std::nullopt;
    }
    if (const auto *op = std::get_if<CommOpRef>(&item)) {
        return onRank(op->rank, opRange(*run, *op, stop));
    }
    if (const auto *moment = std::get_if<MomentRef>(&item)) {
        return onRank(moment->rank, RankRange{rankTime(moment->at), rankTime(moment->at)});
    }
    if (const auto *op = std::get_if<MemoryOpRef>(&item)) {
        return onRank(op->rank, memoryRange(*run, *op));
    }
    if (const auto *step = std::get_if<StepRef>(&item)) {
        return marked(stepRange(*run, step->step, shifts), std::nullopt);
    }
    if (const auto *rank = std::get_if<RankRef>(&item)) {
        return marked(rankRange(*run, rank->rank, shifts), *rank);
    }
    return std::nullopt;
}

TimelineShifts runShifts(const Workspace &workspace) {
    TimelineShifts shifts;
    const auto *main = workspace.mainRun();
    const auto start = main == nullptr ? std::nullopt : startOf(*main);
    for (const auto &run : workspace.runs) {
        const auto own = &run == main ? std::nullopt : startOf(run);
        for (const int rank : run.ranks()) {
            if (own && start) {
                shifts[{run.id, rank}] = *start - *own;
            }
        }
    }
    return shifts;
}

}  // namespace stagescope
