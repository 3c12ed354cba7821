#include "core/analysis/run/asked_range.h"

#include "core/analysis/run/kernels.h"
#include "core/analysis/run/steps.h"

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

std::optional<RankRange> sinceFirstStep(const RankCapture &capture) {
    std::optional<RankTime> first;
    for (const auto &step : rankSteps(capture)) {
        if (step.device) {
            first = first ? std::min(*first, step.device->begin) : step.device->begin;
        }
    }
    return first ? std::optional(RankRange{*first, rankTime(std::numeric_limits<std::int64_t>::max())}) : std::nullopt;
}

std::string earlierKernelsNote(const AnalysisInput &input, const RankCapture &capture, const std::stop_token &stop) {
    const auto since = input.step || input.range ? std::nullopt : sinceFirstStep(capture);
    if (!since) {
        return {};
    }
    std::size_t all = 0;
    std::size_t count = 0;
    visitKernels(capture, stop, [&](const DeviceKernel &kernel) {
        ++all;
        count += !kernel.launch && rankTime(kernel.begin) < since->begin ? 1 : 0;
    });
    return count == 0
               ? std::string()
               : "Rank " + std::to_string(capture.rank) + ": " + std::to_string(count) + " of " + std::to_string(all) +
                     " entries of the device were launched before the capture began and ran into it; they are "
                     "counted, --step leaves them out.";
}

}  // namespace stagescope
