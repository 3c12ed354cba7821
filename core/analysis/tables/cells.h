#pragma once

#include "core/analysis/tables/analysis.h"
#include "core/analysis/tables/result_table.h"
#include "core/base/time.h"

#include <concepts>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

// How analyses write their cells; header only, no state.

template <std::integral T>
[[nodiscard]] Cell numberCell(T value) {
    return static_cast<std::int64_t>(value);
}
template <std::integral T>
[[nodiscard]] Cell numberCell(const std::optional<T> &value) {
    return value ? numberCell(*value) : Cell{};
}
/// Empty for numbers that mean "unknown" when negative: rank, device, microbatch, step.
template <std::integral T>
[[nodiscard]] Cell knownCell(T value) {
    return value < 0 ? Cell{} : numberCell(value);
}

/// Steps before the first may have negative numbers.
[[nodiscard]] inline Cell stepCell(std::int64_t step) { return step == kNoStep ? Cell{} : numberCell(step); }
[[nodiscard]] inline Cell textCell(std::string_view value) { return std::string(value); }
/// Microseconds of whole nanoseconds. The division is correctly rounded, so up to 2^53 ns (104 days) the shortest
/// decimal that reads back is the exact one: 8873756 ns prints as 8873.756.
[[nodiscard]] inline Cell microsCell(Nanos value) { return static_cast<double>(value.count()) / 1000.0; }
[[nodiscard]] inline Cell microsCell(const std::optional<Nanos> &value) { return value ? microsCell(*value) : Cell{}; }
[[nodiscard]] inline Cell percentCell(Nanos part, Nanos whole) {
    return whole.count() == 0 ? Cell{}
                              : Cell{100.0 * static_cast<double>(part.count()) / static_cast<double>(whole.count())};
}

/// A point of a rank's time as the run aligns it, ns.
[[nodiscard]] inline Cell alignedCell(const Run &run, int rank, RankTime time) {
    return numberCell(ns(run.clock.toAligned(rank, time)));
}

inline void append(std::vector<Cell> &row, std::vector<Cell> more) {
    row.insert(row.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

[[nodiscard]] inline ColumnSpec integerColumn(std::string name, std::string unit, std::string meaning) {
    return {std::move(name), ColumnType::Integer, std::move(unit), std::move(meaning)};
}
[[nodiscard]] inline ColumnSpec realColumn(std::string name, std::string unit, std::string meaning) {
    return {std::move(name), ColumnType::Real, std::move(unit), std::move(meaning)};
}
[[nodiscard]] inline ColumnSpec textColumn(std::string name, std::string meaning) {
    return {std::move(name), ColumnType::Text, {}, std::move(meaning)};
}

/// A table without rows, with the columns of its entry.
[[nodiscard]] inline ResultTable emptyTable(const AnalysisEntry &entry) { return {entry.id, entry.columns, {}, {}}; }

/// Whether a span of a rank's clock touches the range that is asked about; a point counts as inside.
[[nodiscard]] inline bool inRange(const AnalysisInput &input, const Run &run, int rank, RankRange range) {
    if (!input.range) {
        return true;
    }
    const auto aligned = run.clock.toAligned(rank, range);
    return input.range->contains(aligned.begin) || input.range->overlaps(aligned);
}

}  // namespace stagescope
