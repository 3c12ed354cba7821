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
    double teraflops = 0;   ///< dense BF16 or FP16 of the matrix units
    double gbps = 0;
};
/// From the makers' data sheets ("NVIDIA H100 Tensor Core GPU", "H200", "A100 Tensor Core GPU", "L40S", "L4", "A10",
/// "V100", "T4"; "AMD Instinct MI300X", "MI325X", "MI250X", "MI210"), without sparsity; of MI250X one of its two dies,
/// which the driver shows as a device. The first that fits counts. Chips of Ascend have no public data sheet with these
/// figures: their peak comes from counters.
constexpr std::array kChips{ChipFigures{"H100 PCIe", 756, 2000},
                            ChipFigures{"H100 NVL", 835, 3900},
                            ChipFigures{"H100", 989.4, 3350},
                            ChipFigures{"H200", 989.4, 4800},
                            ChipFigures{"H800", 989.4, 3350},
                            ChipFigures{"H20", 148, 4000},
                            ChipFigures{"B200", 2250, 8000},
                            ChipFigures{"A100-SXM4-80GB", 312, 2039},
                            ChipFigures{"A100 80GB PCIe", 312, 1935},
                            ChipFigures{"A100", 312, 1555},
                            ChipFigures{"A800-SXM4-80GB", 312, 2039},
                            ChipFigures{"A800 80GB PCIe", 312, 1935},
                            ChipFigures{"L40S", 362, 864},
                            ChipFigures{"L40", 181, 864},
                            ChipFigures{"L4", 121, 300},
                            ChipFigures{"A10G", 70, 600},
                            ChipFigures{"A10", 125, 600},
                            ChipFigures{"V100-SXM2", 125, 900},
                            ChipFigures{"V100", 112, 900},
                            ChipFigures{"Tesla T4", 65, 320},
                            ChipFigures{"MI300X", 1307.4, 5300},
                            ChipFigures{"MI325X", 1307.4, 6000},
                            ChipFigures{"MI250X", 191.5, 1638},
                            ChipFigures{"MI210", 181, 1638}};

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

std::optional<double> ChipPeak::roof(double intensity, bool isNarrow) const {
    const auto most = flopsOf(isNarrow);
    return most && bandwidth ? std::optional(std::min(*most, intensity * *bandwidth)) : std::nullopt;
}

std::vector<ParameterSpec> peakParameters() {
    return {
        {"peak_tflops", "", "Peak of the device in 10^12 FLOP/s (dense, 16-bit), instead of what the profile tells."},
        {"bandwidth_gbps", "", "Bandwidth of its memory in 10^9 bytes/s, instead of that of the data sheet."}};
}

Result<PeakSettings> peakSettings(const AnalysisInput &input) {
    const auto teraflops = positiveParameter(input, "peak_tflops");
    if (!teraflops) {
        return tl::unexpected(teraflops.error());
    }
    const auto gbps = positiveParameter(input, "bandwidth_gbps");
    if (!gbps) {
        return tl::unexpected(gbps.error());
    }
    return PeakSettings{*teraflops, *gbps};
}

ChipPeak peakOfChip(std::string_view name) {
    ChipPeak peak;
    peak.chip = name;
    const auto *it = std::find_if(kChips.begin(), kChips.end(), [&](const ChipFigures &chip) {
        return name.find(chip.name) != std::string_view::npos;
    });
    if (it != kChips.end()) {
        peak.flops = it->teraflops * kTera;
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
    }
    if (settings.teraflops) {
        peak.flops = *settings.teraflops * kTera;
        peak.flopsOrigin = PeakOrigin::Given;
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
