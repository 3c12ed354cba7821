#pragma once

#include "app/command_line.h"
#include "core/ask/row_filter.h"
#include "core/base/import_log.h"
#include "core/session/workspace.h"

#include <span>
#include <string>
#include <vector>

namespace stagescope {

/// How a command that read profiles ends: 0 when all of them was read, 1 when data were lost or refused on the way
/// (0 with --allow-loss), each kind of trouble told in one line on stderr. 2 is for what was not done at all.

[[nodiscard]] OptionSpec allowLossOption();

/// Entries of data loss of these runs and ranks (empty = all), each file and code once.
[[nodiscard]] std::vector<ImportEntry> lossesOf(std::span<const Run> runs, const std::vector<int> &ranks = {});
/// Tells the losses on stderr and gives the exit code. `path` is what is named where there are too many to tell.
[[nodiscard]] int exitCode(const std::vector<ImportEntry> &losses, const Arguments &arguments, const std::string &path);

/// Nothing when something of the run can be read; else what was expected, or the reason (lost data is told on stderr).
[[nodiscard]] Status requireReadable(const Run &run, const std::string &path);

/// The same, and something in it answers a question of "What this profile can answer" or is a table of a cluster.
[[nodiscard]] Status requireAnswers(const Run &run, const std::string &path);

/// Tells what is wrong with an expression on stderr, the expression below it, and a caret below the place. 2.
[[nodiscard]] int printMistake(const std::string &command, const std::string &text, const FilterError &error);

}  // namespace stagescope
