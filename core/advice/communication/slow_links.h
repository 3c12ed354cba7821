#pragma once

#include "core/advice/rule.h"
#include "core/analysis/pipeline/time/link_times.h"

#include <functional>
#include <vector>

namespace stagescope {

// What the rules slow_link and p2p_transfer share: together they share out the cost of transfers, so that no
// millisecond is told twice. All functions: any thread.

/// linkTimes over all pipelines.
[[nodiscard]] std::vector<LinkTime> studiedLinks(const RuleInput &input);
/// Links that stand out from their kind.
[[nodiscard]] std::vector<LinkTime> slowLinks(const RuleInput &input, const std::vector<LinkTime> &links);
/// Of the transfers that `isAsked` lets through the one that is typical: about as long as `usual`, with little waiting
/// of either end for the other, so that its operations look as long as it took. Null where there is none.
[[nodiscard]] const P2pEdge *typicalTransfer(const PipelineChart &chart, Nanos usual,
                                             const std::function<bool(const P2pEdge &edge)> &isAsked);
/// Selects a transfer: its operations, ranks, group and step.
[[nodiscard]] SelectionState transferEvidence(const Run &run, const PipelineChart &chart, const P2pEdge &edge);

/// Times as many, and standard deviations, from which on a link is slow.
constexpr double kSlowLinkRatio = 1.5;
constexpr double kSlowLinkZ = 4;

}  // namespace stagescope
