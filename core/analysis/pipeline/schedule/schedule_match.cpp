#include "core/analysis/pipeline/schedule/schedule_match.h"

namespace stagescope {

std::string matchText(const ScheduleMatch &match) {
    std::string text = match.isCustom ? "custom, nearest " : "";
    for (std::size_t i = 0; i < match.candidates.size(); ++i) {
        text += (i == 0 ? "" : " = ") + scheduleText(match.candidates[i]);
    }
    return text;
}

}  // namespace stagescope
