#include "app/command_clock.h"
#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/command_outcome.h"
#include "app/command_rules.h"
#include "app/commands/check_text.h"
#include "app/output.h"
#include "app/table_loading.h"

namespace stagescope {

namespace {

int runCheck(const Arguments &arguments) {
    const auto depth = arguments.has("--shallow") ? LoadDepth::Shallow : LoadDepth::Deep;
    const auto &path = arguments.positional[0];
    const auto clock = readClock(arguments);
    if (!clock) {
        return printError(clock.error());
    }
    const auto rules = readRules(arguments);
    if (!rules) {
        return printError(rules.error());
    }
    auto run = depth == LoadDepth::Deep ? loadForRules(path, RunId{0}) : loadWhateverItIs(path, RunId{0}, depth);
    if (!run) {
        return printError(run.error());
    }
    setClock(*run, *clock);
    const auto advice = adviceFor(*run, *rules);
    const auto list = diagnostics(*run);
    if (!writeOut(checkText(*run, advice, list, arguments.has("--verbose")))) {
        return 2;
    }
    if (const auto status = requireReadable(*run, path); !status) {
        return printError(status.error());
    }
    return lossesOf({&*run, 1}).empty() || arguments.has("--allow-loss") ? 0 : 1;
}

}  // namespace

Command makeCheckCommand() {
    return {
        .name = "check",
        .synopsis = "PATH [--verbose] [--shallow] [--allow-loss] [--clock aligned|raw] [--set NAME=VALUE]...",
        .summary =
            "Tells what this is, the findings, what of it was lost, and what the profile can answer and which setting "
            "would supply the rest.",
        .options = {{"--verbose", "", "list every file, check, note and question instead of counting them"},
                    {"--shallow", "",
                     "do not read timelines: seconds also for hundreds of ranks, but not every row is checked"},
                    allowLossOption(),
                    clockOption(),
                    ruleOption()},
        .minPositional = 1,
        .maxPositional = 1,
        .run = &runCheck};
}

}  // namespace stagescope
