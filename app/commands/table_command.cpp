#include "app/command_choice.h"
#include "app/command_clock.h"
#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/command_outcome.h"
#include "app/output.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/analysis.h"
#include "core/export/spreadsheet_table.h"
#include "core/export/table_writer.h"

#include <algorithm>
#include <limits>

namespace stagescope {

namespace {

Error badArgument(const std::string &detail) { return {ErrorKind::BadArgument, detail, "stagescope table"}; }

/// --set name=value against what the table knows; the rest keeps its default.
Result<std::map<std::string, std::string>> parametersOf(const AnalysisEntry &entry, const Arguments &arguments) {
    std::map<std::string, std::string> result;
    for (const auto &spec : entry.parameters) {
        result[spec.name] = spec.defaultValue;
    }
    for (const auto &text : arguments.values("--set")) {
        const auto equals = text.find('=');
        const auto name = text.substr(0, equals);
        if (equals == std::string::npos || !result.contains(name)) {
            return tl::make_unexpected(badArgument("table " + entry.id + " has no parameter for --set " + text +
                                                   "; stagescope tables lists them"));
        }
        result[name] = text.substr(equals + 1);
    }
    return result;
}

/// What the command line asks for, before anything is loaded.
struct Request {
    const AnalysisEntry *entry = nullptr;
    AnalysisInput input;
    std::optional<TimeSpan> span;
    ClockChoice clock = ClockChoice::Aligned;
    bool isJson = false;
    CsvForm csv;
    bool hasStepTimes = false;
    bool hasTitles = false;
};

Status takeFilters(const Arguments &arguments, Request &request) {
    if (arguments.has("--rank")) {
        auto ranks = parseRanks(arguments.value("--rank"));
        if (!ranks) {
            return tl::make_unexpected(badArgument(ranks.error().detail));
        }
        request.input.ranks = std::move(*ranks);
    }
    if (arguments.has("--step")) {
        const auto step = parseInteger(arguments.value("--step"), "--step");
        if (!step) {
            return tl::make_unexpected(badArgument(step.error().detail));
        }
        request.input.step = *step;
    }
    if (arguments.has("--range")) {
        const auto span = parseTimeSpan(arguments.value("--range"));
        if (!span) {
            return tl::make_unexpected(badArgument(span.error().detail));
        }
        request.span = *span;
    }
    request.input.group = arguments.value("--group");
    const auto clock = readClock(arguments);
    if (!clock) {
        return tl::make_unexpected(clock.error());
    }
    request.clock = *clock;
    return {};
}

Result<Request> requestOf(const Arguments &arguments) {
    Request request;
    request.entry = analysisById(arguments.positional[0]);
    if (request.entry == nullptr) {
        return tl::make_unexpected(
            badArgument("no table '" + arguments.positional[0] + "'; stagescope tables lists them"));
    }
    if (const auto status = takeFilters(arguments, request); !status) {
        return tl::make_unexpected(status.error());
    }
    const auto format = arguments.has("--format") ? arguments.value("--format") : std::string("csv");
    if (format != "csv" && format != "json") {
        return tl::make_unexpected(badArgument("--format is csv or json, not '" + format + "'"));
    }
    request.isJson = format == "json";
    request.csv = {.hasBom = arguments.has("--bom"), .isRaw = arguments.has("--raw")};
    request.hasStepTimes = arguments.has("--step-times");
    request.hasTitles = arguments.has("--titles");
    auto parameters = parametersOf(*request.entry, arguments);
    if (!parameters) {
        return tl::make_unexpected(parameters.error());
    }
    request.input.parameters = std::move(*parameters);
    return request;
}

/// Loaded as deep as the table needs; a range counts from the first event, so it needs the trace of the ranks that are
/// asked about.
Result<Run> loadFor(const Request &request, const std::string &path, RunId id, const std::vector<int> &ranks) {
    const auto depth = request.span ? LoadDepth::Deep : request.entry->depth;
    auto run = loadForCommand(path, id, depth, ranks);
    const auto needsDeep = request.entry->needsDeep;
    const auto wantsDeep = [&] {
        const bool maySeekStep = request.input.step && needsDeepForSteps(*run);
        return (needsDeep != nullptr && needsDeep(*run)) ||
               (maySeekStep && !stepsThereAre(*run, ranks).contains(*request.input.step));
    };
    if (run && depth != LoadDepth::Deep && wantsDeep()) {
        run = loadForCommand(path, id, LoadDepth::Deep, ranks);
    }
    if (run) {
        setClock(*run, request.clock);
    }
    return run;
}

Status addRange(const std::string &path, const Run &run, Request &request) {
    if (!request.span) {
        return {};
    }
    const auto first = firstEvent(run);
    if (!first) {
        return fail(ErrorKind::BadArgument, "--range needs a timeline, and this profile has none", path);
    }
    constexpr auto kLast = std::numeric_limits<std::int64_t>::max() / 2;
    request.input.range = AlignedRange{*first + request.span->begin.value_or(Nanos{0}),
                                       request.span->end ? *first + *request.span->end : alignedTime(kLast)};
    return {};
}

Result<Workspace> loadWorkspace(const Arguments &arguments, Request &request) {
    Workspace workspace;
    const auto &path = arguments.positional[1];
    auto run = loadFor(request, path, RunId{0}, request.input.ranks);
    if (!run) {
        return tl::make_unexpected(run.error());
    }
    if (const auto status = addRange(path, *run, request); !status) {
        return tl::make_unexpected(status.error());
    }
    workspace.runs.push_back(std::move(*run));
    if (const auto status = checkChoice(workspace, {request.input.ranks, request.input.step, {}, {}}); !status) {
        return tl::make_unexpected(status.error());
    }
    if (arguments.has("--baseline")) {
        auto baseline = loadFor(request, arguments.value("--baseline"), RunId{1}, {});
        if (!baseline) {
            return tl::make_unexpected(baseline.error());
        }
        baseline->role = RunRole::Baseline;
        workspace.runs.push_back(std::move(*baseline));
    }
    return workspace;
}

int runTable(const Arguments &arguments) {
    auto request = requestOf(arguments);
    if (!request) {
        return printError(request.error());
    }
    const auto workspace = loadWorkspace(arguments, *request);
    if (!workspace) {
        return printError(workspace.error());
    }
    request->input.workspace = &*workspace;
    const auto table = request->entry->run(request->input, {});
    if (!table) {
        return printError({table.error().kind, table.error().detail, arguments.positional[1]});
    }
    for (const auto &run : workspace->runs) {
        if (const auto note = clockNote(run); !note.empty()) {
            printNote(run.path + ": note: " + note);
        }
        if (const auto note = capturesNote(run); !note.empty()) {
            printNote(run.path + ": note: " + note);
        }
    }
    const auto &path = arguments.positional[1];
    const auto losses = lossesOf(workspace->runs, request->input.ranks);
    if (table->rows.empty() && !losses.empty()) {
        printNote(path + ": note: no rows; what was lost may be the reason");
    } else {
        for (const auto &note : table->notes) {
            printNote(path + ": note: " + note);
        }
    }
    auto written = request->hasStepTimes ? withStepTimes(*table, *workspace) : *table;
    written = request->hasTitles ? withTitles(std::move(written)) : std::move(written);
    const auto text = request->isJson ? tableToJson(written) : tableToCsv(written, request->csv);
    if (!writeOut(text)) {
        return 2;
    }
    return exitCode(losses, arguments, path);
}

std::vector<std::string> tableIds() {
    std::vector<std::string> ids;
    for (const auto &entry : analysisList()) {
        ids.push_back(entry.id);
    }
    return ids;
}

}  // namespace

Command makeTableCommand() {
    return {
        .name = "table",
        .synopsis =
            "ID PATH [--baseline PATH] [--set NAME=VALUE]... [--range A:B] [--rank R,R] [--step N] [--group G] "
            "[--clock aligned|raw] [--allow-loss] [--format csv|json] [--bom] [--raw] [--step-times] "
            "[--titles]",
        .summary = "Writes one table of a profile to standard output.",
        .options = {{"--baseline", "PATH", "another run to compare with"},
                    {"--set", "NAME=VALUE", "a parameter of the table; may be given several times", true},
                    {"--range", "A:B",
                     "only what touches this time, counted from the first event: 12ms:40ms, 1.5s:, :300us"},
                    {"--rank", "R,R", "only these ranks: 0,2,4-7"},
                    {"--step", "N", "only this step"},
                    {"--group", "G", "only this pipeline group, as table pipeline_cells names it"},
                    clockOption(),
                    allowLossOption(),
                    {"--format", "csv|json", "csv (default, RFC 4180) or json (columns, notes and rows)"},
                    {"--bom", "", "begin a CSV with a byte order mark"},
                    {"--raw", "",
                     "texts in a CSV exactly as the profile has them; without it those that a spreadsheet would run "
                     "(they begin with = + - @) get an apostrophe, and control characters are shown"},
                    {"--step-times", "",
                     "beside times since 1970 in ns, which spreadsheets cut, columns in ms from the begin of the step"},
                    {"--titles", "", "heads in words, with units in brackets, in place of column names"}},
        .minPositional = 2,
        .maxPositional = 2,
        .choices = &tableIds,
        .run = &runTable};
}

}  // namespace stagescope
