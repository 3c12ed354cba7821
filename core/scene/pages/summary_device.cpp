// What a profile of one rank is opened for: how long its step is, what of it the device works, and on what.
#include "core/analysis/memory/memory_series.h"
#include "core/analysis/operators/step_work.h"
#include "core/analysis/run/profiler_cost.h"
#include "core/base/byte_text.h"
#include "core/base/number_text.h"
#include "core/scene/pages/summary_model.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kTopOperators = 8;

/// Of the step whose time split is shown; where it stands for several, with the shortest and the longest of them.
std::string stepTimeText(const SummaryModel &model) {
    if (model.steps.empty() || model.split.bars.size() != 1) {
        return {};
    }
    const auto text = lengthText(model.split.bars.front().parts.total);
    const auto [least, most] = std::minmax_element(model.steps.begin(), model.steps.end(),
                                                   [](const StepBar &a, const StepBar &b) { return a.mean < b.mean; });
    return model.split.isTypical ? text + " (" + lengthText(least->mean) + " - " + lengthText(most->mean) + ")" : text;
}

/// Of the same step.
std::string busyText(const SplitSummary &split) {
    if (split.bars.size() != 1 || split.fromIntervals == 0) {
        return {};
    }
    const auto &parts = split.bars.front().parts;
    const auto busy = parts.computing + parts.notOverlapped + parts.copies.value_or(Nanos{0});
    return percentText(static_cast<double>(busy.count()), static_cast<double>(parts.total.count())) + " %";
}

/// Of the same step, where it is enough to be seen: what people measure without the profiler is shorter by up to that.
std::string profilerText(const SplitSummary &split) {
    if (split.bars.size() != 1 || !split.bars.front().profiler) {
        return {};
    }
    const auto cost = *split.bars.front().profiler;
    const auto step = split.bars.front().parts.total;
    return !isNoticeable(cost, step)
               ? std::string{}
               : lengthText(cost) + " (" +
                     percentText(static_cast<double>(cost.count()), static_cast<double>(step.count())) + " %)";
}

/// Of the same step, as table mfu has it; empty where the peak is not known, or what its kernels do.
std::string utilizationText(const SplitSummary &split, const RankCapture &capture, const std::stop_token &stop) {
    const auto steps = stepWork(capture, stop);
    const auto it = std::find_if(steps.begin(), steps.end(), [&](const StepWork &of) { return of.step == split.step; });
    const auto share = it == steps.end() ? std::nullopt : it->modelShare(peakOf(capture));
    return share ? percentText(*share, 1) + " %" : std::string{};
}

std::string peakMemoryText(const RankCapture &capture, const std::stop_token &stop) {
    const auto peak = memoryPeak(capture, stop);
    const auto bytes = peak.allocated ? peak.allocated : peak.reserved ? peak.reserved : peak.process;
    if (!bytes || *bytes < 0) {
        return {};
    }
    auto text = bytesText(static_cast<std::uint64_t>(*bytes));
    if (peak.capacity && *peak.capacity > 0) {
        text += " / " + bytesText(static_cast<std::uint64_t>(*peak.capacity));
    }
    return text;
}

}  // namespace

std::string lengthText(Nanos length) {
    constexpr Nanos kSecond{1'000'000'000};
    return length < kSecond ? MillisFormat::forSize(length).text(length) + " ms" : timeText(length);
}

void addDevice(SummaryModel &model, const RankCapture &capture, const std::stop_token &stop) {
    std::vector<SummaryFact> facts{
        {Message("summary.fact.step_time"), stepTimeText(model)},
        {Message("summary.fact.busy"), busyText(model.split)},
        {Message("summary.fact.utilization"), utilizationText(model.split, capture, stop)},
        {Message("summary.fact.peak_memory"), peakMemoryText(capture, stop)},
    };
    if (auto cost = profilerText(model.split); !cost.empty()) {
        facts.insert(facts.begin() + 1, {Message("summary.fact.profiler"), std::move(cost)});
    }
    model.facts.insert(model.facts.begin() + 1, facts.begin(),
                       facts.end());  // the first one tells which steps there are
    model.operators = topOperators(capture, kTopOperators, stop);
}

}  // namespace stagescope
