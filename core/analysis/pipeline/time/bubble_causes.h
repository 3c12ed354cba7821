#pragma once

#include "core/analysis/pipeline/time/measured_graph.h"
#include "core/base/intervals.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

/// Why a rank of a pipeline does none of the schedule's work.
enum class BubbleCause : std::uint8_t {
    Head,            ///< before its first cell: the pipeline fills
    DependencyWait,  ///< what it needs next is not computed yet
    RendezvousWait,  ///< computed, but a side of the transfer has not come
    Transfer,        ///< on its way
    HostLaunch,      ///< all is there, and what comes next was launched late
    LateStart,       ///< all is there and the cell has not begun; no late launch tells why
    Tail,            ///< after its last cell: the pipeline drains
    OtherWork,       ///< loss, gradient sync, optimizer, data loading: work that no schedule orders
    Unknown,         ///< what it waits for is not known
};
constexpr std::size_t kBubbleCauses = 9;
/// "head", "dependency_wait", "rendezvous_wait", "transfer", "host_launch", "late_start", "tail", "other_work",
/// "unknown"
[[nodiscard]] std::string_view bubbleCauseText(BubbleCause cause);

/// A stretch of a bubble with one cause.
struct CausedGap {
    AlignedRange range;
    BubbleCause cause = BubbleCause::Unknown;
    std::size_t consumer = MeasuredGraph::kNone;  ///< node that comes after the gap
    std::size_t producer = MeasuredGraph::kNone;  ///< node that it waited for, on another rank
};

/// A bubble: a stretch between two cells of a rank, before its first or after its last one.
struct Bubble {
    AlignedRange range;
    std::size_t firstGap = 0;  ///< its parts by cause, in RowBubbles::gaps
    std::size_t endGap = 0;
    std::size_t consumer = MeasuredGraph::kNone;  ///< node that comes after it
    Nanos inherent{0};  ///< as long as the same bubble is with cells of equal length (M0), at most its own length
    /// Cell to which the rest is owed: from what it waited for back along the inputs that came last, the first one that
    /// took longer than the mean of its kind.
    std::size_t blamed = MeasuredGraph::kNone;
};

/// One rank within the window of a graph. window = busy + sum of causes, to the nanosecond; gaps are disjoint, in
/// order, and are exactly what `busy` leaves of the window.
struct RowBubbles {
    int rank = 0;
    bool hasCells = false;  ///< false: nothing is known of the rank
    Nanos busy{0};          ///< union of its scheduled cells
    Nanos stageWork{0};     ///< of OtherWork: what its stage does between them for each microbatch (stage_work.h)
    std::array<Nanos, kBubbleCauses> causes{};
    std::vector<CausedGap> gaps;
    std::vector<Bubble> bubbles;      ///< in order
    std::optional<Nanos> inherent{};  ///< sum over bubbles; nothing where the step cannot be replayed

    [[nodiscard]] Nanos of(BubbleCause cause) const { return causes[static_cast<std::size_t>(cause)]; }
    /// Sum of all causes without stageWork: neither cells nor the loss is a bubble. window = busy + stageWork + idle.
    [[nodiscard]] Nanos idle() const;
    [[nodiscard]] double share(Nanos window) const;
    /// The bubble at a time; null where there is none. O(log bubbles).
    [[nodiscard]] const Bubble *bubbleAt(AlignedTime time) const;
};

/// Causes of each rank's bubbles in the graph's step, rows as in the graph. A gap between cell a (end e) and b (begin
/// s): [e, x) dependency wait, x the latest end of b's producers; [x, y - t) rendezvous wait and [y - t, y) transfer,
/// y the end of the receive and t the transfer time of its edge; [y, s) late start. A host is blamed only by a launch
/// that is recorded: of [x, y - t) what passed before the receive was launched, and of [y, s) what passed before b
/// was, is host launch. The gap before the first cell is head but for that. Bounds are clamped into the gap. Cells of
/// other kinds within a gap are other work. This is the one account of bubbles: tables, chart, pages, rules and the
/// free time of devices (told_gaps.h) all show it. O(nodes + cells log cells).
[[nodiscard]] std::vector<RowBubbles> bubbleCauses(const PipelineChart &chart, const MeasuredGraph &graph,
                                                   const ClockAlignment &clock);

}  // namespace stagescope
