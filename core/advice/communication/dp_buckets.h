#pragma once

#include "core/advice/communication/exposed_collectives.h"
#include "core/advice/number_texts.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

namespace stagescope {

/// What data-parallel collectives carry.
enum class DpPass : std::uint8_t { Gradients, Parameters };

/// Of one group and pass in one step, over its ranks: each operator, in order.
struct DpBuckets {
    CollectivesByRank byRank;
    Nanos time{0};
    Nanos covered{0};

    /// Less than that share of it has computing beside it.
    [[nodiscard]] bool isExposed(double share) const { return shareOf(covered, time) < share; }
    /// What could run beside computing: all gradients but the last bucket, all parameters but the first. The rank that
    /// waited least for the others tells what an operator costs.
    [[nodiscard]] Nanos hidable(DpPass pass) const;
    /// Of one rank, waiting included.
    [[nodiscard]] Nanos hidableOn(int rank, DpPass pass) const;
    /// Takes it out of each rank; what a rank waited beyond that stays.
    void addHidable(DpPass pass, Cure &cure) const;
};
using DpStep = std::tuple<std::int64_t, std::string, DpPass>;  ///< step, group

/// Of all steps. O(operators x log intervals).
[[nodiscard]] std::map<DpStep, DpBuckets> dpBuckets(const RuleInput &input, const CommGroups &groups);

}  // namespace stagescope
