#include "core/analysis/snapshot/stack_groups.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace stagescope {

namespace {

void add(StackGroup &group, const Allocation &allocation) {
    group.smallest = group.blocks == 0 ? allocation.size : std::min(group.smallest, allocation.size);
    group.largest = std::max(group.largest, allocation.size);
    group.bytes += allocation.size;
    ++group.blocks;
}

void merge(StackGroup &group, const StackGroup &other) {
    group.smallest = group.blocks == 0 ? other.smallest : std::min(group.smallest, other.smallest);
    group.largest = std::max(group.largest, other.largest);
    group.bytes += other.bytes;
    group.blocks += other.blocks;
}

}  // namespace

bool knowsItsMaker(const Allocation &allocation) {
    return !allocation.isOlder() || allocation.block != Allocation::kNoBlock;
}

std::string groupName(const SnapshotSource &source, const Allocation &allocation, StackGrouping grouping) {
    if (!knowsItsMaker(allocation)) {
        return "(older than the history)";
    }
    if (source.store->stacks().frames(allocation.stack).empty()) {
        return "(no frames)";
    }
    return grouping == StackGrouping::Stack ? stackText(*source.store, allocation.stack)
                                            : ownerText(*source.store, allocation.stack);
}

std::vector<StackGroup> stackGroups(const SnapshotSource &source, std::uint32_t events, StackGrouping grouping) {
    const auto last = events == 0 ? event_index::kBefore : events - 1;
    struct Found {
        StackGroup group;
        const Allocation *first = nullptr;
    };
    std::unordered_map<std::uint64_t, Found> byStack;  // stack, and whether its maker is known
    for (const auto &allocation : source.device->allocations.allocations) {
        if (allocation.isLiveAfter(last)) {
            auto &found = byStack[std::uint64_t{allocation.stack.value} << 1 | (knowsItsMaker(allocation) ? 1 : 0)];
            found.first = found.first == nullptr ? &allocation : found.first;
            add(found.group, allocation);
        }
    }
    std::map<std::string, StackGroup> byName;
    for (const auto &[key, found] : byStack) {
        auto &group = byName[groupName(source, *found.first, grouping)];
        group.stack = found.first->stack;
        merge(group, found.group);
    }
    std::vector<StackGroup> groups;
    for (auto &[name, group] : byName) {
        group.name = name;
        groups.push_back(std::move(group));
    }
    std::stable_sort(groups.begin(), groups.end(),
                     [](const StackGroup &a, const StackGroup &b) { return a.bytes > b.bytes; });
    return groups;
}

std::uint64_t bytesOf(std::span<const StackGroup> groups) {
    std::uint64_t sum = 0;
    for (const auto &group : groups) {
        sum += group.bytes;
    }
    return sum;
}

}  // namespace stagescope
