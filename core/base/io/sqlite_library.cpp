#include "core/base/io/sqlite_library.h"

#include <sqlite3.h>

namespace stagescope {

int openSqlite(const char *uri, int flags, sqlite3 **db) {
    // Too late where someone else has begun with SQLite in this process: then it works as it does by itself.
    [[maybe_unused]] static const int tally = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    return sqlite3_open_v2(uri, db, flags | SQLITE_OPEN_NOMUTEX, nullptr);
}

int openSqliteImage(const std::string &bytes, sqlite3 **db) {
    const int code = openSqlite(":memory:", SQLITE_OPEN_READWRITE, db);
    if (code != SQLITE_OK) {
        return code;
    }
    auto *image = reinterpret_cast<unsigned char *>(const_cast<char *>(bytes.data()));
    const auto size = static_cast<sqlite3_int64>(bytes.size());
    return sqlite3_deserialize(*db, "main", image, size, size, SQLITE_DESERIALIZE_READONLY);
}

}  // namespace stagescope
