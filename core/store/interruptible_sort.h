#pragma once

#include <algorithm>
#include <cstdint>
#include <stop_token>

namespace stagescope {

/// std::sort that gives up within some ten thousand comparisons of a stop request; the elements are then in an
/// unspecified order. Returns false when stopped. Already sorted input costs one pass.
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
        if (!std::is_sorted(first, last, checked)) {
            std::sort(first, last, checked);
        }
    } catch (const Stopped &) {
        return false;
    }
    return !stop.stop_requested();
}

}  // namespace stagescope
