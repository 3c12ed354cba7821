#include "core/analysis/memory/memory_peaks.h"

#include <algorithm>

namespace stagescope {

namespace {

/// The stages with the most of their ranks, and the unit that fits them best.
void fitStages(MemoryPeaks &peaks, int count) {
    for (int stage = 0; stage < count; ++stage) {
        peaks.stages.push_back({stage, count - stage, {}, -1, {}});
    }
    for (const auto &rank : peaks.ranks) {
        const auto above = rank.aboveLeast();
        if (!rank.place || rank.place->pp >= count || !above) {
            continue;
        }
        auto &stage = peaks.stages[static_cast<std::size_t>(rank.place->pp)];
        if (!stage.aboveLeast || *above > *stage.aboveLeast) {
            stage.aboveLeast = above;
            stage.rank = rank.rank;
        }
    }
    double products = 0;
    double squares = 0;
    int known = 0;
    for (const auto &stage : peaks.stages) {
        if (stage.aboveLeast) {
            products += static_cast<double>(*stage.aboveLeast) * stage.inFlight;
            squares += static_cast<double>(stage.inFlight) * stage.inFlight;
            ++known;
        }
    }
    if (known < 2) {
        return;
    }
    peaks.perMicrobatch = products / squares;
    for (auto &stage : peaks.stages) {
        stage.expected = *peaks.perMicrobatch * stage.inFlight;
    }
}

}  // namespace

std::optional<std::int64_t> MemoryPeaks::RankPeak::aboveLeast() const {
    return peak.allocated && peak.allocatedLeast ? std::optional(*peak.allocated - *peak.allocatedLeast) : std::nullopt;
}

std::optional<std::int64_t> MemoryPeaks::RankPeak::occupied() const {
    return peak.process ? peak.process : peak.reserved;
}

std::optional<std::int64_t> MemoryPeaks::RankPeak::baselineOccupied() const {
    return !baseline ? std::nullopt : peak.process ? baseline->process : baseline->reserved;
}

const MemoryPeaks::RankPeak *MemoryPeaks::of(int rank) const {
    const auto it = std::find_if(ranks.begin(), ranks.end(), [&](const RankPeak &each) { return each.rank == rank; });
    return it == ranks.end() ? nullptr : &*it;
}

MemoryPeaks memoryPeaks(const Run &run, std::optional<std::int64_t> capacity, const std::stop_token &stop,
                        const Run *baseline) {
    MemoryPeaks peaks;
    for (const int rank : run.ranks()) {
        auto peak = memoryPeak(*run.capture(rank), stop);
        if (peak.allocated || peak.reserved || peak.process) {
            peak.capacity = capacity ? capacity : peak.capacity;
            const auto *other = baseline == nullptr ? nullptr : baseline->capture(rank);
            peaks.ranks.push_back({rank, rankIndices(run.parallel, rank), std::move(peak),
                                   other == nullptr ? std::nullopt : std::optional(memoryPeak(*other, stop))});
        }
    }
    const bool hasPlaces =
        std::any_of(peaks.ranks.begin(), peaks.ranks.end(), [](const auto &rank) { return rank.place; });
    if (hasPlaces && run.parallel.pp > 1) {
        fitStages(peaks, run.parallel.pp);
    }
    return peaks;
}

}  // namespace stagescope
