#include "core/ask/ask_engine.h"

#include "core/ask/ask_functions.h"
#include "core/ask/ask_tables.h"
#include "core/ask/ask_views.h"
#include "core/ask/trace_relations.h"
#include "core/base/io/sqlite_library.h"
#include "core/base/words/nearest_names.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <limits>

namespace stagescope {

namespace {

using Clock = std::chrono::steady_clock;

/// A statement while it is looked at or run.
struct AskRun {
    const AskSource *source = nullptr;
    AskReads reads{};
    std::stop_token stop{};
    std::optional<Clock::time_point> deadline{};
    bool isLate = false;
};

struct CloseConnection {
    void operator()(sqlite3 *connection) const { sqlite3_close_v2(connection); }
};
struct EndStatement {
    void operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }
};
using Connection = std::unique_ptr<sqlite3, CloseConnection>;
using Statement = std::unique_ptr<sqlite3_stmt, EndStatement>;

/// Reading alone, of tables that are there, by functions that cannot reach out of the statement. `context` is AskRun.
int authorize(void *context, int action, const char *first, const char *second, const char * /*database*/,
              const char * /*trigger*/) {
    if (static_cast<AskRun *>(context)->source->isDeclaring()) {
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

void setLimits(sqlite3 *connection, const AskLimits &limits) {
    constexpr int kSqlBytes = 1 << 20;
    constexpr int kDepth = 200;
    constexpr int kCompound = 50;
    constexpr int kOperations = 250'000;
    constexpr int kPattern = 1000;
    const auto text = static_cast<int>(std::min<std::size_t>(limits.mostText, std::numeric_limits<int>::max()));
    const std::pair<int, int> all[] = {{SQLITE_LIMIT_LENGTH, text},
                                       {SQLITE_LIMIT_SQL_LENGTH, kSqlBytes},
                                       {SQLITE_LIMIT_EXPR_DEPTH, kDepth},
                                       {SQLITE_LIMIT_COMPOUND_SELECT, kCompound},
                                       {SQLITE_LIMIT_VDBE_OP, kOperations},
                                       {SQLITE_LIMIT_ATTACHED, 0},
                                       {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, kPattern},
                                       {SQLITE_LIMIT_WORKER_THREADS, 0}};
    for (const auto &[which, most] : all) {
        sqlite3_limit(connection, which, most);
    }
    // Double quotes are names: a mistyped one would silently be a text.
    const std::pair<int, int> settings[] = {{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                            {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                            {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
                                            {SQLITE_DBCONFIG_DQS_DML, 0},
                                            {SQLITE_DBCONFIG_DQS_DDL, 0}};
    for (const auto &[which, value] : settings) {
        sqlite3_db_config(connection, which, value, nullptr);
    }
}

Result<Connection> connectionFor(AskSource &source, AskRun &run, const AskLimits &limits,
                                 std::optional<std::int64_t> firstEvent = {}) {
    constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY;
    constexpr int kOperationsBetween = 1000;
    sqlite3 *opened = nullptr;
    const int code = openSqlite(":memory:", kFlags, &opened);
    Connection connection(opened);
    if (code != SQLITE_OK) {
        return fail(ErrorKind::Internal, "SQLite does not start");
    }
    setLimits(opened, limits);
    run.source = &source;
    auto status = addAskTables(opened, source);
    status = status ? addAskFunctions(opened, firstEvent) : std::move(status);
    status = status ? addAskViews(opened, source) : std::move(status);
    if (!status) {
        return tl::make_unexpected(status.error());
    }
    sqlite3_set_authorizer(opened, &authorize, &run);
    sqlite3_progress_handler(opened, kOperationsBetween, &isToEnd, &run);
    return connection;
}

/// "no such column: nmae (at character 8)", with what may have been meant.
Error sqlError(sqlite3 *connection, const std::string &sql) {
    std::string detail = sqlite3_errmsg(connection);
    constexpr std::string_view kNoTable = "no such table: ";
    if (detail.starts_with(kNoTable)) {
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
        detail += " at character " + std::to_string(at + 1);
    }
    return {ErrorKind::BadArgument, detail, {}};
}

Result<Statement> prepared(sqlite3 *connection, const std::string &sql) {
    sqlite3_stmt *made = nullptr;
    const char *rest = nullptr;
    const int code = sqlite3_prepare_v3(connection, sql.c_str(), static_cast<int>(sql.size()), 0, &made, &rest);
    Statement statement(made);
    if (code != SQLITE_OK) {
        return tl::make_unexpected(sqlError(connection, sql));
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

/// As names of columns end in their unit.
std::string unitOf(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, const char *>, 6> kUnits{
        {{"_ns", "ns"}, {"_us", "us"}, {"_ms", "ms"}, {"_bytes", "bytes"}, {"_percent", "%"}, {"_gbps", "GB/s"}}};
    const auto it =
        std::find_if(kUnits.begin(), kUnits.end(), [&](const auto &unit) { return name.ends_with(unit.first); });
    return it == kUnits.end() ? std::string() : it->second;
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

Cell cellOf(sqlite3_stmt *statement, int column) {
    switch (sqlite3_column_type(statement, column)) {
        case SQLITE_INTEGER:
            return std::int64_t{sqlite3_column_int64(statement, column)};
        case SQLITE_FLOAT:
            return sqlite3_column_double(statement, column);
        case SQLITE_NULL:
            return std::monostate{};
        default: {
            const auto *text = static_cast<const char *>(sqlite3_column_blob(statement, column));
            const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
            return text == nullptr ? std::string() : std::string(text, size);
        }
    }
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

Result<AskReads> readsOf(const std::string &sql) {
    AskRun run;
    AskSource source(nullptr, {});
    const auto connection = connectionFor(source, run, {});
    if (!connection) {
        return tl::make_unexpected(connection.error());
    }
    const auto statement = prepared(connection->get(), sql);
    return statement ? Result<AskReads>(std::move(run.reads)) : tl::make_unexpected(statement.error());
}

Result<ResultTable> ask(const AnalysisInput &input, const std::string &sql, const AskLimits &limits,
                        const std::stop_token &stop) {
    AskRun run;
    run.stop = stop;
    if (limits.time.count() > 0) {
        run.deadline = Clock::now() + limits.time;
    }
    AskSource source(&input, stop);
    const auto connection = connectionFor(source, run, limits, limits.firstEvent);
    if (!connection) {
        return tl::make_unexpected(connection.error());
    }
    const auto statement = prepared(connection->get(), sql);
    if (!statement) {
        return tl::make_unexpected(statement.error());
    }
    if (const auto bound = bindValues(statement->get(), limits.values); !bound) {
        return tl::make_unexpected(bound.error());
    }
    ResultTable table;
    table.id = "sql";
    const int columns = sqlite3_column_count(statement->get());
    for (int i = 0; i < columns; ++i) {
        const std::string name = sqlite3_column_name(statement->get(), i);
        table.columns.push_back({name, ColumnType::Text, unitOf(name), {}});
    }
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(statement->get())) == SQLITE_ROW) {
        if (table.rows.size() >= limits.mostRows) {
            return fail(ErrorKind::Limit, "more than " + std::to_string(limits.mostRows) + " rows: add a LIMIT");
        }
        auto &row = table.rows.emplace_back();
        for (int i = 0; i < columns; ++i) {
            row.push_back(cellOf(statement->get(), i));
        }
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    if (run.isLate) {
        return fail(ErrorKind::Limit, "the statement took longer than " + std::to_string(limits.time.count()) + " ms");
    }
    if (code != SQLITE_DONE) {
        return tl::make_unexpected(source.error() ? *source.error() : sqlError(connection->get(), sql));
    }
    settleTypes(table);
    table.notes = source.notes();
    return table;
}

}  // namespace stagescope
