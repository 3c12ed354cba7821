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
    }
    return it->second;
}

void UsualTimes::add(int rank, std::uint32_t key, Nanos duration, Nanos idleAfter) {
    auto &ranks = m_ranks[key];
    if (ranks.empty() || ranks.back().rank != rank) {  // rank after rank
        ranks.push_back({rank, {}, {}});
    }
    ranks.back().durations.push_back(duration.count());
    ranks.back().idle.push_back(idleAfter.count());
}

void UsualTimes::finish() {
    for (auto &ranks : m_ranks) {
        for (auto &each : ranks) {
            each.durations = {medianOf(std::move(each.durations))};
            each.idle = {medianOf(std::move(each.idle))};
        }
    }
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
