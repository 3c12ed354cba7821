#pragma once

#include "core/analysis/difference/table_difference.h"
#include "core/analysis/tables/analysis.h"
#include "core/session/loading/load_job.h"
#include "tests/support/places.h"

#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace stagescope {

/// Rows of a sheet of msprof-analyze compare without its heads; none where the file is not here. `file` below
/// golden/msprof_analyze/compare.
inline std::vector<QJsonArray> comparedRows(const QString &file, const QString &sheet) {
    QFile golden(realDataFolder() + QStringLiteral("/../golden/msprof_analyze/compare/") + file);
    if (!golden.open(QIODevice::ReadOnly)) {
        return {};
    }
    const auto lines = QJsonDocument::fromJson(golden.readAll()).object()[sheet].toArray();
    std::vector<QJsonArray> rows;
    for (qsizetype line = 3; line < lines.size(); ++line) {
        rows.push_back(lines[line].toArray());
    }
    return rows;
}

/// A question with two sides, and what it is asked about.
struct ComparedSides {
    Workspace workspace;
    AnalysisInput input;

    [[nodiscard]] ResultTable table(std::string_view id, std::map<std::string, std::string> parameters = {}) {
        input.parameters = std::move(parameters);
        return analysisById(id)->run(input, {}).value_or(ResultTable{});
    }
    /// Of a table that knows one side alone.
    [[nodiscard]] ResultTable difference(std::string_view id, std::map<std::string, std::string> parameters = {}) {
        input.parameters = std::move(parameters);
        return runDifference(*analysisById(id), input, nullptr, {}).value_or(ResultTable{});
    }
};
/// Rank 1 of a profile against its rank 0; null where it is not here.
inline std::unique_ptr<ComparedSides> ranksCompared(const QString &profile) {
    auto result = std::make_unique<ComparedSides>();
    auto run = loadRun(realPath(profile).toStdString(), RunId{0}, LoadDepth::Deep);
    if (!run) {
        return nullptr;
    }
    result->workspace.runs.push_back(std::move(*run));
    result->input.workspace = &result->workspace;
    result->input.ranks = {1};
    result->input.comparedWith = ComparedWith{{0}, {}};
    return result;
}
/// Rank 0 of two profiles; null where one is not here.
inline std::unique_ptr<ComparedSides> runsCompared(const QString &before, const QString &after) {
    auto result = std::make_unique<ComparedSides>();
    auto run = loadRun(realPath(after).toStdString(), RunId{0}, LoadDepth::Deep);
    auto baseline = loadRun(realPath(before).toStdString(), RunId{1}, LoadDepth::Deep);
    if (!run || !baseline) {
        return nullptr;
    }
    baseline->role = RunRole::Baseline;
    result->workspace.runs.push_back(std::move(*run));
    result->workspace.runs.push_back(std::move(*baseline));
    result->input.workspace = &result->workspace;
    result->input.ranks = {0};
    return result;
}

inline double realCell(const ResultTable &table, std::size_t row, std::string_view column) {
    return QString::fromStdString(table.text(row, column)).toDouble();
}

}  // namespace stagescope
