#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace stagescope {

/// One side of a join by number: who starts something (a call, the start of an arrow) or what was started (work of a
/// device, its end).
struct NumberedEnd {
    std::uint64_t number = 0;
    std::int64_t time = 0;
    std::uint32_t process = 0;
};

/// Whose numbers a process uses. Profilers number launches and arrows for each process of a host; a file that holds
/// several of them holds each number several times, and bare numbers would join the work of one with the calls of
/// another. A device belongs to the process whose numbers its work has; where several have them all, to the first in
/// time that no other device with the same numbers has taken. Built once per file, O(n log n) where several processes
/// start things, else O(n).
class ProcessPairs {
public:
    static constexpr std::uint32_t kAny = ~std::uint32_t{0};         ///< one process alone starts things
    static constexpr std::uint32_t kShared = ~std::uint32_t{0} - 1;  ///< of several: only time tells them apart

    ProcessPairs() = default;
    ProcessPairs(std::vector<NumberedEnd> sources, std::vector<NumberedEnd> targets);

    /// The process that starts what `target` does.
    [[nodiscard]] std::uint32_t sourceOf(std::uint32_t target) const {
        const auto it = m_sources.find(target);
        return it == m_sources.end() ? kAny : it->second;
    }

private:
    std::map<std::uint32_t, std::uint32_t> m_sources;
};

}  // namespace stagescope
