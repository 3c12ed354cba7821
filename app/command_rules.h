#pragma once

#include "app/command_line.h"
#include "core/advice/rule_values.h"

namespace stagescope {

/// --set NAME=VALUE, for commands that write findings. What the window remembers is not asked: the same command gives
/// the same on every machine.
[[nodiscard]] OptionSpec ruleOption();
/// Errors: BadArgument.
[[nodiscard]] Result<RuleValues> readRules(const Arguments &arguments);

/// --rules DIR, for commands that judge runs.
[[nodiscard]] OptionSpec ownRulesOption();
/// Takes the user's own rules: those of the configuration folder and of the folders that are named. What is wrong with
/// a file is told on stderr with its line, by commands that judge. Errors: NotFound for a folder that is not there.
[[nodiscard]] Status applyOwnRules(const Command &command, const Arguments &arguments);

}  // namespace stagescope
