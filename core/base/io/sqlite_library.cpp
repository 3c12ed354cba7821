#include "core/base/io/sqlite_library.h"

#include <sqlite3.h>

namespace stagescope {

int openSqlite(const char *uri, int flags, sqlite3 **db) {
    // Too late where someone else has begun with SQLite in this process: then it works as it does by itself.
    [[maybe_unused]] static const int tally = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    return sqlite3_open_v2(uri, db, flags | SQLITE_OPEN_NOMUTEX, nullptr);
}

}  // namespace stagescope
