#include "core/export/kept_time.h"

#include "core/analysis/run/steps.h"

#include <algorithm>

namespace stagescope {

std::optional<KeptTime> keptSteps(const RankCapture &capture, std::int64_t first, std::int64_t last) {
    std::optional<KeptTime> kept;
    const auto steps = rankSteps(capture);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto &step = steps[i];
        if (step.step < first || step.step > last) {
            continue;
        }
        const auto device = step.device.value_or(step.range);
        const auto next = i + 1 < steps.size() ? steps[i + 1].range.begin : rankTime(kEndOfTime);
        const RankRange own{std::min(step.range.begin, device.begin), std::max(next, device.end)};
        kept = kept ? std::move(kept) : KeptTime{own};
        kept->window = {std::min(kept->window.begin, own.begin), std::max(kept->window.end, own.end)};
        kept->steps.insert(step.step);
    }
    return kept;
}

}  // namespace stagescope
