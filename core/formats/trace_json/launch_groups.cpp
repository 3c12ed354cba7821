#include "core/formats/trace_json/launch_groups.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::int64_t kClockStep = 2'000;  ///< ns that times of profilers may be apart by

bool areOfAKind(const LaunchEnd &work, const LaunchEnd &call) {
    return work.kind == LaunchKind::Unknown || call.kind == LaunchKind::Unknown || call.kind == work.kind ||
           call.kind == LaunchKind::Graph;
}

}  // namespace

LaunchGroups::LaunchGroups(std::span<const LaunchEnd> calls, std::span<const LaunchEnd> works,
                           const ProcessMarks &marks)
    : m_calls(calls), m_works(works), m_marks(marks), m_callOrder(ordered(calls)), m_workOrder(ordered(works)) {
    m_groupOf.assign(works.size(), kNoOne);
    for (const auto call : m_callOrder) {
        m_hosts.insert(calls[call].process);
    }
    for (const auto host : m_hosts) {
        if (const auto it = marks.find(host); it != marks.end()) {
            m_tying.insert(it->second);
        }
    }
    if (m_hosts.size() > 1) {
        makeGroups();
        m_tolerance = toleranceOf();
        m_usesOperators = operatorsAgree();
    }
}

std::vector<std::uint32_t> LaunchGroups::ordered(std::span<const LaunchEnd> ends) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < ends.size(); ++i) {
        if (ends[i].correlation != 0) {
            order.push_back(i);
        }
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::tie(ends[a].correlation, ends[a].process, ends[a].time, a) <
               std::tie(ends[b].correlation, ends[b].process, ends[b].time, b);
    });
    return order;
}

void LaunchGroups::makeGroups() {
    std::uint32_t call = 0;
    for (std::uint32_t work = 0; work < m_workOrder.size();) {
        const auto number = m_works[m_workOrder[work]].correlation;
        Group group;
        group.works = work;
        while (work < m_workOrder.size() && m_works[m_workOrder[work]].correlation == number) {
            m_groupOf[m_workOrder[work++]] = static_cast<std::uint32_t>(m_groups.size());
        }
        group.workCount = work - group.works;
        while (call < m_callOrder.size() && m_calls[m_callOrder[call]].correlation < number) {
            ++call;
        }
        group.slots = static_cast<std::uint32_t>(m_slots.size());
        while (call < m_callOrder.size() && m_calls[m_callOrder[call]].correlation == number) {
            addCall(group, call++);
        }
        std::uint64_t most = 0;
        group.isExact = group.slotCount > 0;
        for (std::uint32_t i = 0; i < group.slotCount; ++i) {
            most += m_slots[group.slots + i].left;
            group.isExact = group.isExact && m_slots[group.slots + i].isLimited;
        }
        group.isExact = group.isExact && most == group.workCount;
        m_groups.push_back(group);
    }
}

void LaunchGroups::addCall(Group &group, std::uint32_t position) {
    const auto &call = m_calls[m_callOrder[position]];
    if (group.slotCount == 0 || m_slots.back().host != call.process) {
        m_slots.push_back({call.process, position, 0, 0, true, true});
        ++group.slotCount;
    }
    auto &slot = m_slots.back();
    ++slot.count;
    ++slot.left;
    slot.isLimited = slot.isLimited && (call.kind == LaunchKind::Kernel || call.kind == LaunchKind::Copy);
    slot.isOfOne = slot.isLimited;
}

const LaunchEnd &LaunchGroups::callOf(const Slot &slot, const LaunchEnd &work) const {
    const auto first = m_callOrder.begin() + slot.first;
    const auto behind = std::upper_bound(first, first + slot.count, work.time,
                                         [&](std::int64_t time, auto call) { return time < m_calls[call].time; });
    return m_calls[*(behind == first ? first : std::prev(behind))];
}

