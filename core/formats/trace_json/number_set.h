#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace stagescope {

/// A set of numbers that are nearly dense, as the correlations of a file are. Lookup is O(1) for those, else O(log n).
class NumberSet {
public:
    explicit NumberSet(std::vector<std::uint64_t> numbers) : m_sorted(std::move(numbers)) {
        if (m_sorted.empty()) {
            return;
        }
        const auto [low, high] = std::minmax_element(m_sorted.begin(), m_sorted.end());
        m_low = *low;
        constexpr std::uint64_t kSparse = 64;  // a bit each, in place of 64
        if (*high - m_low > kSparse * m_sorted.size()) {
            std::sort(m_sorted.begin(), m_sorted.end());
            return;
        }
        m_dense.resize(*high - m_low + 1);
        for (const auto number : m_sorted) {
            m_dense[number - m_low] = true;
        }
        m_sorted = {};
    }
    [[nodiscard]] bool contains(std::uint64_t number) const {
        const auto i = number - m_low;
        return m_dense.empty() ? std::binary_search(m_sorted.begin(), m_sorted.end(), number)
                               : i < m_dense.size() && m_dense[i];
    }

private:
    std::vector<std::uint64_t> m_sorted;
    std::vector<bool> m_dense;
    std::uint64_t m_low = 0;
};

}  // namespace stagescope
