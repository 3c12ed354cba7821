#pragma once

#include "app/command_line.h"

namespace stagescope {

/// Addresses among what a command opens ("host:path", "ssh://host/path"; no file of that name is here) become folders
/// of digests that were brought here (bringRemote), of the level that the command needs. Errors: those of bringRemote.
/// Shows progress.
[[nodiscard]] Status bringRemotePaths(const Command &command, Arguments &arguments);

}  // namespace stagescope
