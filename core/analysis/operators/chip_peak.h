#pragma once

#include "core/analysis/operators/number_type.h"
#include "core/analysis/tables/analysis.h"
#include "core/base/result.h"
#include "core/session/workspace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// From where a peak is known, best first.
enum class PeakOrigin : std::uint8_t {
    Given,     ///< a parameter
    Counters,  ///< the profile's own counters: cores x clock x operations of a cycle
    Chip,      ///< the data sheet of the chip that the profile names
    Unknown,
};

/// What a device can do at most, dense, by the numbers that it multiplies. Where that is not known of a type there is
/// no share of the peak either: FP32 is no half of FP16.
struct ChipPeak {
    std::optional<double> flops{};  ///< per second, of FP16 and, where hasBf16, of BF16
    bool hasBf16 = true;
    std::array<double, kNumberTypes> others{};  ///< per second, by type; 0 = not known
    std::optional<double> bandwidth{};          ///< of the device's memory, bytes per second
    PeakOrigin flopsOrigin = PeakOrigin::Unknown;
    PeakOrigin bandwidthOrigin = PeakOrigin::Unknown;
    std::string chip{};  ///< as the profile names it; empty where it does not
    int cores = 0;       ///< with hertz, of PeakOrigin::Counters
    double hertz = 0;

    [[nodiscard]] std::optional<double> flopsOf(NumberType type) const;
    /// The roof over an intensity in FLOP per byte; nothing where either is unknown.
    [[nodiscard]] std::optional<double> roof(double intensity, NumberType type) const;
    /// Seconds that so much work takes at these peaks (TypedFlop::secondsAt).
    [[nodiscard]] std::optional<double> secondsFor(const TypedFlop &flop) const;
};

/// What a user says instead.
struct PeakSettings {
    std::optional<double> teraflops{};  ///< 10^12 FLOP/s
    std::optional<double> gbps{};       ///< 10^9 bytes/s

    bool operator==(const PeakSettings &) const = default;
};
/// The parameters peak_tflops and bandwidth_gbps: positive numbers.
[[nodiscard]] Result<PeakSettings> peakSettings(const AnalysisInput &input);
/// Their descriptions, for tables that take them.
[[nodiscard]] std::vector<ParameterSpec> peakParameters();

/// The cores with matrix units that a profile of Ascend's shows, and their clock: cycles of all blocks / (time x
/// blocks), the median over the kernels; as many cores as the widest kernel has blocks, so that the peak is too low
/// when no kernel used all of them. Nothing without counters.
struct CoreClock {
    int cores = 0;
    double hertz = 0;
};
[[nodiscard]] std::optional<CoreClock> coreClock(const RankCapture &capture);

/// The peak of a rank's device: given, else 16 x 16 x 16 x 2 FLOP per cycle and core by its counters (of INT8 twice
/// that), else that of the chip. What is given is of 16-bit types, and of 8-bit types twice that. Any thread,
/// O(kernels).
[[nodiscard]] ChipPeak peakOf(const RankCapture &capture, const PeakSettings &settings = {});
/// By the name of a chip: dense FLOP/s, and bandwidth. No origin and no figures for an unknown one.
[[nodiscard]] ChipPeak peakOfChip(std::string_view name);

/// English: "20 cores at 1650 MHz", "data sheet of NVIDIA H100 80GB HBM3", "given"; empty unknown.
[[nodiscard]] std::string originText(const ChipPeak &peak, PeakOrigin origin);

}  // namespace stagescope
