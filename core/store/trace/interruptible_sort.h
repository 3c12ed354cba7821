#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <stop_token>
#include <vector>

namespace stagescope {

/// Merges neighbouring sorted runs until one is left; `begins` holds where each begins and the end of the last. What
/// lies before all of the run behind it, or behind all of the one before, stays where it is: rows that are out of order
/// are mostly so among their neighbours.
template <class Iterator, class Less>
void mergeRuns(std::vector<Iterator> begins, const Less &less) {
    while (begins.size() > 2) {
        std::vector<Iterator> longer;
        for (std::size_t i = 0; i + 1 < begins.size(); i += 2) {
            longer.push_back(begins[i]);
            if (i + 2 < begins.size()) {
                const auto middle = begins[i + 1];
                const auto first = std::upper_bound(begins[i], middle, *middle, less);
                if (first != middle) {
                    const auto last = std::lower_bound(middle, begins[i + 2], *std::prev(middle), less);
                    std::inplace_merge(first, middle, last, less);
                }
            }
        }
        longer.push_back(begins.back());
        begins = std::move(longer);
    }
}

/// Sorted input costs one pass; long sorted runs, as several workers leave them when each reads windows of one file,
/// are merged: O(n log runs).
template <class Iterator, class Less>
void sortRuns(Iterator first, Iterator last, const Less &less) {
    constexpr auto kLongRun = 64;
    const auto mostRuns = static_cast<std::size_t>((last - first) / kLongRun) + 1;
    std::vector<Iterator> begins;
    for (auto run = first; run != last && begins.size() <= mostRuns;) {
        begins.push_back(run);
        run = std::is_sorted_until(run, last, less);
    }
    if (begins.size() > mostRuns) {
        std::sort(first, last, less);
    } else {
        begins.push_back(last);
        mergeRuns(std::move(begins), less);
    }
}

/// sortRuns that gives up within some ten thousand comparisons of a stop request; the elements are then in an
/// unspecified order. Returns false when stopped.
template <class Iterator, class Less>
[[nodiscard]] bool interruptibleSort(Iterator first, Iterator last, Less less, const std::stop_token &stop) {
    struct Stopped {};
    std::uint32_t comparisons = 0;
    const auto checked = [&](const auto &a, const auto &b) {
        if ((++comparisons & 0x3fff) == 0 && stop.stop_requested()) {
            throw Stopped{};  // the only way out of std::sort; caught below
        }
        return less(a, b);
    };
    try {
        sortRuns(first, last, checked);
    } catch (const Stopped &) {
        return false;
    }
    return !stop.stop_requested();
}

}  // namespace stagescope
