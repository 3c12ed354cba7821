#include "core/analysis/overview/item_location.h"

#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/memory/memory_ops.h"
#include "core/analysis/memory/op_windows.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/time/bubble_facts.h"
#include "core/analysis/run/steps.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

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

std::optional<RankSpan> spanOf(const Run &run, const SliceRef &ref) {
    for (const auto &capture : run.captures) {
        for (const auto &source : capture.loaded) {
            if (source.source != ref.source || source.traces.empty()) {
                continue;
            }
            const auto &trace = *source.traces.front();
            const bool isThere =
                ref.track.value < trace.tracks().size() && ref.slice.value < trace.slices(ref.track).size();
            const auto slice = isThere ? trace.slices(ref.track).at(ref.slice) : Slice{};
            return isThere ? std::optional(RankSpan{capture.rank, {slice.begin, slice.end}}) : std::nullopt;
        }
    }
    return std::nullopt;
}

struct Locator {
    using Spans = std::vector<RankSpan>;

    const Run &run;
    const std::stop_token &stop;

    [[nodiscard]] Spans operator()(const SliceRef &ref) const {
        const auto span = spanOf(run, ref);
        return span ? Spans{*span} : Spans{};
    }
    [[nodiscard]] Spans operator()(const CellRef &ref) const {
        for (const auto &group : groupsAskedFor(run, ref.group)) {
            const auto chart = pipelineChart(run, group, stop);
            const auto it = std::find_if(chart.cells.begin(), chart.cells.end(),
                                         [&](const auto &cell) { return cellRef(run.id, group, cell) == ref; });
            return it == chart.cells.end() ? Spans{} : Spans{{ref.rank, it->range}};
        }
        return {};
    }
    [[nodiscard]] Spans operator()(const BubbleRef &ref) const {
        const auto bubble = bubbleFacts(run, ref, stop);
        return bubble ? Spans{{ref.rank, run.clock.toRank(ref.rank, bubble->range)}} : Spans{};
    }
    [[nodiscard]] Spans operator()(const CommOpRef &ref) const {
        for (const auto &group : pipelineGroups(run)) {
            if (std::find(group.ranks.begin(), group.ranks.end(), ref.rank) == group.ranks.end()) {
                continue;
            }
            for (const auto &op : pipelineChart(run, group, stop).p2p) {
                if (op.rank == ref.rank && op.nth == ref.nth && op.name == ref.name) {
                    return {{ref.rank, op.range}};
                }
            }
        }
        const auto *capture = run.capture(ref.rank);
        return capture == nullptr ? Spans{} : inCapture(*capture, ref);
    }
    [[nodiscard]] Spans operator()(const MomentRef &ref) const {
        return {{ref.rank, {rankTime(ref.at), rankTime(ref.at)}}};
    }
    [[nodiscard]] Spans operator()(const MemoryOpRef &ref) const {
        if (const auto slice = operatorSlice(run, ref)) {
            return (*this)(*slice);
        }
        const auto *capture = run.capture(ref.rank);
        const auto memory = capture == nullptr ? OperatorMemory() : OperatorMemory(*capture);
        if (ref.row >= memory.size()) {
            return {};
        }
        const auto begin = memory.number(ref.row, MemoryOpColumn::Allocated);
        const auto end = memory.number(ref.row, MemoryOpColumn::Released);
        const auto known = begin ? begin : end;
        return known ? Spans{{ref.rank, {rankTime(*known), rankTime(std::max(*known, end.value_or(*known)))}}}
                     : Spans{};
    }
    [[nodiscard]] Spans operator()(const StepRef &ref) const {
        Spans spans;
        for (const int rank : run.ranks()) {
            const auto steps = rankSteps(*run.capture(rank));
            const auto at = findStep(steps, ref.step);
            if (at < steps.size()) {
                spans.push_back({rank, steps[at].range});
            }
        }
        return spans;
    }
    /// From the first event to the last.
    [[nodiscard]] Spans operator()(const RankRef &ref) const {
        const auto *capture = run.capture(ref.rank);
        Spans spans;
        for (std::size_t i = 0; capture != nullptr && i < capture->loaded.size(); ++i) {
            for (const auto &trace : capture->loaded[i].traces) {
                if (const auto bounds = trace->bounds(); bounds && spans.empty()) {
                    spans.push_back({ref.rank, *bounds});
                } else if (bounds) {
                    auto &whole = spans.front().range;
                    whole = {std::min(whole.begin, bounds->begin), std::max(whole.end, bounds->end)};
                }
            }
        }
        return spans;
    }
    [[nodiscard]] Spans operator()(const LinkRef &) const { return {}; }
    [[nodiscard]] Spans operator()(const BlockRef &) const { return {}; }
    [[nodiscard]] Spans operator()(const SnapshotEventRef &) const { return {}; }
    [[nodiscard]] Spans operator()(const EventRangeRef &) const { return {}; }
    [[nodiscard]] Spans operator()(const SegmentRef &) const { return {}; }
    [[nodiscard]] Spans operator()(const StackRef &) const { return {}; }

private:
    static Spans inCapture(const RankCapture &capture, const CommOpRef &ref) {
        for (const auto &source : capture.loaded) {
            for (const auto &trace : source.traces) {
                if (const auto range = opInTrace(*trace, ref)) {
                    return {{ref.rank, *range}};
                }
            }
        }
        int nth = 0;
        for (const auto &op : commOps(capture)) {
            if (op.name == ref.name && nth++ == ref.nth) {
                return {{ref.rank, op.range}};
            }
        }
        return {};
    }
};

}  // namespace

std::vector<RankSpan> locate(const Workspace &workspace, const ItemRef &item, const std::stop_token &stop) {
    const auto *run = workspace.run(runOf(item));
    return run == nullptr ? std::vector<RankSpan>{} : std::visit(Locator{*run, stop}, item);
}

std::optional<AlignedSpan> locateSlice(const Workspace &workspace, const SliceRef &slice) {
    const auto *run = workspace.run(slice.run);
    const auto span = run == nullptr ? std::nullopt : spanOf(*run, slice);
    return span ? std::optional(AlignedSpan{span->rank, run->clock.toAligned(span->rank, span->range)}) : std::nullopt;
}

std::optional<RankRef> rankHolding(const Workspace &workspace, const ItemRef &item) {
    auto rank = rankOf(item);
    if (const auto *slice = std::get_if<SliceRef>(&item)) {
        const auto span = locateSlice(workspace, *slice);
        rank = span ? std::optional(span->rank) : std::nullopt;
    }
    return rank ? std::optional(RankRef{runOf(item), *rank}) : std::nullopt;
}

}  // namespace stagescope
