#include "core/analysis/blame/usual_times.h"

#include <algorithm>

namespace stagescope {

std::int64_t medianOf(std::vector<std::int64_t> values) {
    if (values.empty()) {
        return 0;
    }
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::uint32_t UsualTimes::keyOf(std::string_view name, std::string_view shapes) {
    auto text = std::string(name) + '\n' + std::string(shapes);
    const auto [it, isNew] = m_keys.emplace(std::move(text), static_cast<std::uint32_t>(m_ranks.size()));
    if (isNew) {
        m_ranks.emplace_back();
        const auto next = static_cast<std::uint32_t>(m_ranksOfName.size());
        const auto [known, isNewName] = m_names.try_emplace(std::string(name), next);
        m_nameOf.push_back(known->second);
        if (isNewName) {
            m_ranksOfName.emplace_back();
        }
    }
    return it->second;
}

void UsualTimes::add(int rank, std::uint32_t key, Nanos duration, Nanos idleAfter) {
    auto &ranks = m_ranks[key];
    if (ranks.empty() || ranks.back().rank != rank) {  // rank after rank
        ranks.push_back({rank, {}, {}});
        m_ranksOfName[m_nameOf[key]].insert(rank);
    }
    ranks.back().durations.push_back(duration.count());
    ranks.back().idle.push_back(idleAfter.count());
}

void UsualTimes::finish(const std::map<int, std::vector<int>> &peers) {
    for (std::uint32_t key = 0; key < m_ranks.size(); ++key) {
        for (auto &each : m_ranks[key]) {
            each.durations = {isExtra(each.rank, key, peers) ? 0 : medianOf(std::move(each.durations))};
            each.idle = {medianOf(std::move(each.idle))};
        }
    }
}

bool UsualTimes::isExtra(int rank, std::uint32_t key, const std::map<int, std::vector<int>> &peers) const {
    const auto own = peers.find(rank);
    const auto &known = m_ranksOfName[m_nameOf[key]];
    return own != peers.end() && !own->second.empty() &&
           std::ranges::none_of(own->second, [&](int peer) { return known.contains(peer); });
}

Nanos UsualTimes::duration(int rank, std::uint32_t key) const { return usual(rank, key, &OfRank::durations); }
Nanos UsualTimes::idleAfter(int rank, std::uint32_t key) const { return usual(rank, key, &OfRank::idle); }

Nanos UsualTimes::usual(int rank, std::uint32_t key, std::vector<std::int64_t> OfRank::*times) const {
    std::vector<std::int64_t> others;
    std::int64_t own = 0;
    for (const auto &each : m_ranks[key]) {
        if (each.rank == rank) {
            own = (each.*times).front();
        } else {
            others.push_back((each.*times).front());
        }
    }
    return Nanos{others.empty() ? own : medianOf(std::move(others))};
}

}  // namespace stagescope
