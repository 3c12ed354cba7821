#pragma once

#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// What of a rank is looked at over time.
enum class SignalMetric : std::uint8_t {
    Computing,   ///< share of the time in which the device computes
    Exposed,     ///< share in which it communicates and does not compute
    Free,        ///< share in which it does neither, between its first and its last work
    Waiting,     ///< share in which it waits in a collective or a transfer for ranks that came later
    WaitingFor,  ///< the rank that it waits for longest: the one that came last
    Frequency,   ///< of the AI cores
    Flops,       ///< floating point operations of matrix work, by the shapes of its kernels
    Traffic,     ///< bytes of communication operators, spread evenly over their time
};
[[nodiscard]] std::span<const SignalMetric> signalMetricList();
/// "computing", "exposed", "free", "waiting", "waiting_for", "frequency", "flops", "traffic"
[[nodiscard]] std::string_view signalMetricId(SignalMetric metric);
/// Of its values: "%", "MHz", "TFLOP/s", "GB/s"; empty for ranks.
[[nodiscard]] std::string_view signalMetricUnit(SignalMetric metric);
/// Whether much of it is bad; of Flops, Computing and Frequency little is.
[[nodiscard]] bool isMuchBad(SignalMetric metric);
/// Shares and rates are 0 where no piece is; a frequency is not known there.
[[nodiscard]] bool isZeroBetween(SignalMetric metric);

/// A stretch of time with one value.
struct SignalPiece {
    std::int64_t begin = 0;  ///< ns, aligned clock
    std::int64_t end = 0;
    float value = 0;  ///< in the metric's unit; of shares 100
    int whom = -1;    ///< rank that is waited for; -1 none

    [[nodiscard]] std::int64_t length() const { return end - begin; }
};

/// One rank. Pieces are sorted and disjoint.
struct RankSignal {
    int rank = -1;
    int stage = -1;  ///< of its pipeline; -1 unknown
    std::vector<SignalPiece> pieces{};
    /// From the first to the last of what tells the metric; nothing where nothing is loaded that does.
    std::optional<AlignedRange> known{};
};

struct RankSignals {
    SignalMetric metric = SignalMetric::Computing;
    RunId run{};
    std::vector<RankSignal> ranks{};  ///< ascending; all ranks of the run
    /// Pieces that are nearer than this were brought together, 0 = none were.
    Nanos resolution{0};
    /// How far the ranks' clocks may be off, where that was measured: shorter waits say nothing and are left out.
    std::optional<Nanos> uncertainty{};

    /// From the first begin to the last end of what is known.
    [[nodiscard]] std::optional<AlignedRange> bounds() const;
    [[nodiscard]] bool isEmpty() const { return !bounds().has_value(); }
};

/// What memory the pieces of a run may take together, 24 bytes each.
inline constexpr std::size_t kMostPieces = 4'000'000;

/// A run as far as it is loaded, on all cores. Waiting: of a collective, from a rank's begin to that of the last one;
/// of a transfer within a pipeline, from the begin of the end that came first to that of the other; each no longer than
/// the operator itself. Where there would be more than `most` pieces those of a rank are brought together in bins:
/// shares and rates keep their sums, frequencies their mean over the time. Stopped: incomplete. Any thread, O(n log n)
/// of what the ranks did.
[[nodiscard]] RankSignals rankSignals(const Run &run, SignalMetric metric, const std::stop_token &stop = {},
                                      std::size_t most = kMostPieces);

}  // namespace stagescope
