#pragma once

#include <cstdint>
#include <string>

namespace stagescope {

/// "569.70 MiB", "37.50 KiB", "512 B": two decimals of the largest binary unit that leaves a digit before the point.
[[nodiscard]] std::string bytesText(std::uint64_t bytes);
/// With the exact number where the unit hides it: "37.50 KiB (38400 B)".
[[nodiscard]] std::string exactBytesText(std::uint64_t bytes);
/// "12 345 678"
[[nodiscard]] std::string groupedText(std::uint64_t number);

}  // namespace stagescope
