#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What a cell of the pipeline chart does. Field terms: I = backward for input, W = backward for weights, B = both,
/// O = overlapped forward and backward. Loss, gradient sync and optimizer are work of a step that no schedule orders.
enum class CellKind : std::uint8_t {
    Forward,
    Backward,
    BackwardInput,
    BackwardWeight,
    Overlapped,
    Loss,
    GradientSync,
    Optimizer,
    Other,
};
/// Kinds that a schedule orders: F, B, I, W, O.
[[nodiscard]] constexpr bool isScheduled(CellKind kind) { return kind <= CellKind::Overlapped; }
/// B and I: what the stage before waits for.
[[nodiscard]] constexpr bool givesGradient(CellKind kind) {
    return kind == CellKind::Backward || kind == CellKind::BackwardInput;
}
/// "F", "B", "I", "W", "O", "loss", "gradient_sync", "optimizer", "other"
[[nodiscard]] std::string_view cellKindText(CellKind kind);
[[nodiscard]] std::optional<CellKind> cellKindFromText(std::string_view text);

/// Where a cell comes from; it is shown with it, since not all evidence is alike (promise 3).
enum class CellEvidence : std::uint8_t {
    Named,        ///< StepTaskInfo: written by a tool, device times
    DeviceRange,  ///< a mark of the framework (MSTX, record_function, NVTX) joined to its device work: device times
    HostRange,    ///< a mark without device work: host times only
    Inferred,     ///< device work between point-to-point operations, told apart by its kernels or who launched them
    FlowArrows,   ///< operators of the host that arrows join to their backwards, between its transfers: host times
    Recorded,     ///< a timeline of the job's own, which says all by itself
};
/// "named", "device_range", "host_range", "inferred", "flow_arrows", "recorded"
[[nodiscard]] std::string_view cellEvidenceText(CellEvidence evidence);

/// How the microbatch of a cell is known.
enum class Numbering : std::uint8_t {
    Unknown,    ///< nothing to number by, or no microbatch (loss, optimizer ...)
    Named,      ///< the file says it
    ByOrder,    ///< the n-th of its kind, where nothing contradicts
    Aligned,    ///< matched with the recognised schedule by order, time and partners together
    Uncertain,  ///< the evidence fits several microbatches, so none is claimed
};

/// "unknown", "named", "by_order", "aligned", "uncertain"
[[nodiscard]] std::string_view numberingText(Numbering numbering);

/// Name of the parts that are attention kernels: one per layer.
inline constexpr std::string_view kAttentionPart = "attn";

/// A piece of a cell whose kernels are known: recomputation inside a backward, the layers of an overlapped cell.
struct CellPart {
    enum class Lane : std::uint8_t { Compute, Communication };
    CellKind kind = CellKind::Other;  ///< which half it works for
    Lane lane = Lane::Compute;
    bool isRecompute = false;
    RankRange range;
    std::string name;  ///< "attn", "dispatch", "recompute"
    Nanos busy{0};     ///< time of its kernels together; they may leave gaps in the range
};

/// How a cell's time on the device splits. work() = busy + exposed + rest, to the nanosecond.
struct CellUse {
    Nanos busy{0};     ///< union of the kernels that compute
    Nanos exposed{0};  ///< collectives while nothing computes; transfers between stages lie between cells, not in them
    Nanos rest{0};     ///< neither: the device waits for the host, a copy or a synchronisation
};

struct PipelineCell {
    int rank = 0;
    std::int64_t step = 0;  ///< kNoStep outside of all steps
    CellKind kind = CellKind::Other;
    int microbatch = -1;          ///< of the forward half where the cell has two
    int backwardMicrobatch = -1;  ///< of the backward half of an overlapped cell
    int chunk = -1;               ///< virtual chunk, or direction of DualPipe; of the forward half
    int backwardChunk = -1;       ///< of the backward half of an overlapped cell
    int nth = 0;                  ///< n-th cell of this rank and step that agrees in kind, chunk and microbatch
    Numbering numbering = Numbering::Unknown;
    CellEvidence evidence = CellEvidence::Named;
    RankRange range;      ///< clock of the rank; without waits for transfers at its begin and end
    std::string name;     ///< as the file says ("FP", "7F+13B"); for MSTX ranges "FP", "BP", "FP+BP" or "W"
    std::string message;  ///< of the MSTX range; empty for StepTaskInfo
    std::int64_t type = -1;
    std::optional<RankRange> hostRange{};  ///< where the host's range is known beside the device's
    std::vector<CellPart> parts{};         ///< by begin; empty where kernels are not known
    std::optional<CellUse> use{};          ///< where the range is of the device and its work is loaded
    std::optional<RankTime> launched{};  ///< the launch call of the work that it begins with returned (cell_launches.h)
    int feeds = 0;                       ///< receives of the host itself that ended since the cell before this one did
    std::optional<RankRange> received{};  ///< the last receive of the host itself that ended before that launch
    std::vector<RankRange> waits{};       ///< for transfers, within the range; by begin, disjoint
    std::optional<RankRange> marked{};    ///< as the file says, where waits at its ends were taken out of the range

    /// What it waited within its range.
    [[nodiscard]] Nanos waited() const {
        Nanos sum{0};
        for (const auto &wait : waits) {
            sum += wait.duration();
        }
        return sum;
    }
    /// What it costs: its range without waits.
    [[nodiscard]] Nanos work() const { return range.duration() - waited(); }
};

struct P2pOp {
    int rank = 0;
    enum class Kind : std::uint8_t { Send, Receive, Batch } kind = Kind::Batch;
    RankRange range;
    std::string name;
    std::string group;                   ///< communication group as the file names it; may be empty
    int nth = 0;                         ///< n-th operation of this name on the rank, by start
    std::string connection;              ///< equal on both ends where a tool has paired them; may be empty
    int peer = -1;                       ///< global rank of the other end, where the file tells and there is one
    std::optional<RankTime> launched{};  ///< as PipelineCell::launched
};
/// "send", "receive", "batch"
[[nodiscard]] std::string_view p2pKindText(P2pOp::Kind kind);

}  // namespace stagescope
