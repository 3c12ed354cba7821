#include "core/ask/ask_connection.h"

#include "core/base/io/sqlite_library.h"

#include <sqlite3.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace stagescope {

void CloseAskConnection::operator()(sqlite3 *connection) const { sqlite3_close_v2(connection); }

void EndAskStatement::operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }

Result<AskConnection> openAskConnection() {
    constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY;
    sqlite3 *opened = nullptr;
    const int code = openSqlite(":memory:", kFlags, &opened);
    AskConnection connection(opened);
    return code == SQLITE_OK ? Result<AskConnection>(std::move(connection))
                             : fail(ErrorKind::Internal, "SQLite does not start");
}

void lockAskConnection(sqlite3 *connection, std::size_t mostText) {
    constexpr int kSqlBytes = 1 << 20;
    constexpr int kDepth = 200;
    constexpr int kCompound = 50;
    constexpr int kOperations = 250'000;
    constexpr int kPattern = 250;  // a LIKE is one step: its length times the text's
    const auto text = static_cast<int>(std::min<std::size_t>(mostText, std::numeric_limits<int>::max()));
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

}  // namespace stagescope
