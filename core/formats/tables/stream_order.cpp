#include "core/formats/tables/stream_order.h"

#include <algorithm>
#include <map>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kLook = 64;               ///< works
constexpr std::int64_t kTolerance = 1'000'000;  ///< ns; threads that launch at once, and what profilers round by

/// One in twenty, and one of four.
bool areFew(std::size_t count, std::size_t of) { return count <= std::max<std::size_t>(of / 20, of >= 4 ? 1 : 0); }

class Stream {
public:
    /// By begin of the work.
    void see(std::size_t position, const OrderedWork &work) {
        m_positions.push_back(position);
        m_early += isEarly(work) ? 1 : 0;
        m_isDisordered =
            m_isDisordered || m_early > 0 || (work.returned < m_lastLaunch && work.begin > m_begunAt + kTolerance);
        if (work.launch > m_lastLaunch || m_positions.size() == 1) {
            m_lastLaunch = work.launch;
            m_begunAt = work.begin;
        }
    }
    void addTo(std::vector<std::size_t> &found, std::span<const OrderedWork> works) {
        if (!m_isDisordered) {
            return;
        }
        std::stable_sort(m_positions.begin(), m_positions.end(),
                         [&](std::size_t a, std::size_t b) { return works[a].launch < works[b].launch; });
        leaveOutGraphs(works);
        m_isEarlyOut = areFew(m_early, m_positions.size());
        const auto kept = longestInOrder(works);  // positions by launch
        std::vector<std::size_t> out;
        std::size_t next = 0;  // the first that is kept behind
        for (std::size_t i = 0; i < m_positions.size(); ++i) {
            if (next < kept.size() && kept[next] == i) {
                ++next;
                continue;
            }
            if (isOutAsEarly(works[m_positions[i]]) || isFar(i, std::span(kept), next, works)) {
                out.push_back(m_positions[i]);
            }
            if (!areFew(out.size(), m_positions.size())) {
                return;
            }
        }
        found.insert(found.end(), out.begin(), out.end());
    }

private:
    /// Kernels of one call are those of a graph, which may run on streams of its own under the name of this one.
    void leaveOutGraphs(std::span<const OrderedWork> works) {
        const auto launchOf = [&](std::size_t i) { return works[m_positions[i]].launch; };
        std::vector<std::size_t> own;
        for (std::size_t i = 0; i < m_positions.size(); ++i) {
            const bool isOfGraph = (i > 0 && launchOf(i - 1) == launchOf(i)) ||
                                   (i + 1 < m_positions.size() && launchOf(i + 1) == launchOf(i));
            if (!isOfGraph) {
                own.push_back(m_positions[i]);
            }
        }
        m_positions = std::move(own);
    }
    static bool isEarly(const OrderedWork &work) { return work.begin + kTolerance < work.launch; }
    [[nodiscard]] bool isOutAsEarly(const OrderedWork &work) const { return m_isEarlyOut && isEarly(work); }
    /// The works of the stream, by launch, of a longest part whose begins ascend.
    [[nodiscard]] std::vector<std::size_t> longestInOrder(std::span<const OrderedWork> works) const {
        constexpr auto kNone = ~std::size_t{0};
        const auto beginOf = [&](std::size_t i) { return works[m_positions[i]].begin; };
        std::vector<std::size_t> last;  // of the best part of each length, its last work
        std::vector<std::size_t> before(m_positions.size(), kNone);
        for (std::size_t i = 0; i < m_positions.size(); ++i) {
            if (isOutAsEarly(works[m_positions[i]])) {
                continue;
            }
            const auto it = std::upper_bound(last.begin(), last.end(), beginOf(i),
                                             [&](std::int64_t begin, std::size_t j) { return begin < beginOf(j); });
            before[i] = it == last.begin() ? kNone : *std::prev(it);
            if (it == last.end()) {
                last.push_back(i);
            } else {
                *it = i;
            }
        }
        std::vector<std::size_t> kept;
        for (auto i = last.empty() ? kNone : last.back(); i != kNone; i = before[i]) {
            kept.push_back(i);
        }
        std::reverse(kept.begin(), kept.end());
        return kept;
    }
    /// From its place in the order, between kept[next - 1] and kept[next], by more than what may be. Calls that last
    /// beside its own say nothing; behind some of these nobody looks on.
    [[nodiscard]] bool isFar(std::size_t at, std::span<const std::size_t> kept, std::size_t next,
                             std::span<const OrderedWork> works) const {
        const auto &own = works[m_positions[at]];
        const auto first = next - std::min(next, kLook);
        for (auto i = next; i-- > first;) {
            const auto &earlier = works[m_positions[kept[i]]];
            if (earlier.returned < own.launch) {
                if (own.begin + kTolerance < earlier.begin) {
                    return true;
                }
                break;
            }
        }
        for (auto i = next; i < std::min(kept.size(), next + kLook); ++i) {
            const auto &later = works[m_positions[kept[i]]];
            if (own.returned < later.launch) {
                return own.begin > later.begin + kTolerance;
            }
        }
        return false;
    }

    std::vector<std::size_t> m_positions;
    std::int64_t m_lastLaunch = 0;  ///< of the works so far
    std::int64_t m_begunAt = 0;     ///< the work of that
    std::size_t m_early = 0;
    bool m_isDisordered = false;
    bool m_isEarlyOut = false;  ///< of many early ones the clocks differ
};

}  // namespace

std::vector<std::size_t> worksOutOfOrder(std::span<const OrderedWork> works) {
    std::vector<std::size_t> byBegin(works.size());
    for (std::size_t i = 0; i < works.size(); ++i) {
        byBegin[i] = i;
    }
    const auto isBefore = [&](std::size_t a, std::size_t b) { return works[a].begin < works[b].begin; };
    if (!std::is_sorted(byBegin.begin(), byBegin.end(), isBefore)) {
        std::stable_sort(byBegin.begin(), byBegin.end(), isBefore);
    }
    std::map<std::uint32_t, Stream> streams;
    for (const auto position : byBegin) {
        streams[works[position].stream].see(position, works[position]);
    }
    std::vector<std::size_t> found;
    for (auto &[number, stream] : streams) {
        stream.addTo(found, works);
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace stagescope
