#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/run/kernels.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// Remedies that exchange memory for time (tuning guide of MindSpeed): outputs of forward kernels are not kept until
/// the backward pass, but computed once more there, or copied to the host and back.
enum class Exchange : std::uint8_t {
    FullRecompute,  ///< all of a layer but its input
    AttentionRecompute,
    ActivationRecompute,
    NormRecompute,
    AttentionSwap,
};
inline constexpr std::size_t kExchanges = 5;
/// "recompute_full", "recompute_attention", "recompute_activation", "recompute_norm", "swap_attention"
[[nodiscard]] std::string_view exchangeText(Exchange exchange);

/// What one of them is about in a pass of a chunk; without cells, in a step.
struct ExchangedPart {
    std::size_t kernels = 0;  ///< that the forward pass runs; layers where it is about whole layers
    std::size_t again = 0;    ///< of these, that the backward pass runs once more
    Nanos time{0};            ///< of the forward ones
    Nanos againTime{0};
    double bytes = 0;    ///< of their outputs
    double atATime = 0;  ///< of these, what is there all the same while one layer is computed once more
};
/// Forward and backward passes of a chunk: medians of its cells.
struct ChunkPasses {
    std::array<ExchangedPart, kExchanges> parts{};
    Nanos layer{0};          ///< how long the forward pass of one layer takes, waits within it too
    Nanos backwardLayer{0};  ///< likewise backward; 0 where cells do not tell
    std::size_t layers = 0;
    double backwards = 0;  ///< per step
};
struct RankPasses {
    std::vector<ChunkPasses> chunks;
    /// By what the most that layers keep at once is less without what a remedy does not keep; of passes whose weights
    /// wait behind their backward all is there.
    std::array<double, kExchanges> inFlightBytes{};
    std::size_t inFlight = 0;  ///< passes that wait for their backward at once, at most; 0 where cells do not tell
    bool hasShapes = false;    ///< else no bytes are known
    double copyRate = 0;       ///< bytes/ns between host and device, the slower way; 0: no large copy is recorded
    double copiedBytes = 0;    ///< per step, by large copies to the host
};

/// Forward kernels by type, as CANN names them; what a backward pass runs of them is computed once more, as are those
/// around a repeated attention in the order of the forward pass, where launches do not tell. Bytes that layers keep:
/// inputs and outputs of norms, attention and activation (Korthikanti et al., 2205.05198, without dropout). The walk
/// over the cells of a rank counts what is in flight; without cells the longest row of forward kernels does. Nothing
/// without attention, norm or activation both forward and backward. O(kernels log kernels). Any thread.
[[nodiscard]] std::optional<RankPasses> rankPasses(const RankCapture &capture, const PipelineChart *chart,
                                                   const std::stop_token &stop = {});

}  // namespace stagescope
