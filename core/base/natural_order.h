#pragma once

#include "core/base/text.h"

#include <string_view>

namespace stagescope {

/// Order in which people expect names: "rank_2" before "rank_10". Runs of digits compare as numbers of any length, all
/// else by bytes; names that differ only in leading zeros compare by bytes. A strict weak order. O(length).
[[nodiscard]] inline bool naturalLess(std::string_view a, std::string_view b) {
    const auto digitsEnd = [&](std::string_view s, std::size_t i) {
        while (i < s.size() && isDigit(s[i])) {
            ++i;
        }
        return i;
    };
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[j])) {
            if (a[i] != b[j]) {
                return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
            }
            ++i;
            ++j;
            continue;
        }
        const auto endA = digitsEnd(a, i);
        const auto endB = digitsEnd(b, j);
        while (i + 1 < endA && a[i] == '0') {
            ++i;
        }
        while (j + 1 < endB && b[j] == '0') {
            ++j;
        }
        if (endA - i != endB - j) {
            return endA - i < endB - j;
        }
        if (const int order = a.substr(i, endA - i).compare(b.substr(j, endB - j)); order != 0) {
            return order < 0;
        }
        i = endA;
        j = endB;
    }
    if ((i < a.size()) != (j < b.size())) {
        return j < b.size();
    }
    return a < b;
}

}  // namespace stagescope
