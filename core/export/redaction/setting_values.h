#pragma once

#include "core/session/workspace.h"

#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Whether the value of a setting (EnvironmentRecord) may be shown to strangers, its names redacted. Variables of the
/// environment: those of a list that configure devices, communication and frameworks. Other settings: all but those
/// whose key speaks of a secret.
[[nodiscard]] bool settingMayBeShown(std::string_view section, std::string_view key);
/// Whether the value of a setting is the name of a host or a user, or what stands for one.
[[nodiscard]] bool settingNamesHost(std::string_view key);

/// What people usually do not send, as far as a profile calls it so.
struct SensitiveContent {
    std::vector<std::string> secrets{};  ///< variables with keys, tokens and passwords, each once
    std::vector<std::string> hosts{};    ///< names, each once
    std::vector<std::string> users{};    ///< names of folders of users, each once

    [[nodiscard]] bool isEmpty() const { return secrets.empty() && hosts.empty() && users.empty(); }
};
/// O(settings, captures). Any thread.
[[nodiscard]] SensitiveContent sensitiveContent(const Workspace &workspace);

}  // namespace stagescope
