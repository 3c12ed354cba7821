#include "core/formats/trace_json/launch_choice.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

constexpr auto kNone = LaunchChoice::kNone;

/// Positions in a list by (correlation, time).
std::vector<std::uint32_t> inOrder(std::span<const LaunchEnd> ends) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < ends.size(); ++i) {
        if (ends[i].correlation != 0) {
            order.push_back(i);
        }
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(ends[a].correlation, ends[a].time, a) < std::tie(ends[b].correlation, ends[b].time, b);
    });
    return order;
}

/// Since when the device could have begun each work: the end of the one before it on its track.
std::vector<std::int64_t> freeSince(std::span<const LaunchEnd> works) {
    std::vector<std::uint32_t> order(works.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(works[a].process, works[a].track, works[a].time) <
               std::tie(works[b].process, works[b].track, works[b].time);
    });
    std::vector<std::int64_t> free(works.size(), INT64_MIN);
    for (std::size_t i = 1; i < order.size(); ++i) {
        const auto &before = works[order[i - 1]];
        const auto &work = works[order[i]];
        if (before.process == work.process && before.track == work.track) {
            free[order[i]] = std::max(before.end(), free[order[i - 1]]);
        }
    }
    return free;
}

ProcessPairs pairsOf(std::span<const LaunchEnd> calls, std::span<const LaunchEnd> works, const ProcessMarks &marks) {
    std::vector<NumberedEnd> sources;
    std::vector<NumberedEnd> targets;
    for (const auto &call : calls) {
        if (call.correlation != 0) {
            sources.push_back({call.correlation, call.time, call.process});
        }
    }
    const auto free = freeSince(works);
    for (std::size_t i = 0; i < works.size(); ++i) {
        if (works[i].correlation != 0) {
            targets.push_back({works[i].correlation, works[i].time, works[i].process, free[i]});
        }
    }
    return {std::move(sources), std::move(targets), marks};
}

/// Where several calls have a number.
class SharedNumbers {
public:
    SharedNumbers(std::span<const LaunchEnd> calls, std::span<const LaunchEnd> works, const ProcessMarks &marks)
        : m_calls(calls), m_works(works), m_pairs(pairsOf(calls, works, marks)) {}

    LaunchChoice run() {
        m_choice.calls.assign(m_works.size(), kNone);
        const auto calls = inOrder(m_calls);
        const auto works = inOrder(m_works);
        auto call = calls.begin();
        for (auto work = works.begin(); work != works.end();) {
            const auto number = m_works[*work].correlation;
            const auto last =
                std::find_if(work, works.end(), [&](std::uint32_t i) { return m_works[i].correlation != number; });
            call = std::find_if(call, calls.end(), [&](std::uint32_t i) { return m_calls[i].correlation >= number; });
            const auto lastCall =
                std::find_if(call, calls.end(), [&](std::uint32_t i) { return m_calls[i].correlation != number; });
            join({call, lastCall}, {work, last});
            call = lastCall;
            work = last;
        }
        m_choice.drivers = m_pairs.all();
        return std::move(m_choice);
    }

private:
    using Positions = std::span<const std::uint32_t>;

    void join(Positions calls, Positions works) {
        std::vector<std::uint32_t> shared;
        for (const auto work : works) {
            const auto process = m_works[work].process;
            const bool isOwn = std::any_of(calls.begin(), calls.end(),
                                           [&](std::uint32_t call) { return m_calls[call].process == process; });
            const auto source = isOwn ? process : m_pairs.sourceOf(process);
            if (source == ProcessPairs::kShared) {
                shared.push_back(work);
            } else {
                m_choice.calls[work] = latest(calls, source, m_works[work].time);
            }
        }
        joinShared(calls, shared);
    }
    /// The latest before a time, the first where all come later; then the outermost around it.
    [[nodiscard]] std::uint32_t latest(Positions calls, std::uint32_t process, std::int64_t time) const {
        std::vector<std::uint32_t> own;
        for (const auto call : calls) {
            if (process == ProcessPairs::kAny || m_calls[call].process == process) {
                own.push_back(call);
            }
        }
        if (own.empty()) {
            return kNone;
        }
        const auto behind = std::find_if(own.begin(), own.end(), [&](auto call) { return m_calls[call].time > time; });
        const auto found = behind == own.begin() ? *behind : *std::prev(behind);
        return *std::find_if(own.begin(), own.end(),
                             [&](auto call) { return call == found || m_calls[call].end() >= m_calls[found].end(); });
    }
    /// Work of a device that several processes drive was launched by the one call before it that has none yet.
    void joinShared(Positions calls, Positions works) {
        std::vector<std::uint32_t> open;
        auto last = kNone;
        auto call = calls.begin();
        for (const auto work : works) {
            for (; call != calls.end() && m_calls[*call].time <= m_works[work].time; ++call) {
                open.push_back(*call);
            }
            if (open.size() > 1) {
                ++m_choice.ambiguous;
                m_choice.calls[work] = LaunchChoice::kUnclear;
                continue;
            }
            last = open.empty() ? last : open.front();
            open.clear();
            m_choice.calls[work] = last;
        }
    }

    std::span<const LaunchEnd> m_calls;
    std::span<const LaunchEnd> m_works;
    ProcessPairs m_pairs;
    LaunchChoice m_choice;
};

}  // namespace

UniqueCalls::UniqueCalls(std::span<const LaunchEnd> calls) {
    if (calls.empty()) {
        return;
    }
    const auto byNumber = [](const LaunchEnd &a, const LaunchEnd &b) { return a.correlation < b.correlation; };
    const auto [low, high] = std::minmax_element(calls.begin(), calls.end(), byNumber);
    m_low = low->correlation;
    constexpr std::uint64_t kSparse = 16;
    if (high->correlation - m_low > kSparse * calls.size()) {
        addSparse(calls);
        return;
    }
    m_dense.assign(high->correlation - m_low + 1, kNone);
    for (std::uint32_t i = 0; i < calls.size(); ++i) {
        auto &at = m_dense[calls[i].correlation - m_low];
        m_areUnique = m_areUnique && at == kNone;
        at = i;
    }
}

void UniqueCalls::addSparse(std::span<const LaunchEnd> calls) {
    for (std::uint32_t i = 0; i < calls.size(); ++i) {
        m_sparse.emplace_back(calls[i].correlation, i);
    }
    std::sort(m_sparse.begin(), m_sparse.end());
    const auto isDouble = [](const auto &a, const auto &b) { return a.first == b.first; };
    m_areUnique = std::adjacent_find(m_sparse.begin(), m_sparse.end(), isDouble) == m_sparse.end();
}

std::uint32_t UniqueCalls::at(std::uint64_t correlation) const {
    if (!m_dense.empty()) {
        const auto i = correlation - m_low;
        return i < m_dense.size() ? m_dense[i] : kNone;
    }
    const auto it = std::lower_bound(m_sparse.begin(), m_sparse.end(), correlation,
                                     [](const auto &entry, std::uint64_t c) { return entry.first < c; });
    return it != m_sparse.end() && it->first == correlation ? it->second : kNone;
}

LaunchChoice launchingCalls(std::span<const LaunchEnd> calls, std::span<const LaunchEnd> works,
                            const ProcessMarks &marks) {
    return SharedNumbers(calls, works, marks).run();
}

}  // namespace stagescope
