#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace stagescope {

// The value in the middle, in O(n); T{} of none. Of an even number two are in the middle: the upper or the lower one,
// where it must be one that was measured, or their mean.

template <class T, class Less = std::less<>>
[[nodiscard]] T upperMedian(std::vector<T> values, Less less = {}) {
    if (values.empty()) {
        return T{};
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end(), less);
    return std::move(*middle);
}

template <class T, class Less = std::less<>>
[[nodiscard]] T lowerMedian(std::vector<T> values, Less less = {}) {
    if (values.empty()) {
        return T{};
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end(), less);
    return std::move(*middle);
}

template <class T>
[[nodiscard]] T median(std::vector<T> values) {
    if (values.empty()) {
        return T{};
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return values.size() % 2 == 1 ? *middle : (*std::max_element(values.begin(), middle) + *middle) / 2;
}

struct Quartiles {
    double q1 = 0;
    double median = 0;
    double q3 = 0;
};

/// Exact; between two values in proportion, at (n - 1) * share, as numpy and pandas do by default. Reorders the values;
/// zeros of none. O(n).
template <class T>
[[nodiscard]] Quartiles quartiles(std::span<T> values) {
    if (values.empty()) {
        return {};
    }
    const auto last = values.size() - 1;
    const auto at = [&](std::size_t i) { return values.begin() + static_cast<std::ptrdiff_t>(i); };
    const std::size_t low = last / 4;
    const std::size_t middle = last / 2;
    const std::size_t high = last * 3 / 4;
    std::nth_element(at(0), at(middle), values.end());
    if (low < middle) {
        std::nth_element(at(0), at(low), at(middle));
    }
    if (high > middle) {
        std::nth_element(at(middle + 1), at(high), values.end());
    }
    // What follows the i-th in order lies before the next of the places above.
    const auto between = [&](std::size_t i, std::size_t quarters, std::size_t before) {
        const auto value = static_cast<double>(*at(i));
        const auto rest = static_cast<double>(last * quarters % 4) / 4;
        return rest == 0.0 ? value
                           : value + rest * (static_cast<double>(*std::min_element(at(i + 1), at(before))) - value);
    };
    return {between(low, 1, std::max(middle, low + 1) + 1), between(middle, 2, std::max(high, middle + 1) + 1),
            between(high, 3, last + 1)};
}

}  // namespace stagescope
