#include "core/analysis/difference/calls/matching_blocks.h"

#include "core/analysis/difference/sequence_edits.h"

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

using AlignedIds = std::span<const std::uint32_t>;
using Positions = std::vector<std::pair<std::size_t, std::size_t>>;

struct CommonStretch {
    std::size_t before = 0;
    std::size_t after = 0;
    std::size_t size = 0;
};
struct BothWindows {
    std::size_t before;
    std::size_t endBefore;
    std::size_t after;
    std::size_t endAfter;
};

class BlockFinder {
public:
    BlockFinder(AlignedIds before, AlignedIds after)
        : m_before(before), m_lengths(after.size() + 1), m_next(after.size() + 1) {
        for (std::size_t j = 0; j < after.size(); ++j) {
            m_places[after[j]].push_back(j);
        }
    }
    [[nodiscard]] std::size_t comparisons() const {
        std::size_t count = 0;
        for (const auto id : m_before) {
            const auto places = m_places.find(id);
            count += places == m_places.end() ? 0 : places->second.size();
        }
        return count;
    }
    [[nodiscard]] CommonStretch longest(const BothWindows &in) {
        CommonStretch best{in.before, in.after, 0};
        std::span<const std::size_t> last;
        for (auto i = in.before; i < in.endBefore; ++i) {
            const auto now = placesOf(m_before[i], in);
            for (const auto j : now) {
                const auto size = (j > in.after ? m_lengths[j] : 0) + 1;
                m_next[j + 1] = size;
                if (size > best.size) {
                    best = {i + 1 - size, j + 1 - size, size};
                }
            }
            clear(last);
            std::swap(m_lengths, m_next);
            last = now;
        }
        clear(last);
        return best;
    }

private:
    [[nodiscard]] std::span<const std::size_t> placesOf(std::uint32_t id, const BothWindows &in) const {
        const auto found = m_places.find(id);
        if (found == m_places.end()) {
            return {};
        }
        const auto &all = found->second;
        const auto first = std::lower_bound(all.begin(), all.end(), in.after);
        return {first, std::lower_bound(first, all.end(), in.endAfter)};
    }
    void clear(std::span<const std::size_t> places) {
        for (const auto j : places) {
            m_lengths[j + 1] = 0;
        }
    }

    AlignedIds m_before;
    std::map<std::uint32_t, std::vector<std::size_t>> m_places;
    std::vector<std::size_t> m_lengths;  ///< of the stretches that end in front of a place, with the item before
    std::vector<std::size_t> m_next;     ///< the same with this item
};

Positions byEdits(AlignedIds before, AlignedIds after) {
    Positions positions;
    std::size_t x = 0;
    std::size_t y = 0;
    const auto match = [&](std::size_t end) {
        for (; x < end; ++x, ++y) {
            positions.emplace_back(x, y);
        }
    };
    for (const auto &edit : sequenceEdits(before, after)) {
        match(edit.before);
        x = edit.endBefore();
        y = edit.endAfter();
    }
    match(before.size());
    return positions;
}

}  // namespace

Positions matchingPositions(AlignedIds before, AlignedIds after, std::size_t most) {
    BlockFinder finder(before, after);
    if (finder.comparisons() > most) {
        return byEdits(before, after);
    }
    Positions positions;
    std::vector<BothWindows> open{{0, before.size(), 0, after.size()}};
    while (!open.empty()) {
        const auto in = open.back();
        open.pop_back();
        const auto found = finder.longest(in);
        for (std::size_t i = 0; i < found.size; ++i) {
            positions.emplace_back(found.before + i, found.after + i);
        }
        if (found.size > 0) {
            open.push_back({in.before, found.before, in.after, found.after});
            open.push_back({found.before + found.size, in.endBefore, found.after + found.size, in.endAfter});
        }
    }
    std::sort(positions.begin(), positions.end());
    return positions;
}

}  // namespace stagescope
