#include "core/advice/remedies/queue_gain.h"

#include "core/analysis/run/steps.h"
#include "core/base/statistics.h"

#include <algorithm>

namespace stagescope {

std::optional<QueueGain> queueGain(const RuleInput &input, const RankCapture &capture) {
    const auto use = taskQueueUse(capture, input.stop);
    if (!use) {
        return std::nullopt;
    }
    const auto steps = static_cast<std::int64_t>(std::max<std::size_t>(1, rankSteps(capture).size()));
    QueueGain gain{.use = *use, .first = use->first / steps, .second = use->second / steps};
    const auto gaps = std::ranges::find(input.gaps, capture.rank, &RankGapSummary::rank);
    if (gaps == input.gaps.end()) {
        return gain;
    }
    std::vector<Nanos> late;
    for (const auto &step : gaps->steps) {
        late.push_back(step.of(FreeCause::HostLaunch));
    }
    gain.idle = lowerMedian(std::move(late));
    if (use->calls > 0 && use->level() != 2) {
        gain.saved = std::min(use->savedByLevel2() / steps, *gain.idle);
    }
    return gain;
}

}  // namespace stagescope
