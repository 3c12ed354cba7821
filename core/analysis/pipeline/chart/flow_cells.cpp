#include "core/analysis/pipeline/chart/flow_cells.h"

#include "core/analysis/pipeline/chart/p2p_ops.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>
#include <optional>

namespace stagescope {

namespace {

constexpr std::string_view kForwardBackward = "fwdbwd";

/// A forward operator and its backward.
struct Pair {
    RankRange forward;
    RankRange backward;
    std::size_t segment = 0;      ///< by the order of the forwards
    std::size_t counterpart = 0;  ///< by the order of the backwards
};

/// The innermost slice that begins at a time.
std::optional<RankRange> operatorAt(const SliceTable &slices, RankTime t) {
    for (auto depth = slices.depthCount(); depth > 0; --depth) {
        const auto id = slices.find(depth - 1, t);
        if (id && slices.begin(id->value) == t) {
            return RankRange{t, slices.end(id->value)};
        }
    }
    return std::nullopt;
}

void addPairs(const TraceStore &trace, std::vector<Pair> &pairs, const std::stop_token &stop) {
    const auto &flows = trace.flows();
    for (std::size_t i = 0; i < flows.size() && !(i % 4096 == 0 && stop.stop_requested()); ++i) {
        const auto &flow = flows.at(i);
        if (trace.text(flow.category) != kForwardBackward) {
            continue;
        }
        const auto forward = operatorAt(trace.slices(flow.fromTrack), flow.from);
        const auto backward = operatorAt(trace.slices(flow.toTrack), flow.to);
        if (forward && backward) {
            pairs.push_back({*forward, *backward});
        }
    }
}

void findSegments(std::vector<Pair> &pairs) {
    std::sort(pairs.begin(), pairs.end(),
              [](const Pair &a, const Pair &b) { return a.backward.begin < b.backward.begin; });
    for (std::size_t i = 1; i < pairs.size(); ++i) {
        const bool isNew = pairs[i].forward.begin > pairs[i - 1].forward.begin;
        pairs[i].counterpart = pairs[i - 1].counterpart + (isNew ? 1 : 0);
    }
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const Pair &a, const Pair &b) { return a.forward.begin < b.forward.begin; });
    for (std::size_t i = 1; i < pairs.size(); ++i) {
        const bool isNew = pairs[i].backward.begin > pairs[i - 1].backward.begin;
        pairs[i].segment = pairs[i - 1].segment + (isNew ? 1 : 0);
    }
}

bool isInPipeline(const RankCapture &capture) {
    const auto stages = capture.environmentValue("parallel", "pipeline_model_parallel_size");
    return (!stages.empty() && stages != "1") || !p2pOps(capture).empty();
}

PipelineCell cellOf(int rank, CellKind kind, RankRange range) {
    PipelineCell cell;
    cell.rank = rank;
    cell.step = kNoStep;
    cell.kind = kind;
    cell.evidence = CellEvidence::FlowArrows;
    cell.range = range;
    cell.hostRange = range;
    return cell;
}

}  // namespace

std::vector<PipelineCell> flowCells(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<PipelineCell> cells;
    std::vector<Pair> pairs;
    for (const auto &[source, trace] : capture.traces()) {
        addPairs(*trace, pairs, stop);
    }
    if (pairs.empty() || !isInPipeline(capture)) {
        return cells;
    }
    findSegments(pairs);
    std::map<std::pair<std::size_t, std::size_t>, std::pair<Pair, Pair>> segments;  // first and last of each
    for (const auto &pair : pairs) {
        const auto [it, isNew] = segments.try_emplace({pair.segment, pair.counterpart}, pair, pair);
        it->second.second = pair;
    }
    for (const auto &[key, ends] : segments) {
        const auto &[first, last] = ends;
        cells.push_back(cellOf(capture.rank, CellKind::Forward, {first.forward.begin, last.forward.end}));
        cells.push_back(cellOf(capture.rank, CellKind::Backward, {last.backward.begin, first.backward.end}));
    }
    std::stable_sort(cells.begin(), cells.end(),
                     [](const PipelineCell &a, const PipelineCell &b) { return a.range.begin < b.range.begin; });
    return cells;
}

}  // namespace stagescope
