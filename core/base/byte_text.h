#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

inline constexpr double kGiB = 1 << 30;

/// "569.70 MiB", "37.50 KiB", "512 B": two decimals of the largest binary unit that leaves a digit before the point.
[[nodiscard]] std::string bytesText(std::uint64_t bytes);
/// With the exact number where the unit hides it: "37.50 KiB (38400 B)".
[[nodiscard]] std::string exactBytesText(std::uint64_t bytes);
/// Of "512", "1.5 MiB", "2k": a decimal number and a binary unit by its first letter, whatever its case, since
/// profilers write KB and mean 1024; rounded. Nothing for other texts, negative numbers and what does not fit.
[[nodiscard]] std::optional<std::int64_t> bytesFromText(std::string_view text);
/// "12 345 678"
[[nodiscard]] std::string groupedText(std::uint64_t number);

}  // namespace stagescope
