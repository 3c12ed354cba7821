#pragma once

#include "core/analysis/pipeline/replay/stragglers.h"
#include "core/scene/kit/heat_map.h"
#include "core/scene/kit/scene.h"
#include "core/scene/kit/scene_pen.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What the colour of the map of stragglers means.
enum class StragglerMetric : std::uint8_t { Slowdown, Work, Busy, Wait };
[[nodiscard]] std::span<const StragglerMetric> stragglerMetrics();
/// "slowdown", "work", "busy", "wait"; their texts are "straggler.metric.<name>", unit included.
[[nodiscard]] std::string_view stragglerMetricText(StragglerMetric metric);
/// S_w, % against its stage, ms, ms.
[[nodiscard]] double stragglerValue(const Stragglers::WorkerFigures &worker, StragglerMetric metric);

/// Stragglers of a run; a plain value, made on the pool.
struct StragglerFindings {
    RunId run;
    std::vector<std::string> groups{};      ///< of whole pipelines, in the order of `found`
    std::map<int, std::size_t> replicas{};  ///< by rank, of all pipelines
    std::optional<Stragglers> found{};      ///< nothing when no step is whole in all pipelines
};
[[nodiscard]] StragglerFindings stragglerView(const Run &run, const std::stop_token &stop = {});

/// What was found in words, then all workers as a map of stages x replicas. Warm = bad: who is slow waits least. Slow
/// workers are framed. O(workers log workers).
[[nodiscard]] Scene buildStragglerScene(const StragglerFindings &model, StragglerMetric metric, int width, int height,
                                        const SceneStyle &style);
/// Height at which all of it can be read.
[[nodiscard]] int stragglerSceneHeight(const StragglerFindings &model, const SceneStyle &style);

}  // namespace stagescope
