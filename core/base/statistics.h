#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
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

}  // namespace stagescope
