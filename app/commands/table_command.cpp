#include "app/command_choice.h"
#include "app/command_clock.h"
#include "app/command_identity.h"
#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/command_outcome.h"
#include "app/command_redaction.h"
#include "app/command_sources.h"
#include "app/commands/table_output.h"
#include "app/common_options.h"
#include "app/output.h"
#include "app/table_loading.h"
#include "core/analysis/difference/table_difference.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/tables/analysis.h"
#include "core/ask/row_filter.h"
#include "core/base/words/nearest_names.h"
#include "core/export/redaction/redacted_workspace.h"
#include "core/export/spreadsheet_table.h"
#include "core/export/table_writer.h"
#include "core/session/run_names.h"

#include <QtCore/QFile>

#include <algorithm>
#include <array>
#include <limits>

namespace stagescope {

namespace {

Error badArgument(const std::string &detail) { return {ErrorKind::BadArgument, detail, "stagescope table"}; }

const std::vector<std::string> kSides{"rank", "stage", "step"};

std::vector<std::string> tableIds() {
    std::vector<std::string> ids;
    for (const auto &entry : analysisList()) {
        ids.push_back(entry.id);
    }
    return ids;
}

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
            std::vector<std::string> names;
            std::for_each(result.begin(), result.end(), [&](const auto &known) { names.push_back(known.first); });
            return tl::make_unexpected(badArgument("table " + entry.id + " has no parameter for --set " + text +
                                                   nearestNames(name, names) + "; stagescope tables lists them"));
        }
        result[name] = text.substr(equals + 1);
    }
    return result;
}

/// What the command line asks for, before anything is loaded.
struct Request {
    const AnalysisEntry *entry = nullptr;
    AnalysisInput input;
    std::vector<std::string> against;  ///< "rank=0", "stage=1", "step=3"
    std::optional<CommonNames> names;
    std::optional<TimeSpan> span;
    ClockChoice clock = ClockChoice::Aligned;
    TableOutput output;
    CsvForm csv;
    bool hasStepTimes = false;
    bool hasTitles = false;
    std::string where;
};

