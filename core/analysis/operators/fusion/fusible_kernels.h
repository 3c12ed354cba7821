#pragma once

#include "core/base/intervals.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What fused kernels replace. Sources: MindSpeed's tuning guide and the names of CANN's operators.
enum class Fusion : std::uint8_t { Loss, GradientAccumulation, Attention, Norm, SwiGlu, Rotary };
constexpr std::size_t kFusions = 6;
/// "loss", "gradient_accumulation", "attention", "norm", "swiglu", "rotary"
[[nodiscard]] std::string_view fusionText(Fusion fusion);

/// Kernels of one rank that one kind of fused kernel would replace, of the whole capture.
struct FusibleKernels {
    Fusion fusion = Fusion::Loss;
    std::size_t fused = 0;    ///< kernels that are fused already
    std::size_t chains = 0;   ///< found: each would become one kernel
    std::size_t kernels = 0;  ///< in them
    Nanos time{0};            ///< of them
    Nanos between{0};         ///< idle between the kernels of a chain, which one kernel would not leave
    /// What moving the chains' own inputs and outputs takes at the rate of this capture (stream_rate.h); what passes
    /// from kernel to kernel within them need not be moved. Of a loss one read and one write of the logits; none of an
    /// accumulation, which the matrix product does while it writes.
    Nanos floor{0};
    double bytesPerSecond = 0;              ///< by which the floor was judged; 0: by none
    std::int64_t vocabulary = 0;            ///< of a loss
    std::map<std::string, Nanos> byType{};  ///< time
    std::vector<Interval> ranges{};         ///< of the kernels, clock of the rank
    std::vector<Interval> gaps{};           ///< between them, likewise

    [[nodiscard]] Nanos saved() const { return std::max(time + between - floor, Nanos{0}); }
};

/// One entry per kind, in the order of the enum; nothing where no kernel has shapes. A kernel counts for the first kind
/// that takes it, and of chains that begin at one kernel the longest is taken. O(kernels log kernels). Any thread.
[[nodiscard]] std::optional<std::vector<FusibleKernels>> fusibleKernels(const RankCapture &capture,
                                                                        const std::stop_token &stop = {});

}  // namespace stagescope
