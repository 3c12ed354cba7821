#include "core/formats/trace_json/work_owners.h"

#include "core/formats/trace_json/launch_groups.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace stagescope {

namespace {

using Mask = LaunchGroups::Mask;
using Group = LaunchGroups::Group;
using Slot = LaunchGroups::Slot;
constexpr auto kNoOne = LaunchGroups::kNoOne;
constexpr auto kMostSlots = LaunchGroups::kMostSlots;
constexpr std::size_t kFew = 50;         ///< one in so many may be damaged
constexpr std::int64_t kBeside = 2'000;  ///< ns that works of a stream may overlap by: profilers round

constexpr auto bitOf = &LaunchGroups::bitOf;

/// Since when the device could have begun each work: the end of the one before it on its track.
std::vector<std::int64_t> freeSince(std::span<const LaunchEnd> works, std::span<const std::uint32_t> byTime) {
    std::vector<std::int64_t> free(works.size(), INT64_MIN);
    std::unordered_map<std::uint32_t, std::int64_t> ends;  // by track
    for (const auto work : byTime) {
        const auto [it, isFirst] = ends.try_emplace(works[work].track, works[work].end());
        if (!isFirst) {
            free[work] = it->second;
            it->second = std::max(it->second, works[work].end());
        }
    }
    return free;
}

class Owners {
public:
    Owners(std::span<const LaunchEnd> calls, std::span<const LaunchEnd> works, const ProcessMarks &marks)
        : m_calls(calls),
          m_works(works),
          m_marks(marks),
          m_groups(calls, works, marks),
          m_byTime(works.size()),
          m_mask(works.size()),
          m_isSettled(works.size()) {
        std::iota(m_byTime.begin(), m_byTime.end(), 0U);
        std::sort(m_byTime.begin(), m_byTime.end(), [&](std::uint32_t a, std::uint32_t b) {
            return std::tie(works[a].time, a) < std::tie(works[b].time, b);
        });
    }

    WorkOwners run() {
        WorkOwners result;
        if (m_groups.hosts().size() < 2) {
            result.hosts.assign(m_works.size(),
                                m_groups.hosts().empty() ? WorkOwners::kNobody : *m_groups.hosts().begin());
            return result;
        }
        for (const auto &group : m_groups.all()) {
            m_groups.forEachWork(group, [&](std::uint32_t work) { m_mask[work] = m_groups.candidatesOf(group, work); });
        }
        for (const auto &group : m_groups.all()) {
            m_groups.forEachWork(group, [&](std::uint32_t work) { settleIfAlone(work); });
            settleExact(group);
        }
        settleAll();
        result.blocks = blocks();
        if (!result.blocks.isEmpty()) {
            settleByBlocks(widened(result.blocks));
            settleAll();
        }
        settleByPairs();
        decide(result);
        return result;
    }

private:
    void settleIfAlone(std::uint32_t work) {
        if (!m_isSettled[work] && std::has_single_bit(m_mask[work])) {
            settle(work);
        }
    }
    /// Its mask has one bit: others of its number may not have that call.
    void settle(std::uint32_t first) {
        std::vector<std::uint32_t> open{first};
        while (!open.empty()) {
            const auto work = open.back();
            open.pop_back();
            if (m_isSettled[work]) {
                continue;
            }
            m_isSettled[work] = true;
            m_hasChanged = true;
            const auto &group = m_groups.of(work);
            auto &slot = m_groups.slot(group, static_cast<std::uint32_t>(std::countr_zero(m_mask[work])));
            slot.isLimited = slot.isLimited && slot.left > 0;
            slot.left -= slot.left > 0 ? 1 : 0;
            if (!slot.isLimited || slot.left > 0) {
                continue;
            }
            const auto taken = m_mask[work];
            m_groups.forEachWork(group, [&](std::uint32_t other) {
                if (!m_isSettled[other] && remove(other, taken) && std::has_single_bit(m_mask[other])) {
                    open.push_back(other);
                }
            });
        }
    }
    /// Not the last one: then what speaks against it is wrong.
    bool remove(std::uint32_t work, Mask bits) {
        const auto rest = m_mask[work] & ~bits;
        const bool isLess = rest != 0 && rest != m_mask[work];
        m_mask[work] = isLess ? rest : m_mask[work];
        return isLess;
    }
    /// As many works as calls: a call that one work alone may have has it.
    void settleExact(const Group &group) {
        constexpr std::uint32_t kMost = 256;
        bool isMore = group.isExact && group.workCount <= kMost && group.slotCount <= kMostSlots;
        while (isMore) {
            isMore = false;
            for (std::uint32_t i = 0; i < group.slotCount; ++i) {
                const auto &slot = m_groups.slot(group, i);
                std::vector<std::uint32_t> able;
                m_groups.forEachWork(group, [&](std::uint32_t work) {
                    if (!m_isSettled[work] && (m_mask[work] & bitOf(i)) != 0) {
                        able.push_back(work);
                    }
                });
                if (slot.left > 0 && able.size() == slot.left) {
                    for (const auto work : able) {
                        m_mask[work] = bitOf(i);
                        settle(work);
                    }
                    isMore = true;
                }
            }
        }
    }

