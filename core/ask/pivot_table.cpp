#include "core/ask/pivot_table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

namespace {

constexpr std::size_t kOthersColumn = kMostPivotColumns;

std::optional<double> pivotNumber(const Cell &cell) {
    if (const auto *whole = std::get_if<std::int64_t>(&cell)) {
        return static_cast<double>(*whole);
    }
    const auto *real = std::get_if<double>(&cell);
    return real == nullptr ? std::nullopt : std::optional(*real);
}

std::string headOf(const Cell &value) {
    const auto text = cellText(value);
    return text.empty() ? "(none)" : text;
}

/// What the values of a column become: its most frequent values by order, all others one behind them.
std::map<Cell, std::size_t> pivotPlaces(const ResultTable &table, std::size_t column) {
    std::map<Cell, std::size_t> counts;
    for (const auto &row : table.rows) {
        ++counts[row[column]];
    }
    std::vector<std::pair<std::size_t, const Cell *>> byCount;
    for (const auto &[value, count] : counts) {
        byCount.emplace_back(count, &value);
    }
    std::stable_sort(byCount.begin(), byCount.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    std::map<Cell, std::size_t> places;
    for (std::size_t i = 0; i < byCount.size(); ++i) {
        places[*byCount[i].second] = i < kMostPivotColumns ? 0 : kOthersColumn;
    }
    std::size_t next = 0;
    for (auto &[value, place] : places) {
        place = place == kOthersColumn ? place : next++;
    }
    return places;
}

/// Whole where all of it is.
Cell pivotCell(const std::vector<double> &values, const PivotChoice &choice, bool isWhole) {
    if (values.empty()) {
        return {};
    }
    const double made = aggregateOf(choice.aggregate, values);
    constexpr double kExact = 9007199254740992.0;
    const bool staysWhole = choice.aggregate == Aggregate::Count ||
                            (isWhole && choice.aggregate != Aggregate::Mean && choice.aggregate != Aggregate::P95);
    return staysWhole && std::abs(made) < kExact ? Cell(static_cast<std::int64_t>(made)) : Cell(made);
}

}  // namespace

ResultTable pivotOf(const ResultTable &table, const PivotChoice &choice) {
    const auto places = choice.columns ? pivotPlaces(table, *choice.columns) : std::map<Cell, std::size_t>{{Cell(), 0}};
    const bool hasOthers = places.size() > kMostPivotColumns;
    const auto width = std::min(places.size(), kMostPivotColumns) + (hasOthers ? 1 : 0);
    std::map<Cell, std::vector<std::vector<double>>> groups;
    for (const auto &row : table.rows) {
        auto &cells = groups.try_emplace(row[choice.rows], width).first->second;
        const auto place = choice.columns ? places.at(row[*choice.columns]) : 0;
        const auto number = choice.values && choice.aggregate != Aggregate::Count ? pivotNumber(row[*choice.values])
                            : choice.values && std::holds_alternative<std::monostate>(row[*choice.values])
                                ? std::nullopt
                                : std::optional(1.0);
        if (number) {
            cells[place].push_back(*number);
        }
    }
    ResultTable pivot{"pivot", {table.columns[choice.rows]}, {}, {}};
    const auto *value = choice.values ? &table.columns[*choice.values] : nullptr;
    const bool isCount = choice.aggregate == Aggregate::Count;
    const bool isWhole = isCount || (value != nullptr && value->type == ColumnType::Integer);
    const auto unit = isCount || value == nullptr ? std::string() : value->unit;
    const auto type = isWhole && choice.aggregate != Aggregate::Mean && choice.aggregate != Aggregate::P95
                          ? ColumnType::Integer
                          : ColumnType::Real;
    const auto name = std::string(aggregateText(choice.aggregate)) + (value == nullptr ? "" : '_' + value->name);
    pivot.columns.resize(1 + width, {name, type, unit, name});
    for (const auto &[head, place] : places) {
        if (choice.columns) {
            pivot.columns[1 + place].name = place == kOthersColumn ? "others" : headOf(head);
        }
    }
    for (const auto &[key, cells] : groups) {
        auto &row = pivot.rows.emplace_back();
        row.push_back(key);
        for (const auto &values : cells) {
            row.push_back(pivotCell(values, choice, isWhole));
        }
    }
    if (hasOthers) {
        pivot.notes.push_back("Column others: " + std::to_string(places.size() - kMostPivotColumns) + " values.");
    }
    return pivot;
}

}  // namespace stagescope
