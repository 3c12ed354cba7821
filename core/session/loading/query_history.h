#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace stagescope {

/// SQL statements that were run in windows of this user, the last one first; empty where none are kept or the file
/// cannot be read. They are kept in the data folder, never in a profile.
[[nodiscard]] std::vector<std::string> keptStatements();
/// In front of the others, of which 50 stay; one that is kept already moves. Errors: as SharedFile.
[[nodiscard]] Status keepStatement(const std::string &sql);

}  // namespace stagescope
