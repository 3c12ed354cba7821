#pragma once

#include "core/base/result.h"

struct sqlite3;

namespace stagescope {

/// What names of calls tell, in letters of either case: host_activity(name), "compiling" and so on
/// (core/analysis/host/host_activity.h), and takes_memory(name), whether it asks the driver for memory. Errors:
/// Internal.
[[nodiscard]] Status addNameFunctions(sqlite3 *connection);

}  // namespace stagescope
