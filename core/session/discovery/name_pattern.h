#pragma once

#include "core/base/text.h"

#include <algorithm>
#include <string_view>

namespace stagescope {

/// Whether a name fits a pattern: '*' = any text, '#' = one or more digits, all else itself. O(length of both) for the
/// few stars that patterns have; most names are told apart by what stands behind the last of them.
[[nodiscard]] inline bool fitsPattern(std::string_view pattern, std::string_view name) {
    constexpr std::string_view kWild = "*#";
    const auto last = pattern.find_last_of(kWild);
    if (last == std::string_view::npos) {
        return pattern == name;
    }
    if (!name.ends_with(pattern.substr(last + 1))) {
        return false;
    }
    const auto first = pattern.find_first_of(kWild);
    if (!name.starts_with(pattern.substr(0, first))) {
        return false;
    }
    name.remove_prefix(first);
    const auto rest = pattern.substr(first + 1);
    if (pattern[first] == '#') {
        const auto digits = std::min(name.find_first_not_of("0123456789"), name.size());
        return digits > 0 && fitsPattern(rest, name.substr(digits));
    }
    for (std::size_t i = 0; i <= name.size(); ++i) {
        if (fitsPattern(rest, name.substr(i))) {
            return true;
        }
    }
    return false;
}

}  // namespace stagescope
