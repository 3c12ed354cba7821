#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

// A step is one occurrence: the number that the profiler gave it and, where this number comes again later in the same
// capture (a schedule that repeats, a loop that starts anew, two captures in one file), which time it is. Both stand in
// one integer, so that whatever is kept or compared by step keeps occurrences apart: the first occurrence is the plain
// number, later ones lie beyond all numbers that profilers write. People read and write "3" and "3 (2)".

/// Of the number's nth occurrence, from 1. The number alone where it is negative or larger than 2^47, or n than 2^13.
[[nodiscard]] std::int64_t stepId(std::int64_t number, std::size_t nth);
[[nodiscard]] std::int64_t numberOfStep(std::int64_t id);
/// 1 for the first.
[[nodiscard]] std::size_t occurrenceOfStep(std::int64_t id);
/// "3", "3 (2)"
[[nodiscard]] std::string stepText(std::int64_t id);
/// What stepText writes; nothing of other texts.
[[nodiscard]] std::optional<std::int64_t> stepFromText(std::string_view text);

/// Steps from the ranges that carry their numbers, by begin. Ranges of one number that overlap are one step (several
/// threads carry it), those that do not are occurrences. A `Step` has a member `step`, number or id; `join(known,
/// other)` widens a step by a range of the same one. O(n log n).
template <class Step, class BeginOf, class EndOf, class Join>
[[nodiscard]] std::vector<Step> separateSteps(std::vector<Step> ranges, BeginOf beginOf, EndOf endOf, Join join) {
    std::stable_sort(ranges.begin(), ranges.end(),
                     [&](const Step &a, const Step &b) { return beginOf(a) < beginOf(b); });
    struct Known {
        std::size_t at;
        std::size_t count;
    };
    std::map<std::int64_t, Known> byNumber;
    std::vector<Step> steps;
    for (auto &range : ranges) {
        const auto number = numberOfStep(range.step);
        const auto [it, isNew] = byNumber.try_emplace(number, Known{0, 0});
        auto &known = it->second;
        if (!isNew && beginOf(range) < endOf(steps[known.at])) {
            join(steps[known.at], range);
            continue;
        }
        known = {steps.size(), known.count + 1};
        range.step = stepId(number, known.count);
        steps.push_back(std::move(range));
    }
    return steps;
}

}  // namespace stagescope
