#pragma once

#include "core/analysis/run/steps.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/tables/analysis.h"
#include "core/base/step_id.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

namespace stagescope::step_tables {

/// Length of each step of each rank in us by (rank, step): of its time split, else of its marks.
inline std::map<std::pair<std::string, std::string>, double> lengths(const Run &run) {
    std::map<std::pair<std::string, std::string>, double> found;
    for (const int rank : run.ranks()) {
        for (const auto &step : rankSteps(*run.capture(rank))) {
            found[{std::to_string(rank), stepText(step.step)}] =
                static_cast<double>(step.range.duration().count()) / 1e3;
        }
    }
    for (const auto &split : timeSplits(run)) {
        if (split.step) {
            found[{std::to_string(split.rank), stepText(*split.step)}] =
                static_cast<double>(split.parts.total.count()) / 1e3;
        }
    }
    return found;
}

/// The first row of any table that gives a step of a rank another length; empty where all agree. `compared` counts
/// the rows that were looked at.
inline std::string disagreement(const Run &run, std::size_t &compared) {
    const auto known = lengths(run);
    Workspace workspace;
    workspace.runs.push_back(run);
    for (const auto &entry : analysisList()) {
        const auto hasColumn = [&](std::string_view name) {
            return std::ranges::any_of(entry.columns, [&](const auto &column) { return column.name == name; });
        };
        if (!hasColumn("rank") || !hasColumn("step") || !hasColumn("step_us")) {
            continue;
        }
        const auto table = entry.run({.workspace = &workspace}, {}).value_or(ResultTable{});
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            const auto at = known.find({table.text(row, "rank"), table.text(row, "step")});
            const auto figure = table.text(row, "step_us");
            if (at == known.end() || figure.empty()) {
                continue;
            }
            ++compared;
            if (std::abs(std::strtod(figure.c_str(), nullptr) - at->second) > 1e-3) {
                return std::string(entry.id) + ": rank " + at->first.first + ", step " + at->first.second + ": " +
                       figure + " us, elsewhere " + std::to_string(at->second);
            }
        }
    }
    return {};
}

}  // namespace stagescope::step_tables
