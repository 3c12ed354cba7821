#include "core/advice/remedies/layer_kernels.h"

#include "core/analysis/operators/tensors.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace stagescope {

namespace {

constexpr LayerSignType kSignTypes[] = {
    {"FlashAttentionScore", LayerSign::Attention},
    {"FlashAttentionScoreGrad", LayerSign::Attention, true},
    {"SwiGlu", LayerSign::Activation},
    {"SwiGluGrad", LayerSign::Activation, true},
    {"Gelu", LayerSign::Activation},
    {"GeluGrad", LayerSign::Activation, true},
    {"GeluV2", LayerSign::Activation},
    {"GeluGradV2", LayerSign::Activation, true},
    {"FastGelu", LayerSign::Activation},
    {"FastGeluGrad", LayerSign::Activation, true},
    {"GeGluV2", LayerSign::Activation},
    {"GeGluGradV2", LayerSign::Activation, true},
    {"RmsNorm", LayerSign::Norm},
    {"RmsNormGrad", LayerSign::Norm, true},
    {"AddRmsNorm", LayerSign::Norm},
    {"LayerNormV3", LayerSign::Norm},
    {"LayerNormV4", LayerSign::Norm},
    {"LayerNormGradV3", LayerSign::Norm, true},
    {"AddLayerNorm", LayerSign::Norm},
    {"AddLayerNormGrad", LayerSign::Norm, true},
};

/// Masks are made once, and seeds and lengths are small.
double bytesOfValues(const std::vector<Tensor> &tensors, std::size_t most = SIZE_MAX) {
    double sum = 0;
    for (std::size_t i = 0; i < std::min(most, tensors.size()); ++i) {
        const bool isValue = tensors[i].isThere && tensors[i].type != "BOOL" && tensors[i].type != "UINT8";
        sum += isValue ? tensors[i].bytes().value_or(0) : 0;
    }
    return sum;
}

/// What a kernel leaves behind for the backward pass.
struct KeptBytes {
    double outputs = 0;
    double inputs = 0;  ///< that nothing else keeps
};
KeptBytes keptBytes(const DeviceKernel &kernel, LayerSign sign) {
    const auto outputs =
        tensorsOf(kernel.value<&KernelRecord::outputShapes>(), kernel.value<&KernelRecord::outputTypes>(),
                  kernel.value<&KernelRecord::outputFormats>());
    const auto inputs = tensorsOf(kernel.value<&KernelRecord::inputShapes>(), kernel.value<&KernelRecord::inputTypes>(),
                                  kernel.value<&KernelRecord::inputFormats>());
    // Fused with an addition, the last output of a norm is the sum that it is taken of.
    const bool isAdded = kernel.type.starts_with("Add");
    const auto own = isAdded && outputs.size() > 2 ? outputs.size() - 1 : outputs.size();
    const auto taken = sign == LayerSign::Attention ? bytesOfValues(inputs)
                       : isAdded                    ? bytesOfValues(outputs) - bytesOfValues(outputs, own)
                                                    : bytesOfValues(inputs, 1);
    return {bytesOfValues(outputs, own), taken};
}

std::size_t keyOf(const DeviceKernel &kernel) {
    const std::hash<std::string_view> hash;
    return hash(kernel.type) * 31 + hash(kernel.inputShapes);
}

/// From the first to the last of the kernels around a repeated attention that come as they do around the last one of
/// the forward pass.
Nanos repeatedAround(PassKernels kernels, std::size_t at, const std::vector<std::size_t> &forward, std::size_t last) {
    const auto isSame = [&](std::size_t i, std::size_t j) { return keyOf(*kernels[i]) == forward[j]; };
    std::size_t before = 0;
    while (before < at && before < last && isSame(at - before - 1, last - before - 1)) {
        ++before;
    }
    std::size_t behind = 0;
    while (at + behind + 1 < kernels.size() && last + behind + 1 < forward.size() &&
           isSame(at + behind + 1, last + behind + 1)) {
        ++behind;
    }
    const auto &end = *kernels[at + behind];
    return Nanos{end.begin + end.duration - kernels[at - before]->begin};
}

}  // namespace

const LayerSignType *layerSignOf(const DeviceKernel &kernel) {
    const auto *found = std::ranges::find(kSignTypes, kernel.type, &LayerSignType::type);
    return found == std::end(kSignTypes) ? nullptr : found;
}

LayerPass forwardPass(PassKernels kernels) {
    LayerPass pass;
    std::optional<std::int64_t> attention;
    double kept = 0;
    double input = 0;  // of a layer: what its norms are as large as
    auto &full = pass.part(Exchange::FullRecompute);
    for (const auto *kernel : kernels) {
        const auto *sign = layerSignOf(*kernel);
        if (sign == nullptr || sign->isBackward || kernel->value<&KernelRecord::recompute>() == 1) {
            continue;
        }
        const auto bytes = keptBytes(*kernel, sign->sign);
        auto &part = pass.part(kExchangeOf[static_cast<std::size_t>(sign->sign)]);
        ++part.kernels;
        part.time += Nanos{kernel->duration};
        part.bytes += bytes.outputs;
        part.atATime = std::max(part.atATime, bytes.outputs);
        kept += bytes.outputs + bytes.inputs;
        if (sign->sign == LayerSign::Norm && input == 0) {
            input = bytes.outputs;
        }
        if (sign->sign == LayerSign::Attention) {
            if (attention) {
                pass.layers.emplace_back(kernel->begin - *attention);
            }
            attention = kernel->begin;
            ++full.kernels;
        }
    }
    if (full.kernels > 0) {
        full.bytes = std::max(kept - static_cast<double>(full.kernels) * input, 0.0);
        full.atATime = full.bytes / static_cast<double>(full.kernels);
        const auto all = kernels.empty()
                             ? Nanos{0}
                             : Nanos{kernels.back()->begin + kernels.back()->duration - kernels.front()->begin};
        full.time = pass.layers.empty() ? all : upperMedian(pass.layers) * static_cast<std::int64_t>(full.kernels);
    }
    pass.part(Exchange::AttentionSwap) = pass.part(Exchange::AttentionRecompute);
    return pass;
}

LayerPass backwardPass(PassKernels kernels, PassKernels forward) {
    LayerPass pass;
    std::vector<std::size_t> keys;
    std::ranges::transform(forward, std::back_inserter(keys), [](const auto *kernel) { return keyOf(*kernel); });
    const auto isAttention = [](const DeviceKernel *kernel) {
        const auto *sign = layerSignOf(*kernel);
        return sign != nullptr && sign->sign == LayerSign::Attention && !sign->isBackward;
    };
    std::size_t last = forward.size();
    while (last > 0 && !isAttention(forward[last - 1])) {
        --last;
    }
    auto &full = pass.part(Exchange::FullRecompute);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const auto flag = kernels[i]->value<&KernelRecord::recompute>();
        const auto *sign = layerSignOf(*kernels[i]);
        full.againTime += flag == 1 ? Nanos{kernels[i]->duration} : Nanos{0};
        if (flag == 0 || sign == nullptr || sign->isBackward) {
            continue;
        }
        auto &part = pass.part(kExchangeOf[static_cast<std::size_t>(sign->sign)]);
        ++part.again;
        part.againTime += Nanos{kernels[i]->duration};
        if (sign->sign == LayerSign::Attention) {
            ++full.again;
            full.againTime += flag == 1 || last == 0 ? Nanos{0} : repeatedAround(kernels, i, keys, last - 1);
        }
    }
    pass.part(Exchange::AttentionSwap) = pass.part(Exchange::AttentionRecompute);
    return pass;
}

}  // namespace stagescope
