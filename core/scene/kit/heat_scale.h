#pragma once

#include "core/scene/kit/scene_pen.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Of a quantity that begins at nothing, which is neither good nor bad, one half of the colours: to cool where more is
/// better, to warm where it is worse.
enum class HeatPart : std::uint8_t { All, Cool, Warm };
/// The colour of a badness from 0 to 1 (of Cool: 1 is nothing; of Warm: 0 is).
[[nodiscard]] Color heatColor(double badness, HeatPart part = HeatPart::All);

/// Which colours the values of a map have. What is within a few percent of the usual value is cool, whatever the spread
/// of the values: warm stands for what is beyond a threshold alone. Of differences the sign decides. A plain value.
class HeatRange {
public:
    /// Of the usual value: what deviates by less is no news.
    static constexpr double kNews = 0.05;

    HeatRange() = default;
    /// `news`: deviations from the median that are warm, in units of the values, where that is more than kNews of it.
    HeatRange(const std::vector<double> &values, bool isHighBad, double news = 0);
    /// By its ends and what is usual.
    HeatRange(double least, double usual, double most, bool isHighBad, double news = 0);
    /// About zero, to both sides alike.
    [[nodiscard]] static HeatRange ofDifferences(double most, bool isHighBad);
    /// The same, warm from a limit on, whatever is usual; without one nothing is warm.
    [[nodiscard]] HeatRange withLimit(std::optional<double> limit) const;

    [[nodiscard]] bool hasValues() const { return m_hasValues; }
    [[nodiscard]] double good() const { return m_isHighBad ? m_good : -m_good; }
    [[nodiscard]] double bad() const { return m_isHighBad ? m_bad : -m_bad; }
    /// Where warm begins; nothing where no value is warm, and of differences.
    [[nodiscard]] std::optional<double> warmFrom() const;
    /// From 0, good, over 0.5, where warm begins, to 1.
    [[nodiscard]] double badness(double value) const;
    [[nodiscard]] Color colorOf(double value) const { return heatColor(badness(value)); }

private:
    bool m_hasValues = false;
    bool m_isHighBad = true;
    bool m_isDifference = false;
    // Of the values, with their sign turned where low is bad: more is worse.
    double m_good = 0;
    double m_bad = 0;
    std::optional<double> m_warm;
    double m_margin = 0;  ///< beyond m_warm: less than this is not fully warm
};

/// The legend of a heat map in a line: title, value that is good, the colours, value that is bad. Takes what it needs
/// from the left of the box, a gap included; without values the title alone. The colours, then the title give way to
/// `behind`: pixels that what the caller draws behind it needs.
void drawHeatScale(ScenePen &pen, Box &box, std::string_view title, std::string_view good, std::string_view bad,
                   int behind = 0, HeatPart part = HeatPart::All);
/// The same of a range, with where warm begins.
void drawHeatScale(ScenePen &pen, Box &box, std::string_view title, const HeatRange &range,
                   const std::function<std::string(double)> &text, int behind = 0);

/// Height of the colours, and of swatches that stand beside them.
inline constexpr int kHeatScaleHeight = 12;

}  // namespace stagescope
