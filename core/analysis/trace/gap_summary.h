#pragma once

#include "core/analysis/trace/told_gaps.h"
#include "core/base/item_ref.h"

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// The longest gap of a cause, as evidence.
struct GapWitness {
    Nanos length{0};
    std::optional<SliceRef> after;  ///< work that ends it
    RankTime afterBegin{};          ///< of that
    std::string hostCall;           ///< what the host did meanwhile (hostCallIn); empty when unknown
};

/// Free time of one step in a few numbers. total = busy + sum of byCause.
struct GapSummary {
    std::optional<std::int64_t> step;
    Nanos total{0};
    Nanos busy{0};
    std::array<Nanos, kFreeCauses> byCause{};
    std::array<std::optional<GapWitness>, kFreeCauses> longest;
    Nanos harmless{0};  ///< launches were late (HostLaunch), but the pipeline made the rank wait for data anyway

    [[nodiscard]] Nanos of(FreeCause cause) const { return byCause.at(static_cast<std::size_t>(cause)); }
};

/// A gap that the host caused.
struct HostGap {
    RankRange range;
    FreeCause cause = FreeCause::HostLaunch;
};

struct RankGapSummary {
    int rank = -1;
    /// Median over kernels of the time from the operator's begin to its enqueue or launch: how fast the host is.
    std::optional<Nanos> operatorTime;
    std::vector<GapSummary> steps;  ///< by begin
    std::vector<HostGap> late{};  ///< all gaps of host causes, by begin; those behind sends too, which steps leave out
};

/// freeGaps of a capture with what its pipeline tells, in numbers that can be kept for all ranks at once. Nothing
/// without a trace, or without steps in which the device worked.
[[nodiscard]] std::optional<RankGapSummary> gapSummary(const Run &run, const RankCapture &capture, const ToldGaps &told,
                                                       const std::stop_token &stop = {});
/// Of each rank, ascending.
[[nodiscard]] std::vector<RankGapSummary> gapSummaries(const Run &run, const ToldGaps &told,
                                                       const std::stop_token &stop = {});

}  // namespace stagescope
