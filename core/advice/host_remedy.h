#pragma once

#include "core/analysis/host/host_activity.h"
#include "core/base/message.h"

#include <optional>
#include <string>

namespace stagescope {

/// What to do about what the host does instead of launching; nothing where that alone tells no remedy.
[[nodiscard]] inline std::optional<Message> hostRemedy(HostActivity activity) {
    switch (activity) {
        case HostActivity::Other:
        case HostActivity::Communicating:
            return std::nullopt;
        case HostActivity::Synchronising:
            return Message("finding.idle_gaps.synchronisation.remedy");
        case HostActivity::Compiling:
            return Message("finding.online_compilation.remedy");
        default:
            return Message("finding.host.remedy." + std::string(hostActivityText(activity)));
    }
}

}  // namespace stagescope