    void sweepUntilDone() {
        constexpr int kMostRounds = 20;
        m_hasChanged = true;
        for (int round = 0; m_hasChanged && round < kMostRounds; ++round) {
            m_hasChanged = false;
            sweep(m_byTime.begin(), m_byTime.end(), true);
            sweep(m_byTime.rbegin(), m_byTime.rend(), false);
        }
    }
    /// What the last work of each process on a stream says of those that follow, or of those before.
    template <class Iterator>
    void sweep(Iterator begin, Iterator end, bool isForward) {
        std::unordered_map<std::uint64_t, std::uint32_t> last;  // by stream and process
        for (auto it = begin; it != end; ++it) {
            const auto work = *it;
            if (m_mask[work] == 0) {
                continue;
            }
            const auto &group = m_groups.of(work);
            const auto keyOf = [&](const Slot &slot) { return std::uint64_t{m_works[work].track} << 32 | slot.host; };
            if (!m_isSettled[work]) {
                m_groups.forEachSlot(group, m_mask[work], [&](std::uint32_t i, const Slot &slot) {
                    const auto known = last.find(keyOf(slot));
                    const bool isAgainst = known != last.end() && (isForward ? contradict(known->second, work, slot)
                                                                             : contradict(work, known->second, slot));
                    m_hasChanged = (isAgainst && remove(work, bitOf(i))) || m_hasChanged;
                });
                settleIfAlone(work);
                settleExact(group);
            }
            if (m_isSettled[work]) {
                m_groups.forEachSlot(group, m_mask[work],
                                     [&](std::uint32_t, const Slot &slot) { last[keyOf(slot)] = work; });
            }
        }
    }
    /// Whether two works of one stream cannot both be of a process, the second of which begins later. One of them is
    /// settled.
    [[nodiscard]] bool contradict(std::uint32_t first, std::uint32_t second, const Slot &slot) const {
        const auto &a = m_works[first];
        const auto &b = m_works[second];
        const auto *callOfA = m_groups.callIn(first, slot.host);
        const auto *callOfB = m_groups.callIn(second, slot.host);
        if (callOfA == nullptr || callOfB == nullptr || callOfA == callOfB) {
            return false;
        }
        if (callOfB->end() <= callOfA->time) {
            return true;
        }
        const bool areSingle = callOfA->kind != LaunchKind::Graph && callOfB->kind != LaunchKind::Graph;
        const auto shorter = std::int64_t{std::min(a.duration, b.duration)};
        return areSingle && std::min(a.end(), b.end()) - b.time > std::max(kBeside, shorter / 4);
    }
    /// None where calls are mingled, or where works stand in the block of another process than theirs.
    [[nodiscard]] FileBlocks blocks() const {
        std::map<std::uint32_t, FileBlock> byHost;
        for (const auto &call : m_calls) {
            auto &block =
                byHost.try_emplace(call.process, FileBlock{call.offset, call.offset, call.process}).first->second;
            block.first = std::min(block.first, call.offset);
            block.last = std::max(block.last, call.offset);
        }
        std::vector<FileBlock> all;
        for (const auto &[host, block] : byHost) {
            all.push_back(block);
        }
        FileBlocks found(std::move(all));
        std::size_t other = 0;
        std::size_t inBlock = 0;
        for (std::uint32_t work = 0; work < m_works.size(); ++work) {
            const auto host = m_isSettled[work] ? found.processAround(m_works[work]) : std::nullopt;
            inBlock += host ? 1 : 0;
            other += host && *host != hostOf(work) ? 1 : 0;
        }
        constexpr std::size_t kSome = 1000;
        return other * kSome > inBlock ? FileBlocks() : found;
    }
    /// Works may stand behind the last call of their process: up to the next block, where then each has a call of its
    /// own and no call is left over.
    [[nodiscard]] FileBlocks widened(const FileBlocks &found) const {
        auto wide = found.upToNext();
        std::map<std::uint32_t, std::uint32_t> had;  // by slot: works of its calls
        for (std::uint32_t work = 0; work < m_works.size(); ++work) {
            if (m_mask[work] == 0 || m_groups.of(work).slotCount < 2) {
                continue;
            }
            const auto &group = m_groups.of(work);
            const auto host = wide.processAround(m_works[work]);
            const auto slot = host ? m_groups.slotOf(work, *host) : kNoOne;
            const bool isOwn = group.isExact && slot != kNoOne && (m_mask[work] & bitOf(slot)) != 0 &&
                               ++had[group.slots + slot] <= m_groups.slot(group, slot).count;
            if (!isOwn) {
                return found;
            }
        }
        return wide;
    }
    void settleByBlocks(const FileBlocks &found) {
        for (std::uint32_t work = 0; work < m_works.size(); ++work) {
            const auto host = m_isSettled[work] ? std::nullopt : found.processAround(m_works[work]);
            if (!host || m_mask[work] == 0) {
                continue;
            }
            const auto &group = m_groups.of(work);
            Mask own = 0;
            m_groups.forEachSlot(group, m_mask[work], [&](std::uint32_t i, const Slot &slot) {
                own |= slot.host == *host ? bitOf(i) : Mask{0};
            });
            if (own != 0) {
                m_mask[work] = own;
                settle(work);
                settleExact(group);
            }
        }
    }

