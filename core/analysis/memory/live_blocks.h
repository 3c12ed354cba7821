#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace stagescope {

/// When a block of memory was there, in numbers of events: alive in the states begin <= event < end. State t is what
/// holds after event t.
struct BlockLife {
    static constexpr std::uint32_t kForever = static_cast<std::uint32_t>(-1);

    std::uint64_t size = 0;  ///< bytes
    std::uint32_t begin = 0;
    std::uint32_t end = kForever;
    std::uint32_t group = 0;  ///< what it is counted with: its stack, category, stream
};

/// All blocks over all events, asked for any moment or window at a cost that does not grow with the length of the
/// recording: lists of the alive at some events, their bytes at each, and bytes per group in buckets. Immutable once
/// built; any thread. Memory: 17 bytes an event and 28 a block, and 4 for each of the alive at the events with a list;
/// a list is made once as many events have passed as blocks are alive, so that all lists together hold at most one
/// entry per event.
class LiveBlocks {
public:
    using Block = std::uint32_t;  ///< index; ascending in order of allocation

    LiveBlocks() = default;
    /// `blocks` by begin, ascending, each with begin < events and begin < end; later ends mean forever. O(blocks log
    /// blocks + events); stops early and stays incomplete when asked to.
    LiveBlocks(std::vector<BlockLife> blocks, std::uint32_t events, const std::stop_token &stop = {});

    [[nodiscard]] std::span<const BlockLife> blocks() const { return m_blocks; }
    [[nodiscard]] std::uint32_t events() const { return static_cast<std::uint32_t>(m_bytes.size()); }
    /// Alive bytes after an event. O(1).
    [[nodiscard]] std::uint64_t bytesAt(std::uint32_t event) const { return m_bytes[event]; }
    /// The first event of a range at which most bytes were alive; `from` for an empty range. O(log events).
    [[nodiscard]] std::uint32_t peakIn(std::uint32_t from, std::uint32_t to) const;
    /// Blocks that are alive after an event, ascending. O(alive + events since the last list).
    [[nodiscard]] std::vector<Block> aliveAt(std::uint32_t event) const;
    /// Blocks that are gone, or there for the first time, after one of the events from < event <= to.
    [[nodiscard]] std::span<const Block> endedIn(std::uint32_t from, std::uint32_t to) const;
    [[nodiscard]] std::span<const BlockLife> begunIn(std::uint32_t from, std::uint32_t to) const;
    [[nodiscard]] Block firstBegunAfter(std::uint32_t event) const;

    /// The groups with the most bytes at any bucket's peak, most first, at most kGroups; all others are one more, last.
    static constexpr std::size_t kGroups = 23;
    static constexpr std::uint32_t kBucket = 1024;  ///< events
    [[nodiscard]] std::span<const std::uint32_t> groups() const { return m_groups; }
    /// Bytes of each of groups() and of the rest at the peak of a bucket; groups().size() + 1 values.
    [[nodiscard]] std::span<const std::uint64_t> groupBytes(std::uint32_t bucket) const;

private:
    struct List {
        std::uint32_t event = 0;
        std::size_t first = 0;  ///< into m_alive
        std::size_t count = 0;
    };
    struct Peak {
        std::uint64_t bytes = 0;
        std::uint32_t event = 0;
    };
    void countBytes();
    void buildPeaks();
    void listAlive(const std::stop_token &stop);
    void sumGroups(const std::stop_token &stop);
    template <class PlaceOf, class AtPeak>
    void walkBuckets(std::vector<std::uint64_t> &bytes, const PlaceOf &placeOf, const AtPeak &atPeak,
                     const std::stop_token &stop) const;

    std::vector<BlockLife> m_blocks;
    std::vector<Block> m_byEnd;  ///< those that end, by (end, index)
    std::vector<std::uint64_t> m_bytes;
    std::vector<std::vector<Peak>> m_peaks;  ///< of each 64 of the level below
    std::vector<List> m_lists;
    std::vector<Block> m_alive;
    std::vector<std::uint32_t> m_groups;
    std::vector<std::uint64_t> m_groupBytes;
};

}  // namespace stagescope
