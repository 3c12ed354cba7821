#include "core/ask/ask_engine.h"

#include "core/ask/ask_connection.h"
#include "core/ask/ask_functions.h"
#include "core/ask/ask_relation.h"
#include "core/ask/ask_tables.h"
#include "core/ask/ask_tokens.h"
#include "core/ask/ask_values.h"
#include "core/ask/ask_views.h"
#include "core/ask/bounded_functions.h"
#include "core/ask/counted_slices.h"
#include "core/ask/empty_columns.h"
#include "core/ask/name_functions.h"
#include "core/ask/span_relations.h"
#include "core/ask/trace_relations.h"
#include "core/base/text.h"
#include "core/base/words/nearest_names.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace stagescope {

namespace {

using Clock = std::chrono::steady_clock;

/// Stopped when the caller stops, or when time is over: what runs within one step of SQLite looks at its token alone.
class TimedStop {
public:
    TimedStop(const std::stop_token &stop, std::optional<Clock::time_point> deadline)
        : m_onStop(stop, StopBoth{&m_source}) {
        if (deadline) {
            m_timer = std::jthread([this, at = *deadline](const std::stop_token &ended) {
                std::mutex mutex;
                std::unique_lock lock(mutex);
                std::condition_variable_any never;
                never.wait_until(lock, ended, at, [] { return false; });
                if (!ended.stop_requested()) {
                    m_source.request_stop();
                }
            });
        }
    }

    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

private:
    struct StopBoth {
        std::stop_source *source;
        void operator()() const { source->request_stop(); }
    };
    std::stop_source m_source;
    std::stop_callback<StopBoth> m_onStop;
    std::jthread m_timer;
};

/// A statement while it is looked at or run.
struct AskRun {
    AskBudget budget;
    std::vector<std::unique_ptr<AskSource>> sources{};  ///< the main one first
    std::vector<std::string> schemas{};                 ///< of the others
    AskReads reads{};
    std::set<NamedColumn> named{};
    std::stop_token stop{};
    std::optional<Clock::time_point> deadline{};
    bool isLate = false;

