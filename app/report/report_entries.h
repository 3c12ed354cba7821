#pragma once

#include "app/command_line.h"
#include "core/analysis/tables/result_table.h"
#include "core/ask/ask_engine.h"
#include "core/base/result.h"
#include "core/export/redaction/redactor.h"
#include "core/session/loading/query_history.h"
#include "core/session/report_list.h"
#include "core/session/workspace.h"

#include <vector>

namespace stagescope {

/// A table as it stands in a report: texts with their units, in the language that is set. GUI thread.
[[nodiscard]] ReportEntryTable reportTableOf(const ResultTable &table);

/// The texts of an entry with their names replaced; without its picture, which was drawn with them. Null: as it is.
[[nodiscard]] ReportEntry redactedEntry(ReportEntry entry, const Redactor *redactor);

/// A statement whose result is a part of a report.
struct ReportQuery {
    SavedQuery query;
    AskReads reads{};
};
/// What --query asks for: saved queries by their names, or statements. Errors: BadArgument for what is neither.
[[nodiscard]] OptionSpec queryOption();
[[nodiscard]] Result<std::vector<ReportQuery>> reportQueries(const Arguments &arguments);

/// The rows of the answer. Errors: as ask. O(rows read).
[[nodiscard]] Result<ResultTable> answerOf(const ReportQuery &query, const Workspace &workspace);
/// Under the name of the query; its note is the statement, with what the answer lacks. GUI thread.
[[nodiscard]] ReportEntry reportEntryOf(const SavedQuery &query, const ResultTable &answer);

}  // namespace stagescope
