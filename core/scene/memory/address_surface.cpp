#include "core/scene/memory/address_surface.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace stagescope {

namespace {
constexpr int kRangeGap = 3;  ///< pixels
}

bool hasExpandableSegments(const SnapshotHistory &history) {
    const auto segments = history.store().segments(history.device());
    return std::any_of(segments.begin(), segments.end(), [](const auto &segment) { return segment.isExpandable; });
}

AddressSurface::AddressSurface(const SnapshotHistory &history, int width, int lines) : m_width(std::max(1, width)) {
    joinSpans(history);
    double total = 0;
    for (const auto &range : m_ranges) {
        total += static_cast<double>(range.size);
    }
    // The finest scale at which all fits.
    double fits = std::max(1.0, total);
    double tooFine = std::max(1e-3, total / m_width / std::max(1, lines) / 2);
    for (int i = 0; i < 32 && fits / tooFine > 1.005; ++i) {
        const double middle = std::sqrt(fits * tooFine);
        (arrange(middle) <= lines ? fits : tooFine) = middle;
    }
    arrange(fits);
}

void AddressSurface::joinSpans(const SnapshotHistory &history) {
    const bool joinsNeighbours = hasExpandableSegments(history);
    for (const auto &span : history.device().allocations.spans) {
        m_ranges.push_back({span.stream, span.address, span.size, 0});
    }
    std::sort(m_ranges.begin(), m_ranges.end(), [](const Range &a, const Range &b) {
        return a.stream != b.stream ? a.stream < b.stream : a.address < b.address;
    });
    std::size_t last = 0;
    for (std::size_t i = 1; i < m_ranges.size(); ++i) {
        auto &before = m_ranges[last];
        const auto &next = m_ranges[i];
        const auto end = before.address + before.size;
        if (before.stream == next.stream && (next.address < end || (joinsNeighbours && next.address == end))) {
            before.size = std::max(end, next.address + next.size) - before.address;
        } else {
            m_ranges[++last] = next;
        }
    }
    m_ranges.resize(std::min(m_ranges.size(), last + 1));
}

/// Gives all ranges their places; the lines that they take.
int AddressSurface::arrange(double bytesPerPixel) {
    m_bytesPerPixel = bytesPerPixel;
    m_heads.clear();
    std::int64_t pixel = 0;
    const auto nextLine = [&] { pixel = (pixel + m_width - 1) / m_width * m_width; };
    for (auto &range : m_ranges) {
        if (m_heads.empty() || m_heads.back().stream != range.stream) {
            nextLine();
            m_heads.push_back({range.stream, static_cast<int>(std::min<std::int64_t>(pixel / m_width, 1'000'000))});
            pixel += m_width;
        }
        const auto length = static_cast<std::int64_t>(std::ceil(static_cast<double>(range.size) / bytesPerPixel));
        // What fits into the rest of a line or is longer than a line begins there, else in the next.
        const auto rest = m_width - pixel % m_width;
        if (length > rest && length <= m_width) {
            nextLine();
        }
        range.pixel = pixel;
        pixel += length;
        pixel += pixel % m_width == 0 ? 0 : std::min<std::int64_t>(kRangeGap, m_width - pixel % m_width);
    }
    nextLine();
    return static_cast<int>(std::min<std::int64_t>(pixel / m_width, 1'000'000));
}

std::optional<AddressSurface::Pixels> AddressSurface::pixelsOf(std::uint16_t stream, std::uint64_t address,
                                                               std::uint64_t size) const {
    const auto next = std::upper_bound(m_ranges.begin(), m_ranges.end(), std::pair(stream, address),
                                       [](const auto &key, const Range &r) {
                                           return key.first != r.stream ? key.first < r.stream : key.second < r.address;
                                       });
    if (next == m_ranges.begin()) {
        return std::nullopt;
    }
    const auto &range = *std::prev(next);
    if (range.stream != stream || address - range.address >= range.size) {
        return std::nullopt;
    }
    const auto offset = address - range.address;
    const double from = static_cast<double>(offset) / m_bytesPerPixel;
    const double to = static_cast<double>(offset + std::min(size, range.size - offset)) / m_bytesPerPixel;
    Pixels pixels{range.pixel + static_cast<std::int64_t>(from), range.pixel + static_cast<std::int64_t>(std::ceil(to)),
                  0};
    pixels.end = std::max(pixels.end, pixels.begin + 1);
    pixels.share = std::min(1.0, (to - from) / static_cast<double>(pixels.end - pixels.begin));
    return pixels;
}

std::optional<AddressSurface::Place> AddressSurface::placeAt(int column, int line) const {
    const auto pixel = std::int64_t{line} * m_width + column;
    for (const auto &range : m_ranges) {
        const auto offset = static_cast<double>(pixel - range.pixel) * m_bytesPerPixel;
        if (pixel >= range.pixel && offset < static_cast<double>(range.size)) {
            return Place{range.stream, range.address + static_cast<std::uint64_t>(offset),
                         std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(m_bytesPerPixel)))};
        }
    }
    return std::nullopt;
}

}  // namespace stagescope
