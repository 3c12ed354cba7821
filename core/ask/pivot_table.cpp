#include "core/ask/pivot_table.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace stagescope {

namespace {

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

/// What the values of a column become: its most frequent values by order, all others the place `most`.
std::map<Cell, std::size_t> pivotPlaces(const ResultTable &table, std::size_t column, std::size_t most) {
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
        places[*byCount[i].second] = i < most ? 0 : most;
    }
    std::size_t next = 0;
    for (auto &[value, place] : places) {
        place = place == most ? place : next++;
    }
    return places;
}

/// What a row adds to its cell; nothing of an unknown value.
std::optional<double> pivotShare(const std::vector<Cell> &row, const PivotChoice &choice) {
    if (!choice.values) {
        return 1.0;
    }
    const auto &value = row[*choice.values];
    if (choice.aggregate != Aggregate::Count) {
        return pivotNumber(value);
    }
    return std::holds_alternative<std::monostate>(value) ? std::nullopt : std::optional(1.0);
}

/// A whole number in a column of such, where it is exact.
Cell pivotCell(const std::vector<double> &values, const PivotChoice &choice, bool isWhole) {
    const double made = aggregateOf(choice.aggregate, values);
    constexpr double kExact = 9007199254740992.0;
    return isWhole && std::abs(made) < kExact ? Cell(static_cast<std::int64_t>(made)) : Cell(made);
}

/// The head and the columns of values, of which the last one may hold others.
ResultTable emptyPivot(const ResultTable &table, const PivotChoice &choice, std::size_t width) {
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
    return pivot;
}

/// Values by their column, of those columns that have any.
using PivotGroup = std::map<std::size_t, std::vector<double>>;

/// By the places of their heads.
std::vector<PivotGroup> pivotGroups(const ResultTable &table, const PivotChoice &choice,
                                    const std::map<Cell, std::size_t> &heads, std::size_t mostHeads,
                                    const std::map<Cell, std::size_t> &columns) {
    std::vector<PivotGroup> groups(std::min(heads.size(), mostHeads));
    for (const auto &row : table.rows) {
        const auto at = heads.at(row[choice.rows]);
        const auto share = at < groups.size() ? pivotShare(row, choice) : std::nullopt;
        if (share) {
            groups[at][choice.columns ? columns.at(row[*choice.columns]) : 0].push_back(*share);
        }
    }
    return groups;
}

/// Whether the places are those of columns that are there.
bool isChoiceOf(const PivotChoice &choice, std::size_t columns) {
    return choice.rows < columns && choice.columns.value_or(0) < columns && choice.values.value_or(0) < columns;
}

}  // namespace

ResultTable pivotOf(const ResultTable &table, const PivotChoice &choice) {
    if (!isChoiceOf(choice, table.columns.size())) {
        return {};
    }
    const auto columns = choice.columns ? pivotPlaces(table, *choice.columns, kMostPivotColumns)
                                        : std::map<Cell, std::size_t>{{Cell(), 0}};
    const bool hasOthers = columns.size() > kMostPivotColumns;
    const auto width = std::min(columns.size(), kMostPivotColumns) + (hasOthers ? 1 : 0);
    const auto mostHeads = kMostPivotCells / (1 + width);
    const auto heads = pivotPlaces(table, choice.rows, mostHeads);
    const auto groups = pivotGroups(table, choice, heads, mostHeads, columns);
    auto pivot = emptyPivot(table, choice, width);
    pivot.origin = table.origin;
    const bool isWhole = pivot.columns.back().type == ColumnType::Integer;
    for (const auto &[head, place] : columns) {
        if (choice.columns) {
            pivot.columns[1 + place].name = place == kMostPivotColumns ? "others" : headOf(head);
        }
    }
    for (const auto &[head, at] : heads) {
        if (at >= groups.size()) {
            continue;
        }
        auto &row = pivot.rows.emplace_back(1 + width);
        row.front() = head;
        for (const auto &[place, values] : groups[at]) {
            row[1 + place] = pivotCell(values, choice, isWhole);
        }
    }
    if (hasOthers) {
        pivot.notes.push_back("Column others: " + std::to_string(columns.size() - kMostPivotColumns) + " values.");
    }
    if (heads.size() > mostHeads) {
        pivot.notes.push_back("Rows: the " + std::to_string(mostHeads) + " most frequent of " +
                              std::to_string(heads.size()) + " values of " + table.columns[choice.rows].name + ".");
    }
    return pivot;
}

}  // namespace stagescope
