#include "core/analysis/pipeline/recognition/partners.h"

#include <compare>
#include <map>

namespace stagescope {

namespace {

/// A forward, or a backward that gives its gradient, wherever it runs. Direction only where stages count per direction.
struct Handover {
    bool isForward = false;
    int direction = 0;
    int stage = 0;
    int microbatch = 0;
    auto operator<=>(const Handover &) const = default;
};

std::vector<Handover> flowsOf(const PipelineAction &action, ExpectedCell::Half half, StagePlacement placement) {
    const bool isDual = placement == StagePlacement::Dual;
    const bool isBoth = action.kind == CellKind::Overlapped;
    std::vector<Handover> flows;
    if (action.kind == CellKind::Forward || (isBoth && half != ExpectedCell::Half::Backward)) {
        flows.push_back({true, isDual ? action.chunk : 0, action.stage, action.microbatch});
    }
    if (givesGradient(action.kind)) {
        flows.push_back({false, isDual ? action.chunk : 0, action.stage, action.microbatch});
    }
    if (isBoth && half != ExpectedCell::Half::Forward) {
        flows.push_back({false, isDual ? action.backwardChunk : 0, action.backwardStage, action.backwardMicrobatch});
    }
    return flows;
}

}  // namespace

std::vector<ExpectedTransfer> expectedTransfers(const Schedule &schedule, const std::vector<ExpectedOrder> &orders) {
    std::map<Handover, ExpectedPlace> places;
    for (std::size_t r = 0; r < orders.size(); ++r) {
        for (std::size_t e = 0; e < orders[r].size(); ++e) {
            const auto &expected = orders[r][e];
            for (const auto &flow : flowsOf(schedule.ranks[r][expected.action], expected.half, schedule.placement)) {
                places[flow] = {r, e};
            }
        }
    }
    std::vector<ExpectedTransfer> transfers;
    for (const auto &[flow, place] : places) {
        auto next = flow;
        next.stage += flow.isForward ? 1 : -1;
        const auto it = places.find(next);
        if (it != places.end() && it->second.position != place.position) {
            transfers.push_back({place, it->second, flow.isForward, flow.microbatch});
        }
    }
    return transfers;
}

}  // namespace stagescope
