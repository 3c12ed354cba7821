#pragma once

#include "core/analysis/tables/analysis.h"
#include "views/common/texts/import_texts.h"

#include <QtCore/QString>

#include <span>

namespace stagescope {

/// Names of tables that the window offers ("table.<id>"), and heads of those that are about settings, remedies and data
/// loading ("head.<id>.<column>"), sorted by id.
[[nodiscard]] std::span<const MessageEntry> tableEntries();

/// What the window calls a table, in its language; in English where it is not among those offered.
[[nodiscard]] QString tableTitle(const AnalysisEntry &table);

}  // namespace stagescope
