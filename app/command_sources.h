#pragma once

#include "app/command_line.h"
#include "core/session/workspace.h"

#include <string>
#include <vector>

namespace stagescope {

/// --from-source R,R and --source-prefix OLD=NEW, for commands that open folders of digests.
[[nodiscard]] std::vector<OptionSpec> sourceOptions();
/// Has all folders of digests that are opened read these ranks from their sources (setWantedSources). Errors:
/// BadArgument.
[[nodiscard]] Status applySources(const Arguments &arguments);
/// Which ranks of a run are read from what they were digested from, and what of that has changed, or that it has none
/// that could be where some are asked for; else empty.
[[nodiscard]] std::string sourcesNote(const Run &run);

}  // namespace stagescope
