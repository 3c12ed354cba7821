#pragma once

#include "core/analysis/snapshot/snapshot_history.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stagescope {

/// Places on a surface of lines for all addresses that were ever reserved, the same at every moment, so that memory
/// stays where it is while moments go by. Addresses of a stream follow one another; what is longer than a line goes on
/// in the next one, as text does. Immutable; the history must outlive it. Made in O(spans log spans), once per size.
class AddressSurface {
public:
    struct Range {
        std::uint16_t stream = 0;
        std::uint64_t address = 0;
        std::uint64_t size = 0;
        std::int64_t pixel = 0;  ///< line * width + column
    };
    struct Place {
        std::uint16_t stream = 0;
        std::uint64_t address = 0;
        std::uint64_t bytes = 1;  ///< that a pixel stands for there
    };
    struct Head {
        std::uint16_t stream = 0;
        int line = 0;
    };

    AddressSurface() = default;
    AddressSurface(const SnapshotHistory &history, int width, int lines);

    [[nodiscard]] int width() const { return m_width; }
    [[nodiscard]] std::span<const Range> ranges() const { return m_ranges; }
    /// A line above the addresses of each stream.
    [[nodiscard]] std::span<const Head> heads() const { return m_heads; }
    [[nodiscard]] double bytesPerPixel() const { return m_bytesPerPixel; }
    /// Pixels of [address, address + size), half open; nothing for what was never reserved.
    struct Pixels {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        double share = 0;  ///< of its pixels that it really takes
    };
    [[nodiscard]] std::optional<Pixels> pixelsOf(std::uint16_t stream, std::uint64_t address, std::uint64_t size) const;
    [[nodiscard]] std::optional<Place> placeAt(int column, int line) const;

private:
    void joinSpans(const SnapshotHistory &history);
    int arrange(double bytesPerPixel);

    std::vector<Range> m_ranges;  ///< by stream and address
    std::vector<Head> m_heads;
    int m_width = 0;
    double m_bytesPerPixel = 1;
};

/// Then segments that lie side by side may be parts of one that grew.
[[nodiscard]] bool hasExpandableSegments(const SnapshotHistory &history);

}  // namespace stagescope
