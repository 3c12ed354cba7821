#pragma once

#include "core/analysis/communication/models/parallel_strategy.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A figure of each rank that can colour the diagram of the parallel strategy. Times are means per step.
enum class RankMetric : std::uint8_t {
    Computing,
    NotOverlapped,
    Overlapped,
    Free,
    WaitPercent,
    SynchronizationPercent,
    Waited,  ///< by others, for this rank, at collectives
};
[[nodiscard]] std::span<const RankMetric> rankMetrics();
/// "computing", "not_overlapped" ...: message "strategy.metric.<text>".
[[nodiscard]] std::string_view rankMetricText(RankMetric metric);
/// Much computing on one rank is what others wait for; of the rest, too, more is worse. Overlapped communication costs
/// nothing: there, less is worse.
[[nodiscard]] bool isHighBad(RankMetric metric);

struct StrategyQuestion {
    ParallelSizes sizes{};  ///< typed; 0 = from the metadata
    RankNumbering order = RankNumbering::MegatronTpCpEpDpPp;
    RankMetric metric = RankMetric::Computing;
    std::string step{};  ///< empty = all
};

/// Ranks of a job by their places in the parallel dimensions. Immutable.
struct StrategyModel {
    RunId run;
    StrategyQuestion question;
    ParallelSizes told;                  ///< by the metadata; 0 = unknown
    std::optional<ParallelSizes> sizes;  ///< complete; nothing where they are unknown or contradict each other
    std::map<int, double> values;        ///< of the metric
    double news = 0;                     ///< in its unit: ranks that differ by less are alike
    std::vector<int> present;            ///< ranks that the profile has, ascending
    std::vector<std::string> steps;

    [[nodiscard]] bool isPresent(int rank) const;
    [[nodiscard]] std::optional<double> valueOf(int rank) const;
};
/// Any thread. O(rows log rows).
[[nodiscard]] StrategyModel strategyModel(const Run &run, const StrategyQuestion &question,
                                          const std::stop_token &stop = {});

enum class ParallelDimension : std::uint8_t { Tp, Cp, Dp, Pp, Ep };
[[nodiscard]] std::span<const ParallelDimension> parallelDimensions();
/// "TP" ...
[[nodiscard]] std::string_view dimensionText(ParallelDimension dimension);
/// Ranks with equal numbers form one group of the dimension.
[[nodiscard]] std::int64_t groupKey(ParallelDimension dimension, const ParallelPlace &place, const ParallelSizes &sizes,
                                    RankNumbering order);

}  // namespace stagescope
