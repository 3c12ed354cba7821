#pragma once

#include "core/advice/remedies/layer_passes.h"
#include "core/analysis/run/kernels.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace stagescope {

/// What tells passes and layers: kernels that run once, or twice, per layer, with types of their own backward.
enum class LayerSign : std::uint8_t { Attention, Activation, Norm };
inline constexpr std::size_t kLayerSigns = 3;
/// The remedy that computes kernels of a sign once more, by sign.
inline constexpr Exchange kExchangeOf[kLayerSigns] = {Exchange::AttentionRecompute, Exchange::ActivationRecompute,
                                                      Exchange::NormRecompute};
struct LayerSignType {
    std::string_view type;  ///< of the kernel, as CANN names it
    LayerSign sign;
    bool isBackward = false;
};
/// Null for all other kernels.
[[nodiscard]] const LayerSignType *layerSignOf(const DeviceKernel &kernel);

/// One cell as its kernels tell, in parts by remedy.
struct LayerPass {
    std::array<ExchangedPart, kExchanges> parts{};
    std::vector<Nanos> layers{};  ///< from attention to attention

    [[nodiscard]] ExchangedPart &part(Exchange exchange) { return parts[static_cast<std::size_t>(exchange)]; }
};
/// Computing kernels by begin.
using PassKernels = std::span<const DeviceKernel *const>;

/// What a forward pass runs and keeps. O(n).
[[nodiscard]] LayerPass forwardPass(PassKernels kernels);
/// What a backward pass computes once more: as launches tell; else kernels of forward types, and those around a
/// repeated attention that come as they do around the last one of `forward`, the kernels of a forward pass. O(n).
[[nodiscard]] LayerPass backwardPass(PassKernels kernels, PassKernels forward);

}  // namespace stagescope
