#pragma once

#include "views/common/texts/import_texts.h"

#include <span>
#include <string>
#include <string_view>

namespace stagescope {

/// Heads of columns that are called the same in all tables of analysisList: head.<column>, sorted. What a table calls
/// otherwise stands with the other texts of its subject: head.<table>.<column>.
[[nodiscard]] std::span<const MessageEntry> headEntries();

/// Id of the text of a column's head: the table's own, else, of a table of analysisList, the one of all tables; empty
/// where there is neither.
[[nodiscard]] std::string headId(std::string_view table, std::string_view column);

}  // namespace stagescope