    [[nodiscard]] std::uint32_t hostOf(std::uint32_t work) const {
        const auto &group = m_groups.of(work);
        return m_groups.slot(group, static_cast<std::uint32_t>(std::countr_zero(m_mask[work]))).host;
    }
    void settleAll() {
        do {
            sweepUntilDone();
        } while (settleDevices());
    }

    /// A process whose works one host may have launched all: then one has.
    struct Device {
        std::vector<std::uint32_t> works;  ///< by time
        std::set<std::uint32_t> able;      ///< hosts
        std::uint32_t driver = kNoOne;
    };
    bool settleDevices() {
        if (m_devices.empty()) {
            for (const auto work : m_byTime) {
                m_devices[m_works[work].process].works.push_back(work);
            }
            m_areHosts = std::all_of(m_devices.begin(), m_devices.end(),
                                     [&](const auto &device) { return m_groups.hosts().contains(device.first); });
        }
        bool isMore = false;
        for (auto &[process, device] : m_devices) {
            if (device.driver == kNoOne) {
                findDriver(process, device);
                isMore = isMore || device.driver != kNoOne;
            }
        }
        return isMore;
    }
    void findDriver(std::uint32_t process, Device &device) {
        std::map<std::uint32_t, std::size_t> settled;
        std::size_t all = 0;
        for (const auto work : device.works) {
            if (m_isSettled[work]) {
                ++settled[hostOf(work)];
                ++all;
            }
        }
        device.able.clear();
        for (const auto host : m_groups.hosts()) {
            if (mayDrive(device, host)) {
                device.able.insert(host);
            }
        }
        const auto most = std::max_element(settled.begin(), settled.end(),
                                           [](const auto &a, const auto &b) { return a.second < b.second; });
        if (most != settled.end()) {
            const bool isOne = device.able.contains(most->first) && (all - most->second) * kFew <= all;
            device.driver = isOne ? most->first : kNoOne;
        } else if (device.able.size() == 1) {
            device.driver = *device.able.begin();
        } else if (m_areHosts && device.able.contains(process)) {
            device.driver = process;
        }
        if (device.driver != kNoOne) {
            giveAll(device);
        }
    }
    void giveAll(const Device &device) {
        for (const auto work : device.works) {
            const auto slot = m_mask[work] == 0 ? kNoOne : m_groups.slotOf(work, device.driver);
            if (slot != kNoOne && !m_isSettled[work]) {
                m_mask[work] = bitOf(slot);
                settle(work);
                settleExact(m_groups.of(work));
            }
        }
    }
    /// Whether all works of a device, but for damaged ones, follow the calls of one process: none of another, no two of
    /// one call, one after the other in the order of calls.
    [[nodiscard]] bool mayDrive(const Device &device, std::uint32_t host) const {
        std::unordered_map<std::uint32_t, std::uint32_t> last;  // by stream
        std::unordered_map<std::uint32_t, std::uint32_t> had;   // by slot: works of its calls
        std::size_t against = 0;
        for (const auto work : device.works) {
            if (m_mask[work] == 0) {
                continue;
            }
            const auto slot = m_groups.slotOf(work, host);
            const bool isOther = slot == kNoOne || (m_mask[work] & bitOf(slot)) == 0;
            bool isAgainst = isOther;
            if (!isOther) {
                const auto &calls = m_groups.slot(m_groups.of(work), slot);
                const auto count = ++had[m_groups.of(work).slots + slot];
                const auto before = last.find(m_works[work].track);
                isAgainst = (calls.isOfOne && count > calls.count) ||
                            (before != last.end() && contradict(before->second, work, calls));
                last[m_works[work].track] = work;
            }
            against += isAgainst ? 1 : 0;
            if (against * kFew > device.works.size()) {
                return false;
            }
        }
        return true;
    }
    /// Who fits best where nothing is against several, as long as that does not contradict what is known.
    void settleByPairs() {
        const auto pairs = pairsOfAll();
        bool isSound = true;
        for (const auto &[process, device] : m_devices) {
            const auto source = pairs.sourceOf(process);
            const bool isShared = device.driver == kNoOne && device.able.empty();
            isSound = isSound && (isShared || source >= ProcessPairs::kShared || device.driver == source ||
                                  (device.driver == kNoOne && device.able.contains(source)));
        }
        for (auto &[process, device] : m_devices) {
            const auto source = pairs.sourceOf(process);
            if (isSound && device.driver == kNoOne && device.able.contains(source)) {
                device.driver = source;
                giveAll(device);
            }
        }
    }

