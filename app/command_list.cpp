#include "app/command_list.h"

#include "app/command_choice.h"
#include "app/command_identity.h"
#include "app/command_memory.h"
#include "app/command_remote.h"
#include "app/command_rules.h"
#include "app/command_sources.h"
#include "core/base/words/nearest_names.h"
#include "core/base/words/wrapped_text.h"

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
    return {makeCheckCommand(),  makeTablesCommand(),  makeTableCommand(),    makeSqlCommand(),   makeMcpCommand(),
            makeDemoCommand(),   makePpChartCommand(), makeSnapshotCommand(), makeCacheCommand(), makeManualCommand(),
            makeGateCommand(),   makeConfigCommand(),  makeSlimCommand(),     makeTraceCommand(), makeFetchCommand(),
            makeDigestCommand(), makeWatchCommand(),   makeServeCommand()};
}

void useCommands(std::vector<Command> commands) {
    constexpr std::array<std::string_view, 10> kReaders{"sql",    "mcp",      "check",    "table", "shot",
                                                        "report", "pp-chart", "snapshot", "gate",  "runs"};
    constexpr std::array<std::string_view, 8> kViewers{"sql",    "check", "table",  "shot",
                                                       "report", "gate",  "bundle", "digest"};
    constexpr std::array<std::string_view, 6> kOfDigests{"sql", "check", "table", "shot", "report", "gate"};
    constexpr std::array<std::string_view, 6> kJudges{"sql", "check", "table", "report", "gate", "mcp"};
    for (auto &command : commands) {
        if (isAmong(kReaders, command)) {
            command.options.push_back(memoryOption());
        }
        if (isAmong(kJudges, command)) {
            command.options.push_back(ownRulesOption());
        }
        if (isAmong(kViewers, command)) {
            command.options.push_back(captureOption());
            command.options.push_back(rankOfOption());
        }
        if (opensAddresses(command) || command.application == ApplicationKind::Window) {
            command.options.push_back(viaOption());
        }
        if (opensAddresses(command)) {
            command.options.push_back(copyOption());
        }
        if (isAmong(kOfDigests, command)) {
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
    constexpr std::pair<CommandSection, const char *> kSections[] = {{CommandSection::Look, "Look"},
                                                                     {CommandSection::Query, "Query"},
                                                                     {CommandSection::Copy, "Copy and convert"},
                                                                     {CommandSection::Other, "Other"}};
    constexpr std::size_t kColumn = 13;
    const auto &name = programName();
    const bool hasWindow = commandByName(kOpenCommand) != nullptr;
    std::string text = hasWindow ? "usage: " + name + " [PATH [BASELINE]]\n       " + name + " COMMAND [OPTIONS] ...\n"
                                 : "usage: " + name + " COMMAND [OPTIONS] ...\n";
    text += "\nView and analyze profiles of large-model training (Ascend NPU, GPU).\n";
    for (const auto &[section, title] : kSections) {
        text += "\n" + std::string(title) + "\n";
        for (const auto &command : commandList()) {
            if (command.section == section) {
                const auto head = "  " + command.name;
                text += head + std::string(kColumn - std::min(kColumn - 1, head.size()), ' ') +
                        wrappedText(command.summary, kColumn, terminalWidth()) + "\n";
            }
        }
    }
    return text +
           "\nExit codes: 0 success; 1 done, but data was lost or rejected (see stderr; 0 with\n"
           "--allow-loss); 2 failed; 3 gate violated.\n\nSee '" +
           name + " COMMAND --help' for options, '" + name +
           " help index' for the manual. --version\nprints the version.\n";
}

}  // namespace stagescope
