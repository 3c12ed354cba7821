#pragma once

#include "core/analysis/pipeline/schedule/pipeline_cell.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// What the name of a range of the framework tells about the pipeline; -1 = not told.
struct MarkName {
    enum class Role : std::uint8_t {
        Cell,
        Part,       ///< a piece of the overlapped cell around it
        Container,  ///< an overlapped cell if it holds parts of both passes, else nothing
    };
    Role role = Role::Cell;
    CellKind kind = CellKind::Other;
    int microbatch = -1;
    int backwardMicrobatch = -1;
    int stage = -1;
    int backwardStage = -1;
    int chunk = -1;
    CellPart::Lane lane = CellPart::Lane::Compute;
    std::string name;  ///< of the cell or part; empty where the kind says all
};

/// Reads the names of
/// - PyTorch's pipelining runtime, "PP:3F5", "PP:(0F4;7B1)OVERLAP_F_B", and of its GPipe loop, "Forward 3", "Backward
/// 3";
/// - sail's NVTX ranges, "F{mb}.{chunk}", "B...", "W...", with ".{seq}" or without;
/// - both MSTX recipes: a dictionary of Python or JSON with "name" and perhaps "current_microbatch", or the bare name;
/// - DeepSeek's annotations: "1F1B" around "attn(F)", "dispatch(B)", "mlp(W)" ...
/// `isUserRange`: only such ranges (MSTX, NVTX, user annotations) are taken by what their text speaks of; operators
/// have to be named exactly. O(length).
[[nodiscard]] std::optional<MarkName> markName(std::string_view text, bool isUserRange);

}  // namespace stagescope
