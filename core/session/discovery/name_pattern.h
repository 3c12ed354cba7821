#pragma once

#include "core/base/text.h"

#include <algorithm>
#include <string_view>

namespace stagescope {

/// What stands behind the last '*' or '#' of a pattern: every name that fits ends with it.
[[nodiscard]] constexpr std::string_view patternTail(std::string_view pattern) {
    auto begin = pattern.size();
    while (begin > 0 && pattern[begin - 1] != '*' && pattern[begin - 1] != '#') {
        --begin;
    }
    return pattern.substr(begin);
}

/// Whether a name fits a pattern: '*' = any text, '#' = one or more digits, all else itself. O(length of both) for the
/// few stars that patterns have. Where many patterns are tried, patternTail tells most of them apart before.
[[nodiscard]] inline bool fitsPattern(std::string_view pattern, std::string_view name) {
    if (pattern.empty()) {
        return name.empty();
    }
    const auto rest = pattern.substr(1);
    if (pattern.front() == '*') {
        for (std::size_t i = 0; i <= name.size(); ++i) {
            if (fitsPattern(rest, name.substr(i))) {
                return true;
            }
        }
        return false;
    }
    if (name.empty()) {
        return false;
    }
    if (pattern.front() == '#') {
        const auto digits = std::min(name.find_first_not_of("0123456789"), name.size());
        return digits > 0 && fitsPattern(rest, name.substr(digits));
    }
    return pattern.front() == name.front() && fitsPattern(rest, name.substr(1));
}

}  // namespace stagescope
