#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stagescope {

/// How long kernels usually take and how long nothing follows them, by name and shapes of their inputs. What is usual
/// for a rank is the median over the medians of the other ranks, where those have such a kernel, else its own median.
class UsualTimes {
public:
    /// One number for a name with shapes, the same on all ranks.
    [[nodiscard]] std::uint32_t keyOf(std::string_view name, std::string_view shapes);
    void add(int rank, std::uint32_t key, Nanos duration, Nanos idleAfter);
    /// After the last add: forgets all but medians. O(n).
    void finish();

    /// 0 where the kernel is not known. O(ranks).
    [[nodiscard]] Nanos duration(int rank, std::uint32_t key) const;
    [[nodiscard]] Nanos idleAfter(int rank, std::uint32_t key) const;

private:
    struct OfRank {
        int rank = -1;
        std::vector<std::int64_t> durations;  ///< one after finish(): the median
        std::vector<std::int64_t> idle;
    };
    [[nodiscard]] Nanos usual(int rank, std::uint32_t key, std::vector<std::int64_t> OfRank::*times) const;

    std::unordered_map<std::string, std::uint32_t> m_keys;
    std::vector<std::vector<OfRank>> m_ranks;  ///< by key
};

/// The upper one of two; 0 of nothing.
[[nodiscard]] std::int64_t medianOf(std::vector<std::int64_t> values);

}  // namespace stagescope
