#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/store/track.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stagescope {

struct Slice {
    SliceId id;
    RankTime begin;
    RankTime end;
    StringId name;
    SliceClass klass = SliceClass::Other;
    std::uint16_t depth = 0;
    std::uint64_t row = 0;  ///< Format::details finds the arguments by it

    [[nodiscard]] Nanos duration() const { return end - begin; }
};

/// What one or more neighbouring slices of a depth look like from afar.
struct SliceSpan {
    RankTime begin;  ///< of the first
    RankTime end;    ///< of the last
    SliceId widest;  ///< the longest of them: gives colour and name
    std::uint32_t count = 0;
};

/// The slices of one track, struct of arrays (29 bytes each + 1/7 id for the pyramid). Immutable once built by
/// TraceMerger; readable from any thread. Slices are stored by (depth, begin); within a depth they are disjoint and
/// sorted, so a depth is one contiguous run and SliceId is a position in it. Parents lie one depth above their
/// children; slices that overlap without nesting go to the next free depth.
class SliceTable {
public:
    static constexpr std::size_t kFanOut = 8;

    [[nodiscard]] std::size_t size() const { return m_begin.size(); }
    [[nodiscard]] std::uint32_t depthCount() const {
        return m_depthBegin.empty() ? 0 : static_cast<std::uint32_t>(m_depthBegin.size() - 1);
    }
    /// First slice of a depth; depthBegin(depthCount()) is size().
    [[nodiscard]] std::uint32_t depthBegin(std::uint32_t depth) const { return m_depthBegin[depth]; }
    /// id must be < size().
    [[nodiscard]] Slice at(SliceId id) const;
    [[nodiscard]] RankTime begin(std::uint32_t i) const { return rankTime(m_begin[i]); }
    [[nodiscard]] RankTime end(std::uint32_t i) const { return rankTime(m_begin[i] + m_duration[i]); }
    [[nodiscard]] StringId name(std::uint32_t i) const { return m_name[i]; }
    [[nodiscard]] SliceClass klass(std::uint32_t i) const { return m_class[i]; }
    [[nodiscard]] std::uint64_t row(std::uint32_t i) const { return m_row[i]; }
    [[nodiscard]] std::uint32_t depthOf(std::uint32_t i) const;
    /// The slice of a depth that covers t (begin <= t < end, or begin == t for points), O(log n).
    [[nodiscard]] std::optional<SliceId> find(std::uint32_t depth, RankTime t) const;
    /// The slice that encloses this one, one depth above. O(log n).
    [[nodiscard]] std::optional<SliceId> parentOf(SliceId id) const;
    /// First slice of a depth whose end is after t (position, up to the depth's end), O(log n).
    [[nodiscard]] std::uint32_t firstEndingAfter(std::uint32_t depth, RankTime t) const;

    /// Calls fn(const SliceSpan &) from left to right for what lies in `range` at one depth. Slices shorter than
    /// `resolution` (ns per pixel) that fit together into one `resolution` are given as one span; longer ones one by
    /// one. O(range / resolution * fan-out + log n), whatever the number of slices: a whole block of the pyramid that
    /// is narrower than the resolution is never descended into.
    template <class Fn>
    void visit(std::uint32_t depth, RankRange range, Nanos resolution, Fn &&fn) const {
        const std::uint32_t first = firstEndingAfter(depth, range.begin);
        const std::uint32_t last = m_depthBegin[depth + 1];
        std::uint32_t i = first;
        while (i < last && m_begin[i] < ns(range.end)) {
            i = emit(i, last, depth, resolution.count(), fn);
        }
    }

    [[nodiscard]] std::size_t byteSize() const;

private:
    friend class SliceTableBuilder;

    /// Emits the largest aligned block that starts at i and is narrower than the resolution; returns what follows it.
    template <class Fn>
    std::uint32_t emit(std::uint32_t i, std::uint32_t last, std::uint32_t depth, std::int64_t resolution,
                       Fn &fn) const {
        const auto &pyramid = m_pyramids[depth];
        const std::uint32_t base = m_depthBegin[depth];
        std::uint32_t widest = i;
        std::uint32_t next = i + 1;
        std::uint32_t blockSize = 1;
        std::uint32_t blockIndex = i - base;
        for (std::size_t level = 0; level < pyramid.size(); ++level) {
            if (blockIndex % kFanOut != 0) {
                break;
            }
            blockIndex /= kFanOut;
            blockSize *= kFanOut;
            const std::uint32_t end = std::min<std::uint32_t>(base + (blockIndex + 1) * blockSize, last);
            if (m_begin[end - 1] + m_duration[end - 1] - m_begin[i] > resolution) {
                break;
            }
            widest = base + pyramid[level][blockIndex];
            next = end;
        }
        fn(SliceSpan{begin(i), end(next - 1), SliceId{widest}, next - i});
        return next;
    }

    std::vector<std::int64_t> m_begin;
    std::vector<std::int64_t> m_duration;
    std::vector<StringId> m_name;
    std::vector<SliceClass> m_class;
    std::vector<std::uint64_t> m_row;
    std::vector<std::uint32_t> m_depthBegin;
    /// Per depth, per level k: for each block of kFanOut^(k+1) slices the position (from the depth's start) of the
    /// longest.
    std::vector<std::vector<std::vector<std::uint32_t>>> m_pyramids;
};

}  // namespace stagescope
