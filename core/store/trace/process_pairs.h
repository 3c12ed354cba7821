#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// One side of a join by number: who starts something (a call, the start of an arrow) or what was started (work of a
/// device, its end).
struct NumberedEnd {
    std::uint64_t number = 0;
    std::int64_t time = 0;
    std::uint32_t process = 0;
    /// Of work: since when its device could have begun it, the end of the work before it; the least number: unknown.
    std::int64_t free = INT64_MIN;
};

/// What ties processes of a file together: who merges files puts one mark before the numbers of a rank's processes, its
/// host's and its devices' alike ("[TP01] 300" and "[TP01] 0"). By process; those without a mark have no entry.
using ProcessMarks = std::map<std::uint32_t, std::string>;
/// "[TP01] " of "[TP01] 300"; empty of a bare number and of a text that ends in none. O(letters).
[[nodiscard]] std::string_view markOfProcess(std::string_view process);

/// Whose numbers a process uses. Profilers number launches and arrows for each process of a host; a file that holds
/// several of them holds each number several times, and bare numbers would join the work of one with the calls of
/// another. A device belongs to the process of its mark and whose numbers its work has; where several have them all, to
/// one that no other device with the same numbers has, so chosen that work begins as soon as it is launched and its
/// device is free, and never before; to none (kShared) where another would not contradict what the times tell. Built
/// once per file, O(n log n) where several processes start things, else O(n), beside what trying other choices takes:
/// O(processes^2 x devices) a round.
class ProcessPairs {
public:
    static constexpr std::uint32_t kAny = ~std::uint32_t{0};         ///< one process alone starts things
    static constexpr std::uint32_t kShared = ~std::uint32_t{0} - 1;  ///< of several, or nothing tells of which

    ProcessPairs() = default;
    ProcessPairs(std::vector<NumberedEnd> sources, std::vector<NumberedEnd> targets, const ProcessMarks &marks = {});

    /// All that is known: the source of each target, kShared included.
    [[nodiscard]] const std::map<std::uint32_t, std::uint32_t> &all() const { return m_sources; }
    /// The process that starts what `target` does.
    [[nodiscard]] std::uint32_t sourceOf(std::uint32_t target) const {
        const auto it = m_sources.find(target);
        return it == m_sources.end() ? kAny : it->second;
    }

private:
    std::map<std::uint32_t, std::uint32_t> m_sources;
};

}  // namespace stagescope
