#include "core/analysis/asked_range.h"

#include "core/analysis/steps.h"

#include <algorithm>
#include <limits>

namespace stagescope {

AskedRange askedRange(const AnalysisInput &input, const Run &run, const RankCapture &capture, AskedSide side) {
    AskedRange asked;
    if (input.range) {
        asked.range = run.clock.toRank(capture.rank, *input.range);
    }
    if (!input.step) {
        return asked;
    }
    const auto steps = rankSteps(capture);
    const auto i = findStep(steps, *input.step);
    if (i == steps.size()) {
        return {.isEmpty = true};
    }
    const auto end =
        i + 1 < steps.size() ? steps[i + 1].range.begin : rankTime(std::numeric_limits<std::int64_t>::max());
    const RankRange onHost{steps[i].range.begin, end};
    const RankRange step = side == AskedSide::Device ? steps[i].device.value_or(onHost) : onHost;
    asked.range =
        asked.range ? RankRange{std::max(step.begin, asked.range->begin), std::min(step.end, asked.range->end)} : step;
    asked.isEmpty = asked.range->begin >= asked.range->end;
    return asked;
}

}  // namespace stagescope
