#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace stagescope {

/// The first of many by an order, at most `most`: whenever there are twice as many, the others go. Which of equal ones
/// stay is not said. One thread.
template <class T, class Less>
class FirstItems {
public:
    explicit FirstItems(std::size_t most, Less isBefore = {}) : m_most(most), m_isBefore(std::move(isBefore)) {}

    /// Whether one more may be among them; false is certain. O(1).
    [[nodiscard]] bool takes(const T &item) const {
        return m_most > 0 && (!m_isCut || m_isBefore(item, m_items[m_most - 1]));
    }
    /// O(1) on average.
    void add(T item) {
        if (!takes(item)) {
            return;
        }
        m_items.push_back(std::move(item));
        if (m_items.size() / 2 > m_most + kSpare) {
            const auto last = m_items.begin() + static_cast<std::ptrdiff_t>(m_most) - 1;
            std::nth_element(m_items.begin(), last, m_items.end(), m_isBefore);
            m_items.erase(last + 1, m_items.end());
            m_isCut = true;
        }
    }
    /// In that order. O(n log n); ends the list.
    [[nodiscard]] std::vector<T> take() {
        std::sort(m_items.begin(), m_items.end(), m_isBefore);
        if (m_items.size() > m_most) {
            m_items.erase(m_items.begin() + static_cast<std::ptrdiff_t>(m_most), m_items.end());
        }
        m_isCut = false;
        return std::exchange(m_items, {});
    }

private:
    static constexpr std::size_t kSpare = 1024;

    std::size_t m_most;
    Less m_isBefore;
    std::vector<T> m_items;
    bool m_isCut = false;  ///< m_items[m_most - 1] is the last of the first ones then
};

}  // namespace stagescope
