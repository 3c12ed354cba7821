#include "core/analysis/operators/chip_peak.h"

#include "core/analysis/operators/metrics/kernel_metrics.h"
#include "core/analysis/run/environment.h"
#include "core/analysis/run/kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace stagescope {

namespace {

constexpr double kTera = 1e12;
/// A cube unit multiplies 16 x 16 by 16 x 16 in a cycle, of types of 16 bits.
constexpr double kFlopPerCycle = 16 * 16 * 16 * 2;
constexpr std::int64_t kMostCores = 1024;
constexpr double kGiga = 1e9;

struct ChipFigures {
    std::string_view name;  ///< part of the name that the driver gives
    // 10^12 FLOP/s of dense matrix products, 0 where the chip has none of a kind or its maker tells none:
    double half = 0;  ///< FP16, and BF16 of all but the chips of kWithoutBf16
    double fp32 = 0;  ///< of the cores beside the matrix units where those do not multiply it (NVIDIA)
    double tf32 = 0;
    double fp8 = 0;
    double int8 = 0;
    double gbps = 0;
};
/// From the makers' data sheets ("NVIDIA H100 Tensor Core GPU", "H200", "A100 Tensor Core GPU", "L40S", "L4", "A10",
/// "V100", "T4"; "AMD Instinct MI300X", "MI325X", "MI250X", "MI210"), without sparsity; of MI250X one of its two dies,
/// which the driver shows as a device. The first that fits counts. Chips of Ascend have no public data sheet with these
/// figures: their peak comes from counters.
constexpr std::array kChips{ChipFigures{"H100 PCIe", 756, 51.2, 378, 1513, 1513, 2000},
                            ChipFigures{"H100 NVL", 835, 60, 417.5, 1670, 1670, 3900},
                            ChipFigures{"H100", 989.4, 66.9, 494.7, 1978.9, 1978.9, 3350},
                            ChipFigures{"H200", 989.4, 66.9, 494.7, 1978.9, 1978.9, 4800},
                            ChipFigures{"H800", 989.4, 66.9, 494.7, 1978.9, 1978.9, 3350},
                            ChipFigures{"H20", 148, 44, 74, 296, 296, 4000},
                            ChipFigures{"B200", 2250, 75, 1125, 4500, 4500, 8000},
                            ChipFigures{"A100-SXM4-80GB", 312, 19.5, 156, 0, 624, 2039},
                            ChipFigures{"A100 80GB PCIe", 312, 19.5, 156, 0, 624, 1935},
                            ChipFigures{"A100", 312, 19.5, 156, 0, 624, 1555},
                            ChipFigures{"A800-SXM4-80GB", 312, 19.5, 156, 0, 624, 2039},
                            ChipFigures{"A800 80GB PCIe", 312, 19.5, 156, 0, 624, 1935},
                            ChipFigures{"L40S", 362, 91.6, 183, 733, 733, 864},
                            ChipFigures{"L40", 181, 90.5, 90.5, 362, 362, 864},
                            ChipFigures{"L4", 121, 30.3, 60, 242, 242, 300},
                            ChipFigures{"A10G", 70, 31.5, 35, 0, 140, 600},
                            ChipFigures{"A10", 125, 31.2, 62.5, 0, 250, 600},
                            ChipFigures{"V100-SXM2", 125, 15.7, 0, 0, 0, 900},
                            ChipFigures{"V100", 112, 14, 0, 0, 0, 900},
                            ChipFigures{"Tesla T4", 65, 8.1, 0, 0, 130, 320},
                            ChipFigures{"MI300X", 1307.4, 163.4, 653.7, 2614.9, 2614.9, 5300},
                            ChipFigures{"MI325X", 1307.4, 163.4, 653.7, 2614.9, 2614.9, 6000},
                            ChipFigures{"MI250X", 191.5, 47.9, 0, 0, 191.5, 1638},
                            ChipFigures{"MI210", 181, 45.3, 0, 0, 181, 1638}};
constexpr std::array<std::string_view, 2> kWithoutBf16{"V100", "Tesla T4"};

double &figureOf(NumberType type, ChipPeak &peak) { return peak.others[static_cast<std::size_t>(type)]; }

/// Matrix units do twice as many operations of 8 bits as of 16 where nothing else is known.
void setNarrow(ChipPeak &peak, bool hasFp8) {
    peak.others = {};
    figureOf(NumberType::Int8, peak) = 2 * peak.flops.value_or(0);
    figureOf(NumberType::Fp8, peak) = hasFp8 ? 2 * peak.flops.value_or(0) : 0;
}

/// Names are told as device/name by traces of Kineto and as device/"NPU 0" by databases.
std::string chipName(const RankCapture &capture) {
    for (const auto &setting : environmentSettings(capture)) {
        if (setting.section == "device" && (setting.key == "name" || setting.key.starts_with("NPU "))) {
            return setting.value;
        }
    }
    return {};
}

Result<std::optional<double>> positiveParameter(const AnalysisInput &input, const std::string &name) {
    const auto text = input.parameter(name);
    if (text.empty()) {
        return std::nullopt;
    }
    char *end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end != text.c_str() + text.size() || !std::isfinite(value) || value <= 0) {
        return fail(ErrorKind::BadArgument, name + " is a number above 0, not " + text);
    }
    return value;
}

}  // namespace

