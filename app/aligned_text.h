#pragma once

#include "core/analysis/tables/result_table.h"

#include <string>

namespace stagescope {

/// A table for people: columns aligned, numbers to the right, control characters shown, texts of at most 60 characters
/// (longer ones end in "..."), a last line with the number of rows.
[[nodiscard]] std::string alignedText(const ResultTable &table);

}  // namespace stagescope
