#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace stagescope {

/// 64-bit ids of a database to small numbers. Filled by add(), then finish(), then read from any thread. The ids of one
/// table come in a few dense runs (strings of the driver from 0, of the framework from 2^28 ...): each run is an array,
/// so a lookup is one binary search over the runs and one load. No hashing, so no input makes it slow: O(log runs). At
/// most 32 bytes an id once finished.
class IdTable {
public:
    static constexpr std::uint32_t kNone = 0xffffffff;

    void add(std::int64_t id, std::uint32_t value) { m_entries.emplace_back(id, value); }
    /// Of equal ids the first one added stays.
    void finish();
    [[nodiscard]] std::uint32_t find(std::int64_t id) const;
    [[nodiscard]] bool isEmpty() const { return m_runs.empty(); }

private:
    struct Run {
        std::int64_t first;
        std::uint64_t size;
        std::size_t offset;
    };
    std::vector<std::pair<std::int64_t, std::uint32_t>> m_entries;
    std::vector<Run> m_runs;
    std::vector<std::uint32_t> m_values;
};

}  // namespace stagescope
