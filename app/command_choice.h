#pragma once

#include "core/base/item_ref.h"
#include "core/base/result.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// What the options of a command choose of a profile.
struct CommandChoice {
    std::vector<int> ranks;
    std::optional<std::int64_t> step;
    std::string group;  ///< pipeline group
    std::optional<ItemRef> item;
};

/// BadArgument, starting with the path of the run, for what a loaded workspace does not hold: a picture or table of
/// something else would pass for the one that was asked for. Reads the pipeline's cells: milliseconds.
[[nodiscard]] Status checkChoice(const Workspace &workspace, const CommandChoice &choice);

}  // namespace stagescope
