#include "core/scene/kit/heat_scale.h"

#include "core/base/statistics.h"
#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <cmath>

namespace stagescope {

namespace {

constexpr int kScaleWidth = 160;
constexpr int kLeastScale = 40;  ///< where there is little room

struct Legend {
    std::string_view title;
    std::string_view good;
    std::string_view bad;
    int behind = 0;
    std::function<Color(double)> colorAt;  ///< by the share of the way from good to bad
};

void drawLegend(ScenePen &pen, Box &box, const Legend &legend) {
    const int line = pen.style().lineHeight;
    const bool hasBar = !legend.good.empty() || !legend.bad.empty();
    const int figures = hasBar ? pen.widthOf(legend.good) + pen.widthOf(legend.bad) + 3 * kPad : 0;
    const int rest = figures + legend.behind + kPad;
    const auto write = [&](std::string_view text, ColorRole role) {
        const int width = std::min(pen.widthOf(text), box.width);
        pen.text({box.x, box.y, width, line}, text, role);
        box.takeLeft(std::min(width + kPad, box.width));
    };
    const int least = hasBar ? kLeastScale : 0;
    const int titleWidth = std::min(pen.widthOf(legend.title), std::max(box.width - rest - least, box.width / 3));
    const int scaleWidth = std::clamp(box.width - rest - titleWidth, kLeastScale, kScaleWidth);
    pen.text({box.x, box.y, titleWidth, line}, legend.title, ColorRole::Text);
    box.takeLeft(std::min(titleWidth + kPad, box.width));
    if (!hasBar) {
        return;
    }
    write(legend.good, ColorRole::MutedText);
    const Box bar = box.takeLeft(std::min(scaleWidth, box.width));
    for (int x = 0; x < bar.width; ++x) {
        pen.fill({bar.x + x, bar.y + (line - kHeatScaleHeight) / 2, 1, kHeatScaleHeight},
                 legend.colorAt(static_cast<double>(x) / std::max(1, bar.width - 1)));
    }
    box.takeLeft(std::min(kPad, box.width));
    write(legend.bad, ColorRole::MutedText);
}

}  // namespace

Color heatColor(double badness, HeatPart part) {
    const double from = part == HeatPart::Warm ? 0.5 : 0;
    const double share = from + badness * (part == HeatPart::All ? 1 : 0.5);
    return {ColorRole::Heat, static_cast<std::uint32_t>(std::lround(std::clamp(share, 0.0, 1.0) * kMaxHeat))};
}

HeatRange::HeatRange(double least, double usual, double most, bool isHighBad, double news)
    : m_hasValues(true),
      m_isHighBad(isHighBad),
      m_good(isHighBad ? least : -most),
      m_bad(isHighBad ? most : -least),
      m_margin(std::max(news, kNews * std::abs(usual))) {
    m_warm = (isHighBad ? usual : -usual) + m_margin;
}

HeatRange::HeatRange(const std::vector<double> &values, bool isHighBad, double news) : m_isHighBad(isHighBad) {
    if (!values.empty()) {
        const auto [least, most] = std::minmax_element(values.begin(), values.end());
        // Of two the better one is what the other could be.
        *this = HeatRange(*least, isHighBad ? lowerMedian(values) : upperMedian(values), *most, isHighBad, news);
    }
}

HeatRange HeatRange::ofDifferences(double most, bool isHighBad) {
    HeatRange range;
    range.m_hasValues = true;
    range.m_isHighBad = isHighBad;
    range.m_isDifference = true;
    range.m_good = -most;
    range.m_bad = most;
    return range;
}

HeatRange HeatRange::withLimit(std::optional<double> limit) const {
    auto range = *this;
    range.m_warm = limit && !m_isHighBad ? std::optional(-*limit) : limit;
    range.m_margin = limit ? kNews * std::abs(*limit) : 0;
    return range;
}

std::optional<double> HeatRange::warmFrom() const {
    const bool isWarm = m_hasValues && !m_isDifference && m_warm && m_bad > *m_warm;
    return isWarm ? std::optional(m_isHighBad ? *m_warm : -*m_warm) : std::nullopt;
}

double HeatRange::badness(double value) const {
    constexpr double kHalf = 0.5;
    const double at = m_isHighBad ? value : -value;
    if (!m_hasValues || m_bad <= m_good) {
        return m_isDifference ? kHalf : 0;
    }
    if (m_isDifference) {
        return kHalf + kHalf * at / m_bad;
    }
    if (m_warm && at > *m_warm) {
        const double most = std::max(m_bad, *m_warm + m_margin);
        return most > *m_warm ? kHalf + kHalf * (at - *m_warm) / (most - *m_warm) : 1;
    }
    const double cool = m_warm.value_or(m_bad);
    return cool <= m_good ? 0 : kHalf * (at - m_good) / (cool - m_good);
}

void drawHeatScale(ScenePen &pen, Box &box, std::string_view title, std::string_view good, std::string_view bad,
                   int behind, HeatPart part) {
    drawLegend(pen, box, {title, good, bad, behind, [part](double badness) { return heatColor(badness, part); }});
}

void drawHeatScale(ScenePen &pen, Box &box, std::string_view title, const HeatRange &range,
                   const std::function<std::string(double)> &text, int behind) {
    const auto warm = range.warmFrom();
    const auto note = warm ? pen.words(Message("heat.warm_from", {text(*warm)})) : std::string();
    const int noteWidth = note.empty() ? 0 : pen.widthOf(note) + kPad;
    const auto good = range.hasValues() ? text(range.good()) : std::string();
    const auto bad = range.hasValues() ? text(range.bad()) : std::string();
    const auto colorAt = [&range](double share) {
        return range.colorOf(range.good() + share * (range.bad() - range.good()));
    };
    drawLegend(pen, box, {title, good, bad, behind + noteWidth, colorAt});
    if (!note.empty() && noteWidth + behind <= box.width) {
        pen.text(box.takeLeft(noteWidth), note, ColorRole::MutedText);
    }
}

}  // namespace stagescope
