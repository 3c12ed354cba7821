#pragma once

#include "core/base/message.h"
#include "core/session/workspace.h"

#include <memory>
#include <string>

namespace stagescope {

/// Why a view has nothing to show. `unless` is what holds when all that is there was read ("This profile has no
/// timeline ..."); where data of the main run were lost, nobody knows, and the damage is said instead. Profiles of
/// PyTorch alone get the text `unless`.torch where there is one: their settings have other names. Any thread.
[[nodiscard]] Message emptyBecause(const std::shared_ptr<const Workspace> &workspace, const std::string &unless);

}  // namespace stagescope
