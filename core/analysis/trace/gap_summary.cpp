#include "core/analysis/trace/gap_summary.h"

#include "core/analysis/run/profiler_cost.h"
#include "core/base/statistics.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

std::optional<Nanos> operatorTime(const std::vector<DispatchPath> &paths) {
    std::vector<Nanos> times;
    for (const auto &path : paths) {
        if (path.klass != SliceClass::Computing) {
            continue;
        }
        if (const auto time = dispatchTimes(path).python) {
            times.push_back(*time);
        }
    }
    if (times.empty()) {
        return std::nullopt;
    }
    return lowerMedian(std::move(times));
}

/// A gap whose events alone would take a tenth of it: else the host did something that nothing recorded slowed down.
bool isFullOfEvents(const ProfilerCost &profiler, const FreeGap &gap) {
    return gap.cause == FreeCause::HostLaunch && 10 * profiler.in(gap.range) >= gap.range.duration();
}

void addProfiler(const RankGaps &gaps, const StepGaps &step, const ProfilerCost &profiler, GapSummary &summary) {
    std::vector<Interval> late;
    for (const auto &gap : step.gaps) {
        if (gap.cause == FreeCause::HostLaunch) {
            late.push_back({ns(gap.range.begin), ns(gap.range.end)});
            summary.recorded += isFullOfEvents(profiler, gap) ? gap.range.duration() : Nanos{0};
        }
    }
    summary.lateBy = gaps.host.within(merged(std::move(late)));
    summary.profiler = profiler.in(step.range);
    summary.events = profiler.events(step.range);
}

/// Gaps that what is told cuts are pieces of one whole. A host that waits for the device is no slower for that.
Nanos waitedAheadOfHost(const std::vector<FreeGap> &gaps) {
    Nanos sum{0};
    for (std::size_t i = 1; i < gaps.size(); ++i) {
        const auto &before = gaps[i - 1];
        const bool isOwn = gaps[i].cause == FreeCause::HostLaunch || gaps[i].cause == FreeCause::DataLoading;
        const bool isOneGap = before.whole.begin == gaps[i].whole.begin && before.whole.end == gaps[i].whole.end;
        if (isOwn && isOneGap && before.cause == FreeCause::PipelineWait) {
            sum += before.range.duration();
        }
    }
    return sum;
}

GapSummary summaryOf(const Run &run, const RankCapture &capture, const RankGaps &gaps, const StepGaps &step) {
    GapSummary summary{step.step, step.range.duration(), step.busy, step.byCause(), {}, Nanos{0}};
    summary.aheadOfHost = waitedAheadOfHost(step.gaps);
    std::array<const FreeGap *, kFreeCauses> longest{};
    for (const auto &gap : step.gaps) {
        const bool isHarmless = gap.cause == FreeCause::PipelineWait && gap.hidden == FreeCause::HostLaunch;
        summary.harmless += isHarmless ? gap.range.duration() : Nanos{0};
        auto &best = longest.at(static_cast<std::size_t>(gap.cause));
        if (best == nullptr || gap.range.duration() > best->range.duration()) {
            best = &gap;
        }
    }
    for (std::size_t i = 0; i < kFreeCauses; ++i) {
        if (const auto *gap = longest.at(i)) {
            GapWitness witness{gap->range.duration(), {}, {}, {}};
            if (gap->after != FreeGap::kNone) {
                const auto &path = gaps.paths[gap->after];
                witness.after = SliceRef{run.id, path.source, path.track, path.slice};
                witness.afterBegin = rankTime(path.begin);
            }
            if (const auto call = hostCallIn(capture, gap->whole)) {
                witness.hostCall = call->name;
                witness.call = SliceRef{run.id, call->source, call->track, call->slice};
            }
            summary.longest.at(i) = std::move(witness);
        }
    }
    return summary;
}

void addLate(const std::vector<FreeGap> &gaps, const ProfilerCost &profiler, const GapSummary &step,
             std::vector<HostGap> &late) {
    for (const auto &gap : gaps) {
        if (isHostCause(gap.cause)) {
            late.push_back({gap.range, gap.cause, isFullOfEvents(profiler, gap) ? step.shareOfJob() : 1});
        }
    }
}

}  // namespace

std::optional<RankGapSummary> gapSummary(const Run &run, const RankCapture &capture, const ToldGaps &told,
                                         const std::stop_token &stop) {
    if (!capture.hasTrace() || stop.stop_requested()) {
        return std::nullopt;
    }
    const auto own = told.find(capture.rank);
    const auto gaps = freeGaps(capture, own == told.end() ? std::vector<ToldGap>{} : own->second, stop);
    RankGapSummary summary{capture.rank, operatorTime(gaps.paths), false, {}};
    summary.knowsLaunches = summary.operatorTime || std::ranges::any_of(gaps.paths, [](const DispatchPath &path) {
                                return path.launchEnd != DispatchPath::kUnknown;
                            });
    const ProfilerCost profiler(capture, stop);
    for (const auto &step : gaps.steps) {
        auto &last = summary.steps.emplace_back(summaryOf(run, capture, gaps, step));
        addProfiler(gaps, step, profiler, last);
        addLate(step.gaps, profiler, last, summary.late);
        addLate(step.behindSends, profiler, last, summary.late);
    }
    std::ranges::sort(summary.late, {}, [](const HostGap &gap) { return gap.range.begin; });
    return summary.steps.empty() ? std::nullopt : std::optional(std::move(summary));
}

std::vector<RankGapSummary> gapSummaries(const Run &run, const ToldGaps &told, const std::stop_token &stop) {
    std::vector<RankGapSummary> result;
    for (const int rank : run.ranks()) {
        if (auto summary = gapSummary(run, *run.capture(rank), told, stop)) {
            result.push_back(std::move(*summary));
        }
    }
    return result;
}

}  // namespace stagescope
