#pragma once

#include "core/formats/trace_json/launch_arguments.h"
#include "core/store/trace/process_pairs.h"

#include <bit>
#include <cstdint>
#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace stagescope {

/// Calls and works of a file by their numbers, where calls of several processes have the same ones, and what calls and
/// works say by themselves of who belongs together. Refers to both and to the marks: they outlive it.
class LaunchGroups {
public:
    using Mask = std::uint64_t;  ///< of the slots of a group
    static constexpr std::uint32_t kNoOne = ~std::uint32_t{0};
    static constexpr std::size_t kMostSlots = 64;  ///< works of groups with more have no mask

    /// Calls of one process with one number.
    struct Slot {
        std::uint32_t host = 0;
        std::uint32_t first = 0;  ///< into the ordered calls
        std::uint32_t count = 0;
        std::uint32_t left = 0;  ///< works that they may still have
        bool isLimited = false;  ///< each starts one work, and none has been found to have two
        bool isOfOne = false;    ///< each starts one work
    };
    /// All calls and works of one number.
    struct Group {
        std::uint32_t slots = 0;
        std::uint32_t slotCount = 0;
        std::uint32_t works = 0;  ///< into the ordered works
        std::uint32_t workCount = 0;
        bool isExact = false;  ///< as many works as calls, each of which starts one
    };

    /// Tracks of works are numbers of streams of all the file. O(n log n).
    LaunchGroups(std::span<const LaunchEnd> calls, std::span<const LaunchEnd> works, const ProcessMarks &marks);

    [[nodiscard]] static Mask bitOf(std::size_t slot) { return Mask{1} << slot; }
    /// Processes that make calls.
    [[nodiscard]] const std::set<std::uint32_t> &hosts() const { return m_hosts; }
    /// Positions by number, process and time; those without a number are not among them.
    [[nodiscard]] const std::vector<std::uint32_t> &callOrder() const { return m_callOrder; }
    [[nodiscard]] const std::vector<std::uint32_t> &workOrder() const { return m_workOrder; }
    [[nodiscard]] const std::vector<Group> &all() const { return m_groups; }
    [[nodiscard]] bool hasNumber(std::uint32_t work) const { return m_groupOf[work] != kNoOne; }
    /// Of a work with a number.
    [[nodiscard]] const Group &of(std::uint32_t work) const { return m_groups[m_groupOf[work]]; }
    [[nodiscard]] Slot &slot(const Group &group, std::uint32_t at) { return m_slots[group.slots + at]; }
    [[nodiscard]] const Slot &slot(const Group &group, std::uint32_t at) const { return m_slots[group.slots + at]; }
    template <class Fn>
    void forEachWork(const Group &group, Fn &&fn) const {
        for (std::uint32_t i = 0; i < group.workCount; ++i) {
            fn(m_workOrder[group.works + i]);
        }
    }
    template <class Fn>
    void forEachSlot(const Group &group, Mask mask, Fn &&fn) const {
        for (; mask != 0; mask &= mask - 1) {
            const auto at = static_cast<std::uint32_t>(std::countr_zero(mask));
            fn(at, slot(group, at));
        }
    }
    /// The latest call before a work; the first where all come later.
    [[nodiscard]] const LaunchEnd &callOf(const Slot &slot, const LaunchEnd &work) const;
    /// Of a host among those of the work's number; kNoOne where it has no such call.
    [[nodiscard]] std::uint32_t slotOf(std::uint32_t work, std::uint32_t host) const;
    /// The call of a host that a work may be of; null where it has none with that number.
    [[nodiscard]] const LaunchEnd *callIn(std::uint32_t work, std::uint32_t host) const;
    /// Slots whose calls may have launched a work: of its mark and kind, of its operator, before it. What leaves none
    /// says nothing.
    [[nodiscard]] Mask candidatesOf(const Group &group, std::uint32_t work) const;

private:
    [[nodiscard]] static std::vector<std::uint32_t> ordered(std::span<const LaunchEnd> ends);
    void makeGroups();
    void addCall(Group &group, std::uint32_t position);
    [[nodiscard]] bool canBelong(std::uint32_t process, std::uint32_t host) const;
    [[nodiscard]] std::int64_t toleranceOf() const;
    [[nodiscard]] bool operatorsAgree() const;

    std::span<const LaunchEnd> m_calls;
    std::span<const LaunchEnd> m_works;
    const ProcessMarks &m_marks;
    std::set<std::uint32_t> m_hosts;
    std::set<std::string_view> m_tying;  ///< marks of hosts: others tie nothing together
    std::vector<std::uint32_t> m_callOrder;
    std::vector<std::uint32_t> m_workOrder;
    std::vector<std::uint32_t> m_groupOf;  ///< by work
    std::vector<Group> m_groups;
    std::vector<Slot> m_slots;
    std::int64_t m_tolerance = 0;
    bool m_usesOperators = false;
};

}  // namespace stagescope
