#pragma once

#include <optional>
#include <string_view>

namespace stagescope {

/// What one `from` is in `to`: 1000 of "ms" in "us". Durations, sizes (kB = 1000, KiB = 1024 bytes), shares; other
/// units, as columns write them ("GB/s (10^9 B/s)" is "GB/s"), convert to themselves only. Nothing where they do not
/// convert.
[[nodiscard]] std::optional<double> unitFactor(std::string_view from, std::string_view to);
/// "GB/s" of "GB/s (10^9 B/s)".
[[nodiscard]] std::string_view shortUnit(std::string_view unit);

}  // namespace stagescope
