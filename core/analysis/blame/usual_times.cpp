#include "core/analysis/blame/usual_times.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stagescope {

namespace {

/// Of the median of their list: ranks that do the same work differ by less, records that were cut off by more.
constexpr double kLeastOfMedian = 0.75;
constexpr double kMostOfMedian = 1 / kLeastOfMedian;

}  // namespace

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
        const auto next = static_cast<std::uint32_t>(m_byName.size());
        const auto [known, isNewName] = m_names.try_emplace(std::string(name), next);
        m_nameOf.push_back(known->second);
        if (isNewName) {
            m_byName.emplace_back();
        }
    }
    return it->second;
}

void UsualTimes::add(int rank, std::uint32_t key, Nanos duration, Nanos idleAfter) {
    auto &ranks = m_ranks[key];
    if (ranks.empty() || ranks.back().rank != rank) {  // rank after rank
        ranks.push_back({rank, {}, {}});
    }
    m_byName[m_nameOf[key]][rank].total += duration.count();
    m_totals[rank] += duration.count();
    ranks.back().durations.push_back(duration.count());
    ranks.back().idle.push_back(idleAfter.count());
}

void UsualTimes::finish(const std::vector<std::vector<int>> &equals) {
    for (const auto &list : equals) {
        findExtra(list);
    }
    for (std::uint32_t key = 0; key < m_ranks.size(); ++key) {
        for (auto &each : m_ranks[key]) {
            const auto median = medianOf(std::move(each.durations));
            const auto extra = m_byName[m_nameOf[key]].at(each.rank).extra;
            each.durations = {median, std::llround(static_cast<double>(median) * (1 - extra))};
            each.idle = {medianOf(std::move(each.idle))};
        }
    }
    m_keys = {};
    m_names = {};
    m_nameOf = {};
    m_byName = {};
    m_totals = {};
}

std::vector<int> UsualTimes::comparable(const std::vector<int> &equals) const {
    std::vector<std::pair<int, std::int64_t>> working;
    std::vector<std::int64_t> totals;
    for (const int rank : equals) {
        if (const auto total = m_totals.find(rank); total != m_totals.end() && total->second > 0) {
            working.emplace_back(*total);
            totals.push_back(total->second);
        }
    }
    const auto median = static_cast<double>(medianOf(std::move(totals)));
    std::vector<int> ranks;
    for (const auto &[rank, total] : working) {
        const auto time = static_cast<double>(total);
        if (time >= kLeastOfMedian * median && time <= kMostOfMedian * median) {
            ranks.push_back(rank);
        }
    }
    return ranks;
}

void UsualTimes::findExtra(const std::vector<int> &equals) {
    struct Rest {
        std::int64_t total = 0;  ///< in kernels that not all have
        std::vector<OfName *> alone{};
    };
    const auto ranks = comparable(equals);
    std::map<int, Rest> rests;
    for (auto &ofName : m_byName) {
        std::vector<std::pair<int, OfName *>> holders;
        for (const int rank : ranks) {
            if (const auto own = ofName.find(rank); own != ofName.end()) {
                holders.emplace_back(rank, &own->second);
            }
        }
        for (const auto &[rank, own] : holders) {
            rests[rank].total += holders.size() < ranks.size() ? own->total : 0;
        }
        if (holders.size() == 1 && ranks.size() > 1) {
            rests[holders.front().first].alone.push_back(holders.front().second);
        }
    }
    std::vector<std::int64_t> totals;
    for (const auto &[rank, rest] : rests) {
        totals.push_back(rest.total);
    }
    std::ranges::sort(totals);
    for (auto &[rank, rest] : rests) {
        if (rest.alone.empty()) {
            continue;
        }
        // The upper median of the others.
        const auto middle = (totals.size() - 1) / 2;
        const auto ofOthers = totals[totals[middle] < rest.total ? middle : middle + 1];
        std::int64_t alone = 0;
        for (const auto *own : rest.alone) {
            alone += own->total;
        }
        const auto more = std::clamp<std::int64_t>(rest.total - ofOthers, 0, alone);
        for (auto *own : rest.alone) {
            own->extra = alone > 0 ? static_cast<double>(more) / static_cast<double>(alone) : 0;
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
            own = (each.*times).back();
        } else {
            others.push_back((each.*times).front());
        }
    }
    return Nanos{others.empty() ? own : medianOf(std::move(others))};
}

}  // namespace stagescope
