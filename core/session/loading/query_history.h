#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace stagescope {

/// SQL statements that were run in windows of this user, the last one first; empty where none are kept or the file
/// cannot be read. They are kept in the data folder, never in a profile.
[[nodiscard]] std::vector<std::string> keptStatements();
/// In front of the others, of which 50 stay, and 1 MiB in all; one that is kept already moves. Errors: as SharedFile.
[[nodiscard]] Status keepStatement(const std::string &sql);

/// A statement that a user gave a name. Kept as the history is, until it is removed.
struct SavedQuery {
    std::string name;
    std::string sql;
};
/// By name; empty where the file cannot be read.
[[nodiscard]] std::vector<SavedQuery> savedQueries();
/// In place of one of that name. Errors: BadArgument for an empty name and beyond 1000 queries; Limit beyond 8 MiB;
/// where the file is there and does not read as such a list, which stays as it is; as SharedFile.
[[nodiscard]] Status saveQuery(const SavedQuery &query);
/// One that is not there is no error. Errors: as saveQuery.
[[nodiscard]] Status removeQuery(const std::string &name);

}  // namespace stagescope
