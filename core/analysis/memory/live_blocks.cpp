#include "core/analysis/memory/live_blocks.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <unordered_map>

namespace stagescope {

namespace {

constexpr std::uint32_t kFan = 64;
constexpr std::size_t kLeastBetweenLists = 4096;

}  // namespace

LiveBlocks::LiveBlocks(std::vector<BlockLife> blocks, std::uint32_t events, const std::stop_token &stop)
    : m_blocks(std::move(blocks)), m_bytes(events) {
    for (auto &block : m_blocks) {
        block.end = block.end >= events ? BlockLife::kForever : block.end;
    }
    for (Block b = 0; b < m_blocks.size(); ++b) {
        if (m_blocks[b].end != BlockLife::kForever) {
            m_byEnd.push_back(b);
        }
    }
    std::stable_sort(m_byEnd.begin(), m_byEnd.end(),
                     [this](Block a, Block b) { return m_blocks[a].end < m_blocks[b].end; });
    countBytes();
    buildPeaks();
    listAlive(stop);
    sumGroups(stop);
}

LiveBlocks::Block LiveBlocks::firstBegunAfter(std::uint32_t event) const {
    const auto it = std::upper_bound(m_blocks.begin(), m_blocks.end(), event,
                                     [](std::uint32_t e, const BlockLife &block) { return e < block.begin; });
    return static_cast<Block>(it - m_blocks.begin());
}

std::span<const BlockLife> LiveBlocks::begunIn(std::uint32_t from, std::uint32_t to) const {
    const auto first = firstBegunAfter(from);
    return std::span(m_blocks).subspan(first, firstBegunAfter(to) - first);
}

std::span<const LiveBlocks::Block> LiveBlocks::endedIn(std::uint32_t from, std::uint32_t to) const {
    const auto after = [this](std::uint32_t event) {
        return std::upper_bound(m_byEnd.begin(), m_byEnd.end(), event,
                                [this](std::uint32_t e, Block b) { return e < m_blocks[b].end; }) -
               m_byEnd.begin();
    };
    const auto first = after(from);
    return std::span(m_byEnd).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(after(to) - first));
}

void LiveBlocks::countBytes() {
    for (const auto &block : m_blocks) {
        m_bytes[block.begin] += block.size;
        if (block.end != BlockLife::kForever) {
            m_bytes[block.end] -= block.size;  // differences may wrap, their sums do not
        }
    }
    for (std::size_t event = 1; event < m_bytes.size(); ++event) {
        m_bytes[event] += m_bytes[event - 1];
    }
}

void LiveBlocks::buildPeaks() {
    std::vector<Peak> level;
    for (std::uint32_t event = 0; event < events(); ++event) {
        if (event % kFan == 0) {
            level.push_back({m_bytes[event], event});
        } else if (m_bytes[event] > level.back().bytes) {
            level.back() = {m_bytes[event], event};
        }
    }
    while (!level.empty()) {
        std::vector<Peak> above;
        for (std::size_t first = 0; level.size() > 1 && first < level.size(); first += kFan) {
            const auto begin = level.begin() + static_cast<std::ptrdiff_t>(first);
            const auto end = level.begin() + static_cast<std::ptrdiff_t>(std::min(first + kFan, level.size()));
            above.push_back(
                *std::max_element(begin, end, [](const Peak &a, const Peak &b) { return a.bytes < b.bytes; }));
        }
        m_peaks.push_back(std::move(level));
        level = std::move(above);
    }
}

std::uint32_t LiveBlocks::peakIn(std::uint32_t from, std::uint32_t to) const {
    to = std::min(to, events());
    if (from >= to) {
        return from;
    }
    Peak best{m_bytes[from], from};
    const auto consider = [&](const Peak &peak) {
        if (peak.bytes > best.bytes || (peak.bytes == best.bytes && peak.event < best.event)) {
            best = peak;
        }
    };
    // From the ends towards the middle, each level only where the one above does not cover.
    std::uint32_t first = from;
    std::uint32_t last = to;
    for (std::size_t level = 0;; ++level) {
        const auto peakAt = [&](std::uint32_t i) { return level == 0 ? Peak{m_bytes[i], i} : m_peaks[level - 1][i]; };
        const bool hasAbove = level < m_peaks.size();
        while (first < last && (first % kFan != 0 || !hasAbove)) {
            consider(peakAt(first++));
        }
        while (first < last && (last % kFan != 0 || !hasAbove)) {
            consider(peakAt(--last));
        }
        if (first >= last) {
            return best.event;
        }
        first /= kFan;
        last /= kFan;
    }
}

