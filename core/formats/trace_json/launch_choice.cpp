#include "core/formats/trace_json/launch_choice.h"

#include <algorithm>
#include <map>
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

/// Where several calls have a number.
class SharedNumbers {
public:
    SharedNumbers(std::span<const LaunchEnd> calls, std::span<const LaunchEnd> works, const ProcessMarks &marks)
        : m_calls(calls), m_works(works), m_owners(ownersOf(calls, works, marks)) {}

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
        m_choice.drivers = std::move(m_owners.drivers);
        m_choice.blocks = std::move(m_owners.blocks);
        return std::move(m_choice);
    }

private:
    using Positions = std::span<const std::uint32_t>;

    void join(Positions calls, Positions works) {
        std::map<std::uint32_t, std::vector<std::uint32_t>> byProcess;
        for (const auto call : calls) {
            byProcess[m_calls[call].process].push_back(call);
        }
        for (const auto work : works) {
            const auto own = byProcess.find(m_owners.hosts[work]);
            const bool isUnclear = m_owners.hosts[work] == WorkOwners::kUnclear;
            m_choice.ambiguous += isUnclear ? 1 : 0;
            m_choice.calls[work] = isUnclear                ? LaunchChoice::kUnclear
                                   : own == byProcess.end() ? kNone
                                                            : latest(own->second, m_works[work].time);
        }
    }
    /// The latest before a time, the first where all come later; then the outermost around it.
    [[nodiscard]] std::uint32_t latest(Positions own, std::int64_t time) const {
        const auto behind = std::upper_bound(
            own.begin(), own.end(), time, [&](std::int64_t at, std::uint32_t call) { return at < m_calls[call].time; });
        const auto found = behind == own.begin() ? *behind : *std::prev(behind);
        return *std::find_if(own.begin(), own.end(),
                             [&](auto call) { return call == found || m_calls[call].end() >= m_calls[found].end(); });
    }

    std::span<const LaunchEnd> m_calls;
    std::span<const LaunchEnd> m_works;
    WorkOwners m_owners;
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