std::uint32_t LaunchGroups::slotOf(std::uint32_t work, std::uint32_t host) const {
    const auto &group = of(work);
    for (std::uint32_t i = 0; i < group.slotCount; ++i) {
        if (slot(group, i).host == host) {
            return i;
        }
    }
    return kNoOne;
}

const LaunchEnd *LaunchGroups::callIn(std::uint32_t work, std::uint32_t host) const {
    const auto at = slotOf(work, host);
    return at == kNoOne ? nullptr : &callOf(slot(of(work), at), m_works[work]);
}

bool LaunchGroups::canBelong(std::uint32_t process, std::uint32_t host) const {
    const auto own = m_marks.find(process);
    const auto other = m_marks.find(host);
    return own == m_marks.end() || other == m_marks.end() || !m_tying.contains(own->second) ||
           own->second == other->second;
}

/// How far clocks of devices are behind: works that begin before every call of their number.
std::int64_t LaunchGroups::toleranceOf() const {
    std::vector<std::int64_t> early;
    std::size_t joined = 0;
    for (const auto &group : m_groups) {
        forEachWork(group, [&](std::uint32_t work) {
            std::int64_t least = INT64_MAX;
            for (std::uint32_t i = 0; i < group.slotCount && i < kMostSlots; ++i) {
                least = std::min(least, callOf(m_slots[group.slots + i], m_works[work]).time);
            }
            joined += group.slotCount > 0 ? 1 : 0;
            std::int64_t by = 0;
            if (group.slotCount > 0 && !__builtin_sub_overflow(least, m_works[work].time, &by) && by > 0) {
                early.push_back(by);
            }
        });
    }
    constexpr std::size_t kSome = 500;  // fewer than one in so many are damaged, not early
    if (early.size() * kSome <= joined) {
        return 0;
    }
    std::sort(early.begin(), early.end());
    constexpr std::int64_t kMost = 1'000'000'000;
    return 2 * std::min(early[early.size() * 99 / 100], kMost) + kClockStep;
}

/// Whether calls and works tell their operators alike.
bool LaunchGroups::operatorsAgree() const {
    std::size_t told = 0;
    std::size_t agree = 0;
    for (const auto &group : m_groups) {
        forEachWork(group, [&](std::uint32_t work) {
            const auto mark = m_works[work].operatorMark;
            bool isTold = false;
            bool isSame = false;
            for (std::uint32_t i = 0; mark != 0 && i < group.slotCount && i < kMostSlots; ++i) {
                const auto other = callOf(m_slots[group.slots + i], m_works[work]).operatorMark;
                isTold = isTold || other != 0;
                isSame = isSame || other == mark;
            }
            told += isTold ? 1 : 0;
            agree += isSame ? 1 : 0;
        });
    }
    return told > 0 && 10 * agree >= 9 * told;
}

LaunchGroups::Mask LaunchGroups::candidatesOf(const Group &group, std::uint32_t index) const {
    const auto &work = m_works[index];
    Mask tied = 0;
    Mask before = 0;
    Mask fitting = 0;
    Mask sameOperator = 0;
    for (std::uint32_t i = 0; i < group.slotCount && group.slotCount <= kMostSlots; ++i) {
        const auto &slot = m_slots[group.slots + i];
        const auto &call = callOf(slot, work);
        const auto bit = canBelong(work.process, slot.host) ? bitOf(i) : Mask{0};
        tied |= bit;
        before |= call.time - m_tolerance <= work.time ? bit : Mask{0};
        fitting |= areOfAKind(work, call) ? bit : Mask{0};
        const bool isOther = work.operatorMark != 0 && call.operatorMark != 0 && work.operatorMark != call.operatorMark;
        sameOperator |= m_usesOperators && !isOther ? bit : Mask{0};
    }
    auto mask = tied;
    for (const auto narrower : {fitting, sameOperator, before}) {
        mask = (mask & narrower) != 0 ? mask & narrower : mask;
    }
    return mask;
}

}  // namespace stagescope
