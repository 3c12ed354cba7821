#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/store/tables/packed_ints.h"
#include "core/store/trace/track.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
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
    RankTime begin;                  ///< of the first
    RankTime end;                    ///< of the last
    SliceId widest;                  ///< the longest of them: gives colour and name
    StringId name;                   ///< of the widest
    std::uint32_t widestLength = 0;  ///< its duration in ns, at most 2^32 - 1
    std::uint32_t count = 0;
    float busy = 0;  ///< ns, all their durations: what of it is not gaps
};

/// The slices of one track, struct of arrays (13 bytes each, some 3 to 5 each for duration and row,
/// and 1/7 of 32 for the pyramid). Immutable once built by
/// TraceMerger; readable from any thread. Slices are stored by (depth, begin); within a depth they are disjoint and
/// sorted, so a depth is one contiguous run and SliceId is a position in it. Parents lie one depth above their
/// children; slices that overlap without nesting go to the uppermost free depth.
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
    [[nodiscard]] std::uint64_t row(std::uint32_t i) const { return static_cast<std::uint64_t>(m_row[i]); }
    [[nodiscard]] std::uint32_t depthOf(std::uint32_t i) const;
    /// The slice of a depth that covers t (begin <= t < end, or begin == t for points), O(log n).
    [[nodiscard]] std::optional<SliceId> find(std::uint32_t depth, RankTime t) const;
    /// The slice that encloses this one, one depth above. O(log n).
    [[nodiscard]] std::optional<SliceId> parentOf(SliceId id) const;
    /// First slice of a depth whose end is after t (position, up to the depth's end), O(log n).
    [[nodiscard]] std::uint32_t firstEndingAfter(std::uint32_t depth, RankTime t) const;

    /// Calls fn(const SliceSpan &) from left to right for what lies in `range` at one depth. Slices shorter than
    /// `resolution` (ns per pixel) that fit together into one `resolution` are given as one span; longer ones one by
    /// one. O(range / resolution * fan-out + log n), whatever the number of slices, but for the first call of a
    /// depth that was not prepared: a whole block of the pyramid that is narrower than the resolution is never
    /// descended into. Blocks of a level lie side by side and hold all that a span needs, so that the walk streams
    /// through memory instead of jumping through it.
    template <class Fn>
    void visit(std::uint32_t depth, RankRange range, Nanos resolution, Fn &&fn) const {
        const auto &pyramid = pyramidOf(depth);
        const std::uint32_t base = m_depthBegin[depth];
        const std::uint64_t count = m_depthBegin[depth + 1] - base;
        const std::int64_t limit = resolution.count();
        std::uint64_t i = firstEndingAfter(depth, range.begin) - base;
        // Neighbours are mostly alike: the level of one span is where the search for the next one's begins.
        std::size_t level = 0;
        const auto nextAt = [&](std::size_t l) {
            return std::min(count, ((i >> (kFanOutBits * l)) + 1) << (kFanOutBits * l));
        };
        const auto lastAt = [&](std::size_t l) { return base + static_cast<std::uint32_t>(nextAt(l)) - 1; };
        const auto fits = [&](std::size_t l) {
            const Block &block = pyramid[l - 1][i >> (kFanOutBits * l)];
            return endOf(block, lastAt(l)) - block.begin <= limit;
        };
        const auto isAligned = [&](std::size_t l) { return (i & ((std::uint64_t{1} << (kFanOutBits * l)) - 1)) == 0; };
        while (i < count) {
            while (level > 0 && !fits(level)) {
                --level;
            }
            while (level < pyramid.size() && isAligned(level + 1) && fits(level + 1)) {
                ++level;
            }
            const Block block = level == 0 ? single(base + static_cast<std::uint32_t>(i))
                                           : pyramid[level - 1][i >> (kFanOutBits * level)];
            if (block.begin >= ns(range.end)) {
                return;
            }
            const std::uint64_t next = nextAt(level);
            fn(SliceSpan{rankTime(block.begin), rankTime(endOf(block, lastAt(level))), SliceId{block.widest},
                         block.name, block.widestLength, static_cast<std::uint32_t>(next - i), block.busy});
            i = next;
        }
    }

    /// Makes all pyramids, so that the first picture does not wait for them. O(n). Any thread.
    void prepare() const;

    [[nodiscard]] std::size_t byteSize() const;

private:
    friend class SliceTableBuilder;
    friend class StoreArchive;

    static constexpr std::uint32_t kFanOutBits = 3;
    static_assert(kFanOut == 1U << kFanOutBits);
    /// kFanOut^(level + 1) neighbouring slices of a depth. 32 bytes, so that zoomed-out rows read little memory:
    /// lengths of kLong and more are kept as kLong, and looked up where that matters.
    struct Block {
        std::int64_t begin;          ///< of the first
        std::uint32_t length;        ///< to the end of the last
        std::uint32_t widest;        ///< position of the longest
        std::uint32_t widestLength;  ///< its duration
        StringId name;               ///< of the longest
        float busy;                  ///< all durations
    };
    using Levels = std::vector<std::vector<Block>>;
    /// Made when a depth is first looked at: those of most ranks never are.
    struct Pyramid {
        std::once_flag once{};
        Levels levels{};
    };
    [[nodiscard]] const Levels &pyramidOf(std::uint32_t depth) const;
    /// To be called once all else is there.
    void makeRoomForPyramids() { m_pyramids = std::make_shared<std::vector<Pyramid>>(depthCount()); }
    static constexpr std::uint32_t kLong = 0xffffffffU;
    [[nodiscard]] static std::uint32_t shortened(std::int64_t length) {
        return static_cast<std::uint32_t>(std::min<std::int64_t>(length, kLong));
    }
    [[nodiscard]] Block single(std::uint32_t i) const {
        const auto length = shortened(m_duration[i]);
        return {m_begin[i], length, i, length, m_name[i], static_cast<float>(m_duration[i])};
    }
    /// End of the last of a block's slices, `last` being its position.
    [[nodiscard]] std::int64_t endOf(const Block &block, std::uint32_t last) const {
        return block.length == kLong ? m_begin[last] + m_duration[last] : block.begin + block.length;
    }

    std::vector<std::int64_t> m_begin;
    PackedInts m_duration;
    std::vector<StringId> m_name;
    std::vector<SliceClass> m_class;
    PackedInts m_row;
    std::vector<std::uint32_t> m_depthBegin;
    std::shared_ptr<std::vector<Pyramid>> m_pyramids{};  ///< by depth
};

}  // namespace stagescope
