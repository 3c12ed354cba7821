#pragma once

#include "core/analysis/tables/analysis.h"

#include <QtCore/QString>

#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Id of the text of a column's head: the table's own (head.<table>.<column>), else, of a table of analysisList, the
/// one of all tables (head.<column>); empty where there is neither.
[[nodiscard]] std::string headId(std::string_view table, std::string_view column);

/// What the window calls a table, in its language.
[[nodiscard]] QString tableTitle(const AnalysisEntry &table);

/// Why a table of a run may say less of these ranks (empty = all) than of the profile: of a digest that keeps a part.
/// Empty where it says all, without a run, and for tables that are not of results.
[[nodiscard]] QString tableNotice(const Run *run, std::string_view table, const std::vector<int> &ranks = {});

/// The same of a table that has no rows of these ranks: that digests are why, or may be.
[[nodiscard]] QString emptyTableNotice(const Run *run, std::string_view table, const std::vector<int> &ranks = {});

}  // namespace stagescope
