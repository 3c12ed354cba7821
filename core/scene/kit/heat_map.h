#pragma once

#include "core/scene/kit/heat_scale.h"
#include "core/scene/kit/scene_pen.h"

#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// One rank of a job and what is known of it.
struct HeatPlace {
    int rank = 0;
    int stage = 0;
    int replica = 0;
    std::optional<double> value{};
};

/// All ranks of a job as stages x replicas; places may be missing. A plain value.
struct HeatMap {
    RunId run;
    int stages = 0;
    int replicas = 0;
    std::vector<HeatPlace> places;
    HeatRange range = {};   ///< of the values, with what is warm
    std::string name;       ///< of the value, with its unit, in the user's language
    std::string note = {};  ///< behind the scale

    [[nodiscard]] std::vector<double> values() const;  ///< those that are known
};

/// Stages down, replicas across, warm = bad, with the scale's ends in the legend below; places grow with the room.
/// Where there are more replicas than pixels, each pixel shows its worst. Hit boxes are RankRefs. O(ranks log ranks).
void drawHeatMap(ScenePen &pen, const HeatMap &map, const Box &box);
/// Height at which the places of a map can be read.
[[nodiscard]] int heatMapHeight(int stages, const SceneStyle &style);

}  // namespace stagescope
