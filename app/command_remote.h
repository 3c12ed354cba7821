#pragma once

#include "app/command_line.h"

namespace stagescope {

/// --via WORDS: in place of ssh (remoteLine). Of the whole process: it becomes $STAGESCOPE_VIA.
[[nodiscard]] OptionSpec viaOption();
void applyVia(const Arguments &arguments);
/// --copy-program: stagescope-cli goes to where it is missing (RemoteWish::mayCopy).
[[nodiscard]] OptionSpec copyOption();

/// Whether a command opens what HOST:PATH names.
[[nodiscard]] bool opensAddresses(const Command &command);

/// Addresses among what a command opens ("host:path", "ssh://host/path"; no file of that name is here) become folders
/// of digests that were brought here (bringRemote), of the level that the command needs. Errors: those of bringRemote;
/// BadArgument for commands that need the files themselves. Shows progress.
[[nodiscard]] Status bringRemotePaths(const Command &command, Arguments &arguments);

}  // namespace stagescope
