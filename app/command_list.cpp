#include "app/command_list.h"

#include "app/command_choice.h"
#include "app/command_identity.h"
#include "app/command_memory.h"
#include "app/command_sources.h"
#include "core/base/words/nearest_names.h"

#include <algorithm>
#include <array>
#include <utility>

namespace stagescope {

namespace {

std::vector<Command> &usedCommands() {
    static std::vector<Command> list;
    return list;
}

bool isAmong(std::span<const std::string_view> names, const Command &command) {
    return std::find(names.begin(), names.end(), command.name) != names.end();
}

}  // namespace

std::vector<Command> dataCommands() {
    return {makeCheckCommand(),    makeTablesCommand(), makeTableCommand(),  makeDemoCommand(), makePpChartCommand(),
            makeSnapshotCommand(), makeCacheCommand(),  makeManualCommand(), makeGateCommand(), makeConfigCommand(),
            makeSlimCommand(),     makeFetchCommand(),  makeDigestCommand(), makeWatchCommand()};
}

void useCommands(std::vector<Command> commands) {
    constexpr std::array<std::string_view, 8> kReaders{"check",    "table",    "shot", "report",
                                                       "pp-chart", "snapshot", "gate", "runs"};
    constexpr std::array<std::string_view, 7> kViewers{"check", "table", "shot", "report", "gate", "bundle", "digest"};
    constexpr std::array<std::string_view, 5> kOfDigests{"check", "table", "shot", "report", "gate"};
    for (auto &command : commands) {
        if (isAmong(kReaders, command)) {
            command.synopsis += " [--memory SIZE]";
            command.options.push_back(memoryOption());
        }
        if (isAmong(kViewers, command)) {
            command.synopsis += " [--capture NAME] [--rank-of FILE=N]...";
            command.options.push_back(captureOption());
            command.options.push_back(rankOfOption());
        }
        if (isAmong(kOfDigests, command)) {
            command.synopsis += " [--from-source R,R] [--source-prefix OLD=NEW]...";
            const auto options = sourceOptions();
            command.options.insert(command.options.end(), options.begin(), options.end());
        }
    }
    usedCommands() = std::move(commands);
}

std::span<const Command> commandList() { return usedCommands(); }

const Command *commandByName(std::string_view name) {
    const auto list = commandList();
    const auto it = std::find_if(list.begin(), list.end(), [&](const Command &c) { return c.name == name; });
    return it == list.end() ? nullptr : &*it;
}

std::string nearestCommands(std::string_view name) {
    std::vector<std::string> names;
    for (const auto &command : commandList()) {
        names.push_back(command.name);
    }
    return nearestNames(name, names);
}

std::string programHelp() {
    std::string text =
        "usage: " + programName() + " [COMMAND] [ARGUMENTS]\n\nViewer for profiles of large-model training.\n\n";
    for (const auto &command : commandList()) {
        text += "  " + programName() + " " + (command.name == kOpenCommand ? std::string{} : command.name + " ") +
                command.synopsis + "\n      " + command.summary + "\n";
    }
    text +=
        "\n  Exit codes: 0 clean, 1 done but data were lost or refused on the way (told on stderr; --allow-loss gives "
        "0), 2 not done, 3 a gate is violated.\n";
    text += "\n  " + programName() + " COMMAND --help tells the options of a command, --version the version.\n";
    return text;
}

}  // namespace stagescope
