#pragma once

#include "app/command_line.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

// One factory per subcommand, each defined in app/commands/<name>_command.cpp and listed in command_list.cpp; in
// app/commands/drawn those that need views, listed there.
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
[[nodiscard]] Command makeSqlCommand();
[[nodiscard]] Command makeMcpCommand();
[[nodiscard]] Command makeServeCommand();
[[nodiscard]] Command makeRunsCommand();
[[nodiscard]] Command makeBundleCommand();
[[nodiscard]] Command makeSlimCommand();
[[nodiscard]] Command makeTraceCommand();
[[nodiscard]] Command makeFetchCommand();
[[nodiscard]] Command makeDigestCommand();
[[nodiscard]] Command makeConfigCommand();
[[nodiscard]] Command makeWatchCommand();
[[nodiscard]] Command makeManualCommand();
[[nodiscard]] Command makeOpenCommand();

/// Name of the command that runs when the first word names no command: it opens the window.
inline constexpr std::string_view kOpenCommand = "open";

/// Commands that need no views.
[[nodiscard]] std::vector<Command> dataCommands();
/// These and those that draw: all there are.
[[nodiscard]] std::vector<Command> allCommands();

/// The program that runs has these subcommands, in order of the help. Call once, before all that follows; one thread.
void useCommands(std::vector<Command> commands);
[[nodiscard]] std::span<const Command> commandList();
[[nodiscard]] const Command *commandByName(std::string_view name);
/// "; did you mean check?" (nearestNames)
[[nodiscard]] std::string nearestCommands(std::string_view name);

/// The help of the whole program.
[[nodiscard]] std::string programHelp();

}  // namespace stagescope
