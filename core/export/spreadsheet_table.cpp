#include "core/export/spreadsheet_table.h"

#include "core/analysis/tables/analysis.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace stagescope {

namespace {

/// More ns than this are no time within a run, and more digits than a spreadsheet keeps.
constexpr std::int64_t kSince1970 = 1'000'000'000'000'000;
constexpr std::string_view kUnit = "_ns";

using Begins = std::map<std::int64_t, std::vector<std::int64_t>>;  ///< of the steps of a rank, ascending

Begins stepBegins(const Workspace &workspace) {
    Begins begins;
    AnalysisInput input;
    input.workspace = &workspace;
    const auto *entry = analysisById("steps");
    const auto steps = entry == nullptr ? Result<ResultTable>(ResultTable{}) : entry->run(input, {});
    if (!steps) {
        return begins;
    }
    const auto rank = steps->indexOf("rank");
    const auto begin = steps->indexOf("begin_ns");
    for (const auto &row : steps->rows) {
        const auto *of = rank < row.size() ? std::get_if<std::int64_t>(&row[rank]) : nullptr;
        const auto *at = begin < row.size() ? std::get_if<std::int64_t>(&row[begin]) : nullptr;
        if (of != nullptr && at != nullptr) {
            begins[*of].push_back(*at);
        }
    }
    for (auto &[of, all] : begins) {
        std::sort(all.begin(), all.end());
    }
    return begins;
}

bool isSince1970(const ResultTable &table, std::size_t column) {
    const auto &name = table.columns[column].name;
    const bool isTime = name.ends_with(kUnit) && name.find("raw") == std::string::npos;
    return isTime && std::any_of(table.rows.begin(), table.rows.end(), [&](const auto &row) {
               const auto *ns = std::get_if<std::int64_t>(&row[column]);
               return ns != nullptr && std::abs(*ns) >= kSince1970;
           });
}

Cell sinceStep(const Cell &cell, const Cell *rank, const Begins &begins) {
    const auto *ns = std::get_if<std::int64_t>(&cell);
    const auto *of = rank == nullptr ? nullptr : std::get_if<std::int64_t>(rank);
    const auto own = of == nullptr ? begins.begin() : begins.find(*of);
    if (ns == nullptr || own == begins.end()) {
        return {};
    }
    const auto after = std::upper_bound(own->second.begin(), own->second.end(), *ns);
    return after == own->second.begin() ? Cell{} : Cell{static_cast<double>(*ns - *std::prev(after)) / 1e6};
}

}  // namespace

ResultTable withStepTimes(ResultTable table, const Workspace &workspace) {
    std::vector<std::size_t> times;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (isSince1970(table, i)) {
            times.push_back(i);
        }
    }
    if (times.empty()) {
        return table;
    }
    const auto begins = stepBegins(workspace);
    const auto rank = table.indexOf("rank");
    // From the last, so that the places of the others stay.
    for (auto it = times.rbegin(); it != times.rend(); ++it) {
        const auto &source = table.columns[*it];
        const auto stem = source.name.substr(0, source.name.size() - kUnit.size());
        ColumnSpec column{stem + "_ms", ColumnType::Real, "ms", source.name + " from the begin of its step."};
        const auto place = static_cast<std::ptrdiff_t>(*it) + 1;
        for (auto &row : table.rows) {
            auto cell = sinceStep(row[*it], rank < row.size() ? &row[rank] : nullptr, begins);
            row.insert(row.begin() + place, std::move(cell));
        }
        table.columns.insert(table.columns.begin() + place, std::move(column));
    }
    return table;
}

ResultTable withTitles(ResultTable table) {
    for (auto &column : table.columns) {
        const auto tail = "_" + (column.unit == "%" ? std::string("percent") : column.unit);
        const bool hasUnit = !column.unit.empty() && column.name.ends_with(tail);
        auto title = column.name.substr(0, column.name.size() - (hasUnit ? tail.size() : 0));
        std::replace(title.begin(), title.end(), '_', ' ');
        column.name = column.unit.empty() ? title : title + " (" + column.unit + ")";
    }
    return table;
}

}  // namespace stagescope
