#include "core/analysis/pipeline/schedule/mindspeed_labels.h"

#include <array>
#include <cstddef>

namespace stagescope {

namespace {

constexpr int kOverlapPhase = 3;
constexpr int kCoolDownPhase = 6;

/// Cells per phase before the cool-down, logits not counted. The turning rank runs the first overlapped pair as two.
std::array<int, kCoolDownPhase> phaseSizes(int p, int m, int rank) {
    const int outer = p - rank - 1;
    const int overlap = 2 * (m - 2 * p + rank + 1);
    return {2 * outer, 2 * (rank + 1), 3 * outer, overlap + (outer == 0 && overlap > 0 ? 1 : 0), 2 * outer, rank + 1};
}

std::string labelText(const PipelineAction &action, int m, int phase) {
    const std::string number = std::to_string(action.microbatch + action.chunk * m);
    switch (action.kind) {
        case CellKind::Forward:
            return phase == kOverlapPhase ? number + "F" : number;
        case CellKind::Backward:
            return number + "B";
        case CellKind::BackwardInput:
            return number + "b";
        case CellKind::BackwardWeight:
            return number + "w";
        case CellKind::Overlapped:
            return number + "F+" + std::to_string(action.backwardMicrobatch + action.backwardChunk * m) + "B";
        default:
            return "logits";
    }
}

}  // namespace

std::vector<MindSpeedLabel> mindSpeedLabels(const ScheduleOptions &options, int rank,
                                            std::span<const PipelineAction> order) {
    const std::array<int, kCoolDownPhase> sizes = phaseSizes(options.stages, options.microbatches, rank);
    std::vector<MindSpeedLabel> labels;
    int phase = 0;
    int inPhase = 0;
    for (const PipelineAction &action : order) {
        while (phase < kCoolDownPhase && inPhase == sizes[std::size_t(phase)]) {
            ++phase;
            inPhase = 0;
        }
        labels.push_back({labelText(action, options.microbatches, phase), phase});
        inPhase += action.kind == CellKind::Loss ? 0 : 1;  // belongs to the phase of the cell behind it
    }
    return labels;
}

}  // namespace stagescope
