#pragma once

#include "core/analysis/trace/told_gaps.h"
#include "core/base/item_ref.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// The longest gap of a cause, as evidence.
struct GapWitness {
    Nanos length{0};
    std::optional<SliceRef> after;   ///< work that ends it
    RankTime afterBegin{};           ///< of that
    std::string hostCall;            ///< what the host did meanwhile (hostCallIn); empty when unknown
    std::optional<SliceRef> call{};  ///< that
};

/// Free time of one step in a few numbers. total = busy + sum of byCause.
struct GapSummary {
    std::optional<std::int64_t> step;
    Nanos total{0};
    Nanos busy{0};
    std::array<Nanos, kFreeCauses> byCause{};
    std::array<std::optional<GapWitness>, kFreeCauses> longest;
    Nanos harmless{0};  ///< launches were late (HostLaunch), but the pipeline made the rank wait for data anyway
    /// PipelineWait in gaps that the host's own work ends: had it been faster, so much of its time would have cost
    /// nothing.
    Nanos aheadOfHost{0};
    ActivityTimes lateBy{};  ///< late launches (HostLaunch) by what the host did meanwhile
    /// Late launches in gaps that are full of recorded events, and what recording the step's events costs (estimate,
    /// ProfilerCost): without the profiler up to as much of them would not be there.
    Nanos recorded{0};
    Nanos profiler{0};
    std::int64_t events = 0;  ///< of the host that were recorded

    /// An estimate of the profiler's cost is right to a quarter of it.
    static constexpr double kProfilerMargin = 1.25;

    [[nodiscard]] Nanos of(FreeCause cause) const { return byCause.at(static_cast<std::size_t>(cause)); }
    /// The part of `recorded` that is not the profiler's for certain, 0 to 1.
    [[nodiscard]] double shareOfJob() const {
        const auto whole = static_cast<double>(recorded.count());
        return whole <= 0 ? 1 : std::max(0.0, 1 - kProfilerMargin * static_cast<double>(profiler.count()) / whole);
    }
    /// The same without what the profiler itself may have caused.
    [[nodiscard]] Nanos ofJob(FreeCause cause) const {
        const auto own = Nanos{std::llround((1 - shareOfJob()) * static_cast<double>(recorded.count()))};
        return of(cause) - (cause == FreeCause::HostLaunch ? own : Nanos{0});
    }
};

/// A gap that the host caused.
struct HostGap {
    RankRange range;
    FreeCause cause = FreeCause::HostLaunch;
    double share = 1;  ///< of it that is not the profiler's (GapSummary::shareOfJob)
};

struct RankGapSummary {
    int rank = -1;
    /// Median over kernels of the time from the operator's begin to its enqueue or launch: how fast the host is.
    std::optional<Nanos> operatorTime;
    bool knowsLaunches = false;     ///< or enqueues, of some work: without them no gap is the host's
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
