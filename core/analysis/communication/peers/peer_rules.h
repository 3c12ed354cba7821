#pragma once

#include <string_view>

namespace stagescope {

/// From how many standard deviations on a value is taken for slow.
inline constexpr double kSigmas = 3.0;

[[nodiscard]] inline bool isPointToPoint(std::string_view name) {
    return name.find("send") != std::string_view::npos || name.find("receive") != std::string_view::npos;
}

}  // namespace stagescope
