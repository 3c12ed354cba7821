#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/recognition/alignment.h"

#include <span>
#include <stop_token>
#include <vector>

namespace stagescope {

/// One rank of one step, laid against the order of its schedule.
struct RankAlignment {
    static constexpr std::size_t kNone = CellMatch::kNone;
    std::vector<CellMatch> matches;   ///< by observed cell
    std::vector<std::size_t> cellOf;  ///< by expected cell: the observed one that it certainly is, or kNone
    bool isExact = false;             ///< the very sequence of kinds that was expected
};

struct PipelineAlignment {
    std::vector<ExpectedOrder> expected;            ///< by position in the group
    std::vector<std::vector<RankAlignment>> steps;  ///< [step][position], as Observation
};

/// Lays all steps of a pipeline against its schedule. The schedule is simulated with the median duration per rank and
/// kind (then, once the chunks are known, per chunk), scaled to the median speed of each step. After the first round
/// the distances between cells that follow each other are those seen: no simulation knows all waits of a real rank.
/// Ranks that show exactly what is expected are done at once; the others are aligned by order and time, and again, up
/// to kMaxSweeps times, with their P2P partners as anchors: a cell costs up to kPartnerCost per partner (the stage
/// before or after in the same microbatch) for the difference between the observed and the simulated time from the
/// partner to it, less the usual such difference between the two ranks over all steps (of forwards, of the rest), so
/// that neither a transfer nor a clock that is off counts. Without the partner it costs kUnknownPartnerCost: else a
/// place that nobody vouches for would be the cheapest.
///
/// In a later round a cell of a long order is compared with what was plausible in the one before (CellAlignment).
///
/// A match with a margin below kMinMargin is not certain. Files' own numbers are anchors: no cell is matched against
/// them. O(cells * (lost + repeated per rank and step)).
[[nodiscard]] PipelineAlignment alignPipeline(const PipelineChart &chart, const Observation &observation,
                                              const Schedule &schedule, const std::stop_token &stop = {});

/// How badly order and times fit the schedule, in the cost of alignedCost, over all steps and the ranks at those
/// positions. Comparable between schedules for the same observation and positions; partners take no part, since there
/// are more of them the surer a match is.
[[nodiscard]] double alignmentCost(const PipelineChart &chart, const Observation &observation, const Schedule &schedule,
                                   std::span<const std::size_t> positions, const std::stop_token &stop = {});

inline constexpr int kMaxSweeps = 4;
inline constexpr double kPartnerCost = 0.75;
inline constexpr double kMinMargin = 0.25;
/// A partner has to be surer: one that is wrong makes the next rank wrong as well.
inline constexpr double kSureMargin = 1;
/// A partner that should be there, since its rank was recorded, but was not found.
inline constexpr double kUnknownPartnerCost = 0.3;
/// Recording only one half of an O costs as much as losing a cell.
inline constexpr double kHalfCost = 0.5;

}  // namespace stagescope
