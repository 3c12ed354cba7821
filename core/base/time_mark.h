#pragma once

#include "core/base/time.h"

#include <array>
#include <cstdint>
#include <string>

namespace stagescope {

/// A moment (flag) or a stretch of time that somebody marked, on the common clock of a run.
struct TimeMark {
    std::uint64_t id = 0;  ///< within the marks that are open; not saved
    std::string name;
    std::uint32_t rgb = 0;  ///< 0xRRGGBB
    AlignedRange range;     ///< begin == end for a flag

    [[nodiscard]] bool isFlag() const { return range.isEmpty(); }
    bool operator==(const TimeMark &) const = default;
};

/// Colours that marks take in turn; each reads on light and dark.
inline constexpr std::array<std::uint32_t, 8> kMarkColors{0xe5484d, 0x0091ff, 0x30a46c, 0x8e4ec6,
                                                          0xf76b15, 0x12a594, 0xd6409f, 0xb58900};

}  // namespace stagescope
