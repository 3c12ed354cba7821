#include "core/analysis/sched/sched_clock.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kLongest = 48;  ///< gaps and waits that are laid over each other

/// Of equal length the first.
template <class Item, class Length>
std::vector<Item> longestOf(std::vector<Item> items, const Length &length) {
    const auto most = std::min(kLongest, items.size());
    std::partial_sort(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(most), items.end(),
                      [&](const Item &a, const Item &b) { return length(a) > length(b); });
    items.resize(most);
    return items;
}

std::vector<std::int64_t> candidates(std::span<const std::int64_t> calls, std::span<const OffCpu> waits) {
    const auto length = [](const OffCpu &part) { return part.end - part.begin; };
    std::vector<OffCpu> gaps;
    for (std::size_t i = 1; i < calls.size(); ++i) {
        gaps.push_back({calls[i - 1], calls[i]});
    }
    gaps = longestOf(std::move(gaps), length);
    const auto longWaits = longestOf(std::vector<OffCpu>(waits.begin(), waits.end()), length);
    std::vector<std::int64_t> offsets;
    for (const auto &gap : gaps) {
        for (const auto &wait : longWaits) {
            if (length(wait) <= length(gap)) {  // the call that follows a wait may come any time later
                offsets.push_back(gap.end - wait.end);
                offsets.push_back(gap.begin - wait.begin);
                offsets.push_back((gap.begin + gap.end) / 2 - (wait.begin + wait.end) / 2);
            }
        }
    }
    std::sort(offsets.begin(), offsets.end());
    offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
    return offsets;
}

}  // namespace

LaunchFit fitOf(std::span<const std::int64_t> calls, std::span<const OffCpu> waits, std::int64_t offset) {
    LaunchFit fit;
    if (waits.empty()) {
        return fit;
    }
    auto wait = waits.begin();
    for (const auto call : calls) {
        const auto time = call - offset;
        if (time < waits.front().begin || time >= waits.back().end) {
            continue;
        }
        ++fit.covered;
        wait = std::partition_point(wait, waits.end(), [&](const OffCpu &one) { return one.end <= time; });
        fit.offCpu += wait != waits.end() && wait->begin < time ? 1 : 0;
    }
    return fit;
}

std::optional<std::int64_t> guessedOffset(std::span<const std::int64_t> calls, std::span<const OffCpu> waits,
                                          const std::stop_token &stop) {
    constexpr std::size_t kLeastCalls = 20;
    constexpr std::int64_t kNear = 1'000'000;
    struct Scored {
        std::int64_t offset;
        std::size_t good;
        std::size_t offCpu;
    };
    std::vector<Scored> scored;
    for (const auto offset : candidates(calls, waits)) {
        if (stop.stop_requested()) {
            return std::nullopt;
        }
        const auto fit = fitOf(calls, waits, offset);
        if (fit.covered >= kLeastCalls && fit.covered * 2 >= calls.size()) {
            scored.push_back({offset, fit.covered - fit.offCpu, fit.offCpu});
        }
    }
    const auto best = std::max_element(scored.begin(), scored.end(),
                                       [](const Scored &a, const Scored &b) { return a.good < b.good; });
    if (best == scored.end() || best->offCpu * 20 > best->good) {
        return std::nullopt;
    }
    // Of all that are as good the middle one; far ones must be clearly worse.
    std::vector<std::int64_t> near;
    for (const auto &one : scored) {
        const bool isNear = std::abs(one.offset - best->offset) <= kNear;
        if (!isNear && one.good * 50 >= best->good * 49) {
            return std::nullopt;
        }
        if (isNear && one.good == best->good) {
            near.push_back(one.offset);
        }
    }
    return near[near.size() / 2];
}

}  // namespace stagescope
