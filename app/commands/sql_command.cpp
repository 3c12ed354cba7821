#include "app/aligned_text.h"
#include "app/command_choice.h"
#include "app/command_clock.h"
#include "app/command_identity.h"
#include "app/command_list.h"
#include "app/command_loading.h"
#include "app/command_outcome.h"
#include "app/command_sources.h"
#include "app/commands/table_output.h"
#include "app/common_options.h"
#include "app/output.h"
#include "app/table_loading.h"
#include "core/ask/ask_engine.h"
#include "core/export/table_writer.h"
#include "core/session/run_names.h"

#include <array>
#include <set>
#include <string_view>

namespace stagescope {

namespace {

constexpr const char *kSqlCommand = "stagescope sql";

std::map<std::string, std::string> sqlDefaults(const AnalysisEntry &entry) {
    std::map<std::string, std::string> parameters;
    for (const auto &spec : entry.parameters) {
        parameters[spec.name] = spec.defaultValue;
    }
    return parameters;
}

struct SqlRequest {
    std::string sql;
    TableOutput output;
    AskLimits limits;
    ClockChoice clock = ClockChoice::Aligned;
    std::vector<int> ranks;
    std::vector<TableQuestion> questions;  ///< of the tables that the statement reads
    bool needsTimelines = false;
};

tl::unexpected<Error> badSql(Error error) {
    error.where = kSqlCommand;
    return tl::make_unexpected(std::move(error));
}

Status takeSqlLimits(const Arguments &arguments, SqlRequest &request) {
    if (!arguments.has("--seconds")) {
        return {};
    }
    constexpr std::int64_t kMostSeconds = 1'000'000;
    const auto seconds = parseInteger(arguments.value("--seconds"), "--seconds");
    if (!seconds || *seconds < 1 || *seconds > kMostSeconds) {
        return badValue("--seconds", arguments.value("--seconds"), "a number of seconds");
    }
    request.limits.time = std::chrono::seconds(*seconds);
    return {};
}

Result<SqlRequest> sqlRequestOf(const Arguments &arguments) {
    SqlRequest request;
    request.sql = arguments.positional[1];
    constexpr std::array<std::string_view, 4> kFormats{"table", "csv", "json", "jsonl"};
    auto opened = arguments.values("--with");
    opened.push_back(arguments.positional[0]);
    if (arguments.has("--baseline")) {
        opened.push_back(arguments.value("--baseline"));
    }
    ASSIGN_OR_RETURN(auto output, tableOutputOf(arguments, kFormats, opened));
    request.output = std::move(output);
    RETURN_IF_ERROR(takeSqlLimits(arguments, request));
    ASSIGN_OR_RETURN(const auto clock, readClock(arguments));
    request.clock = clock;
    auto ranks = ranksOption(arguments, "--rank");
    if (!ranks) {
        return badSql(ranks.error());
    }
    request.ranks = std::move(*ranks);
    std::vector<std::string> schemas{"baseline"};
    for (std::size_t i = 0; i < arguments.values("--with").size(); ++i) {
        schemas.push_back("run" + std::to_string(i + 2));  // as askSchemas calls them
    }
    const auto reads = readsOf(request.sql, nullptr, schemas);
    if (!reads) {
        return badSql(reads.error());
    }
    request.needsTimelines = reads->needsTimelines;
    for (const auto &id : reads->tables) {
        const auto &entry = *analysisById(id);
        AnalysisInput input;
        input.ranks = request.ranks;
        input.parameters = sqlDefaults(entry);
        request.questions.push_back({&entry, std::move(input)});
    }
    // Lists of tables and columns are there without any; the folder is looked at all the same.
    if (request.questions.empty()) {
        request.questions.push_back({analysisById("ranks")});
    }
    return request;
}

Result<Run> loadedForSql(const std::string &path, RunId id, const SqlRequest &request) {
    auto run = request.needsTimelines ? loadWhateverItIs(path, id, LoadDepth::Deep, request.ranks)
                                      : loadForTables(path, id, request.questions, request.ranks);
    auto readable = run ? requireReadable(*run, path) : Status{};
    readable = run && readable ? requireOneRun(*run, path) : std::move(readable);
    if (run && readable) {
        setClock(*run, request.clock);
    }
    return readable ? std::move(run) : tl::make_unexpected(readable.error());
}

Result<Workspace> sqlWorkspace(const Arguments &arguments, const SqlRequest &request) {
    Workspace workspace;
    ASSIGN_OR_RETURN(auto run, loadedForSql(arguments.positional[0], RunId{0}, request));
    workspace.runs.push_back(std::move(run));
    if (arguments.has("--baseline")) {
        ASSIGN_OR_RETURN(auto baseline, loadedForSql(arguments.value("--baseline"), RunId{1}, request));
        baseline.role = RunRole::Baseline;
        workspace.runs.push_back(std::move(baseline));
    }
    for (const auto &path : arguments.values("--with")) {
        ASSIGN_OR_RETURN(auto other,
                         loadedForSql(path, RunId{static_cast<std::uint32_t>(workspace.runs.size())}, request));
        other.role = RunRole::Comparison;
        workspace.runs.push_back(std::move(other));
    }
    if (workspace.runs.size() > 1) {
        labelRuns(workspace.runs);
    }
    return workspace;
}

int runSql(const Arguments &arguments) {
    const auto request = sqlRequestOf(arguments);
    if (!request) {
        return printError(request.error());
    }
    const auto workspace = sqlWorkspace(arguments, *request);
    if (!workspace) {
        return printError(workspace.error());
    }
    AnalysisInput input;
    input.workspace = &*workspace;
    input.ranks = request->ranks;
    auto limits = request->limits;
    if (const auto first = firstEvent(*workspace->mainRun())) {
        limits.firstEvent = ns(*first);
    }
    const auto table = ask(input, request->sql, limits, {});
    showProgress({});
    if (!table) {
        return printError({table.error().kind, table.error().detail, kSqlCommand});
    }
    const auto &path = arguments.positional[0];
    for (const auto &run : workspace->runs) {
        std::set<std::string> notes{clockNote(run), capturesNote(run), sourcesNote(run)};
        for (const auto &question : request->questions) {
            notes.insert(levelNote(run, question.entry->id, request->ranks));  // a digest may lack rows of it
        }
        for (const auto &note : notes) {
            if (!note.empty()) {
                printNote(run.path + ": note: " + note);
            }
        }
    }
    for (const auto &note : table->notes) {
        printNote(path + ": note: " + note);
    }
    const auto textOf = [&] {
        return request->output.format == "csv"     ? tableToCsv(*table)
               : request->output.format == "json"  ? tableToJson(*table)
               : request->output.format == "jsonl" ? tableToJsonLines(*table)
                                                   : alignedText(*table);
    };
    return writeTableTo(request->output, *table, textOf)
               ? exitCode(lossesOf(workspace->runs, request->ranks), arguments, path)
               : 2;
}

std::string sqlHelp() {
    return "Views in ns and bytes: rank step kernel copy host_op api launch gap comm late\n"
           "link cell bubble memory alloc block segment memory_event mark mark_range finding\n"
           "setting loss capability. Timelines: slice track counter flow.\n"
           "Other tables are those of 'stagescope tables', parameters are hidden columns:\n"
           "  SELECT rank, step, step_us FROM time_split ORDER BY step_us DESC\n"
           "  SELECT name, count(*), sum(duration_us), p95(duration_us) FROM kernels\n"
           "    GROUP BY name ORDER BY 3 DESC LIMIT 10\n"
           "  SELECT * FROM columns WHERE table_id = 'kernels'\n"
           "Functions besides SQLite's: median p50 p95 p99 percentile(x, 0..100)\n"
           "covered_ns(begin, duration) sum_by(key, x) count_by(key), and tables of spans:\n"
           "  SELECT sum(dur_ns) FROM overlap(\n"
           "    (SELECT spans(begin_ns, dur_ns, evidence, rank) FROM kernel),\n"
           "    (SELECT spans(begin_ns, dur_ns, evidence, rank) FROM copy))\n"
           "pairs minus nearest cover gaps depth within buckets are others. Tables of the\n"
           "baseline are baseline.kernel and so on. Only SELECT statements are allowed.\n";
}

}  // namespace

Command makeSqlCommand() {
    return {.name = "sql",
            .section = CommandSection::Query,
            .synopsis = "PATH STATEMENT",
            .summary = "Answer an SQL SELECT over all tables",
            .options = {tableFileOption(),
                        {"--format", "table|csv|json|jsonl", "output format (default: table)"},
                        {"--seconds", "N", "stop the statement after N seconds (default: none)"},
                        baselineOption(),
                        {"--with", "PATH",
                         "further profile: its tables are in schema run2, of the next one in run3 ...", true},
                        ranksSpec("--rank"),
                        stepPatternOption(),
                        clockOption(),
                        allowLossOption()},
            .minPositional = 2,
            .maxPositional = 2,
            .more = &sqlHelp,
            .run = &runSql};
}

}  // namespace stagescope
