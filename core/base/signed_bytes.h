#pragma once

#include "core/base/byte_text.h"
#include "core/base/number_text.h"

#include <cmath>
#include <cstdint>
#include <string>

namespace stagescope {

/// bytesText of an amount that may be a difference: "\u22121.50 GiB".
[[nodiscard]] inline std::string signedBytesText(double bytes) {
    return shownFigure((bytes < 0 ? "-" : "") + bytesText(static_cast<std::uint64_t>(std::llround(std::abs(bytes)))));
}

}  // namespace stagescope
