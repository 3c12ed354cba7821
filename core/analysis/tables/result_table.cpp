#include "core/analysis/tables/result_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace stagescope {

std::size_t ResultTable::indexOf(std::string_view column) const {
    const auto it = std::find_if(columns.begin(), columns.end(), [&](const ColumnSpec &c) { return c.name == column; });
    return static_cast<std::size_t>(it - columns.begin());
}

std::string ResultTable::text(std::size_t row, std::string_view column) const {
    const auto i = indexOf(column);
    return i < columns.size() && row < rows.size() ? cellText(rows[row][i]) : std::string{};
}

std::string cellText(const Cell &cell) {
    if (const auto *number = std::get_if<std::int64_t>(&cell)) {
        return std::to_string(*number);
    }
    if (const auto *text = std::get_if<std::string>(&cell)) {
        return *text;
    }
    const auto *real = std::get_if<double>(&cell);
    if (real == nullptr || !std::isfinite(*real)) {
        return {};
    }
    std::array<char, 64> buffer{};
    const auto [end, error] =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), *real, std::chars_format::fixed);
    if (error != std::errc{}) {
        const auto [end2, error2] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), *real);
        return {buffer.data(), end2};
    }
    return {buffer.data(), end};
}

}  // namespace stagescope
