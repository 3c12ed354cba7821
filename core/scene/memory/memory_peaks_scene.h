#pragma once

#include "core/analysis/memory/memory_peaks.h"
#include "core/scene/kit/scene_pen.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// What the colour of the map of peaks means.
enum class PeakMetric : std::uint8_t { Occupied, CapacityPercent, Allocated, AboveLeast, Outside, AgainstBaseline };
[[nodiscard]] std::span<const PeakMetric> peakMetrics();
/// "occupied", "capacity", "allocated", "above_least", "outside", "against_baseline": message
/// "memory.peaks.metric.<text>", with its unit.
[[nodiscard]] std::string_view peakMetricText(PeakMetric metric);
/// In GiB or %; nothing where it is not known.
[[nodiscard]] std::optional<double> metricOf(const MemoryPeaks::RankPeak &rank, PeakMetric metric);

/// The peaks of a run by stage and replica. Immutable.
struct MemoryPeaksModel {
    struct Place {
        int rank = 0;
        int stage = 0;
        int replica = 0;
    };
    RunId run;
    int stages = 1;
    int replicas = 1;
    std::vector<Place> places;  ///< of all ranks, also those without a record
    MemoryPeaks peaks;

    /// The rank with the most memory; nothing without any.
    [[nodiscard]] const MemoryPeaks::RankPeak *highest() const;
};
/// `capacity` of a device in place of what the files tell; `baseline` may be null. Any thread. O(samples).
[[nodiscard]] MemoryPeaksModel memoryPeaksModel(const Run &run, std::optional<std::int64_t> capacity,
                                                const std::stop_token &stop = {}, const Run *baseline = nullptr);

struct MemoryPeaksOptions {
    int width = 0;
    int height = 0;
    PeakMetric metric = PeakMetric::Occupied;
    std::optional<int> selected{};  ///< rank whose memory is taken apart; else the highest
};
/// The map of stages x replicas; one rank's memory from the least up to the device's capacity as a bar whose parts sum
/// up, with that of the baseline below it; and per stage what it keeps beside what 1F1B would. Hit boxes are RankRefs.
/// O(ranks).
[[nodiscard]] Scene buildMemoryPeaksScene(const MemoryPeaksModel &model, const MemoryPeaksOptions &options,
                                          const SceneStyle &style);

}  // namespace stagescope
