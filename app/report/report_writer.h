#pragma once

#include "core/advice/findings.h"
#include "core/advice/rule_values.h"
#include "core/analysis/tables/result_table.h"
#include "core/base/result.h"
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
    std::string title;
    ResultTable table;
};
/// One picture: file name in the report's folder, and the title above it.
struct ReportPicture {
    QString file;
    QString title;
};
/// What the page shows.
struct ReportContent {
    std::vector<std::string> verdict;  ///< reportVerdict
    Advice advice;
    std::vector<ReportPicture> evidence;  ///< of the first findings, in their order; without a file where there is none
    ReportPicture ledger;  ///< what changed against a baseline; without a file where there is none
    std::vector<ReportPicture> pictures;
    std::vector<ReportTable> tables;
};

/// For text and attributes of HTML.
[[nodiscard]] std::string escapedHtml(std::string_view text);

/// Replaces names in a text, or gives it back as it is.
using TextFilter = std::function<std::string(std::string_view)>;

/// All tables that have rows, in order of the list. Those that cannot be computed are left out.
[[nodiscard]] std::vector<ReportTable> reportTables(const Workspace &workspace, const RuleValues &rules);

/// The page: the verdict, the findings with pictures of their evidence, what changed against a baseline, and as its
/// appendix the facts, all views, figures, what the profile can answer, import log, environment. Numbers as on the screen; the CSV files beside it have all digits. No outside
/// links, no script. UTF-8. GUI thread, for the theme.
[[nodiscard]] std::string reportHtml(const Workspace &workspace, const ReportContent &content,
                                     const TextFilter &filter);

/// Makes the folder ready: absent, empty, or an earlier report (its marker is there), whose files are removed. Errors:
/// BadArgument for any other folder, ReadFailed when the disk refuses.
[[nodiscard]] Status prepareReportFolder(const QString &folder);
/// Written to a temporary name and renamed.
[[nodiscard]] Status writeReportFile(const QString &folder, const QString &name, std::string_view content);

}  // namespace stagescope
