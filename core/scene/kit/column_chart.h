#pragma once

#include "core/analysis/tables/result_table.h"
#include "core/scene/kit/scene_pen.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// Two columns of a result: numbers by a number, a time or a name. Value type.
struct ColumnChart {
    struct Point {
        double x = 0;  ///< of a time: ns from the earliest; nothing of a name
        double y = 0;
        std::string name{};  ///< of what has a name
        std::size_t row = 0;
    };
    std::string xName;
    std::string yName;
    std::string xUnit;  ///< "ns", "bytes" ...; may be empty
    std::string yUnit;
    std::vector<Point> points;    ///< by x; those with names in the order of the rows
    bool areNames = false;        ///< x is a text: a bar for each row
    bool isFromEarliest = false;  ///< x is a time of a clock, told from the earliest
    std::size_t unknown = 0;      ///< rows that lack one of the values
};

/// A column of texts is one of names. Units are those of the columns, else what their names end in. An empty chart
/// where `x` or `y` is no column or `y` holds texts. O(rows log rows).
[[nodiscard]] ColumnChart columnChartOf(const ResultTable &table, std::size_t x, std::size_t y);

struct ColumnChartOptions {
    int width = 0;
    int height = 0;
    bool hasBars = false;  ///< else a line; names always have bars
};
struct ColumnChartLayout {
    struct Place {
        std::size_t point = 0;
        Box box{};
    };
    Scene scene{};
    std::vector<Place> places{};  ///< at most one for each pixel

    /// The nearest one that is no farther than a few pixels, or whose bar is there; null: none.
    [[nodiscard]] const Place *placeAt(int x, int y) const;
};

/// Names: lying bars from 0, one for each row as far as they fit, with their values; how many do not fit is said. Else
/// a line, or upright bars from 0, over an axis: where several points share a pixel, from the least to the greatest of
/// them. Lines have a scale that begins where it must. O(points).
[[nodiscard]] ColumnChartLayout layOutColumnChart(const ColumnChart &chart, const ColumnChartOptions &options,
                                                  const SceneStyle &style);

/// A value as the chart tells it: "1.25 ms", "12.5".
[[nodiscard]] std::string chartValueText(double value, const std::string &unit);

}  // namespace stagescope
