#include "app/command_choice.h"
#include "app/command_clock.h"
#include "app/command_identity.h"
#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/command_outcome.h"
#include "app/command_sources.h"
#include "app/common_options.h"
#include "app/output.h"
#include "core/base/io/output_file.h"
#include "core/base/step_id.h"
#include "core/base/text.h"
#include "core/export/gzip_text.h"
#include "core/export/merged_trace.h"
#include "core/session/output_place.h"

#include <algorithm>
#include <limits>
#include <string>

namespace stagescope {

namespace {

constexpr const char *kTraceCommand = "stagescope trace";

struct TraceRequest {
    MergedTraceChoice choice;
    std::optional<TimeSpan> span;
    ClockChoice clock = ClockChoice::Aligned;
    std::string target;
};

tl::unexpected<Error> badTrace(Error error) {
    error.where = kTraceCommand;
    return tl::make_unexpected(std::move(error));
}

Result<TraceRequest> traceRequestOf(const Arguments &arguments) {
    TraceRequest request;
    request.target = arguments.value("-o");
    if (request.target.empty()) {
        return fail(ErrorKind::BadArgument, "-o FILE says where the trace goes", kTraceCommand);
    }
    auto ranks = ranksOption(arguments, "--ranks");
    if (!ranks) {
        return badTrace(ranks.error());
    }
    request.choice.ranks = std::move(*ranks);
    if (arguments.has("--step")) {
        const auto step = parseStep(arguments.value("--step"), "--step");
        if (!step) {
            return badTrace(step.error());
        }
        request.choice.step = *step;
    }
    if (arguments.has("--range")) {
        const auto span = parseTimeSpan(arguments.value("--range"));
        if (!span) {
            return badTrace(span.error());
        }
        request.span = *span;
    }
    const auto clock = readClock(arguments);
    const auto place = clock ? checkOutputPlace(request.target, std::vector{arguments.positional[0]}) : Status{};
    if (!clock || !place) {
        return tl::make_unexpected(clock ? place.error() : clock.error());
    }
    request.clock = *clock;
    return request;
}

Result<Workspace> loadedForTrace(const std::string &path, TraceRequest &request) {
    auto run = loadWhateverItIs(path, RunId{0}, LoadDepth::Deep, request.choice.ranks);
    auto readable = run ? requireReadable(*run, path) : Status{};
    readable = run && readable ? requireOneRun(*run, path) : std::move(readable);
    if (!run || !readable) {
        return tl::make_unexpected(run ? readable.error() : run.error());
    }
    setClock(*run, request.clock);
    if (request.span) {
        const auto first = firstEvent(*run);
        if (!first) {
            return fail(ErrorKind::BadArgument, "--range needs a timeline, and this profile has none", path);
        }
        constexpr auto kLast = std::numeric_limits<std::int64_t>::max() / 4;
        request.choice.range = AlignedRange{*first + request.span->begin.value_or(Nanos{0}),
                                            request.span->end ? *first + *request.span->end : alignedTime(kLast)};
    }
    Workspace workspace;
    workspace.runs.push_back(std::move(*run));
    const auto chosen = checkChoice(workspace, {request.choice.ranks, request.choice.step, {}, {}});
    return chosen ? Result<Workspace>(std::move(workspace)) : tl::make_unexpected(chosen.error());
}

/// The file appears whole or not at all.
Result<MergedTraceContent> writeTraceFile(const Run &run, const TraceRequest &request) {
    auto file = OutputFile::create(request.target);
    if (!file) {
        return tl::make_unexpected(file.error());
    }
    const auto write = [&](std::string_view bytes) { return (*file)->write(bytes); };
    const bool isPacked = lowerCase(request.target).ends_with(".gz");
    GzipText packed(write);
    auto content = writeMergedTrace(
        run, request.choice, [&](std::string_view text) { return isPacked ? packed.add(text) : write(text); }, {});
    auto status = content && isPacked ? packed.finish() : Status{};
    status = content && status ? (*file)->commit() : std::move(status);
    return status ? std::move(content) : tl::make_unexpected(status.error());
}

/// What was asked for and is not in the file.
void printRanksLeftOut(const Run &run, const TraceRequest &request, const MergedTraceContent &content) {
    for (const int rank : request.choice.ranks) {
        if (std::find(content.ranks.begin(), content.ranks.end(), rank) == content.ranks.end()) {
            const auto what = request.choice.step ? "step " + stepText(*request.choice.step) : std::string("timeline");
            printNote(run.path + ": note: rank " + std::to_string(rank) + " has no " + what);
        }
    }
}

int runTrace(const Arguments &arguments) {
    const auto &path = arguments.positional[0];
    auto request = traceRequestOf(arguments);
    if (!request) {
        return printError(request.error());
    }
    const auto workspace = loadedForTrace(path, *request);
    showProgress({});
    if (!workspace) {
        return printError(workspace.error());
    }
    const auto &run = workspace->runs.front();
    const auto content = writeTraceFile(run, *request);
    if (!content) {
        const auto &error = content.error();
        return printError({error.kind, error.detail, error.where.empty() ? path : error.where});
    }
    for (const auto &note : {clockNote(run), capturesNote(run), sourcesNote(run)}) {
        if (!note.empty()) {
            printNote(run.path + ": note: " + note);
        }
    }
    printRanksLeftOut(run, *request, *content);
    const bool isTold = writeOut(request->target + ": " + countText(content->ranks.size(), "rank") + ", " +
                                 countText(content->slices, "slice") + ", " + countText(content->samples, "sample") +
                                 ", " + countText(content->flows, "flow") + "\n");
    return isTold ? exitCode(lossesOf({&run, 1}, request->choice.ranks), arguments, path) : 2;
}

}  // namespace

Command makeTraceCommand() {
    return {.name = "trace",
            .section = CommandSection::Copy,
            .synopsis = "PATH -o FILE",
            .summary = "Write one trace of several ranks for Perfetto",
            .details = "Trace event JSON on the common clock, a process for each rank. FILE.gz is compressed.",
            .options = {{"-o", "FILE", "output file (.json or .json.gz), outside the profile"},
                        ranksSpec("--ranks"),
                        stepSpec(),
                        rangeOption(),
                        clockOption(),
                        allowLossOption()},
            .minPositional = 1,
            .maxPositional = 1,
            .run = &runTrace};
}

}  // namespace stagescope
