#pragma once

#include "core/analysis/operators/metrics/kernel_metrics.h"
#include "core/analysis/run/kernels.h"
#include "core/base/time.h"

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Kernels that follow one another in the order of the file, 3 to 10 of them, and do so again and again. `total` and
/// what follows are of all occurrences.
struct FusibleSequence {
    std::size_t first = 0;  ///< index of the first kernel of the first occurrence
    std::size_t length = 0;
    std::size_t count = 0;
    Nanos total{0};           ///< from the first one's begin to the last one's end
    Nanos execution{0};       ///< sum of the durations
    double mteNanos = 0;      ///< in which they copied
    Nanos headroom{0};        ///< what one kernel in their place would save at most
    bool isMteBound = false;  ///< these two of the first occurrence
    bool isHostBound = false;
};

/// How often a kernel may count: as the advisor has it, in each sequence that it is part of; or once, in the longest
/// of them, then in that of the most time. Then matrix products and what is fused already end a sequence, too: no fused
/// operator spans them.
enum class SequenceCounting : std::uint8_t { Overlapping, Once };

/// Sequences of more than five occurrences that either copy most of the time (mte: more than 80 % of the time of the
/// cores) or take 1 % of the step and wait for their launches (host: less than 40 % of their time is execution), by
/// total. Communication and kernels of AI CPUs end a sequence. A longer one that extends the one found before it and
/// takes more time stands in its place. Source: msprof-analyze's advisor (26, fusible_operator), which forgets the last
/// one found where that extends the one before it. Headroom: durations without those of matrix products or the longest
/// kernel, whichever is more; gaps are left to those who judge launches. `recorded`: time of all steps of the kernels.
/// O(kernels x 10), and memory of the distinct
/// sequences. Stopped: none.
[[nodiscard]] std::vector<FusibleSequence> fusibleSequences(std::span<const DeviceKernel> kernels,
                                                            const MetricTables &metrics, Nanos recorded,
                                                            SequenceCounting counting,
                                                            const std::stop_token &stop = {});

/// "Cast > Mul > Add"
[[nodiscard]] std::string operatorsOf(const FusibleSequence &sequence, std::span<const DeviceKernel> kernels);
/// Time of all steps of a capture, as time_split has it.
[[nodiscard]] Nanos recordedTime(const RankCapture &capture, const std::stop_token &stop = {});
/// Kernels of a capture in the order of its files.
[[nodiscard]] std::vector<DeviceKernel> kernelsInFileOrder(const RankCapture &capture,
                                                           const std::stop_token &stop = {});

}  // namespace stagescope
