#pragma once

#include "core/base/byte_text.h"

#include <cmath>
#include <cstdint>
#include <string>

namespace stagescope {

/// bytesText of an amount that may be a difference: "-1.50 GiB".
[[nodiscard]] inline std::string signedBytesText(double bytes) {
    const auto amount = static_cast<std::uint64_t>(std::llround(std::abs(bytes)));
    return (bytes < 0 && amount > 0 ? "-" : "") + bytesText(amount);
}

}  // namespace stagescope
