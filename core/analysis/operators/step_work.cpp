#include "core/analysis/operators/step_work.h"

#include "core/analysis/operators/kernel_calls.h"
#include "core/analysis/run/time_split.h"

#include <algorithm>

namespace stagescope {

namespace {

void addToStep(const KernelCall &call, const CallKind &kind, StepWork &step) {
    const Nanos time{call.duration};
    step.kernels += time;
    (isJudged(kind, call) ? step.judged : step.unjudged) += time;
    if (!kind.isMatrix() || !call.hasFlop()) {
        return;
    }
    step.flop += call.flop;
    step.byType.add(kind.number(), call.flop);
    step.matrix += time;
    if (call.recompute >= 0) {
        const double again = call.recompute == 1 ? call.flop : 0;
        step.recomputed = step.recomputed.value_or(0) + again;
        step.recomputedByType.add(kind.number(), again);
    }
}

std::optional<double> shareOf(const std::optional<double> &seconds, Nanos time) {
    return seconds && time.count() > 0 ? std::optional(*seconds * 1e9 / static_cast<double>(time.count()))
                                       : std::nullopt;
}

}  // namespace

bool StepWork::isJudgedEnough() const {
    constexpr std::int64_t kMostUnjudged = 50;  // a fiftieth of the kernels' time
    return kMostUnjudged * unjudged <= kernels;
}
std::optional<double> StepWork::hardwareShare(const ChipPeak &peak) const {
    return peak.flops && isJudgedEnough() ? shareOf(peak.secondsFor(byType), time) : std::nullopt;
}
std::optional<double> StepWork::modelShare(const ChipPeak &peak) const {
    const auto all = recomputed ? hardwareShare(peak) : std::nullopt;
    const auto again = all ? shareOf(peak.secondsFor(recomputedByType), time) : std::nullopt;
    return again ? std::optional(*all - *again) : std::nullopt;
}

std::vector<StepWork> stepWork(const RankCapture &capture, const std::stop_token &stop) {
    const auto found = kernelCalls(capture, stop);
    std::vector<StepWork> steps;
    for (const auto &split : timeSplits(capture, stop)) {
        if (!split.range) {
            continue;
        }
        StepWork step;
        step.rank = capture.rank;
        step.step = split.step;
        step.time = split.parts.total;
        const auto before = [](const KernelCall &call, std::int64_t at) { return call.begin < at; };
        const auto first = std::lower_bound(found.calls.begin(), found.calls.end(), ns(split.range->begin), before);
        for (auto it = first; it != found.calls.end() && it->begin < ns(split.range->end); ++it) {
            addToStep(*it, found.kinds[it->kind], step);
        }
        if (step.kernels.count() > 0) {
            steps.push_back(step);
        }
    }
    return steps;
}

}  // namespace stagescope
