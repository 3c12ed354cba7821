#include "core/analysis/difference/baseline_side.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace stagescope {

namespace {

constexpr std::string_view kDevice = "device";  // a number, empty where a rank has one
constexpr std::array<std::string_view, 5> kGroupKeys{"type", "core", "name", "input_shapes", kDevice};
using GroupKey = std::array<std::string, kGroupKeys.size()>;

GroupKey keyOf(const ResultTable &table, std::size_t row) {
    GroupKey key;
    for (std::size_t i = 0; i < key.size(); ++i) {
        key[i] = table.text(row, kGroupKeys[i]);
    }
    return key;
}

double totalOf(const ResultTable &table, std::size_t row) {
    const auto at = table.indexOf("total_us");
    const auto *total = at < table.columns.size() ? std::get_if<double>(&table.rows[row][at]) : nullptr;
    return total == nullptr ? 0 : *total;
}

/// A row of a table that says nothing but the keys, and that nothing ran.
std::vector<Cell> rowOf(const ResultTable &table, const GroupKey &key) {
    std::vector<Cell> cells(table.columns.size());
    const auto put = [&](std::string_view column, Cell cell) {
        if (const auto at = table.indexOf(column); at < cells.size()) {
            cells[at] = std::move(cell);
        }
    };
    for (std::size_t i = 0; i < key.size(); ++i) {
        const auto number = kGroupKeys[i] == kDevice ? wholeNumber<std::int64_t>(key[i]) : std::nullopt;
        put(kGroupKeys[i], number ? Cell(*number) : Cell(key[i]));
    }
    put("count", std::int64_t{0});
    put("total_us", 0.0);
    return cells;
}

}  // namespace

const RankCapture *counterpartOf(const Run &other, int rank) {
    const auto ranks = other.ranks();
    return other.capture(ranks.size() == 1 ? ranks.front() : rank);
}

std::optional<BaselineSide> baselineSide(const AnalysisInput &input, int rank) {
    const auto *baseline = input.baseline();
    const auto *capture = baseline == nullptr ? nullptr : counterpartOf(*baseline, rank);
    if (capture == nullptr || input.run() == nullptr || input.range) {
        return std::nullopt;
    }
    auto question = input;
    question.comparedWith = ComparedWith{{capture->rank}, input.step};
    auto sides = twoSides(question);
    if (!sides) {
        return std::nullopt;
    }
    BaselineSide side{std::move(*sides), nullptr};
    side.capture = side.input().run()->capture(capture->rank);
    return side.capture == nullptr ? std::nullopt : std::optional(std::move(side));
}

ResultTable withBaseline(ResultTable own, const ResultTable &baseline) {
    if (baseline.rows.empty()) {
        return own;
    }
    std::map<GroupKey, double> before;
    for (std::size_t row = 0; row < baseline.rows.size(); ++row) {
        before[keyOf(baseline, row)] += totalOf(baseline, row);
    }
    std::vector<double> then;
    for (std::size_t row = 0; row < own.rows.size(); ++row) {
        const auto it = before.find(keyOf(own, row));
        then.push_back(it == before.end() ? 0 : it->second);
        if (it != before.end()) {
            before.erase(it);
        }
    }
    for (const auto &[key, total] : before) {
        own.rows.push_back(rowOf(own, key));
        then.push_back(total);
    }
    std::vector<double> change;
    for (std::size_t row = 0; row < own.rows.size(); ++row) {
        change.push_back(totalOf(own, row) - then[row]);
    }
    const auto at = static_cast<std::ptrdiff_t>(std::min(own.indexOf("total_us") + 1, own.columns.size()));
    own.columns.insert(
        own.columns.begin() + at,
        {{"baseline_us", ColumnType::Real, "us", "total_us of the same group in the baseline.", ColumnRole::Detail},
         {"change_us", ColumnType::Real, "us", "total_us - baseline_us.", ColumnRole::Detail}});
    for (std::size_t row = 0; row < own.rows.size(); ++row) {
        own.rows[row].insert(own.rows[row].begin() + at, {Cell(then[row]), Cell(change[row])});
    }
    return own;
}

}  // namespace stagescope
