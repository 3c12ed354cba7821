#include "core/analysis/run/typical_step.h"

#include "core/analysis/run/steps.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <map>

namespace stagescope {

std::vector<StepLength> stepLengths(const std::vector<TimeSplit> &splits) {
    const bool hasSteps =
        std::any_of(splits.begin(), splits.end(), [](const TimeSplit &split) { return split.step.has_value(); });
    std::vector<StepLength> steps;
    std::map<std::optional<std::int64_t>, std::size_t> known;
    for (const auto &split : splits) {
        if (split.parts.total <= Nanos{0} || (hasSteps && !split.step)) {
            continue;
        }
        const auto [it, isNew] = known.try_emplace(split.step, steps.size());
        if (isNew) {
            steps.push_back({split.step, Nanos{0}, 0});
        }
        auto &step = steps[it->second];
        step.length += split.parts.total;
        ++step.ranks;
    }
    for (auto &step : steps) {
        step.length /= step.ranks;
    }
    return steps;
}

std::vector<StepLength> knownSteps(const Run &run, const std::vector<TimeSplit> &splits) {
    auto lengths = stepLengths(splits);
    std::map<std::int64_t, StepLength> marked;
    for (const int rank : lengths.empty() ? run.ranks() : std::vector<int>{}) {
        for (const auto &bounds : rankSteps(*run.capture(rank))) {
            auto &step = marked[bounds.step];
            step.step = bounds.step;
            step.length += bounds.range.duration();
            ++step.ranks;
        }
    }
    for (auto &[number, step] : marked) {
        step.length /= step.ranks;
        lengths.push_back(step);
    }
    return lengths;
}

const StepLength *typicalStep(const std::vector<StepLength> &steps) {
    std::vector<const StepLength *> all;
    for (const auto &step : steps) {
        all.push_back(&step);
    }
    return lowerMedian(std::move(all), [](const StepLength *a, const StepLength *b) { return a->length < b->length; });
}

Nanos meanLength(const std::vector<StepLength> &steps) {
    Nanos sum{0};
    for (const auto &step : steps) {
        sum += step.length;
    }
    return steps.empty() ? sum : sum / static_cast<std::int64_t>(steps.size());
}

std::vector<TimeSplit> typicalSplits(const std::vector<TimeSplit> &splits, std::optional<std::int64_t> asked) {
    const auto steps = stepLengths(splits);
    const auto *typical = typicalStep(steps);
    std::map<int, std::vector<const TimeSplit *>> ranks;
    for (const auto &split : splits) {
        ranks[split.rank].push_back(&split);
    }
    std::vector<TimeSplit> result;
    for (const auto &[rank, own] : ranks) {
        const auto of = [&own](std::optional<std::int64_t> step) {
            return std::find_if(own.begin(), own.end(), [&](const TimeSplit *split) { return split->step == step; });
        };
        auto it = asked ? of(asked) : own.end();
        it = it == own.end() && typical != nullptr ? of(typical->step) : it;
        result.push_back(it != own.end() ? **it : *lowerMedian(own, [](const TimeSplit *a, const TimeSplit *b) {
            return a->parts.total < b->parts.total;
        }));
    }
    return result;
}

}  // namespace stagescope
