#pragma once

#include "core/analysis/difference/ledger.h"
#include "core/analysis/tables/result_table.h"
#include "core/session/workspace.h"

namespace stagescope {

/// The rows of a ledger as table `difference` has them. Runs are those of its sides. O(rows).
[[nodiscard]] ResultTable ledgerTable(const Ledger &ledger, const Run &before, const Run &after);

}  // namespace stagescope
