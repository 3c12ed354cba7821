#include "core/analysis/memory/step_memory.h"

#include "core/analysis/memory/memory_series.h"
#include "core/analysis/run/steps.h"
#include "core/session/rank_facts.h"
#include "core/store/step_extremes.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <charconv>

namespace stagescope {

namespace {

std::vector<StepMemory> fromSamples(const RankCapture &capture, const std::stop_token &stop) {
    const auto allocator = frameworkAllocator(memorySeries(capture, false, stop));
    if (!allocator) {
        return {};
    }
    const auto steps = rankSteps(capture);
    std::vector<RankRange> ranges;
    for (const auto &step : steps) {
        ranges.push_back(step.range);
    }
    StepExtremes extremes(std::move(ranges));
    const auto curve = memoryCurve(capture, *allocator, MemoryMeasure::Allocated, stop);
    for (std::uint32_t i = 0; i < curve.size(); ++i) {
        extremes.add(curve.time(i), static_cast<std::int64_t>(curve.value(i)));
    }
    std::vector<StepMemory> result;
    const auto of = extremes.extremes();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        // After the last sample nothing is known any more.
        if (of[i] && curve.time(static_cast<std::uint32_t>(curve.size() - 1)) >= steps[i].range.begin) {
            result.push_back({steps[i].step, of[i]->least, of[i]->most});
        }
    }
    return result;
}

/// "step_least_bytes 13" and "step_peak_bytes 13" in the section "memory".
std::vector<StepMemory> fromShallowFacts(const RankCapture &capture) {
    std::vector<StepMemory> result;
    for (const auto &[section, key, value] : recordsOf<EnvironmentRecord>(capture)) {
        const auto step = section == "memory" ? stepNumber(key) : std::nullopt;
        std::int64_t bytes = 0;
        if (!step || std::from_chars(value.data(), value.data() + value.size(), bytes).ec != std::errc{}) {
            continue;
        }
        if (key.substr(0, key.find(' ')) == "step_least_bytes") {
            result.push_back({*step, bytes, bytes});
        } else if (!result.empty() && result.back().step == *step) {
            result.back().most = bytes;
        }
    }
    return result;
}

}  // namespace

std::vector<StepMemory> stepMemory(const RankCapture &capture, const std::stop_token &stop) {
    return measuredOnce(capture, stop, [&] {
        auto steps = fromSamples(capture, stop);
        return steps.empty() ? fromShallowFacts(capture) : steps;
    });
}

std::optional<StepGrowth> stepGrowth(std::span<const StepMemory> steps, double evenness) {
    if (steps.size() < kLeastGrowthSteps) {
        return std::nullopt;
    }
    const auto counted = steps.subspan(1);
    const auto transitions = static_cast<double>(counted.size() - 1);
    const auto meanOf = [&](std::int64_t StepMemory::*member) {
        return static_cast<double>(counted.back().*member - counted.front().*member) / transitions;
    };
    const double growth = meanOf(&StepMemory::least);
    for (std::size_t i = 1; i < counted.size(); ++i) {
        const auto more = static_cast<double>(counted[i].least - counted[i - 1].least);
        if (more <= 0 || more < evenness * growth || counted[i].most <= counted[i - 1].most) {
            return std::nullopt;
        }
    }
    return StepGrowth{growth, counted.front(), counted.back(), counted.size()};
}

}  // namespace stagescope
