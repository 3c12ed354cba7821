#pragma once

#include "app/command_line.h"
#include "core/base/item_ref.h"
#include "core/base/result.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What the options of a command choose of a profile.
struct CommandChoice {
    std::vector<int> ranks;
    std::optional<std::int64_t> step;
    std::string group;  ///< pipeline group
    std::optional<ItemRef> item;
};

/// "0-3, 7", of ascending numbers; the first parts of many.
[[nodiscard]] std::string numbersText(const std::vector<std::int64_t> &numbers);
/// All steps that anything loaded of these ranks (empty = all) tells of: marks of the host, the profiler's own tables,
/// cells of the pipeline, files of the cluster. O(rows).
[[nodiscard]] std::set<std::int64_t> stepsThereAre(const Run &run, const std::vector<int> &ranks);
/// BadArgument, starting with the path of the run, that names the ranks there are.
[[nodiscard]] Status checkRanks(const Run &run, const std::vector<int> &ranks);
[[nodiscard]] OptionSpec captureOption();
/// Which capture of ranks that have several is shown and which are left out; empty where none has several.
[[nodiscard]] std::string capturesNote(const Run &run);
/// That a table, by its id, says less of these ranks (empty = all) than it would, for their digests keep a part; empty
/// where none does.
[[nodiscard]] std::string levelNote(const Run &run, std::string_view table, const std::vector<int> &ranks);
/// BadArgument, starting with the path of the run, for what a loaded workspace does not hold: a picture or table of
/// something else would pass for the one that was asked for. Names the ranks or steps there are.
[[nodiscard]] Status checkChoice(const Workspace &workspace, const CommandChoice &choice);

}  // namespace stagescope
