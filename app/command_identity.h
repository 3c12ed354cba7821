#pragma once

#include "app/command_line.h"
#include "core/base/result.h"
#include "core/session/workspace.h"

#include <string>
#include <vector>

namespace stagescope {

// What a path was taken for, in words: which runs lie in it, how its ranks are known, what is not read.

/// --rank-of FILE=N
[[nodiscard]] OptionSpec rankOfOption();
/// Takes the ranks that are kept and those that the arguments tell, which are kept from now on. `subject`: the path
/// that a command is about; files are looked for in it, else in the working folder. Errors: BadArgument.
[[nodiscard]] Status applyRanksByHand(const Arguments &arguments, const std::string &subject);

/// --steps PATTERN, for commands that read a profile: ranges that are taken for steps.
[[nodiscard]] OptionSpec stepPatternOption();
/// Chooses the pattern for all that is loaded: the one that is given, which is kept for the profiles among the
/// arguments from now on, else the one that is kept for the first of them that has one. Errors: BadArgument.
[[nodiscard]] Status applyStepPattern(const Command &command, const Arguments &arguments);

/// Nothing where it is one run; else BadArgument that names those there are.
[[nodiscard]] Status requireOneRun(const Run &run, const std::string &path);
/// "3 runs, not one job", a line for each, what else lies there, and how two of them are compared. `listed`: all of it.
[[nodiscard]] std::string runsText(const Run &listed, const std::vector<std::string> &runs);
/// How the ranks of a run are known where no file of the profiler tells them, and what else is in it: "numbers from
/// file names; 1 host process". Empty where all are told.
[[nodiscard]] std::string identityNote(const Run &run);
/// A line, indented, for what is there and not read or not used, and why; empty where there is nothing. What lies
/// beside a profile by habit (weights, archives) only where nothing else is there.
[[nodiscard]] std::string unreadText(const Run &run);
/// Of what is not read, the sentence on the first: what it is and what to do. Empty where nothing is known of it.
[[nodiscard]] std::string unreadReason(const Run &run);

}  // namespace stagescope
