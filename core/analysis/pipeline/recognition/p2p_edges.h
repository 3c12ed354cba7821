#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"

namespace stagescope {

/// Fills `edges` of a numbered chart: which send belongs to which receive, and to which cells. By decreasing evidence:
/// - equal connection ids whose operations overlap in time. Ids that count operations per file are off by one behind a
///   lost one; such pairs do not overlap and are left to the rest, and taken last where nothing else claims them;
/// - ends whose arguments name each other: the overlapping ones, nearest ends first, then in order;
/// - the schedule: of the sends after the producer cell and the receives before the consumer cell the two that overlap,
///   nearest ends (and nearest to their cells: to the consumer where cells usually begin right behind a receive, else
///   to the producer; on a busy link sends wait) first. Where only one of them was recorded, the edge has one end;
/// - ends on neighbouring ranks that overlap, nearest ends first: a rendezvous ends on both sides at once.
/// No receive ends before its send begins. A send or receive carries one edge, a batch one per peer and direction.
/// transfer = later end - later begin; what an end spent before the later begin is its wait. Aligned clock.
/// O((cells + operations) log).
void pairP2p(PipelineChart &chart, const ClockAlignment &clock);

}  // namespace stagescope