    [[nodiscard]] bool isDeclaring() const {
        return std::any_of(sources.begin(), sources.end(), [](const auto &source) { return source->isDeclaring(); });
    }
};

/// Reading alone, of tables that are there, by functions that cannot reach out of the statement. `context` is AskRun.
int authorize(void *context, int action, const char *first, const char *second, const char *database,
              const char *view) {
    if (static_cast<AskRun *>(context)->isDeclaring()) {
        return SQLITE_OK;
    }
    constexpr std::array<std::string_view, 4> kRefused{"load_extension", "fts3_tokenizer", "writefile", "readfile"};
    switch (action) {
        case SQLITE_SELECT:
        case SQLITE_RECURSIVE:
            return SQLITE_OK;
        case SQLITE_FUNCTION:
            return second != nullptr && std::find(kRefused.begin(), kRefused.end(), second) != kRefused.end()
                       ? SQLITE_DENY
                       : SQLITE_OK;
        case SQLITE_READ:
            if (first != nullptr && analysisById(first) != nullptr) {
                static_cast<AskRun *>(context)->reads.tables.insert(first);
            }
            if (first != nullptr && isTraceRelation(first)) {
                static_cast<AskRun *>(context)->reads.needsTimelines = true;
            }
            if (first != nullptr && second != nullptr && database != nullptr && view == nullptr) {
                static_cast<AskRun *>(context)->named.insert({database, first, second});
            }
            return SQLITE_OK;
        default:
            return SQLITE_DENY;
    }
}

int isToEnd(void *context) {
    auto &run = *static_cast<AskRun *>(context);
    run.isLate = run.deadline && Clock::now() > *run.deadline;
    return run.isLate || run.stop.stop_requested() ? 1 : 0;
}

/// Tables and views of a profile in a schema of its own.
Status addProfile(sqlite3 *connection, AskSource &source, const std::string &statement, const std::string &schema) {
    const auto sql = "ATTACH ':memory:' AS " + sqlName(schema);
    if (sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
        return fail(ErrorKind::Internal, "schema " + schema + ": " + sqlite3_errmsg(connection));
    }
    auto status = addAskTables(connection, source, schema);
    return status ? addAskViews(connection, source, statement, schema) : std::move(status);
}

/// With what `statement` may name.
Result<AskConnection> connectionFor(AskRun &run, const std::string &statement, const AskLimits &limits) {
    constexpr int kOperationsBetween = 1000;
    auto connection = openAskConnection();
    if (!connection) {
        return connection;
    }
    auto *opened = connection->get();
    auto &source = *run.sources.front();
    auto status = addAskTables(opened, source);
    status = status ? addAskFunctions(opened, run.sources, limits.firstEvent) : std::move(status);
    status = status ? addNameFunctions(opened) : std::move(status);
    status = status ? addBoundedFunctions(opened) : std::move(status);
    status = status ? addSpanRelations(opened, source) : std::move(status);
    status = status ? addAskViews(opened, source, statement) : std::move(status);
    for (std::size_t i = 1; i < run.sources.size(); ++i) {
        status = status ? addProfile(opened, *run.sources[i], statement, run.schemas[i - 1]) : std::move(status);
    }
    RETURN_IF_ERROR(status);
    lockAskConnection(opened, limits.mostText);
    // SQLite's own tables of JSON declare themselves when they are first named, which the authorizer would refuse.
    for (const auto *sql : {"SELECT 1 FROM json_each('[]')", "SELECT 1 FROM json_tree('[]')"}) {
        sqlite3_exec(opened, sql, nullptr, nullptr, nullptr);
    }
    sqlite3_set_authorizer(opened, &authorize, &run);
    sqlite3_progress_handler(opened, kOperationsBetween, &isToEnd, &run);
    return connection;
}

/// Whether a statement may mean a schema: those that it does not name need not be made.
bool names(const std::string &sql, const std::string &schema) { return containsIgnoringCase(sql, schema); }

/// The tables and views that stand behind FROM and JOIN, without their schemas.
std::set<std::string> tablesIn(const std::string &sql) {
    std::set<std::string> tables;
    bool mayBeTable = false;
    bool wasTable = false;
    std::size_t after = 0;
    for (auto token = askTokenAt(sql, 0, after); token.kind != AskToken::Kind::End;
         token = askTokenAt(sql, after, after)) {
        const bool isTable = mayBeTable && token.kind == AskToken::Kind::Word;
        const auto word = lowerCase(token.text);
        if (isTable) {
            tables.insert(word);
        }
        mayBeTable = word == "from" || word == "join" || (wasTable && token.isSign("."));
        wasTable = isTable;
    }
    return tables;
}

/// What a mistyped column of these tables may have been: names near to it, else all that there are. It may have the
/// table's name in front.
std::string nearestColumns(const std::string &sql, std::string_view column) {
    std::set<std::string> names;
    std::string whole;
    for (const auto &table : tablesIn(sql)) {
        std::string own;
        for (const auto &known : askColumns(table)) {
            names.insert(known.name);
            own += (own.empty() ? "" : ", ") + known.name;
        }
        whole += own.empty() ? "" : "; " + table + " has " + own;
    }
    constexpr std::size_t kMostListed = 40;
    const auto nearest = nearestNames(column.substr(column.rfind('.') + 1), std::vector(names.begin(), names.end()));
    return nearest.empty() && names.size() <= kMostListed ? whole : nearest;
}

/// "no such column: nmae (at character 8)", with what may have been meant.
Error sqlError(sqlite3 *connection, const std::string &sql, std::size_t *mistakeAt = nullptr) {
    std::string detail = sqlite3_errmsg(connection);
    constexpr std::string_view kNoTable = "no such table: ";
    constexpr std::string_view kNoColumn = "no such column: ";
    if (detail.starts_with(kNoColumn)) {
        detail += nearestColumns(sql, std::string_view(detail).substr(kNoColumn.size()));
    } else if (detail.starts_with(kNoTable) && detail.find('.', kNoTable.size()) != std::string::npos) {
        detail += " (no profile of that name is open)";
    } else if (detail.starts_with(kNoTable)) {
        std::vector<std::string> ids{"tables", "columns"};
        for (const auto &entry : analysisList()) {
            ids.push_back(entry.id);
        }
        for (const auto &view : askViews()) {
            ids.emplace_back(view.name);
        }
        for (const auto &native : traceRelationTexts()) {
            ids.emplace_back(native.name);
        }
        detail += nearestNames(detail.substr(kNoTable.size()), ids) + " (SELECT id, title FROM tables lists them)";
    } else if (detail == "not authorized" || detail.ends_with("may not be modified") ||
               detail.starts_with("cannot modify")) {
        detail = "only SELECT statements are allowed";
    }
    if (const int at = sqlite3_error_offset(connection); at >= 0 && at <= static_cast<int>(sql.size())) {
        if (mistakeAt != nullptr) {
            *mistakeAt = static_cast<std::size_t>(at);
        }
        detail += " at character " + std::to_string(at + 1);
    }
    return {ErrorKind::BadArgument, detail, {}};
}

Result<AskStatement> prepared(sqlite3 *connection, const std::string &sql, std::size_t *mistakeAt = nullptr) {
    sqlite3_stmt *made = nullptr;
    const char *rest = nullptr;
    const int code = sqlite3_prepare_v3(connection, sql.c_str(), static_cast<int>(sql.size()), 0, &made, &rest);
    AskStatement statement(made);
    if (code != SQLITE_OK) {
        return tl::make_unexpected(sqlError(connection, sql, mistakeAt));
    }
    if (made == nullptr) {
        return fail(ErrorKind::BadArgument, "the statement is empty");
    }
    const std::string_view after(rest == nullptr ? "" : rest);
    if (after.find_first_not_of("; \t\r\n") != std::string_view::npos) {
        return fail(ErrorKind::BadArgument, "one statement at a time");
    }
    if (sqlite3_stmt_readonly(made) == 0 || sqlite3_column_count(made) == 0) {
        return fail(ErrorKind::BadArgument, "only SELECT statements are allowed");
    }
    return statement;
}

Status bindValues(sqlite3_stmt *statement, const std::map<std::string, double> &values) {
    for (int i = 1; i <= sqlite3_bind_parameter_count(statement); ++i) {
        const char *name = sqlite3_bind_parameter_name(statement, i);
        const auto value = name == nullptr ? values.end() : values.find(name + 1);
        if (value == values.end()) {
            return fail(ErrorKind::BadArgument,
                        "parameter " + std::string(name == nullptr ? "?" : name) + " has no value");
        }
        sqlite3_bind_double(statement, i, value->second);
    }
    return {};
}

/// Text where one value is, real where one is, else integer.
void settleTypes(ResultTable &table) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        auto type = ColumnType::Integer;
        for (const auto &row : table.rows) {
            if (std::holds_alternative<std::string>(row[i])) {
                type = ColumnType::Text;
                break;
            }
            type = std::holds_alternative<double>(row[i]) ? ColumnType::Real : type;
        }
        table.columns[i].type = type;
    }
}

}  // namespace

