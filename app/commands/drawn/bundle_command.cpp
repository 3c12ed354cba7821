#include "app/command_choice.h"
#include "app/command_clock.h"
#include "app/command_identity.h"
#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/command_outcome.h"
#include "app/command_redaction.h"
#include "app/output.h"
#include "app/pictures/picture_maker.h"
#include "core/base/io/output_file.h"
#include "core/export/bundle_cut.h"
#include "core/session/output_place.h"
#include "views/view_list.h"

#include <algorithm>
#include <limits>
#include <variant>

namespace stagescope {

namespace {

constexpr const char *kBundleCommand = "stagescope bundle";

struct BundleRequest {
    BundleChoice choice;
    std::optional<TimeSpan> span;
    std::optional<TimeSpan> inSight;
    std::string target;
};

/// Where the bundle opens.
Status readPlace(const Arguments &arguments, BundleRequest &request) {
    auto &place = request.choice.place;
    place.view = arguments.value("--view");
    const auto views = drawableViews();
    const auto isIt = [&](const ViewEntry &entry) { return place.view == entry.id; };
    if (arguments.has("--view") && std::none_of(views.begin(), views.end(), isIt)) {
        return badChoice("--view", place.view, drawableViewIds());
    }
    if (arguments.has("--in-sight")) {
        const auto span = parseTimeSpan(arguments.value("--in-sight"));
        if (!span) {
            return tl::make_unexpected(span.error());
        }
        request.inSight = *span;
    }
    place.item = arguments.value("--select");
    const auto item = itemFromText(place.item);
    // Sources, tracks and slices have other numbers in a bundle.
    if (arguments.has("--select") && (!item || std::holds_alternative<SliceRef>(*item))) {
        return badValue("--select", place.item, "an item other than a slice, such as rank:0/2");
    }
    return {};
}

Result<BundleRequest> bundleRequest(const Arguments &arguments) {
    BundleRequest request;
    request.target = arguments.value("-o");
    request.choice.redacts = arguments.has("--redact");
    if (request.target.empty()) {
        return fail(ErrorKind::BadArgument, "-o FILE says where the bundle goes", kBundleCommand);
    }
    if (arguments.has("--steps") && arguments.has("--range")) {
        return fail(ErrorKind::BadArgument, "--steps and --range say two things", kBundleCommand);
    }
    auto ranks = ranksOption(arguments, "--rank");
    const auto steps = stepsOption(arguments);
    if (!ranks || !steps) {
        return tl::make_unexpected((ranks ? steps.error() : ranks.error()));
    }
    request.choice.ranks = std::move(*ranks);
    request.choice.steps = *steps;
    if (arguments.has("--range")) {
        const auto span = parseTimeSpan(arguments.value("--range"));
        if (!span) {
            return tl::make_unexpected(span.error());
        }
        request.span = *span;
    }
    if (const auto status = readPlace(arguments, request); !status) {
        return tl::make_unexpected(status.error());
    }
    const auto place = checkOutputPlace(request.target, arguments.opened());
    return place ? Result<BundleRequest>(std::move(request)) : tl::make_unexpected(place.error());
}

/// On the common clock, counted from the first event.
Result<std::optional<AlignedRange>> rangeOf(const Run &run, const std::optional<TimeSpan> &span, const char *option) {
    const auto first = span ? firstEvent(run) : std::nullopt;
    if (span && !first) {
        return fail(ErrorKind::BadArgument, std::string(option) + " needs a timeline, and this profile has none",
                    run.path);
    }
    constexpr auto kLast = std::numeric_limits<std::int64_t>::max() / 2;
    return span ? std::optional(AlignedRange{*first + span->begin.value_or(Nanos{0}),
                                             span->end ? *first + *span->end : alignedTime(kLast)})
                : std::nullopt;
}

Status writeBundle(const Run &run, BundleRequest &request) {
    const auto kept = rangeOf(run, request.span, "--range");
    const auto inSight = rangeOf(run, request.inSight, "--in-sight");
    auto marks = marksOfRun(run.path);
    if (!kept || !inSight || !marks) {
        return tl::make_unexpected(!kept ? kept.error() : !inSight ? inSight.error() : marks.error());
    }
    request.choice.range = *kept;
    request.choice.place.range = *inSight;
    request.choice.marks = std::move(*marks);
    const auto parts = bundleParts(run, request.choice);
    const auto bytes = parts ? bundleOf(*parts) : tl::make_unexpected(parts.error());
    return bytes ? writeWholeFile(request.target, *bytes) : tl::make_unexpected(bytes.error());
}

int runBundle(const Arguments &arguments) {
    const auto early = redactorFor(arguments);
    auto request = bundleRequest(arguments);
    if (!request) {
        return printError(request.error());
    }
    const auto &path = arguments.positional[0];
    auto run = loadForCommand(path, RunId{0}, LoadDepth::Deep, request->choice.ranks);
    if (!run) {
        return printError(run.error());
    }
    if (const auto status = requireOneRun(*run, path); !status) {
        return printError(status.error());
    }
    setClock(*run, ClockChoice::Aligned);
    const auto redactor = redactorFor(arguments, {.runs = {*run}});
    if (const auto status = checkNotRead(request->target, *run); !status) {
        return printError(status.error());
    }
    if (const auto status = writeBundle(*run, *request); !status) {
        return printError(status.error());
    }
    return exitCode(lossesOf({&*run, 1}, request->choice.ranks), arguments, path);
}

}  // namespace

Command makeBundleCommand() {
    return {.name = "bundle",
            .synopsis = "PATH -o FILE [--rank R,R] [--steps N-N | --range A:B] [--view VIEW] [--redact] [--allow-loss]",
            .summary = "Writes what matters of a profile into one small file, to be sent and opened like any other.",
            .options = {{"-o", "FILE", "the bundle, by custom NAME.stagescope"},
                        {"--rank", "R,R", "only these ranks: 0,2,4-7"},
                        {"--steps", "N-N", "only these steps: 13, 13-15"},
                        {"--range", "A:B", "only what touches this time, counted from the first event: 12ms:40ms"},
                        {"--view", "VIEW", "the view or page that it opens on, the first time on each machine"},
                        {"--in-sight", "A:B", "the time that is in sight then, counted as for --range"},
                        {"--select", "ITEM", "what is chosen then, such as rank:0/2; no slice"},
                        redactOption(),
                        allowLossOption()},
            .minPositional = 1,
            .maxPositional = 1,
            .run = &runBundle};
}

}  // namespace stagescope
