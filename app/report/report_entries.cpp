#include "app/report/report_entries.h"

#include "app/report/report_text.h"
#include "core/analysis/tables/analysis.h"
#include "core/analysis/tables/time_bounds.h"
#include "views/common/table_view.h"
#include "views/common/texts/table_texts.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr const char *kQuery = "--query";

}  // namespace

ReportEntryTable reportTableOf(const ResultTable &table) {
    const auto *entry = analysisById(table.id);
    ReportEntryTable result;
    result.title = entry == nullptr ? table.id : tableTitle(*entry).toStdString();
    result.rowCount = table.rows.size();
    for (const auto &column : table.columns) {
        result.heads.push_back(columnHead(table, column).toStdString());
    }
    for (std::size_t row = 0; row < std::min(table.rows.size(), ReportEntryTable::kMostRows); ++row) {
        auto &cells = result.rows.emplace_back();
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            cells.push_back(shownCellText(table, table.columns[i], table.rows[row][i]).toStdString());
        }
    }
    return result;
}

ReportEntry redactedEntry(ReportEntry entry, const Redactor *redactor) {
    if (redactor == nullptr) {
        return entry;
    }
    const auto replace = [&](std::string &text) { text = redactor->redact(text); };
    replace(entry.title);
    replace(entry.note);
    entry.png.clear();
    std::ranges::for_each(entry.table.heads, replace);
    for (auto &row : entry.table.rows) {
        std::ranges::for_each(row, replace);
    }
    return entry;
}

OptionSpec queryOption() {
    return {kQuery, "NAME|SQL", "result of a query saved in the window, or of a SELECT statement", true};
}

Result<std::vector<ReportQuery>> reportQueries(const Arguments &arguments) {
    std::vector<ReportQuery> queries;
    const auto saved = arguments.has(kQuery) ? savedQueries() : std::vector<SavedQuery>{};
    for (const auto &text : arguments.values(kQuery)) {
        const auto it = std::ranges::find(saved, text, &SavedQuery::name);
        ReportQuery query{it == saved.end() ? SavedQuery{{}, text} : *it};
        auto reads = readsOf(query.query.sql);
        if (!reads) {
            const auto *which = it == saved.end() ? "no query of that name is saved, and as a statement: " : "";
            return fail(ErrorKind::BadArgument, which + reads.error().detail, kQuery + (" \"" + text + '"'));
        }
        query.reads = std::move(*reads);
        queries.push_back(std::move(query));
    }
    return queries;
}

Result<ResultTable> answerOf(const ReportQuery &query, const Workspace &workspace) {
    AnalysisInput input;
    input.workspace = &workspace;
    AskLimits limits;
    const auto bounds = workspace.mainRun() == nullptr ? std::nullopt : timeBounds(*workspace.mainRun());
    if (bounds) {
        limits.firstEvent = ns(bounds->begin);
    }
    auto answer = ask(input, query.query.sql, limits, {});
    if (!answer) {
        answer.error().where = kQuery;
    }
    return answer;
}

ReportEntry reportEntryOf(const SavedQuery &query, const ResultTable &answer) {
    ReportEntry entry;
    entry.title = query.name.empty() ? ReportText::tr("Query").toStdString() : query.name;
    entry.note = query.sql.substr(0, query.sql.find_last_not_of(" \n;") + 1);
    entry.table = reportTableOf(answer);
    for (const auto &note : answer.notes) {
        entry.note += "\n" + note;
    }
    return entry;
}

}  // namespace stagescope
