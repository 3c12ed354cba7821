#include "core/analysis/snapshot/repeated_steps.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <unordered_map>

namespace stagescope {

namespace {

constexpr std::size_t kLeastRepetitions = 5;
constexpr std::size_t kMayDiffer = 2;
constexpr std::size_t kMostCandidates = 32;
constexpr double kEven = 0.1;   ///< of the median distance
constexpr double kAlike = 0.8;  ///< of the allocations of two neighbours
constexpr double kFreed = 0.5;  ///< of the bytes of a repetition, until the next one is over

struct Taken {
    std::uint64_t place;
    std::uint32_t event;
    std::uint32_t end;
    std::uint64_t bytes;
};
std::vector<Taken> takenInOrder(const SnapshotSource &source) {
    std::vector<Taken> taken;
    for (const auto &allocation : source.device->allocations.allocations) {
        if (!allocation.isOlder()) {
            const bool hasStack = !source.store->stacks().frames(allocation.stack).empty();
            // Sizes count from where stacks end.
            const auto place = hasStack ? std::uint64_t{allocation.stack.value} : allocation.size + (1ULL << 32);
            taken.push_back({place, allocation.begin, allocation.end, allocation.size});
        }
    }
    std::ranges::sort(taken, {}, &Taken::event);
    return taken;
}

using Places = std::vector<std::size_t>;  ///< in the order of allocation

bool isEven(const Places &places) {
    std::vector<std::size_t> gaps;
    for (std::size_t i = kMayDiffer + 1; i < places.size(); ++i) {
        gaps.push_back(places[i] - places[i - 1]);
    }
    const auto usual = static_cast<double>(upperMedian(gaps));
    return std::ranges::all_of(gaps, [&](std::size_t gap) {
        return std::abs(static_cast<double>(gap) - usual) <= std::max(kEven * usual, 1.0);
    });
}

bool areAlike(std::span<const Taken> a, std::span<const Taken> b) {
    std::unordered_map<std::uint64_t, std::size_t> counts;
    for (const auto &one : a) {
        ++counts[one.place];
    }
    std::size_t shared = 0;
    for (const auto &one : b) {
        const auto left = counts.find(one.place);
        if (left != counts.end() && left->second > 0) {
            --left->second;
            ++shared;
        }
    }
    return static_cast<double>(shared) >= kAlike * static_cast<double>(std::max(a.size(), b.size()));
}

bool isMostlyFreed(std::span<const Taken> repetition, std::uint32_t until) {
    double all = 0;
    double freed = 0;
    for (const auto &one : repetition) {
        all += static_cast<double>(one.bytes);
        freed += one.end < until ? static_cast<double>(one.bytes) : 0;
    }
    return freed >= kFreed * all;
}

bool isRepetition(const std::vector<Taken> &taken, const Places &places) {
    // It must be most of the history.
    if (2 * (places.back() - places.front()) < taken.size() || !isEven(places)) {
        return false;
    }
    const std::span all(taken);
    const auto part = [&](std::size_t i) { return all.subspan(places[i], places[i + 1] - places[i]); };
    for (std::size_t i = kMayDiffer; i + 2 < places.size(); ++i) {
        if (part(i).size() < 2 || !areAlike(part(i), part(i + 1)) ||
            !isMostlyFreed(part(i), taken[places[i + 2]].event)) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::vector<std::uint32_t> repetitionEnds(const SnapshotSource &source) {
    const auto taken = takenInOrder(source);
    std::unordered_map<std::uint64_t, Places> byPlace;
    for (std::size_t i = 0; i < taken.size(); ++i) {
        byPlace[taken[i].place].push_back(i);
    }
    std::vector<const Places *> candidates;
    for (const auto &[place, places] : byPlace) {
        if (places.size() >= kLeastRepetitions) {
            candidates.push_back(&places);
        }
    }
    std::ranges::sort(candidates, {}, [](const Places *places) { return std::pair(places->size(), places->front()); });
    candidates.resize(std::min(candidates.size(), kMostCandidates));
    for (const auto *places : candidates) {
        if (!isRepetition(taken, *places)) {
            continue;
        }
        std::vector<std::uint32_t> ends;
        for (std::size_t i = 1; i < places->size(); ++i) {
            ends.push_back(taken[(*places)[i]].event - 1);
        }
        return ends;
    }
    return {};
}

}  // namespace stagescope
