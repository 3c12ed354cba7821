#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stagescope {

/// How long kernels usually take and how long nothing follows them, by name and shapes of their inputs. What is usual
/// for a rank is the median over the medians of the other ranks, where those have such a kernel, else its own median.
/// Of ranks that do the same work one alone may have kernels of a name: as far as it spends more time than the others
/// in kernels that not all of them have, these are extra, and that share of them is not usual. Where the others have
/// as much under other names, nothing is.
class UsualTimes {
public:
    /// One number for a name with shapes, the same on all ranks.
    [[nodiscard]] std::uint32_t keyOf(std::string_view name, std::string_view shapes);
    void add(int rank, std::uint32_t key, Nanos duration, Nanos idleAfter);
    /// After the last add: forgets all but medians. `equals`: ranks that do the same work, each in one list; those with
    /// much less or more time in kernels than most of their list, or none, are compared with nobody. O(n + names x
    /// ranks).
    void finish(const std::vector<std::vector<int>> &equals = {});

    /// 0 where the kernel is not known. O(ranks).
    [[nodiscard]] Nanos duration(int rank, std::uint32_t key) const;
    [[nodiscard]] Nanos idleAfter(int rank, std::uint32_t key) const;

private:
    struct OfRank {
        int rank = -1;
        /// After finish() the median, and what of it is usual where no other rank has such a kernel.
        std::vector<std::int64_t> durations;
        std::vector<std::int64_t> idle;
    };
    struct OfName {
        std::int64_t total = 0;
        double extra = 0;  ///< share of it
    };
    void findExtra(const std::vector<int> &equals);
    [[nodiscard]] std::vector<int> comparable(const std::vector<int> &equals) const;
    [[nodiscard]] Nanos usual(int rank, std::uint32_t key, std::vector<std::int64_t> OfRank::*times) const;

    std::unordered_map<std::string, std::uint32_t> m_keys;
    std::unordered_map<std::string, std::uint32_t> m_names;
    std::vector<std::uint32_t> m_nameOf;          ///< by key
    std::vector<std::map<int, OfName>> m_byName;  ///< by rank
    std::map<int, std::int64_t> m_totals;         ///< of all kernels, by rank
    std::vector<std::vector<OfRank>> m_ranks;     ///< by key
};

/// The upper one of two; 0 of nothing.
[[nodiscard]] std::int64_t medianOf(std::vector<std::int64_t> values);

}  // namespace stagescope
