#pragma once

#include "app/command_line.h"

#include <span>
#include <string_view>

namespace stagescope {

// One factory per subcommand, each defined in app/commands/<name>_command.cpp and listed in command_list.cpp.
[[nodiscard]] Command makeCheckCommand();
[[nodiscard]] Command makeTablesCommand();
[[nodiscard]] Command makeTableCommand();
[[nodiscard]] Command makeDemoCommand();
[[nodiscard]] Command makeShotCommand();
[[nodiscard]] Command makeReportCommand();
[[nodiscard]] Command makeScheduleCommand();
[[nodiscard]] Command makePpChartCommand();
[[nodiscard]] Command makeSnapshotCommand();
[[nodiscard]] Command makeCacheCommand();
[[nodiscard]] Command makeGateCommand();
[[nodiscard]] Command makeRunsCommand();
[[nodiscard]] Command makeBundleCommand();
[[nodiscard]] Command makeSlimCommand();
[[nodiscard]] Command makeConfigCommand();
[[nodiscard]] Command makeManualCommand();
[[nodiscard]] Command makeOpenCommand();

/// Name of the command that runs when the first word names no command: it opens the window.
inline constexpr std::string_view kOpenCommand = "open";

/// THE list of subcommands, in order of the help.
[[nodiscard]] std::span<const Command> commandList();
[[nodiscard]] const Command *commandByName(std::string_view name);

/// The help of the whole program.
[[nodiscard]] std::string programHelp();

}  // namespace stagescope
