#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/base/item_ref.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// A row of a result as a stretch of time, or a moment, on the common clock of its run.
struct ResultSpan {
    RankRef rank;  ///< rank -1: of the run as a whole
    AlignedRange range;
    std::string name;  ///< may be empty
    std::size_t row = 0;
    std::optional<ItemRef> evidence{};
};

/// Those of all rows that have a time.
struct ResultSpans {
    std::vector<ResultSpan> spans;   ///< by row
    std::size_t untimed = 0;         ///< rows that neither their columns nor their evidence give a time
    bool areFromFirstEvent = false;  ///< begins were told from the first event of the run, not on its clock
};

/// What a result says of time, by the names of its columns, in capitals or not. Begin: begin, start, ts, timestamp,
/// time or at, with or without its unit (begin_ns, start_us; ns where none is told), on the common clock or from the
/// first event. Length: dur, duration or length, else up to end or stop. Name: `name`, else the first column of texts.
/// Run and rank: `run` (0 the profile, 1 the baseline), `rank`. What a row does not tell is that of the item in
/// `evidence`: one of several ranks makes a span on each. A row with a begin is a moment where the result has no column
/// of lengths; an unknown length is no moment. `bounds`: those of the main run. O(rows), and what
/// ItemLocator reads for their items; on the pool.
[[nodiscard]] ResultSpans spansOf(const ResultTable &result, const Workspace &workspace,
                                  const std::optional<AlignedRange> &bounds, const std::stop_token &stop = {});

/// Whether any row may have a time: there is a column of begins or of evidence. O(columns).
[[nodiscard]] bool mayHaveSpans(const ResultTable &result);

}  // namespace stagescope
