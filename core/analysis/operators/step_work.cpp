#include "core/analysis/operators/step_work.h"

#include "core/analysis/operators/kernel_calls.h"
#include "core/analysis/run/time_split.h"

#include <algorithm>

namespace stagescope {

namespace {

void addToStep(const KernelCall &call, const CallKind &kind, StepWork &step) {
    const Nanos time{call.duration};
    step.kernels += time;
    const bool isMatrix = kind.isMatrix();
    const bool isVector = !isMatrix && (kind.cube == 0 || kind.work);
    if (isMatrix && call.hasFlop()) {
        step.flop += call.flop;
        step.matrix += time;
        step.judged += time;
        if (call.recompute >= 0) {
            step.recomputed = step.recomputed.value_or(0) + (call.recompute == 1 ? call.flop : 0);
        }
    } else if (isMatrix) {
        step.unjudged += time;
    } else if (isVector) {
        step.judged += time;
    }
}

std::optional<double> shareOfPeak(double flop, Nanos time, const ChipPeak &peak) {
    const bool isKnown = peak.flops && *peak.flops > 0 && time.count() > 0;
    return isKnown ? std::optional(flop * 1e9 / static_cast<double>(time.count()) / *peak.flops) : std::nullopt;
}

}  // namespace

std::optional<double> StepWork::hardwareShare(const ChipPeak &peak) const { return shareOfPeak(flop, time, peak); }
std::optional<double> StepWork::modelShare(const ChipPeak &peak) const {
    return recomputed ? shareOfPeak(flop - *recomputed, time, peak) : std::nullopt;
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
