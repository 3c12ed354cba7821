#pragma once

#include "core/analysis/pipeline/replay/stage_costs.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Layers of the model on each rank of a pipeline, by position: the attention kernels of its forwards, one per layer.
/// Nothing where a rank shows none. O(cells + parts).
[[nodiscard]] std::optional<std::vector<int>> layersOf(const PipelineChart &chart);

/// The same layers laid so that the rank with the most work has as little as possible, at least one on each. What a
/// rank takes beyond its layers (embedding, loss) stays where it is; a layer costs what it costs on the rank that is
/// cheapest per layer. Empty for layers that do not fit the costs. O(layers * ranks).
[[nodiscard]] std::vector<int> proposedLayers(const StageCosts &costs, const std::vector<int> &layers);

/// "[1,10,10,7]", the form of launch scripts; read with or without brackets. Nothing when it is not a list of numbers.
[[nodiscard]] std::string layersText(const std::vector<int> &layers);
[[nodiscard]] std::optional<std::vector<int>> layersFromText(std::string_view text);

}  // namespace stagescope
