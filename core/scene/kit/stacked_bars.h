#pragma once

#include "core/base/item_ref.h"
#include "core/base/number_text.h"
#include "core/scene/kit/scene_pen.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

/// One bar: parts from left to right (or bottom to top) in ns.
struct StackedBar {
    std::string label;       ///< "rank 0"
    std::string shortLabel;  ///< "0", below narrow columns
    std::vector<std::pair<ColorRole, std::int64_t>> parts;
    std::optional<ItemRef> item{};  ///< what a click selects
    /// What it is compared with: a thin bar beside it, and the difference behind its total. Empty: nothing.
    std::vector<std::pair<ColorRole, std::int64_t>> baseline{};
    std::string group{};  ///< neighbours that share one stand above its name: "5" of a step

    [[nodiscard]] std::int64_t total() const;
    [[nodiscard]] std::int64_t baselineTotal() const;
};

/// Lying bars with a label, shares and total each while they fit (kRow pixels high at least), else standing columns,
/// down to a strip of one pixel per bar; where there are more bars than pixels, each pixel shows its longest bar. One
/// scale for all: the longest bar fills the box. O(bars).
struct StackedBars {
    static constexpr int kRow = 20;
    static constexpr int kMaxRow = 30;

    std::vector<StackedBar> bars;
    MillisFormat format;
    std::string axis{};       ///< what short labels number: "Rank"
    std::string groupAxis{};  ///< what groups number
    bool hasShares = true;    ///< parts are labelled with their share of the bar

    [[nodiscard]] std::int64_t longest() const;
    void draw(ScenePen &pen, Box box) const;

private:
    [[nodiscard]] std::string totalText(const StackedBar &bar) const;
    void drawLane(ScenePen &pen, const Box &lane, const StackedBar &bar, double scale) const;
    void drawLying(ScenePen &pen, Box box) const;
    void drawStanding(ScenePen &pen, Box box) const;
    void drawColumn(ScenePen &pen, const Box &column, const StackedBar &bar, double scale) const;
    void drawColumnLabels(ScenePen &pen, const Box &box, double columnWidth) const;
    void drawGroups(ScenePen &pen, const Box &columns, const Box &labels, double columnWidth) const;
};

}  // namespace stagescope
