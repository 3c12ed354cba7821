#pragma once

#include "core/analysis/memory/memory_series.h"
#include "core/analysis/run/ranks.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// The peaks of all ranks of a job by their places, beside what 1F1B would make of them: there, stage s of p keeps the
/// activations of p - s microbatches at most, given at least as many microbatches (Narayanan et al., 2104.04473), so
/// that what comes on top of the least should fall from stage to stage in that proportion.
struct MemoryPeaks {
    struct RankPeak {
        int rank = 0;
        std::optional<RankIndices> place;
        MemoryPeak peak;
        std::optional<MemoryPeak> baseline;  ///< of the same rank of the baseline

        /// Allocated at the peak and not at the least: activations and the like.
        [[nodiscard]] std::optional<std::int64_t> aboveLeast() const;
        /// What stands against the device's capacity: the process's memory, else what the allocator reserved.
        [[nodiscard]] std::optional<std::int64_t> occupied() const;
        /// The same of the baseline, where both tell it of the same kind of memory.
        [[nodiscard]] std::optional<std::int64_t> baselineOccupied() const;
    };
    struct Stage {
        int stage = 0;
        int inFlight = 0;                        ///< p - s
        std::optional<std::int64_t> aboveLeast;  ///< of the rank with the most
        int rank = -1;                           ///< that one
        std::optional<double> expected;          ///< inFlight x perMicrobatch
    };
    std::vector<RankPeak> ranks;  ///< of which anything is known, ascending
    std::vector<Stage> stages;    ///< all; none where the sizes of the job are not known
    /// Bytes of a microbatch's activations that fit the stages best (least squares over them); estimated. Nothing with
    /// fewer than two stages to fit.
    std::optional<double> perMicrobatch;

    [[nodiscard]] const RankPeak *of(int rank) const;
};
/// `capacity` in place of what the files tell; `baseline` may be null. O(samples). Any thread.
[[nodiscard]] MemoryPeaks memoryPeaks(const Run &run, std::optional<std::int64_t> capacity = {},
                                      const std::stop_token &stop = {}, const Run *baseline = nullptr);

}  // namespace stagescope
