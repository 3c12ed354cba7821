// All that a run says, twice: of its own files and of what was made of them.
#pragma once

#include "core/analysis/tables/analysis.h"
#include "core/session/loading/load_job.h"

#include <QtTest/QTest>

#include <cmath>
#include <regex>
#include <string>
#include <vector>

namespace stagescope {

inline Run loadedRun(const std::string &path) {
    auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
    return run ? std::move(*run) : Run{};
}

inline ResultTable tableOfRun(const AnalysisEntry &entry, const Run &run, std::optional<std::int64_t> step = {},
                              std::vector<int> ranks = {}) {
    Workspace workspace;
    workspace.runs.push_back(run);
    AnalysisInput input{.workspace = &workspace, .ranks = std::move(ranks), .step = step};
    for (const auto &parameter : entry.parameters) {
        input.parameters[parameter.name] = parameter.defaultValue;
    }
    auto table = entry.run(input, {});
    return table ? std::move(*table) : ResultTable{};
}

/// Files, tracks, slices and rows of memory have other numbers in a copy. `tolerance`: of numbers, relative.
inline bool isSameCell(const Cell &a, const Cell &b, double tolerance) {
    const auto *real = std::get_if<double>(&a);
    const auto *other = std::get_if<double>(&b);
    if (real != nullptr && other != nullptr) {
        return std::abs(*real - *other) <= tolerance * std::max(1.0, std::abs(*real)) || *real == *other ||
               (std::isnan(*real) && std::isnan(*other));
    }
    const auto text = cellText(a);
    const auto otherText = cellText(b);
    const bool hasPlace = text.find("slice:") != std::string::npos || text.find("memory:") != std::string::npos;
    if (text == otherText || !hasPlace) {
        return text == otherText;  // spares nearly all cells the slow way
    }
    static const std::regex place("(slice:0/[0-9]+/[0-9]+/[0-9]+|memory:0/[0-9]+/[0-9]+)");
    return std::regex_replace(text, place, "place") == std::regex_replace(otherText, place, "place");
}

/// What differs first; empty where nothing does.
inline std::string differenceOf(const ResultTable &wanted, const ResultTable &table, double tolerance = 0) {
    if (table.rows.size() != wanted.rows.size() || table.columns.size() != wanted.columns.size()) {
        return wanted.id + ": " + std::to_string(wanted.rows.size()) + " rows became " +
               std::to_string(table.rows.size());
    }
    for (std::size_t row = 0; row < wanted.rows.size(); ++row) {
        for (std::size_t i = 0; i < wanted.columns.size(); ++i) {
            if (!isSameCell(wanted.rows[row][i], table.rows[row][i], tolerance)) {
                return wanted.id + "." + wanted.columns[i].name + ", row " + std::to_string(row) + ": " +
                       cellText(wanted.rows[row][i]) + " became " + cellText(table.rows[row][i]);
            }
        }
    }
    return {};
}

}  // namespace stagescope
