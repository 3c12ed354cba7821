#pragma once

#include "core/session/workspace.h"

#include <optional>
#include <stop_token>
#include <string>

namespace stagescope {

/// Whether any file that discovery found has a reader, those of settings alone aside.
[[nodiscard]] bool hasReader(const Run &run);

/// The profile next to a path in which nothing can be read: the folder above (up to kLevelsAbove) that has readable
/// files at most kLevelsBelow below itself, else a readable folder that lies deeper than discovery looks. The root and
/// the user's home are never offered. Walks these folders, which may take seconds. Any thread.
[[nodiscard]] std::optional<std::string> nearestProfile(const std::string &path, const std::stop_token &stop);

}  // namespace stagescope