Status takeFilters(const Arguments &arguments, Request &request) {
    auto ranks = ranksOption(arguments, "--rank");
    if (!ranks) {
        return tl::make_unexpected(badArgument(ranks.error().detail));
    }
    request.input.ranks = std::move(*ranks);
    if (arguments.has("--step")) {
        const auto step = parseStep(arguments.value("--step"), "--step");
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
    request.against = arguments.values("--against");
    request.input.group = arguments.value("--group");
    ASSIGN_OR_RETURN(const auto clock, readClock(arguments));
    request.clock = clock;
    return {};
}

/// "yes", or a file with lines of its own.
Result<CommonNames> commonNames(const std::string &text) {
    if (text == "yes") {
        return CommonNames::builtIn();
    }
    QFile file(QString::fromStdString(text));
    if (!file.open(QIODevice::ReadOnly)) {
        return tl::make_unexpected(Error{ErrorKind::NotFound, "cannot be read; --common-names is yes or a file", text});
    }
    constexpr qint64 kMost = 1 << 20;
    const auto lines = file.read(kMost).toStdString();
    auto names = CommonNames::extended(lines);
    return names ? std::move(names) : tl::make_unexpected(Error{ErrorKind::BadArgument, names.error().detail, text});
}

Result<Request> requestOf(const Arguments &arguments) {
    Request request;
    request.entry = analysisById(arguments.positional[0]);
    if (request.entry == nullptr) {
        return tl::make_unexpected(badArgument("no table '" + arguments.positional[0] + "'" +
                                               nearestNames(arguments.positional[0], tableIds()) +
                                               "; stagescope tables lists them"));
    }
    RETURN_IF_ERROR(takeFilters(arguments, request));
    constexpr std::array<std::string_view, 3> kFormats{"csv", "json", "jsonl"};
    ASSIGN_OR_RETURN(auto output, tableOutputOf(arguments, kFormats, arguments.opened()));
    request.output = std::move(output);
    request.csv = {.hasBom = arguments.has("--bom"), .isRaw = arguments.has("--raw")};
    request.hasStepTimes = arguments.has("--step-times");
    request.hasTitles = arguments.has("--titles");
    request.where = arguments.value("--where");
    if (arguments.has("--common-names")) {
        ASSIGN_OR_RETURN(auto names, commonNames(arguments.value("--common-names")));
        request.names = std::move(names);
    }
    ASSIGN_OR_RETURN(auto parameters, parametersOf(*request.entry, arguments));
    request.input.parameters = std::move(parameters);
    return request;
}

/// As deep as the table needs it; `other`: what it is compared with, as far as that is known yet.
Result<Run> loadFor(const Request &request, const std::string &path, RunId id, const std::vector<int> &ranks,
                    const std::optional<ComparedWith> &other) {
    TableQuestion question{request.entry, request.input, request.span.has_value()};
    question.input.comparedWith = other;
    auto run = loadForTables(path, id, {question}, ranks);
    auto readable = run ? requireReadable(*run, path) : Status{};
    readable = run && readable ? requireOneRun(*run, path) : std::move(readable);
    if (run && readable) {
        setClock(*run, request.clock);
    }
    return readable ? std::move(run) : tl::make_unexpected(readable.error());
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

/// The ranks that a stage has in all pipelines of a run.
std::vector<int> ranksOfStage(const Run &run, std::int64_t stage) {
    const auto groups = pipelineGroups(run);
    auto ranks = run.ranks();
    std::erase_if(ranks, [&](int rank) { return stageOfRank(groups, rank) != stage; });
    return ranks;
}

/// The other side, as --against names it. Stages are looked up in `run`; the rest needs none.
Result<ComparedWith> comparedWith(const std::vector<std::string> &against, const Run *run) {
    ComparedWith result;
    for (const auto &text : against) {
        const auto equals = text.find('=');
        const auto what = text.substr(0, equals);
        const auto value = equals == std::string::npos ? std::string() : text.substr(equals + 1);
        const auto number =
            what == "step" ? parseStep(value, "--against step") : parseInteger(value, "--against " + what);
        if (what == "rank") {
            auto ranks = parseRanks(value, "--against rank");
            if (!ranks) {
                return tl::make_unexpected(badArgument(ranks.error().detail));
            }
            result.ranks.insert(result.ranks.end(), ranks->begin(), ranks->end());
        } else if ((what == "step" || what == "stage") && !number) {
            return tl::make_unexpected(badArgument(number.error().detail));
        } else if (what == "step") {
            result.step = *number;
        } else if (what != "stage") {
            return tl::make_unexpected(badArgument("--against is rank=R,R, stage=S or step=N, not '" + text + "'" +
                                                   nearestNames(what, kSides)));
        } else if (run != nullptr) {
            const auto ranks = ranksOfStage(*run, *number);
            if (ranks.empty()) {
                return tl::make_unexpected(badArgument("--against " + text + ": no pipeline has such a stage"));
            }
            result.ranks.insert(result.ranks.end(), ranks.begin(), ranks.end());
        }
    }
    return result;
}

Result<Workspace> loadWorkspace(const Arguments &arguments, Request &request) {
    Workspace workspace;
    const auto &path = arguments.positional[1];
    const bool isOtherRun = arguments.has("--baseline");
    ASSIGN_OR_RETURN(const auto other, comparedWith(request.against, nullptr));
    auto ranks = request.input.ranks;
    if (!isOtherRun && !ranks.empty()) {
        // Of stages it is not known yet which ranks they have.
        const bool hasStage = !request.against.empty() && other.ranks.empty();
        ranks.insert(ranks.end(), other.ranks.begin(), other.ranks.end());
        ranks = hasStage && !other.step ? std::vector<int>{} : std::move(ranks);
    }
    ASSIGN_OR_RETURN(auto run, loadFor(request, path, RunId{0}, ranks, other));
    RETURN_IF_ERROR(addRange(path, run, request));
    workspace.runs.push_back(std::move(run));
    if (const auto status = checkChoice(workspace, {request.input.ranks, request.input.step, {}, {}}); !status) {
        return tl::make_unexpected(status.error());
    }
    if (isOtherRun) {
        ASSIGN_OR_RETURN(auto baseline, loadFor(request, arguments.value("--baseline"), RunId{1},
                                                request.against.empty() ? request.input.ranks : other.ranks, other));
        baseline.role = RunRole::Baseline;
        workspace.runs.push_back(std::move(baseline));
        labelRuns(workspace.runs);
    }
    if (!request.against.empty()) {
        ASSIGN_OR_RETURN(auto found, comparedWith(request.against, &workspace.runs.back()));
        request.input.comparedWith = std::move(found);
    }
    return workspace;
}

/// A table that compares by itself is asked at once; any other is asked on both sides.
Result<ResultTable> answerOf(const Request &request) {
    const auto &input = request.input;
    const auto &entry = *request.entry;
    const bool isComparison = input.comparedWith || (input.baseline() != nullptr && isComparable(entry));
    if (!isComparison || entry.hasTwoSides) {
        return entry.run(input, {});
    }
    return runDifference(entry, input, request.names ? &*request.names : nullptr, {});
}

/// What is asked of a workspace without names has none; what is put together of them is looked at once more.
Result<ResultTable> redactedAnswer(Request &request, const Workspace &workspace, const Redactor &redactor) {
    ASSIGN_OR_RETURN(const auto redacted, redactedWorkspace(workspace, redactor));
    request.input.workspace = &redacted;
    request.input.group = redactor.redact(request.input.group);
    auto table = answerOf(request);
    request.input.workspace = &workspace;
    if (table) {
        redactTable(*table, redactor);
    }
    return table;
}

/// Of a condition that cannot be about any table with these columns.
std::optional<FilterError> mistakeIn(const std::string &where, const std::vector<ColumnSpec> &columns) {
    if (where.empty()) {
        return std::nullopt;
    }
    const auto filter = RowFilter::parse(where, columns);
    if (!filter) {
        return filter.error();
    }
    return filter->isComparison() ? std::nullopt : std::optional(FilterError{"expected a condition", 0});
}

/// What is written: the rows that were asked for, in the form that was asked for.
Result<ResultTable> writtenTable(const ResultTable &table, const Request &request, const Workspace &workspace) {
    auto written = request.where.empty() ? Result<ResultTable>(table)
                                         : RowFilter::parse(request.where, table.columns).value().applied(table);
    if (written && request.hasStepTimes) {
        written = withStepTimes(*written, workspace);
    }
    return written && request.hasTitles ? withTitles(std::move(*written)) : std::move(written);
}

/// What is to be said about the runs; whether a digest may lack rows of the table.
bool printRunNotes(const Workspace &workspace, const Request &request) {
    bool isKeptInPart = false;
    for (const auto &run : workspace.runs) {
        if (const auto note = clockNote(run); !note.empty()) {
            printNote(run.path + ": note: " + note);
        }
        if (const auto note = capturesNote(run); !note.empty()) {
            printNote(run.path + ": note: " + note);
        }
        if (const auto note = sourcesNote(run); !note.empty()) {
            printNote(run.path + ": note: " + note);
        }
        if (const auto note = levelNote(run, request.entry->id, request.input.ranks); !note.empty()) {
            printNote(run.path + ": note: " + note);
            isKeptInPart = true;
        }
    }
    return isKeptInPart;
}

int runTable(const Arguments &arguments) {
    const auto early = redactorFor(arguments);
    auto request = requestOf(arguments);
    if (!request) {
        return printError(request.error());
    }
    const bool isComparison = arguments.has("--baseline") || !request->against.empty();
    if (const auto mistake = mistakeIn(isComparison ? "" : request->where, request->entry->columns)) {
        return printMistake("stagescope table", request->where, *mistake);
    }
    auto workspace = loadWorkspace(arguments, *request);
    if (!workspace) {
        return printError(workspace.error());
    }
    request->input.workspace = &*workspace;
    const auto redactor = redactorFor(arguments, *workspace);
    const auto table = redactor == nullptr ? answerOf(*request) : redactedAnswer(*request, *workspace, *redactor);
    showProgress({});
    if (!table) {
        return printError({table.error().kind, table.error().detail, arguments.positional[1]});
    }
    if (const auto mistake = mistakeIn(request->where, table->columns)) {
        return printMistake("stagescope table", request->where, *mistake);
    }
    const bool isKeptInPart = printRunNotes(*workspace, *request);
    const auto &path = arguments.positional[1];
    const auto losses = lossesOf(workspace->runs, request->input.ranks);
    if (table->rows.empty() && !losses.empty()) {
        printNote(path + ": note: no rows, possibly because data was lost");
    } else if (table->rows.empty() && isKeptInPart) {
        printNote(path + ": note: no rows, possibly because the digest does not contain them");
    } else {
        for (const auto &note : table->notes) {
            printNote(path + ": note: " + note);
        }
    }
    const auto written = writtenTable(*table, *request, *workspace);
    if (!written) {
        return printError(badArgument(written.error().detail));
    }
    const auto textOf = [&] {
        return request->output.format == "json"    ? tableToJson(*written)
               : request->output.format == "jsonl" ? tableToJsonLines(*written)
                                                   : tableToCsv(*written, request->csv);
    };
    return writeTableTo(request->output, *written, textOf) ? exitCode(losses, arguments, path) : 2;
}

}  // namespace

Command makeTableCommand() {
    return {
        .name = "table",
        .section = CommandSection::Query,
        .synopsis = "ID PATH",
        .summary = "Write one table to standard output",
        .details = "'" + programName() + " tables' lists the ids.",
        .options =
            {{"--against", "rank=R|stage=S|step=N",
              "compare with another rank, stage or step (of the baseline, if given; repeatable)", true},
             {"--common-names", "yes|FILE",
              "match operators across libraries (e.g. NPU against GPU); FILE adds lines: WORD WORD ... = "
              "NAME"},
             {"--set", "NAME=VALUE", "set a table parameter (repeatable)", true},
             {"--where", "CONDITION",
              "only rows for which it holds, as in SQL and with units: \"duration > 50 us and stream = 7\""},
             tableFileOption(),
             {"--format", "csv|json|jsonl",
              "output format (default: csv, RFC 4180); json has columns, notes and rows; jsonl has one row per line"},
             {"--bom", "", "start the CSV with a byte order mark"},
             {"--raw", "",
              "do not escape CSV texts (default: an apostrophe before = + - @, control characters made "
              "visible)"},
             {"--step-times", "", "add columns in ms from the start of the step (spreadsheets round ns timestamps)"},
             {"--titles", "", "readable column titles with units instead of column names"},
             baselineOption(),
             rangeOption(),
             ranksSpec("--rank"),
             stepSpec(),
             groupOption(),
             stepPatternOption(),
             clockOption(),
             allowLossOption(),
             redactOption()},
        .minPositional = 2,
        .maxPositional = 2,
        .choices = &tableIds,
        .run = &runTable};
}

}  // namespace stagescope
