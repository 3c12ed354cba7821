#include "core/analysis/operators/fusion/stream_rate.h"

#include "core/analysis/operators/tensors.h"
#include "core/analysis/operators/work_rules.h"
#include "core/base/statistics.h"
#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

namespace stagescope {

namespace {

constexpr double kMebibyte = 1024.0 * 1024.0;
constexpr std::array<double, StreamRate::kClasses> kLeast{0.25 * kMebibyte, 4 * kMebibyte, 64 * kMebibyte,
                                                          256 * kMebibyte};

/// Smaller ones count as the smallest class.
std::size_t classOf(double bytes) {
    std::size_t result = 0;
    while (result + 1 < kLeast.size() && bytes >= kLeast[result + 1]) {
        ++result;
    }
    return result;
}

bool isStreaming(const DeviceKernel &kernel) {
    constexpr std::array<std::string_view, 6> kOthers{"Index", "Gather", "Scatter", "Zeros", "Fill", "MemSet"};
    const bool isVector = kernel.core == "AI_VECTOR_CORE" || kernel.core == "MIX_AIV";
    return isVector && !kernel.communicates && kernel.duration > 0 &&
           std::none_of(kOthers.begin(), kOthers.end(), [&](auto part) { return kernel.type.starts_with(part); });
}

std::optional<double> bytesOfOperands(std::string_view shapes, std::string_view types, std::string_view formats) {
    auto tensors = tensorsOf(shapes, types, formats);
    std::erase_if(tensors, [](const Tensor &tensor) { return !tensor.isThere; });
    return bytesOf(tensors);
}

}  // namespace

std::optional<double> outputBytes(const DeviceKernel &kernel) {
    return bytesOfOperands(kernel.value<&KernelRecord::outputShapes>(), kernel.value<&KernelRecord::outputTypes>(),
                           kernel.value<&KernelRecord::outputFormats>());
}

StreamRate::StreamRate(std::span<const DeviceKernel> kernels) {
    std::map<std::array<const char *, 6>, std::optional<double>> known;  // by the texts of a table, which has each once
    const auto bytesMovedBy = [&](const DeviceKernel &kernel) {
        const std::array<std::string_view, 6> texts{
            kernel.value<&KernelRecord::inputShapes>(),  kernel.value<&KernelRecord::inputTypes>(),
            kernel.value<&KernelRecord::inputFormats>(), kernel.value<&KernelRecord::outputShapes>(),
            kernel.value<&KernelRecord::outputTypes>(),  kernel.value<&KernelRecord::outputFormats>()};
        std::array<const char *, 6> key{};
        std::transform(texts.begin(), texts.end(), key.begin(), [](std::string_view text) { return text.data(); });
        const auto [it, isNew] = known.try_emplace(key);
        if (isNew) {
            it->second =
                sumOf(bytesOfOperands(texts[0], texts[1], texts[2]), bytesOfOperands(texts[3], texts[4], texts[5]));
        }
        return it->second;
    };
    std::array<std::vector<double>, kClasses> rates;
    for (const auto &kernel : kernels) {
        const auto bytes = isStreaming(kernel) ? bytesMovedBy(kernel) : std::nullopt;
        if (bytes && *bytes >= kLeast.front()) {
            rates[classOf(*bytes)].push_back(*bytes / static_cast<double>(kernel.duration) * 1e9);
        }
    }
    for (std::size_t i = 0; i < kClasses; ++i) {
        m_classes[i].kernels = rates[i].size();
        m_classes[i].bytesPerSecond = median(std::move(rates[i]));
    }
}

const StreamRate::Class &StreamRate::of(double bytes) const { return m_classes[classOf(bytes)]; }

std::optional<double> StreamRate::timeFor(double bytes) const {
    const auto rate = of(bytes).bytesPerSecond;
    return rate > 0 ? std::optional(bytes / rate * 1e9) : std::nullopt;
}

}  // namespace stagescope
