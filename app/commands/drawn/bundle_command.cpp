#include "app/command_clock.h"
#include "app/command_identity.h"
#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/command_outcome.h"
#include "app/command_redaction.h"
#include "app/common_options.h"
#include "app/output.h"
#include "app/pictures/picture_maker.h"
#include "app/report/report_entries.h"
#include "core/base/io/output_file.h"
#include "core/export/bundle_cut.h"
#include "core/export/redaction/redacted_workspace.h"
#include "core/session/output_place.h"
#include "views/view_list.h"

#include <algorithm>
#include <limits>
#include <variant>

namespace stagescope {

namespace {

constexpr const char *kVisible = "--visible";
constexpr const char *kBundleCommand = "stagescope bundle";

struct BundleRequest {
    BundleChoice choice;
    std::vector<ReportQuery> queries;
    std::optional<TimeSpan> span;
    std::optional<TimeSpan> inSight;
    std::string target;
};

/// Where the bundle opens.
Status readPlace(const Arguments &arguments, BundleRequest &request) {
    auto &place = request.choice.place;
    place.view = arguments.value("--view");
    if (arguments.has("--view") && !isKnownView(QString::fromStdString(place.view))) {
        return badChoice("--view", place.view, drawableViewIds());
    }
    if (arguments.has(kVisible)) {
        ASSIGN_OR_RETURN(const auto span, parseTimeSpan(arguments.value(kVisible)));
        request.inSight = span;
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
    auto queries = reportQueries(arguments);
    if (!ranks || !steps || !queries) {
        return tl::make_unexpected(!ranks ? ranks.error() : !steps ? steps.error() : queries.error());
    }
    request.queries = std::move(*queries);
    request.choice.ranks = std::move(*ranks);
    request.choice.steps = *steps;
    if (arguments.has("--range")) {
        ASSIGN_OR_RETURN(const auto span, parseTimeSpan(arguments.value("--range")));
        request.span = span;
    }
    RETURN_IF_ERROR(readPlace(arguments, request));
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

/// What was added to the report, and what is asked now of all that was loaded, without names where they are to go.
Status fillReport(const Run &run, const Redactor *redactor, BundleRequest &request) {
    ASSIGN_OR_RETURN(auto report, readReportList(run.path));
    Workspace workspace;
    workspace.runs.push_back(run);
    if (redactor != nullptr && !request.queries.empty()) {
        ASSIGN_OR_RETURN(workspace, redactedWorkspace(workspace, *redactor));
    }
    for (const auto &query : request.queries) {
        ASSIGN_OR_RETURN(const auto answer, answerOf(query, workspace));
        report.push_back(reportEntryOf(query.query, answer));
    }
    for (auto &entry : report) {
        entry = redactedEntry(std::move(entry), redactor);
    }
    if (!report.empty()) {
        request.choice.report = reportListText(redactor == nullptr ? run.path : "/", report);
    }
    return {};
}

Status writeBundle(const Run &run, const Redactor *redactor, BundleRequest &request) {
    const auto kept = rangeOf(run, request.span, "--range");
    const auto inSight = rangeOf(run, request.inSight, kVisible);
    auto marks = marksOfRun(run.path);
    if (!kept || !inSight || !marks) {
        return tl::make_unexpected(!kept ? kept.error() : !inSight ? inSight.error() : marks.error());
    }
    request.choice.range = *kept;
    request.choice.place.range = *inSight;
    request.choice.marks = std::move(*marks);
    RETURN_IF_ERROR(fillReport(run, redactor, request));
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
    if (const auto status = writeBundle(*run, redactor.get(), *request); !status) {
        return printError(status.error());
    }
    return exitCode(lossesOf({&*run, 1}, request->choice.ranks), arguments, path);
}

}  // namespace

Command makeBundleCommand() {
    return {.name = "bundle",
            .section = CommandSection::Copy,
            .synopsis = "PATH -o FILE",
            .summary = "Write part of a profile to a single file that opens like a profile",
            .options = {{"-o", "FILE", "output file, e.g. NAME.stagescope"},
                        {"--view", "VIEW", "view shown when first opened"},
                        {kVisible, "A:B", "visible time when first opened, as for --range"},
                        {"--select", "ITEM", "item selected when first opened, e.g. rank:0/2 (slices not supported)"},
                        queryOption(),
                        ranksSpec("--rank"),
                        stepRangeSpec(),
                        rangeOption(),
                        redactOption(),
                        allowLossOption()},
            .minPositional = 1,
            .maxPositional = 1,
            .run = &runBundle};
}

}  // namespace stagescope
