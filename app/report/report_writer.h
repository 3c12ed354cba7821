#pragma once

#include "core/advice/findings.h"
#include "core/advice/rule_values.h"
#include "core/analysis/tables/result_table.h"
#include "core/base/result.h"
#include "core/session/report_list.h"
#include "core/session/workspace.h"

#include <QtCore/QString>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace stagescope {

/// One table of the report and how it came about.
struct ReportTable {
    std::string id;
    QString title;
    ResultTable table;         ///< the first rows
    std::size_t rowCount = 0;  ///< of all
};
/// One picture: what its src is (ReportOutput::addPicture), empty where there is nothing to be seen; the title above
/// it.
struct ReportPicture {
    QString source;
    QString title;
};
/// What someone added by hand, or asked for.
struct ReportAddition {
    ReportPicture picture;
    std::string note;
    ReportEntryTable table;
    std::string file;  ///< without its ending: all rows, beside the page; empty: none
};
/// What the page shows.
struct ReportContent {
    std::vector<std::string> verdict;  ///< reportVerdict
    Advice advice;
    std::vector<ReportPicture> evidence;  ///< of the first findings, in their order
    std::vector<ReportAddition> added;    ///< between findings and ledger
    bool lacksAddedPictures = false;      ///< they were drawn with names that this report does not tell
    ReportPicture ledger;                 ///< what changed against a baseline
    std::vector<ReportPicture> pictures;
    std::vector<ReportTable> tables;
    QString sensitive{};     ///< what people usually do not send and this names (sensitiveText); empty: nothing
    bool isOneFile = false;  ///< tables stand in the page, not beside it
};

/// What a report of these names that people usually do not send, as a sentence in the language that is set; empty:
/// nothing. GUI thread.
[[nodiscard]] QString sensitiveText(const Workspace &workspace);

/// For text and attributes of HTML, without what XML cannot hold.
[[nodiscard]] std::string escapedHtml(std::string_view text);

/// Gets a table as it is, to be changed and kept elsewhere; an error ends it all.
using TableTaker = std::function<Status(ResultTable table)>;

/// All tables that have rows, in order of the list, as the page shows them; `whole` gets them whole, one after the
/// other, so that no two are in memory. Those that cannot be computed are left out. What rules say, what can be
/// answered, what was lost, and all else that needs no timelines at once, but for comparisons, is of `judged`, which
/// may be more of the run than is in the workspace. Errors: those of `whole`.
[[nodiscard]] Result<std::vector<ReportTable>> reportTables(const Workspace &workspace, const Run &judged,
                                                            const RuleValues &rules, const TableTaker &whole);

/// The page: the verdict, the findings with pictures of their evidence, what was added by hand, what changed against a
/// baseline, and as its appendix the facts, all views, figures, what the profile can answer, import log, environment.
/// In the language that is set, but for the notes and the meanings of columns, which are English. Numbers as on the
/// screen; the CSV files beside it have all digits. Well-formed XML, whatever a profile's texts hold; no outside links,
/// no script. UTF-8. GUI thread, for the theme and the language.
[[nodiscard]] std::string reportHtml(const Workspace &workspace, const ReportContent &content);

}  // namespace stagescope
