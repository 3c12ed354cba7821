#pragma once

#include "core/analysis/run/time_split.h"
#include "core/scene/kit/scene.h"

#include <array>
#include <cstdint>

namespace stagescope {

/// The parts of a time split as they are drawn, one after the other without overlap: their sum is the total.
struct SplitPartLook {
    ColorRole role;
    const char *id;  ///< message with the part's name
};
inline constexpr std::array kSplitParts{SplitPartLook{ColorRole::Preparing, "split.preparing"},
                                        SplitPartLook{ColorRole::Computing, "split.computing"},
                                        SplitPartLook{ColorRole::Overlapped, "split.overlapped"},
                                        SplitPartLook{ColorRole::ExposedCommunication, "split.not_overlapped"},
                                        SplitPartLook{ColorRole::OtherWork, "split.copies"},
                                        SplitPartLook{ColorRole::Free, "split.free"},
                                        SplitPartLook{ColorRole::Tail, "split.tail"}};
inline constexpr std::size_t kComputingPart = 1;  ///< without what communication overlaps, which is the next one
inline constexpr std::size_t kOverlappedPart = 2;

/// Lengths in ns, in the order of kSplitParts.
using SplitParts = std::array<std::int64_t, kSplitParts.size()>;
[[nodiscard]] inline SplitParts splitParts(const TimeParts &p) {
    const auto copies = p.copies.value_or(Nanos{0});
    return {p.preparing.count(),  (p.computing - p.overlapped).count(),
            p.overlapped.count(), p.notOverlapped.count(),
            copies.count(),       (p.free - copies).count(),
            p.tail.count()};
}

}  // namespace stagescope