void LiveBlocks::listAlive(const std::stop_token &stop) {
    std::vector<Block> alive;
    std::uint32_t at = 0;
    const auto write = [&](std::uint32_t event) {
        m_lists.push_back({event, m_alive.size(), alive.size()});
        m_alive.insert(m_alive.end(), alive.begin(), alive.end());
        at = event;
    };
    const auto moveTo = [&](std::uint32_t event, Block firstNew) {
        std::erase_if(alive, [&](Block b) { return m_blocks[b].end <= event; });
        for (Block b = firstNew; b < m_blocks.size() && m_blocks[b].begin <= event; ++b) {
            if (m_blocks[b].end > event) {
                alive.push_back(b);
            }
        }
    };
    moveTo(0, 0);
    write(0);
    while (!stop.stop_requested()) {
        const auto distance = std::max(kLeastBetweenLists, alive.size());
        if (at + distance >= m_bytes.size()) {
            break;
        }
        const auto event = static_cast<std::uint32_t>(at + distance);
        moveTo(event, firstBegunAfter(at));
        write(event);
    }
}

std::vector<LiveBlocks::Block> LiveBlocks::aliveAt(std::uint32_t event) const {
    const auto next = std::upper_bound(m_lists.begin(), m_lists.end(), event,
                                       [](std::uint32_t e, const List &list) { return e < list.event; });
    if (next == m_lists.begin()) {
        return {};
    }
    const auto &list = *std::prev(next);
    std::vector<Block> alive;
    alive.reserve(list.count);
    for (std::size_t i = list.first; i < list.first + list.count; ++i) {
        if (m_blocks[m_alive[i]].end > event) {
            alive.push_back(m_alive[i]);
        }
    }
    for (Block b = firstBegunAfter(list.event); b < m_blocks.size() && m_blocks[b].begin <= event; ++b) {
        if (m_blocks[b].end > event) {
            alive.push_back(b);
        }
    }
    return alive;
}

/// Calls atPeak(bucket) with `bytes[place of a block]` summed over the alive at the peak of each bucket.
template <class PlaceOf, class AtPeak>
void LiveBlocks::walkBuckets(std::vector<std::uint64_t> &bytes, const PlaceOf &placeOf, const AtPeak &atPeak,
                             const std::stop_token &stop) const {
    Block begun = 0;
    std::size_t ended = 0;
    for (std::uint32_t bucket = 0; bucket * kBucket < m_bytes.size() && !stop.stop_requested(); ++bucket) {
        const auto peak = peakIn(bucket * kBucket, (bucket + 1) * kBucket);
        for (; begun < m_blocks.size() && m_blocks[begun].begin <= peak; ++begun) {
            bytes[placeOf(begun)] += m_blocks[begun].size;
        }
        for (; ended < m_byEnd.size() && m_blocks[m_byEnd[ended]].end <= peak; ++ended) {
            bytes[placeOf(m_byEnd[ended])] -= m_blocks[m_byEnd[ended]].size;
        }
        atPeak(bucket);
    }
}

void LiveBlocks::sumGroups(const std::stop_token &stop) {
    constexpr std::uint32_t kLooks = 256;  // at so many buckets the great groups are looked for
    std::unordered_map<std::uint32_t, std::uint32_t> numberOf;
    std::vector<std::uint32_t> groups;
    std::vector<std::uint32_t> number(m_blocks.size());
    for (Block b = 0; b < m_blocks.size(); ++b) {
        const auto [it, isNew] = numberOf.try_emplace(m_blocks[b].group, static_cast<std::uint32_t>(groups.size()));
        if (isNew) {
            groups.push_back(m_blocks[b].group);
        }
        number[b] = it->second;
    }
    std::vector<std::uint64_t> bytes(groups.size());
    std::vector<std::uint64_t> most(groups.size());
    const auto buckets = events() / kBucket + 1;
    const auto stride = std::max(1U, buckets / kLooks);
    walkBuckets(
        bytes, [&](Block b) { return number[b]; },
        [&](std::uint32_t bucket) {
            for (std::size_t g = 0; bucket % stride == 0 && g < bytes.size(); ++g) {
                most[g] = std::max(most[g], bytes[g]);
            }
        },
        stop);
    std::vector<std::uint32_t> order(groups.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return most[a] > most[b]; });
    order.resize(std::min(order.size(), kGroups));
    std::vector<std::size_t> place(groups.size(), order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        place[order[i]] = i;
        m_groups.push_back(groups[order[i]]);
    }
    bytes.assign(order.size() + 1, 0);
    walkBuckets(
        bytes, [&](Block b) { return place[number[b]]; },
        [&](std::uint32_t) { m_groupBytes.insert(m_groupBytes.end(), bytes.begin(), bytes.end()); }, stop);
}

std::span<const std::uint64_t> LiveBlocks::groupBytes(std::uint32_t bucket) const {
    const auto width = m_groups.size() + 1;
    const auto first = bucket * width;
    return first + width <= m_groupBytes.size() ? std::span(m_groupBytes).subspan(first, width)
                                                : std::span<const std::uint64_t>();
}

}  // namespace stagescope
