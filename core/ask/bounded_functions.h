#pragma once

#include "core/base/result.h"

struct sqlite3;

namespace stagescope {

/// SQLite's functions that could run for minutes within one step, where no limit ends them, as bounded ones of the same
/// name: printf and format pad to at most 1000 characters, instr and replace search in linear time, trim, ltrim and
/// rtrim take at most 100 bytes of characters to trim. Errors: Internal.
[[nodiscard]] Status addBoundedFunctions(sqlite3 *connection);

}  // namespace stagescope
