#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What a cell of the pipeline chart does. Field terms: I = backward for input, W = backward for weights, B = both,
/// O = overlapped forward and backward.
enum class CellKind : std::uint8_t { Forward, Backward, BackwardInput, BackwardWeight, Overlapped, Other };
/// "F", "B", "I", "W", "O", "other"
[[nodiscard]] std::string_view cellKindText(CellKind kind);
[[nodiscard]] std::optional<CellKind> cellKindFromText(std::string_view text);

/// Where a cell comes from; it is shown with it, since not all evidence is alike (promise 3).
enum class CellEvidence : std::uint8_t {
    Named,        ///< StepTaskInfo: written by a tool, device times
    DeviceRange,  ///< MSTX range joined to its device tasks: device times
    HostRange,    ///< MSTX range without device tasks: host times only
};
[[nodiscard]] std::string_view cellEvidenceText(CellEvidence evidence);

/// How the microbatch of a cell is known.
enum class Numbering : std::uint8_t { Unknown, Named, ByOrder };

/// "unknown", "named", "by_order"
[[nodiscard]] std::string_view numberingText(Numbering numbering);

struct PipelineCell {
    int rank = 0;
    std::int64_t step = 0;  ///< kNoStep outside of all steps
    CellKind kind = CellKind::Other;
    int microbatch = -1;          ///< of the forward half where the cell has two
    int backwardMicrobatch = -1;  ///< of the backward half of an overlapped cell
    int chunk = -1;
    int nth = 0;  ///< n-th cell of this rank and step that agrees in kind, chunk and microbatch
    Numbering numbering = Numbering::Unknown;
    CellEvidence evidence = CellEvidence::Named;
    RankRange range;      ///< clock of the rank
    std::string name;     ///< as the file says ("FP", "7F+13B"); for MSTX ranges "FP", "BP", "FP+BP" or "W"
    std::string message;  ///< of the MSTX range; empty for StepTaskInfo
    std::int64_t type = -1;
};

struct P2pOp {
    int rank = 0;
    enum class Kind : std::uint8_t { Send, Receive, Batch } kind = Kind::Batch;
    RankRange range;
    std::string name;
    std::string group;       ///< communication group as the file names it; may be empty
    int nth = 0;             ///< n-th operation of this name on the rank, by start
    std::string connection;  ///< equal on both ends where a tool has paired them; may be empty
};
/// "send", "receive", "batch"
[[nodiscard]] std::string_view p2pKindText(P2pOp::Kind kind);

}  // namespace stagescope