std::vector<std::string> askSchemas(const Workspace &workspace) {
    std::vector<std::string> schemas;
    int number = 2;
    for (const auto &run : workspace.runs) {
        if (&run != workspace.mainRun()) {
            schemas.push_back(&run == workspace.baseline() ? "baseline" : "run" + std::to_string(number++));
        }
    }
    return schemas;
}

Result<AskReads> readsOf(const std::string &sql, std::size_t *mistakeAt, const std::vector<std::string> &schemas) {
    AskRun run{.budget = AskBudget(0)};
    run.sources.push_back(std::make_unique<AskSource>(nullptr, 0, run.budget, std::stop_token()));
    for (const auto &schema : schemas) {
        if (names(sql, schema)) {
            const auto number = static_cast<int>(run.sources.size());
            run.sources.push_back(std::make_unique<AskSource>(nullptr, number, run.budget, std::stop_token()));
            run.schemas.push_back(schema);
        }
    }
    if (mistakeAt != nullptr) {
        *mistakeAt = 0;
    }
    ASSIGN_OR_RETURN(const auto connection, connectionFor(run, sql, {}));
    const auto statement = prepared(connection.get(), sql, mistakeAt);
    return statement ? Result<AskReads>(std::move(run.reads)) : tl::make_unexpected(statement.error());
}

