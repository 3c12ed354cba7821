#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stagescope {

/// How long kernels usually take and how long nothing follows them, by name and shapes of their inputs. What is usual
/// for a rank is the median over the medians of the other ranks, where those have such a kernel, else its own median;
/// no time at all where ranks that do the same work have no kernel of that name.
class UsualTimes {
public:
    /// One number for a name with shapes, the same on all ranks.
    [[nodiscard]] std::uint32_t keyOf(std::string_view name, std::string_view shapes);
    void add(int rank, std::uint32_t key, Nanos duration, Nanos idleAfter);
    /// After the last add: forgets all but medians. `peers`: by rank the other ones that do the same work. O(n + kinds
    /// x peers).
    void finish(const std::map<int, std::vector<int>> &peers = {});

    /// 0 where the kernel is not known. O(ranks).
    [[nodiscard]] Nanos duration(int rank, std::uint32_t key) const;
    [[nodiscard]] Nanos idleAfter(int rank, std::uint32_t key) const;

private:
    struct OfRank {
        int rank = -1;
        std::vector<std::int64_t> durations;  ///< one after finish(): the median
        std::vector<std::int64_t> idle;
    };
    /// Whether none of the ranks that do the same work has a kernel of that name.
    [[nodiscard]] bool isExtra(int rank, std::uint32_t key, const std::map<int, std::vector<int>> &peers) const;
    [[nodiscard]] Nanos usual(int rank, std::uint32_t key, std::vector<std::int64_t> OfRank::*times) const;

    std::unordered_map<std::string, std::uint32_t> m_keys;
    std::unordered_map<std::string, std::uint32_t> m_names;
    std::vector<std::uint32_t> m_nameOf;  ///< by key
    std::vector<std::set<int>> m_ranksOfName;
    std::vector<std::vector<OfRank>> m_ranks;  ///< by key
};

/// The upper one of two; 0 of nothing.
[[nodiscard]] std::int64_t medianOf(std::vector<std::int64_t> values);

}  // namespace stagescope
