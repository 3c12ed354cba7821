#pragma once

#include "core/analysis/tables/result_table.h"

struct sqlite3_context;
struct sqlite3_value;

namespace stagescope {

// Between SQLite's values and cells: NULL is an unknown one. A blob is a text.

[[nodiscard]] Cell valueCell(sqlite3_value *value);
void giveCell(const Cell &cell, sqlite3_context *context);

}  // namespace stagescope
