#pragma once

#include "core/analysis/pipeline/recognition/numbering.h"
#include "core/analysis/pipeline/recognition/observed_cells.h"

#include <optional>
#include <stop_token>

namespace stagescope {

/// What was recognised, and the order that it prescribes.
struct RecognisedSchedule {
    ScheduleMatch match;
    Schedule schedule;  ///< of match.best()
};

/// Which schedule the ranks of a group ran: every form that p ranks may run (schedule_candidates.h) is compared with
/// the orders of all steps and ranks by the cost
///     missing cells + kExtraCost * cells too many + kExtraCost * cells whose names contradict,
/// the counts from the longest common subsequence of the kinds. Too many count more since records get lost oftener than
/// they are invented (echoes are known by their times), so that a shorter schedule does not win over one with gaps.
/// m is searched with a halving stride over its range, in up to kSearchSteps steps that are not cut, or as many as have
/// kSearchCells; the final score is that of all steps. Of up to kTimedForms whose cost is within kDoubt times the
/// lowest, the one is taken whose times fit best (alignmentCost), each with the m with which they do: losses at the
/// ends of a run of forwards, and of both cells of a pair or of an O anywhere, leave no trace in the order, but a gap
/// in time. Such an m may cost more than kDoubt times the lowest where even that is more than kManyLosses. A form
/// that costs kHopeless times as much as another one with as many forwards is left at that. Forms of equal signature on
/// all ranks and equal times are named together.
///
/// 1F1B and ZB-H1 look alike when W is unseen. W needs room: where the median pause after a backward of some rank that
/// would run its W there is below kRoomForWeights of a backward, ZB-H1 is ruled out; so it is where a backward takes
/// kFullBackward forwards, and where cells are all work of the device.
///
/// A schedule is custom where the order, leaving out W (whose place each implementation chooses), differs by more than
/// kMaxInversions: min(missing, too many) per rank and step over the expected cells, since losses alone explain only
/// the one and echoes only the other; or where the score is below kMinScore.
///
/// Nothing without scheduled cells, where no marks tell of any cell and the score of whole steps is below
/// kMinScoreOfWork, and for a single rank of which no metadata says that it is a whole pipeline. O(candidates *
/// distinct signatures * cells^2 / 64). `isFromMetadata` where the form and m that pp_info tells fit.
[[nodiscard]] std::optional<RecognisedSchedule> recogniseSchedule(const Observation &observation,
                                                                  const PipelineChart &chart, const ScheduleHint &hint,
                                                                  const std::stop_token &stop = {});

inline constexpr double kExtraCost = 3;
inline constexpr std::size_t kSearchSteps = 3;
/// Enough to tell forms apart whatever the losses. Where a single step has several times as many, ranks are left out of
/// the search, down to about kSearchRanks.
inline constexpr std::size_t kSearchCells = 20'000;
inline constexpr std::size_t kSearchRanks = 4;
inline constexpr std::size_t kTimedForms = 8;
/// Per rank and step, in the cost of the order. Times alone prefer one microbatch more in some runs: a wait that the
/// simulation does not know looks like a loss.
inline constexpr double kManyLosses = 6;
/// So little better a smaller m fits than the true one: some of the losses lie in waits that hide them.
inline constexpr double kHiddenLosses = 0.002;
/// A count that is off by a tenth costs a tenth more.
inline constexpr double kHopeless = 1.25;
inline constexpr double kDoubt = 2;
/// Times that fit this much better are needed to prefer a form to a simpler one or one of better order.
inline constexpr double kSameFit = 0.15;
/// So much worse a group size other than p counts: v = 2, g = 8 shows the same kinds as v = 3, g = 4.
inline constexpr double kUnusualGroup = 1.5;
inline constexpr double kRoomForWeights = 0.25;
/// I and W together take about twice as long as F, I alone about as long.
inline constexpr double kFullBackward = 1.6;
/// The largest share seen with 5 % of the events lost and as many repeated is below; other schedules differ by 10 %
/// and more in their warm-up alone.
inline constexpr double kMaxInversions = 0.04;
/// Half of a single step that was cut in the middle is still recognised where marks tell its cells.
inline constexpr double kMinScore = 0.45;
/// Of cells that no marks tell none is lost by itself within a whole step: what is so far from a schedule is another
/// one, or split in another way. Steps that were cut do not count where others were not.
inline constexpr double kMinScoreOfWork = 0.9;

}  // namespace stagescope