namespace {

/// Inputs of further profiles, each the main one of a workspace of its own.
struct FurtherProfiles {
    std::vector<std::unique_ptr<Workspace>> workspaces{};
    std::vector<std::unique_ptr<AnalysisInput>> inputs{};
};

FurtherProfiles addSources(const AnalysisInput &input, const std::string &sql, AskRun &run) {
    FurtherProfiles further;
    run.sources.push_back(std::make_unique<AskSource>(&input, 0, run.budget, run.stop));
    std::size_t number = 0;
    const auto schemas = askSchemas(*input.workspace);
    for (const auto &other : input.workspace->runs) {
        if (&other == input.workspace->mainRun()) {
            continue;
        }
        const auto &schema = schemas[number++];
        if (!names(sql, schema)) {
            continue;
        }
        auto &workspace = further.workspaces.emplace_back(std::make_unique<Workspace>());
        workspace->runs.push_back(other);
        workspace->runs.front().role = RunRole::None;
        auto &own = further.inputs.emplace_back(std::make_unique<AnalysisInput>(input));
        own->workspace = workspace.get();
        own->comparedWith.reset();
        run.sources.push_back(std::make_unique<AskSource>(own.get(), static_cast<int>(number), run.budget, run.stop));
        run.schemas.push_back(schema);
    }
    return further;
}

/// All rows of a statement; the code that it ends with. Errors: Limit.
Result<int> takeRows(sqlite3_stmt *statement, AskBudget &budget, std::size_t mostRows, ResultTable &table) {
    const auto columns = static_cast<int>(table.columns.size());
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        if (table.rows.size() >= mostRows) {
            return fail(ErrorKind::Limit, "more than " + std::to_string(mostRows) + " rows: add a LIMIT");
        }
        auto &row = table.rows.emplace_back();
        row.reserve(table.columns.size());
        std::size_t bytes = sizeof(decltype(table.rows)::value_type);
        for (int i = 0; i < columns; ++i) {
            row.push_back(valueCell(sqlite3_column_value(statement, i)));
            const auto *text = std::get_if<std::string>(&row.back());
            bytes += sizeof(Cell) + (text == nullptr ? 0 : text->size());
        }
        if (!budget.take(bytes)) {
            break;
        }
    }
    return budget.isOver() ? Result<int>(fail(ErrorKind::Limit, budget.text())) : Result<int>(code);
}

/// Without rows.
ResultTable tableOf(sqlite3_stmt *statement) {
    ResultTable table;
    table.id = "sql";
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
        const std::string name = sqlite3_column_name(statement, i);
        table.columns.push_back({name, ColumnType::Text, askUnit(name), {}});
    }
    return table;
}

std::optional<Error> sourceError(const AskRun &run) {
    for (const auto &source : run.sources) {
        if (source->error()) {
            return source->error();
        }
    }
    return std::nullopt;
}

}  // namespace

Result<ResultTable> ask(const AnalysisInput &input, const std::string &sql, const AskLimits &limits,
                        const std::stop_token &stop) {
    AskRun run{.budget = AskBudget(limits.mostMemory)};
    if (limits.time.count() > 0) {
        run.deadline = Clock::now() + limits.time;
    }
    const TimedStop timed(stop, run.deadline);
    run.stop = timed.token();
    const auto further = addSources(input, sql, run);
    ASSIGN_OR_RETURN(const auto connection, connectionFor(run, sql, limits));
    auto statement = prepared(connection.get(), sql);
    RETURN_IF_ERROR(statement);
    auto table = tableOf(statement->get());
    if (const auto faster = countedByTrack(sql)) {
        if (auto counted = prepared(connection.get(), *faster)) {
            statement = std::move(counted);
        }
    }
    RETURN_IF_ERROR(bindValues(statement->get(), limits.values));
    const std::stop_callback onStop(run.stop, [&connection] { sqlite3_interrupt(connection.get()); });
    ASSIGN_OR_RETURN(const auto code, takeRows(statement->get(), run.budget, limits.mostRows, table));
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    if (run.isLate || run.stop.stop_requested()) {
        return fail(ErrorKind::Limit, "the statement took longer than " + std::to_string(limits.time.count()) + " ms");
    }
    if (code != SQLITE_DONE) {
        const auto error = sourceError(run);
        return tl::make_unexpected(error ? *error : sqlError(connection.get(), sql));
    }
    settleTypes(table);
    for (std::size_t i = 0; i < run.sources.size(); ++i) {
        const auto &source = *run.sources[i];
        for (const auto &note : source.notes()) {  // each begins with its table
            table.notes.push_back((i == 0 ? "" : run.schemas[i - 1] + '.') + note);
        }
        const auto empty = emptyColumnNotes(run.named, i == 0 ? "main" : run.schemas[i - 1], source);
        table.notes.insert(table.notes.end(), empty.begin(), empty.end());
    }
    return table;
}

}  // namespace stagescope
