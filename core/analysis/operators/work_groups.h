#pragma once

#include "core/analysis/operators/chip_peak.h"
#include "core/analysis/operators/kernel_calls.h"
#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Calls of one operator with operands of the same shapes and types, on one rank.
struct WorkGroup {
    std::string name{};  ///< as CallKind::name
    std::string core{};
    std::string shapes{};  ///< as the file writes them
    std::string types{};
    std::uint64_t calls = 0;
    std::uint64_t kernels = 0;
    Nanos time{0};  ///< sum over the kernels
    bool isMatrix = false;
    bool isPadded = false;
    bool areBytesLeast = false;               ///< of some calls
    NumberType number = NumberType::Unknown;  ///< what matrix units multiply
    // Of the calls whose FLOP (bytes) are known:
    double flop = 0;
    double bytes = 0;
    Nanos flopTime{0};
    Nanos bytesTime{0};
    std::uint64_t flopCalls = 0;
    std::uint64_t bytesCalls = 0;

    [[nodiscard]] bool isJudged() const { return flopCalls > 0 || bytesCalls > 0; }
    /// FLOP per second, bytes per second, FLOP per byte.
    [[nodiscard]] std::optional<double> flops() const;
    [[nodiscard]] std::optional<double> bandwidth() const;
    [[nodiscard]] std::optional<double> intensity() const;
    /// flops() of the peak of matrix units for this type, for work of theirs only; bandwidth() of that of the memory;
    /// flops() of the roof over its intensity. All from 0 to 1, more where operands came from a cache.
    [[nodiscard]] std::optional<double> peakShare(const ChipPeak &peak) const;
    [[nodiscard]] std::optional<double> bandwidthShare(const ChipPeak &peak) const;
    [[nodiscard]] std::optional<double> roofShare(const ChipPeak &peak) const;
};

/// The kernels of a rank by operator and operands.
struct RankWork {
    int rank = -1;
    ChipPeak peak{};
    std::vector<WorkGroup> groups{};  ///< by time, the longest first
    Nanos time{0};                    ///< of all of them
    std::uint64_t calls = 0;
    std::uint64_t unjudgedCalls = 0;  ///< neither FLOP nor bytes are known
    Nanos unjudgedTime{0};
    std::uint64_t markedCalls = 0;  ///< whose FLOP marks tell, of the whole capture

    /// The group of the same operator, operands and core; null where there is none. O(groups).
    [[nodiscard]] const WorkGroup *same(const WorkGroup &group) const;
};

/// Of the kernels that began in `range`, of all without one. O(n log n) of the kernels. Any thread.
[[nodiscard]] RankWork rankWork(const RankCapture &capture, const std::optional<RankRange> &range,
                                const PeakSettings &settings, const std::stop_token &stop = {});

/// The rows and notes of the table kernel_work for one rank.
[[nodiscard]] ResultTable workTable(const RankWork &work);

}  // namespace stagescope
