#pragma once

#include "core/base/intervals.h"
#include "core/base/selection_state.h"
#include "core/session/workspace.h"

#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// What the frequency counter of a rank's AI cores says ("AI Core Freq", the table AICORE_FREQ). A value holds until
/// the next sample, the last one to the end of the device's work; before the first sample nothing is known.
struct RankFrequency {
    int rank = -1;
    std::vector<int> levels;  ///< frequencies seen, MHz, ascending
    int usual = 0;            ///< MHz: the highest one of all ranks that were looked at together
    Nanos covered{0};         ///< from the first sample to the end of the last value
    IntervalSet drops;        ///< where it was below `usual`; neighbouring lower values are one drop
    Nanos below{0};           ///< total length of drops
    Nanos computing{0};       ///< union of computing within what is covered
    Nanos computingBelow{0};  ///< of that, within drops
    /// What the drops cost: over computing below the usual frequency, time x (1 - f / usual), as if kernels kept pace
    /// with the frequency. An upper bound for kernels that wait for memory.
    Nanos cost{0};
};

/// A frequency and where it held, clock of the rank.
struct FrequencySpan {
    Interval range;
    int mhz = 0;
};
/// The samples of a rank, sorted and disjoint; empty without such samples. O(samples + device work).
[[nodiscard]] std::vector<FrequencySpan> frequencySpans(const RankCapture &capture, const std::stop_token &stop = {});

/// "normal" ({1800}), "free" ({800,1800}: slower while idle), "abnormal" (anything else): the peer's freq_analysis,
/// under its own names.
[[nodiscard]] std::string_view peerFrequencyVerdict(const std::vector<int> &levels);

/// The counter of a rank that the samples are of. O(samples + device work).
[[nodiscard]] std::optional<LaneRef> frequencyLane(const Run &run, int rank);
/// Whether a rank has such samples. O(tracks).
[[nodiscard]] bool hasFrequencies(const Run &run);
/// One entry per rank that has such samples, ascending. O(samples log n + device work). Any thread.
[[nodiscard]] std::vector<RankFrequency> coreFrequencies(const Run &run, const std::stop_token &stop = {});

}  // namespace stagescope
