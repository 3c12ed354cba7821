#pragma once

#include "core/analysis/communication/models/comm_durations_model.h"
#include "core/scene/kit/scene_pen.h"
#include "core/scene/kit/time_axis.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

struct CommDurationsOptions {
    int width = 0;
    int height = 0;
    AlignedRange range;        ///< in sight
    AlignedTime origin;        ///< the ruler counts from here
    std::size_t firstRow = 0;  ///< of the operators and of the bars
    std::string caption{};     ///< what of the whole is shown, in the user's language
};

/// The picture and the way back to operators and ranks.
struct CommDurationsScene {
    struct Row {
        Box box;
        std::size_t row = 0;  ///< of the model
    };
    Scene scene;
    TimeAxis axis;
    std::vector<Row> lanes;  ///< rows of operators
    std::size_t shownRows = 0;

    [[nodiscard]] const Row *laneAt(int x, int y) const;
    /// The operator at a point, with its row; nothing elsewhere.
    [[nodiscard]] std::optional<CommOpRef> operatorAt(const CommDurations &model, int x, int y) const;
};

/// Above: operators of each rank over time, the same name in the same colour on all ranks. Below: what the time was
/// made of, as bars with their figures. Labels of ranks are hits (RankRef). Ranks that do not fit are reached by
/// firstRow. O(rows in sight x width x log n).
[[nodiscard]] CommDurationsScene buildCommDurationsScene(const CommDurations &model,
                                                         const CommDurationsOptions &options, const SceneStyle &style);

}  // namespace stagescope
