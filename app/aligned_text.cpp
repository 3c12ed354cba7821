#include "app/aligned_text.h"

#include "core/export/shown_text.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kMostColumns = 60;

bool isStart(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

std::size_t columnsOf(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), &isStart));
}

std::string shortened(std::string text) {
    constexpr std::string_view kDots = "...";
    if (columnsOf(text) <= kMostColumns) {
        return text;
    }
    std::size_t bytes = 0;
    for (std::size_t columns = 0; bytes < text.size(); ++bytes) {
        columns += isStart(text[bytes]) ? 1 : 0;
        if (columns > kMostColumns - kDots.size()) {
            break;
        }
    }
    return text.substr(0, bytes) + std::string(kDots);
}

}  // namespace

std::string alignedText(const ResultTable &table) {
    std::vector<std::vector<std::string>> lines(1);
    for (const auto &column : table.columns) {
        lines[0].push_back(shortened(shownText(column.name)));
    }
    for (const auto &row : table.rows) {
        auto &line = lines.emplace_back();
        for (const auto &cell : row) {
            line.push_back(shortened(shownText(cellText(cell))));
        }
    }
    std::vector<std::size_t> widths(table.columns.size());
    for (const auto &line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            widths[i] = std::max(widths[i], columnsOf(line[i]));
        }
    }
    std::string text;
    for (const auto &line : lines) {
        std::string row;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const std::string gap(widths[i] - columnsOf(line[i]), ' ');
            const bool isNumber = table.columns[i].type != ColumnType::Text;
            row += (i == 0 ? "" : "  ") + (isNumber ? gap + line[i] : line[i] + gap);
        }
        row.erase(row.find_last_not_of(' ') + 1);
        text += row + "\n";
    }
    const auto count = table.rows.size();
    return text + "(" + std::to_string(count) + (count == 1 ? " row)\n" : " rows)\n");
}

}  // namespace stagescope
