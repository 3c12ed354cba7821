#pragma once

#include "core/scene/kit/scene_pen.h"
#include "core/scene/kit/split_parts.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// A figure of several runs.
struct SeriesPanel {
    struct Value {
        std::optional<double> value{};
        std::vector<double> steps{};  ///< one of each step
    };
    std::string name;
    std::string unit;             ///< empty for numbers
    std::vector<Value> values{};  ///< by run
};
struct SeriesPanels {
    std::vector<std::string> runs{};  ///< their labels
    std::vector<SeriesPanel> panels{};
    std::vector<std::optional<SplitParts>> splits{};  ///< by run: its typical step; none at all: no panel of them
};

struct SeriesOptions {
    int width = 0;
    int height = 0;
    std::optional<std::size_t> selected{};  ///< a run
};
struct SeriesLayout {
    struct Place {
        std::size_t run = 0;
        std::size_t panel = 0;  ///< behind the last one: the time split
        Box box{};              ///< its slot in a panel
    };
    Scene scene{};
    std::vector<Place> places{};

    [[nodiscard]] std::optional<Place> placeAt(int x, int y) const;
};
/// The panels below one another, runs from left to right in the order given: a box from the first to the third quartile
/// of the steps with its value, a line from the least to the most, and the values joined. Each panel has a scale of its
/// own, which begins where it must. Last the time split of each run as a column, all from 0 on one scale. Labels below,
/// numbers where they do not fit. O(values log values).
[[nodiscard]] SeriesLayout layOutSeries(const SeriesPanels &series, const SeriesOptions &options,
                                        const SceneStyle &style);

}  // namespace stagescope