    void decide(WorkOwners &result) const {
        result.hosts.assign(m_works.size(), WorkOwners::kNobody);
        for (const auto &[process, device] : m_devices) {
            bool isKnown = false;
            for (const auto work : device.works) {
                const auto block = result.blocks.processAround(m_works[work]);
                const bool isOpen = m_mask[work] != 0 || isInCrowd(work);
                result.hosts[work] = device.driver != kNoOne      ? device.driver
                                     : m_isSettled[work]          ? hostOf(work)
                                     : m_mask[work] == 0 && block ? *block
                                     : isOpen                     ? WorkOwners::kUnclear
                                                                  : WorkOwners::kNobody;
                isKnown = isKnown || result.hosts[work] != WorkOwners::kNobody;
            }
            if (isKnown) {
                result.drivers.emplace(process, device.driver == kNoOne ? ProcessPairs::kShared : device.driver);
            }
        }
    }
    /// In a group of more processes than a mask has bits.
    [[nodiscard]] bool isInCrowd(std::uint32_t work) const {
        return m_groups.hasNumber(work) && m_groups.of(work).slotCount > kMostSlots;
    }
    [[nodiscard]] ProcessPairs pairsOfAll() const {
        std::vector<NumberedEnd> sources;
        std::vector<NumberedEnd> targets;
        for (const auto call : m_groups.callOrder()) {
            sources.push_back({m_calls[call].correlation, m_calls[call].time, m_calls[call].process});
        }
        const auto free = freeSince(m_works, m_byTime);
        for (const auto work : m_groups.workOrder()) {
            targets.push_back({m_works[work].correlation, m_works[work].time, m_works[work].process, free[work]});
        }
        return {std::move(sources), std::move(targets), m_marks};
    }

    std::span<const LaunchEnd> m_calls;
    std::span<const LaunchEnd> m_works;
    const ProcessMarks &m_marks;
    LaunchGroups m_groups;
    std::vector<std::uint32_t> m_byTime;  ///< works
    std::vector<Mask> m_mask;             ///< by work; 0: no call has its number
    std::vector<bool> m_isSettled;        ///< by work: its mask has one bit, and others know
    std::map<std::uint32_t, Device> m_devices;
    bool m_areHosts = false;  ///< all of these: processes have works of their own
    bool m_hasChanged = false;
};

}  // namespace

FileBlocks::FileBlocks(std::vector<FileBlock> blocks) : m_blocks(std::move(blocks)) {
    std::sort(m_blocks.begin(), m_blocks.end(),
              [](const FileBlock &a, const FileBlock &b) { return a.first < b.first; });
    const bool areMingled =
        std::adjacent_find(m_blocks.begin(), m_blocks.end(),
                           [](const FileBlock &a, const FileBlock &b) { return b.first <= a.last; }) != m_blocks.end();
    if (areMingled) {
        m_blocks.clear();
    }
}

FileBlocks FileBlocks::upToNext() const {
    auto wide = *this;
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        wide.m_blocks[i].last = i + 1 < m_blocks.size() ? m_blocks[i + 1].first - 1 : UINT64_MAX;
    }
    return wide;
}

std::optional<std::uint32_t> FileBlocks::processAround(const LaunchEnd &work) const {
    const auto process = processAt(work.offset);
    return process == work.process ? std::nullopt : process;
}

std::optional<std::uint32_t> FileBlocks::processAt(std::uint64_t offset) const {
    const auto behind = std::upper_bound(m_blocks.begin(), m_blocks.end(), offset,
                                         [](std::uint64_t at, const FileBlock &block) { return at < block.first; });
    const bool isIn = behind != m_blocks.begin() && offset <= std::prev(behind)->last;
    return isIn ? std::optional(std::prev(behind)->process) : std::nullopt;
}

WorkOwners ownersOf(std::span<const LaunchEnd> calls, std::span<const LaunchEnd> works, const ProcessMarks &marks) {
    return Owners(calls, works, marks).run();
}

}  // namespace stagescope
