#include "core/store/trace/counter_table.h"

#include <numeric>

namespace stagescope {

CounterTable::CounterTable(std::vector<std::int64_t> timesNs, std::vector<double> values)
    : m_time(std::move(timesNs)), m_value(std::move(values)) {
    if (!std::is_sorted(m_time.begin(), m_time.end())) {
        std::vector<std::uint32_t> order(m_time.size());
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return m_time[a] < m_time[b]; });
        std::vector<std::int64_t> time(order.size());
        std::vector<double> value(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            time[i] = m_time[order[i]];
            value[i] = m_value[order[i]];
        }
        m_time.swap(time);
        m_value.swap(value);
    }
    m_time.shrink_to_fit();
    m_value.shrink_to_fit();
    buildPyramid();
}

std::uint32_t CounterTable::indexAt(RankTime t) const {
    const auto it = std::upper_bound(m_time.begin(), m_time.end(), ns(t));
    return it == m_time.begin() ? static_cast<std::uint32_t>(m_time.size())
                                : static_cast<std::uint32_t>(it - m_time.begin()) - 1;
}

void CounterTable::buildPyramid() {
    if (m_value.empty()) {
        return;
    }
    const auto [low, high] = std::minmax_element(m_value.begin(), m_value.end());
    m_min = *low;
    m_max = *high;
    std::vector<MinMax> below;
    for (std::size_t i = 0; i < m_value.size(); i += kFanOut) {
        const auto end = m_value.begin() + static_cast<std::ptrdiff_t>(std::min(i + kFanOut, m_value.size()));
        const auto [a, b] = std::minmax_element(m_value.begin() + static_cast<std::ptrdiff_t>(i), end);
        below.push_back({*a, *b});
    }
    while (below.size() > 1) {
        std::vector<MinMax> level;
        for (std::size_t i = 0; i < below.size(); i += kFanOut) {
            MinMax range = below[i];
            for (std::size_t k = i + 1; k < std::min(i + kFanOut, below.size()); ++k) {
                range = {std::min(range.min, below[k].min), std::max(range.max, below[k].max)};
            }
            level.push_back(range);
        }
        m_pyramid.push_back(std::move(below));
        below = std::move(level);
    }
    m_pyramid.push_back(std::move(below));
}

std::size_t CounterTable::byteSize() const {
    std::size_t bytes = m_time.capacity() * (sizeof(std::int64_t) + sizeof(double));
    for (const auto &level : m_pyramid) {
        bytes += level.capacity() * sizeof(MinMax);
    }
    return bytes;
}

}  // namespace stagescope
