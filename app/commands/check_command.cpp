#include "app/command_clock.h"
#include "app/command_identity.h"
#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/command_outcome.h"
#include "app/command_rules.h"
#include "app/commands/check_text.h"
#include "app/output.h"
#include "app/table_loading.h"
#include "core/session/discovery/discovery.h"
#include "core/session/discovery/run_folder.h"

#include <algorithm>

namespace stagescope {

namespace {

/// What the arguments ask of each run.
struct CheckRequest {
    LoadDepth depth = LoadDepth::Deep;
    ClockChoice clock = ClockChoice::Aligned;
    RuleValues rules;
    bool isVerbose = false;
    bool allowsLoss = false;
};

Result<CheckRequest> checkRequest(const Arguments &arguments) {
    const auto clock = readClock(arguments);
    if (!clock) {
        return tl::make_unexpected(clock.error());
    }
    const auto rules = readRules(arguments);
    if (!rules) {
        return tl::make_unexpected(rules.error());
    }
    return CheckRequest{arguments.has("--shallow") ? LoadDepth::Shallow : LoadDepth::Deep, *clock, *rules,
                        arguments.has("--verbose"), arguments.has("--allow-loss")};
}

int checkRun(Run run, const std::string &path, const CheckRequest &request) {
    setClock(run, request.clock);
    if (const auto status = requireAnswers(run, path); !status) {
        return writeOut(checkedFiles(run, request.isVerbose)) ? printError(status.error()) : 2;
    }
    const auto advice = adviceFor(run, request.rules);
    if (!writeOut(checkText(run, advice, diagnostics(run), request.isVerbose))) {
        return 2;
    }
    return lossesOf({&run, 1}).empty() || request.allowsLoss ? 0 : 1;
}

int checkPath(const std::string &path, const CheckRequest &request);

/// Each run by itself; the worst of their codes.
int checkRuns(const Run &listed, const std::vector<std::string> &runs, const CheckRequest &request) {
    const bool isLost = listed.log != nullptr && listed.log->hasDataLoss() && !request.allowsLoss;
    int worst = !writeOut(runsText(listed, runs)) ? 2 : isLost ? 1 : 0;
    for (const auto &run : runs) {
        worst = std::max(worst, writeOut("\n") ? checkPath(run, request) : 2);
    }
    return worst;
}

int checkPath(const std::string &path, const CheckRequest &request) {
    auto listed = discover(path, RunId{0});
    if (const auto runs = listed ? runsWithin(*listed) : std::vector<std::string>{}; !runs.empty()) {
        return checkRuns(*listed, runs, request);
    }
    auto run = !listed                            ? loadWhateverItIs(path, RunId{0}, LoadDepth::Shallow)
               : request.depth == LoadDepth::Deep ? loadForRules(std::move(*listed))
                                                  : loadListedForCommand(std::move(*listed), request.depth);
    if (!run) {
        return printError(run.error());
    }
    // What was read may contradict where first bytes do not.
    const auto runs = runsWithin(*run);
    return runs.empty() ? checkRun(std::move(*run), path, request) : checkRuns(*run, runs, request);
}

int runCheck(const Arguments &arguments) {
    const auto request = checkRequest(arguments);
    return request ? checkPath(arguments.positional[0], *request) : printError(request.error());
}

}  // namespace

Command makeCheckCommand() {
    return {.name = "check",
            .section = CommandSection::Look,
            .synopsis = "PATH",
            .summary = "Report findings, data loss and what a profile can answer",
            .details = "For what the profile cannot answer, check names the profiler setting that would record it.",
            .options = {{"--verbose", "", "list all files, checks, notes and questions, not just counts"},
                        {"--shallow", "", "skip timelines: fast for hundreds of ranks, but checks fewer rows"},
                        allowLossOption(),
                        stepPatternOption(),
                        clockOption(),
                        ruleOption()},
            .minPositional = 1,
            .maxPositional = 1,
            .run = &runCheck};
}

}  // namespace stagescope
