#pragma once

#include <string>

struct sqlite3;

namespace stagescope {

/// sqlite3_open_v2 for a connection that one thread uses at a time. THE way in which a database is opened: it first
/// sees to it that SQLite keeps no tally of its memory, whose lock all threads would wait for at each allocation.
[[nodiscard]] int openSqlite(const char *uri, int flags, sqlite3 **db);
/// The same for the bytes of a database, which are only read and must outlive the connection.
[[nodiscard]] int openSqliteImage(const std::string &bytes, sqlite3 **db);

}  // namespace stagescope
