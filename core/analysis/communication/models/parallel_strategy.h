#pragma once

#include "core/session/workspace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace stagescope {

/// How a framework numbers its ranks: which dimension varies fastest. Expert parallelism numbers nothing; it crosses
/// other dimensions. As MindStudio Insight's algorithms of the parallel strategy.
enum class RankNumbering : std::uint8_t {
    MegatronTpCpEpDpPp,   ///< tp fastest, then cp, dp, pp; ep crosses dp
    MegatronTpCpPpEpDp,   ///< tp, cp, pp, dp; ep crosses dp
    MindSpeedTpCpEpDpPp,  ///< as Megatron's; ep crosses cp x dp
    VllmTpPpDpEp,         ///< tp, pp, dp; ep crosses tp x dp
};
/// "megatron-lm(tp-cp-ep-dp-pp)" ... as Insight names them.
[[nodiscard]] std::string_view rankNumberingText(RankNumbering order);
[[nodiscard]] std::optional<RankNumbering> rankNumberingOf(std::string_view text);
[[nodiscard]] std::span<const RankNumbering> rankNumberings();

struct ParallelPlace {
    int tp = 0;
    int cp = 0;
    int dp = 0;
    int pp = 0;
    int ep = 0;
    bool operator==(const ParallelPlace &) const = default;
};

/// Sizes with 1 for what is unknown, dp from the world where only that is told. Nothing when they contradict the world
/// or exceed 10 000 each.
[[nodiscard]] std::optional<ParallelSizes> completed(ParallelSizes sizes);
/// Where a rank stands; sizes are those of `completed`. Nothing for a rank outside of them. O(1).
[[nodiscard]] std::optional<ParallelPlace> placeOf(int rank, const ParallelSizes &sizes, RankNumbering order);
/// The rank at a place: the inverse.
[[nodiscard]] int rankAt(const ParallelPlace &place, const ParallelSizes &sizes, RankNumbering order);

}  // namespace stagescope
