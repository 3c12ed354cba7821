#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/command_outcome.h"
#include "app/commands/slim_answers.h"
#include "app/commands/slim_text.h"
#include "app/common_options.h"
#include "app/output.h"
#include "core/analysis/overview/capabilities.h"
#include "core/analysis/run/steps.h"
#include "core/base/words/message_list.h"
#include "core/export/shown_text.h"
#include "core/export/slim/slim_copy.h"
#include "core/session/output_place.h"

namespace stagescope {

namespace {

constexpr const char *kSlimCommand = "stagescope slim";

struct SlimRequest {
    SlimChoice choice;
    std::string target;
};

Result<SlimRequest> slimRequest(const Arguments &arguments) {
    SlimRequest request{.choice = {}, .target = arguments.value("-o")};
    if (request.target.empty()) {
        return fail(ErrorKind::BadArgument, "-o DIR says where the copy goes", kSlimCommand);
    }
    auto choice = slimChoice(arguments);
    const auto steps = stepsOption(arguments);
    if (!choice || !steps) {
        return tl::make_unexpected((choice ? steps.error() : choice.error()));
    }
    request.choice = std::move(*choice);
    request.choice.steps = *steps;
    auto place = checkOutputPlace(request.target, arguments.opened());
    place = place ? checkNewProfilePlace(request.target) : place;
    return place ? Result<SlimRequest>(std::move(request)) : tl::make_unexpected(place.error());
}

/// The time of steps may stand in the timeline alone.
Result<Run> loadForSlim(const std::string &path, const SlimChoice &choice) {
    auto run = loadForCommand(path, RunId{0}, LoadDepth::Shallow, choice.ranks);
    return run && choice.steps && needsDeepForSteps(*run)
               ? loadForCommand(path, RunId{0}, LoadDepth::Deep, choice.ranks)
               : std::move(run);
}

std::string outcomeText(const SlimCopy &copy) {
    auto sums = slimSums(copy);
    const auto &kept = sums[SlimReason::Kept];
    return std::to_string(kept.files) + " of " + countText(copy.files.size(), "file") + ", " +
           sizeText(copy.copyBytes) + " of " + sizeText(copy.bytes) + " (" + portionText(copy.copyBytes, copy.bytes) +
           ")\n" + leftOutText(sums);
}

std::string lostText(const std::vector<Message> &titles) {
    std::string text;
    for (const auto &title : titles) {
        text += "no longer answered: " + englishText(title) + "\n";
    }
    return text;
}

int runSlim(const Arguments &arguments) {
    const auto request = slimRequest(arguments);
    if (!request) {
        return printError(request.error());
    }
    const auto &path = arguments.positional[0];
    const auto run = loadForSlim(path, request->choice);
    const auto plan = run ? slimPlan(*run, request->choice) : tl::make_unexpected(run.error());
    if (!plan) {
        return printError(plan.error());
    }
    const auto progress = [](std::size_t done, std::size_t all) {
        showProgress(std::to_string(done) + " of " + countText(all, "file"));
    };
    const auto copy = writeSlimCopy(*run, request->choice, *plan, request->target, progress);
    showProgress({});
    if (!copy) {
        return printError(copy.error());
    }
    const auto unanswered =
        answersLostIn(request->target, *run, [](const LoadStatus &status) { showProgress(progressText(status)); });
    showProgress({});
    if (!unanswered) {
        return printError(unanswered.error());
    }
    if (!writeOut(outcomeText(*copy) + lostText(*unanswered))) {
        return 2;
    }
    for (const auto &error : copy->lost) {
        printNote(errorLine(error));
    }
    const int code = exitCode(lossesOf({&*run, 1}, request->choice.ranks), arguments, path);
    return copy->lost.empty() || arguments.has("--allow-loss") ? code : 1;
}

}  // namespace

Command makeSlimCommand() {
    return {.name = "slim",
            .section = CommandSection::Copy,
            .synopsis = "PATH -o DIR --for ANSWERS",
            .summary = "Write a smaller copy of a profile in its own formats",
            .options = {{"-o", "DIR", "output folder (new or empty, outside the profile)"},
                        {"--for", "ANSWERS",
                         "keep data for pipeline, communication, memory or all; several: pipeline,memory"},
                        {"--steps", "N[-M]", "keep only these steps in databases, CSV, traces and communication files"},
                        ranksSpec("--ranks"),
                        allowLossOption()},
            .minPositional = 1,
            .maxPositional = 1,
            .run = &runSlim};
}

}  // namespace stagescope
