#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/base/time.h"

#include <QtCore/QJsonObject>
#include <QtCore/QString>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// What a tool answers: an object, or a sentence on what was wrong with the question. Value type.
struct McpAnswer {
    QJsonObject data{};
    bool isError = false;
};
[[nodiscard]] McpAnswer refusal(const std::string &sentence);

/// Text of a profile as data: what could steer a terminal or reverse the direction of text is replaced (shownText), and
/// of more than `most` characters the middle is left out: names of kernels with all their template arguments are whole.
[[nodiscard]] QString quotedData(std::string_view text, int most = 400);

/// The text of an item behind the handle of its profile: whole, since one that is cut is none.
[[nodiscard]] QString itemData(const std::string &handle, std::string_view item);

/// Which rows of a table an answer has.
struct McpPage {
    std::size_t first = 0;
    std::size_t mostRows = 50;
    std::size_t mostBytes = 8000;  ///< of the rows as JSON
};
/// What cells are written by.
struct McpForm {
    std::string handle;                      ///< before items
    std::optional<AlignedRange> time;        ///< first to last event: absolute times become ns from the first
    std::optional<AlignedRange> baseline{};  ///< the same, of times of the baseline
};

/// {columns, units, rows, total, shown, more, notes}: rows as arrays in the order of the columns, null where a value is
/// not known. Cut between rows; totals are of all rows. Columns in which no shown row has a value are told in the
/// notes. Numbers beyond 2^53 that are no times are texts, so that no reader rounds them. O(shown cells).
[[nodiscard]] QJsonObject tableAnswer(const ResultTable &table, const McpPage &page, const McpForm &form);

}  // namespace stagescope
