#pragma once

#include "core/analysis/pipeline/schedule/pipeline_cell.h"

#include <string_view>

namespace stagescope {

/// What the name of a cell tells. microbatch is -1 where the name has none.
struct CellName {
    CellKind kind = CellKind::Other;
    int microbatch = -1;
    int backwardMicrobatch = -1;  ///< second number of "7F+13B"
};

/// Names in the table StepTaskInfo, as pp_chart writes them: "FP" and "BP"; "3" or "7F" forward, "13B" backward, "10b"
/// backward for input, "10w" backward for weights, "7F+13B" both at once; all else ("logits") Other. The letter may
/// also stand first ("F7").
[[nodiscard]] CellName cellNameOf(std::string_view name);

/// Kind of an MSTX range by its message, upper or lower case: "overlap" with "forward" is O, "weightgradstore" W,
/// "backward" B, "forward" F. A message with both of the last two wraps a whole step and is Other.
[[nodiscard]] CellKind messageKind(std::string_view message);

}  // namespace stagescope
