#pragma once

#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/session/workspace.h"
#include "core/store/tables/table_store.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// How a rank's clock was compared with the others.
enum class ClockMethod : std::uint8_t {
    Unknown,    ///< nothing links it with another clock: left as it is
    Reference,  ///< the first clock of those that are linked: offset 0 by choice
    Matched,    ///< transfers and collectives that end on all sides at once
    Causality,  ///< bounds only: no cell may begin before what it needs has ended
    Shared,     ///< its profiler counts from the base time of others, and nothing shows otherwise: one clock, offset 0
};
/// "unknown", "reference", "matched", "causality", "shared"
[[nodiscard]] std::string_view clockMethodText(ClockMethod method);

/// Clock of one rank. aligned = rank time + offset. Ranks of one host share a clock.
struct ClockOffset {
    int rank = 0;
    ClockMethod method = ClockMethod::Unknown;
    Nanos offset{0};
    /// Matched: 1.4826 x median |residual| of its matched operations, the spread of one comparison. Causality: half the
    /// width of the interval that causality leaves. Infinite (max) for Unknown.
    Nanos uncertainty{Nanos::max()};
    std::size_t comparisons = 0;
};

/// Offsets of all ranks of a run from what its pipelines transferred and from its collectives (may be empty; sends and
/// receives among them are left out). Pairs of clocks are compared by the median
/// difference of the two ends of matched operations: collectives first, where there are enough of them, else with
/// transfers, both directions together; where a pair has none, by the middle of the interval that causality leaves
/// (begin of consumer - end of producer, both directions). Where causality shows clocks to be apart, sends and receives
/// are paired anew by it before their ends are compared. Differences over the graph of clocks are then fitted by least
/// squares, weighted by their spread, and moved within causality. Profilers that count from one base time have one
/// clock unless several matched ends contradict. `charts` are made with raw clocks. Any thread, O(edges log edges).
/// Method: HTA and Kineto shift by one epoch only; matching of ends as in Becker et al.
[[nodiscard]] std::vector<ClockOffset> clockOffsets(const Run &run, std::span<const PipelineChart> charts,
                                                    std::span<const CommOp> collectives = {},
                                                    const std::stop_token &stop = {});

/// The charts of all pipelines of a run by raw clocks. O(cells log cells).
[[nodiscard]] std::vector<PipelineChart> rawCharts(const Run &run, const std::stop_token &stop = {});

/// The alignment that these offsets make, with the largest uncertainty among them. A rank whose offset is not beyond
/// what the comparison can tell (3 x uncertainty of matched ends, twice that of causality) stays as recorded.
[[nodiscard]] ClockAlignment alignmentOf(std::span<const ClockOffset> offsets);

/// The likeliest alignment, to find by it which operations belong together: all offsets where any of them is beyond its
/// uncertainty. Not to show times by.
[[nodiscard]] ClockAlignment roughAlignment(std::span<const ClockOffset> offsets);

/// Cells that begin before what they need has ended on another rank, by a clock alignment, of the steps of these
/// charts; by less than 1 us does not count. O(cells log cells).
[[nodiscard]] std::size_t earlyCells(std::span<const PipelineChart> charts, const ClockAlignment &clock);

/// Whether all ranks are on one host, or count from one base time. O(ranks).
[[nodiscard]] bool sharesClock(const Run &run);
/// Whether there are clocks to compare: ranks of several hosts, or of hosts that are not known. O(ranks).
[[nodiscard]] bool hasSeveralClocks(const Run &run);

/// As a table (ClockRecord) that a folder of digests keeps, so that each part of the profile has the clocks of all.
[[nodiscard]] TableStore clockTable(std::span<const ClockOffset> offsets);
/// What such a table among those of the run says, of ranks that are here and of others. Empty without one.
[[nodiscard]] std::vector<ClockOffset> mergedOffsets(const Run &run);
/// mergedOffsets, else clockOffsets of the run as far as it is loaded: what its alignment, its tables and its rules go
/// by, worked out once. Any thread.
[[nodiscard]] std::vector<ClockOffset> offsetsOf(const Run &run, const std::stop_token &stop = {});

/// alignmentOf(offsetsOf(...)), unless cells then begin before what they need has ended: all times then stay as
/// recorded, with the uncertainty.
[[nodiscard]] ClockAlignment measuredAlignment(const Run &run, const std::stop_token &stop = {});

}  // namespace stagescope
