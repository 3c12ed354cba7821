#include "core/analysis/pipeline/recognition/expected_order.h"

namespace stagescope {

namespace {

bool isSame(int named, int expected, int chunk, int microbatches) {
    return named < 0 || expected < 0 || named == expected || (chunk > 0 && named == expected + chunk * microbatches);
}

}  // namespace

ExpectedOrder expectedOrder(const std::vector<PipelineAction> &actions, const VisibleKinds &visible) {
    using Half = ExpectedCell::Half;
    ExpectedOrder result;
    result.reserve(actions.size());
    for (std::uint32_t i = 0; i < actions.size(); ++i) {
        const auto kind = actions[i].kind;
        if (kind == CellKind::Overlapped && !visible.overlaps) {
            result.push_back({CellKind::Forward, Half::Forward, i});
            result.push_back({CellKind::Backward, Half::Backward, i});
        } else if (kind == CellKind::BackwardInput && !visible.inputs) {
            result.push_back({CellKind::Backward, Half::Whole, i});
        } else if ((kind != CellKind::BackwardWeight || visible.weights) &&
                   (kind != CellKind::Loss || visible.losses)) {
            result.push_back({kind, Half::Whole, i});
        }
    }
    return result;
}

ExpectedNumbers numbersOf(const ExpectedCell &expected, const PipelineAction &action) {
    switch (expected.half) {
        case ExpectedCell::Half::Backward:
            return {.microbatch = action.backwardMicrobatch, .chunk = action.backwardChunk};
        case ExpectedCell::Half::Forward:
            return {.microbatch = action.microbatch, .chunk = action.chunk};
        case ExpectedCell::Half::Whole:
            break;
    }
    return {action.microbatch, action.chunk, action.backwardMicrobatch, action.backwardChunk};
}

bool agrees(const PipelineCell &named, const ExpectedNumbers &numbers, int microbatches) {
    const auto isChunk = [](int a, int b) { return a < 0 || b < 0 || a == b; };
    return isSame(named.microbatch, numbers.microbatch, numbers.chunk, microbatches) &&
           isSame(named.backwardMicrobatch, numbers.backwardMicrobatch, numbers.backwardChunk, microbatches) &&
           isChunk(named.chunk, numbers.chunk) && isChunk(named.backwardChunk, numbers.backwardChunk);
}

}  // namespace stagescope
