#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <memory>

struct sqlite3;
struct sqlite3_stmt;

namespace stagescope {

struct CloseAskConnection {
    void operator()(sqlite3 *connection) const;
};
struct EndAskStatement {
    void operator()(sqlite3_stmt *statement) const;
};
using AskConnection = std::unique_ptr<sqlite3, CloseAskConnection>;
using AskStatement = std::unique_ptr<sqlite3_stmt, EndAskStatement>;

/// A database in memory, with nothing in it. One thread. Errors: Internal.
[[nodiscard]] Result<AskConnection> openAskConnection();

/// The locks of a connection that runs what users write: nothing of the file system can be reached, and no value is
/// longer than `mostText` bytes. After its tables were added.
void lockAskConnection(sqlite3 *connection, std::size_t mostText);

}  // namespace stagescope
