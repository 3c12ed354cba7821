#include "core/analysis/trace/gap_summary.h"

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
    return upperMedian(std::move(times));
}

GapSummary summaryOf(const Run &run, const RankCapture &capture, const RankGaps &gaps, const StepGaps &step) {
    GapSummary summary{step.step, step.range.duration(), step.busy, step.byCause(), {}, Nanos{0}};
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
            }
            summary.longest.at(i) = std::move(witness);
        }
    }
    return summary;
}

void addLate(const std::vector<FreeGap> &gaps, std::vector<HostGap> &late) {
    for (const auto &gap : gaps) {
        if (isHostCause(gap.cause)) {
            late.push_back({gap.range, gap.cause});
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
    RankGapSummary summary{capture.rank, operatorTime(gaps.paths), {}};
    for (const auto &step : gaps.steps) {
        summary.steps.push_back(summaryOf(run, capture, gaps, step));
        addLate(step.gaps, summary.late);
        addLate(step.behindSends, summary.late);
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
