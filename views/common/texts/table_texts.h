#pragma once

#include "core/analysis/tables/analysis.h"
#include "views/common/texts/import_texts.h"

#include <QtCore/QString>

#include <span>
#include <string_view>
#include <vector>

namespace stagescope {

/// Names of tables that the window offers ("table.<id>"), and heads of those that are about settings, remedies and data
/// loading ("head.<id>.<column>"), sorted by id.
[[nodiscard]] std::span<const MessageEntry> tableEntries();

/// What the window calls a table, in its language; in English where it is not among those offered.
[[nodiscard]] QString tableTitle(const AnalysisEntry &table);

/// Why a table of a run may say less of these ranks (empty = all) than of the profile: of a digest that keeps a part.
/// Empty where it says all, without a run, and for tables that are not of results.
[[nodiscard]] QString tableNotice(const Run *run, std::string_view table, const std::vector<int> &ranks = {});

/// The same of a table that has no rows of these ranks: that digests are why, or may be.
[[nodiscard]] QString emptyTableNotice(const Run *run, std::string_view table, const std::vector<int> &ranks = {});

}  // namespace stagescope