std::optional<double> ChipPeak::flopsOf(NumberType type) const {
    if (type == NumberType::Fp16 || (type == NumberType::Bf16 && hasBf16)) {
        return flops;
    }
    const double most = others[static_cast<std::size_t>(type)];
    return most > 0 ? std::optional(most) : std::nullopt;
}

std::optional<double> ChipPeak::secondsFor(const TypedFlop &flop) const {
    return flop.secondsAt([this](NumberType type) { return flopsOf(type); });
}

std::optional<double> ChipPeak::roof(double intensity, NumberType type) const {
    const auto most = flopsOf(type);
    return most && bandwidth ? std::optional(std::min(*most, intensity * *bandwidth)) : std::nullopt;
}

std::vector<ParameterSpec> peakParameters() {
    return {{"peak_tflops", "", "Peak of the device in 10^12 FLOP/s (dense, 16-bit), instead of that of the profile."},
            {"bandwidth_gbps", "", "Bandwidth of its memory in 10^9 bytes/s, instead of that of the data sheet."}};
}

Result<PeakSettings> peakSettings(const AnalysisInput &input) {
    ASSIGN_OR_RETURN(const auto teraflops, positiveParameter(input, "peak_tflops"));
    ASSIGN_OR_RETURN(const auto gbps, positiveParameter(input, "bandwidth_gbps"));
    return PeakSettings{teraflops, gbps};
}

ChipPeak peakOfChip(std::string_view name) {
    ChipPeak peak;
    peak.chip = name;
    const auto *it = std::find_if(kChips.begin(), kChips.end(), [&](const ChipFigures &chip) {
        return name.find(chip.name) != std::string_view::npos;
    });
    if (it != kChips.end()) {
        peak.flops = it->half * kTera;
        peak.hasBf16 = std::none_of(kWithoutBf16.begin(), kWithoutBf16.end(),
                                    [&](std::string_view other) { return it->name.starts_with(other); });
        figureOf(NumberType::Fp32, peak) = it->fp32 * kTera;
        figureOf(NumberType::Tf32, peak) = it->tf32 * kTera;
        figureOf(NumberType::Fp8, peak) = it->fp8 * kTera;
        figureOf(NumberType::Int8, peak) = it->int8 * kTera;
        peak.bandwidth = it->gbps * kGiga;
        peak.flopsOrigin = PeakOrigin::Chip;
        peak.bandwidthOrigin = PeakOrigin::Chip;
    }
    return peak;
}

std::optional<CoreClock> coreClock(const RankCapture &capture) {
    const std::array captures{&capture};
    const MetricTables metrics(captures);
    const auto timeAt = metrics.indexOf("aic_time_us");
    const auto cyclesAt = metrics.indexOf("aic_total_cycles");
    if (std::max(timeAt, cyclesAt) >= metrics.names().size()) {
        return std::nullopt;
    }
    std::vector<double> clocks;
    CoreClock clock;
    visitKernels(capture, {}, [&](const DeviceKernel &kernel) {
        const auto values = metrics.of(kernel);
        const auto micros = values[timeAt].value_or(0.0F);
        const auto cycles = values[cyclesAt].value_or(0.0F);
        const auto blocks = kernel.value<&KernelRecord::blockDim>();
        if (micros > 0 && cycles > 0 && blocks > 0 && blocks < kMostCores) {
            clocks.push_back(double{cycles} * 1e6 / (double{micros} * static_cast<double>(blocks)));
            clock.cores = std::max(clock.cores, static_cast<int>(blocks));
        }
    });
    if (clocks.empty()) {
        return std::nullopt;
    }
    const auto middle = clocks.begin() + static_cast<std::ptrdiff_t>(clocks.size() / 2);
    std::nth_element(clocks.begin(), middle, clocks.end());
    clock.hertz = *middle;
    return clock;
}

ChipPeak peakOf(const RankCapture &capture, const PeakSettings &settings) {
    auto peak = peakOfChip(chipName(capture));
    if (const auto clock = coreClock(capture)) {
        peak.cores = clock->cores;
        peak.hertz = clock->hertz;
        peak.flops = clock->cores * clock->hertz * kFlopPerCycle;
        peak.flopsOrigin = PeakOrigin::Counters;
        setNarrow(peak, false);
    }
    if (settings.teraflops) {
        peak.flops = *settings.teraflops * kTera;
        peak.flopsOrigin = PeakOrigin::Given;
        setNarrow(peak, true);
    }
    if (settings.gbps) {
        peak.bandwidth = *settings.gbps * kGiga;
        peak.bandwidthOrigin = PeakOrigin::Given;
    }
    return peak;
}

std::string originText(const ChipPeak &peak, PeakOrigin origin) {
    switch (origin) {
        case PeakOrigin::Given:
            return "given";
        case PeakOrigin::Counters:
            return std::to_string(peak.cores) + " cores at " + std::to_string(std::lround(peak.hertz / 1e6)) + " MHz";
        case PeakOrigin::Chip:
            return "data sheet of " + peak.chip;
        case PeakOrigin::Unknown:
            break;
    }
    return {};
}

}  // namespace stagescope
