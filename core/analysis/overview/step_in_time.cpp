#include "core/analysis/overview/step_in_time.h"

#include "core/analysis/run/steps.h"

#include <algorithm>

namespace stagescope {

std::optional<AlignedRange> stepInTime(const Run &run, std::int64_t step, std::optional<int> rank) {
    std::optional<AlignedRange> all;
    for (const auto &capture : run.captures) {
        if ((rank && capture.rank != *rank) || run.capture(capture.rank) != &capture) {
            continue;
        }
        const auto steps = rankSteps(capture);
        const auto at = findStep(steps, step);
        if (at == steps.size()) {
            continue;
        }
        const auto host = steps[at].range;
        const auto device = steps[at].device.value_or(host);
        const auto own =
            run.clock.toAligned(capture.rank, {std::min(host.begin, device.begin), std::max(host.end, device.end)});
        all = all ? AlignedRange{std::min(all->begin, own.begin), std::max(all->end, own.end)} : own;
    }
    return all;
}

bool showsStep(AlignedRange shown, AlignedRange step) {
    const auto common = std::min(shown.end, step.end) - std::max(shown.begin, step.begin);
    return common > Nanos{0} && 2 * common >= std::min(shown.duration(), step.duration());
}

}  // namespace stagescope
