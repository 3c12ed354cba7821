#include "app/command_list.h"

#include "app/command_choice.h"
#include "app/command_memory.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

std::vector<Command> allCommands() {
    std::vector<Command> list = {
        makeOpenCommand(),   makeCheckCommand(),  makeTablesCommand(),   makeTableCommand(),   makeDemoCommand(),
        makeShotCommand(),   makeReportCommand(), makeScheduleCommand(), makePpChartCommand(), makeSnapshotCommand(),
        makeCacheCommand(),  makeManualCommand(), makeGateCommand(),     makeBundleCommand(),  makeRunsCommand(),
        makeConfigCommand(), makeSlimCommand(),
    };
    constexpr std::array<std::string_view, 8> kReaders{"check",    "table",    "shot", "report",
                                                       "pp-chart", "snapshot", "gate", "runs"};
    constexpr std::array<std::string_view, 6> kViewers{"check", "table", "shot", "report", "gate", "bundle"};
    for (auto &command : list) {
        if (std::find(kReaders.begin(), kReaders.end(), command.name) != kReaders.end()) {
            command.synopsis += " [--memory SIZE]";
            command.options.push_back(memoryOption());
        }
        if (std::find(kViewers.begin(), kViewers.end(), command.name) != kViewers.end()) {
            command.synopsis += " [--capture NAME]";
            command.options.push_back(captureOption());
        }
    }
    return list;
}

}  // namespace

std::span<const Command> commandList() {
    static const std::vector<Command> list = allCommands();
    return list;
}

const Command *commandByName(std::string_view name) {
    const auto list = commandList();
    const auto it = std::find_if(list.begin(), list.end(), [&](const Command &c) { return c.name == name; });
    return it == list.end() ? nullptr : &*it;
}

std::string programHelp() {
    std::string text = "usage: stagescope [COMMAND] [ARGUMENTS]\n\nViewer for profiles of large-model training.\n\n";
    for (const auto &command : commandList()) {
        text += "  stagescope " + (command.name == kOpenCommand ? std::string{} : command.name + " ") +
                command.synopsis + "\n      " + command.summary + "\n";
    }
    text +=
        "\n  Exit codes: 0 clean, 1 done but data were lost or refused on the way (told on stderr; --allow-loss gives "
        "0), 2 not done, 3 a gate is violated.\n";
    text += "\n  stagescope COMMAND --help tells the options of a command; stagescope --version the version.\n";
    return text;
}

}  // namespace stagescope
