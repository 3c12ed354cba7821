#include "core/scene/kit/column_chart.h"

#include "core/base/number_text.h"
#include "core/base/time.h"
#include "core/scene/kit/cell_number.h"
#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace stagescope {

namespace {

constexpr int kBarRow = 20;
constexpr int kChartNamePercent = 40;  ///< of the width, at most
constexpr int kChartTickPixels = 80;
constexpr int kDot = 3;
constexpr int kFewPixels = 6;          ///< dots are drawn where points are so far apart
constexpr double kClockTime = 1e15;    ///< ns: later than any time that is told from a first event
constexpr double kMostValue = 1e300;   ///< so that differences are finite
constexpr double kMostExact = 9.0e18;  ///< of a double that is written as ns

std::optional<double> numberIn(const Cell &cell) {
    if (const auto *whole = std::get_if<std::int64_t>(&cell)) {
        return static_cast<double>(*whole);
    }
    const auto *real = std::get_if<double>(&cell);
    return real != nullptr && std::abs(*real) <= kMostValue ? std::optional(*real) : std::nullopt;
}

std::string unitOf(const ColumnSpec &column) {
    if (!column.unit.empty()) {
        return column.unit;
    }
    for (const std::string_view unit : {"ns", "us", "ms", "bytes"}) {
        if (column.name.size() > unit.size() && column.name.ends_with(unit) &&
            column.name[column.name.size() - unit.size() - 1] == '_') {
            return std::string(unit);
        }
    }
    return {};
}

/// Ns in a unit of time; 0 of any other.
double nsIn(std::string_view unit) {
    return unit == "ns" ? 1 : unit == "us" ? 1e3 : unit == "ms" ? 1e6 : unit == "s" ? 1e9 : 0;
}

struct Span {
    double low = 0;
    double high = 0;

    [[nodiscard]] double length() const { return high - low; }
};

Span spanOf(const std::vector<ColumnChart::Point> &points, double ColumnChart::Point::*value) {
    const auto [low, high] = std::minmax_element(points.begin(), points.end(),
                                                 [&](const auto &a, const auto &b) { return a.*value < b.*value; });
    return {(*low).*value, (*high).*value};
}

/// 1, 2 or 5 times a power of ten, at least `least`.
double roundStep(double least) {
    const double decade = std::pow(10, std::floor(std::log10(least)));
    for (const double times : {1.0, 2.0, 5.0}) {
        if (times * decade >= least * (1 - 1e-9)) {
            return times * decade;
        }
    }
    return 10 * decade;
}

/// An axis of numbers; of times in the unit of its longest tick.
struct NumberAxis {
    Span span;
    int from = 0;  ///< pixel of the low end
    int to = 0;    ///< of the high end, which may lie above

    [[nodiscard]] int pixelOf(double value) const {
        const double share = span.length() > 0 ? (value - span.low) / span.length() : 0.5;
        return from + static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * (to - from)));
    }
    [[nodiscard]] std::vector<double> ticks(int pixels) const {
        std::vector<double> result;
        const double count = std::max(2.0, std::abs(to - from) / static_cast<double>(pixels));
        if (!(span.length() > 0)) {
            return {span.low};
        }
        const double step = roundStep(span.length() / count);
        const double first = std::ceil(span.low / step - 1e-9);
        for (int i = 0; i <= count + 1 && (first + i) * step <= span.high + step * 1e-9; ++i) {
            result.push_back((first + i) * step);
        }
        return result;
    }
};

class ColumnChartPainter {
public:
    ColumnChartPainter(const ColumnChart &chart, const ColumnChartOptions &options, const SceneStyle &style)
        : m_chart(chart), m_options(options), m_line(style.lineHeight), m_style(style) {
        m_layout.scene.width = options.width;
        m_layout.scene.height = options.height;
    }

    ColumnChartLayout build() && {
        ScenePen pen(m_layout.scene, m_style);
        Box area{0, 0, m_options.width, m_options.height};
        pen.fill(area, ColorRole::Background);
        area = area.inset(kPad, kPad / 2);
        if (area.width < 2 * kChartTickPixels || area.height < 4 * m_line) {
            return std::move(m_layout);
        }
        const Message title(m_chart.isFromEarliest ? "column_chart.title_from_earliest" : "column_chart.title",
                            {m_chart.yName, m_chart.xName});
        pen.text(area.takeTop(m_line + 2), pen.words(title), ColorRole::Text, TextAlign::Left, true);
        if (m_chart.unknown > 0) {
            note(pen, area, "column_chart.unknown", m_chart.unknown);
        }
        if (m_chart.points.empty()) {
            pen.text(area.takeTop(m_line), pen.words(Message("column_chart.empty")), ColorRole::MutedText);
        } else if (m_chart.areNames) {
            drawNames(pen, area);
        } else {
            drawPlot(pen, area);
        }
        return std::move(m_layout);
    }

private:
    void note(ScenePen &pen, Box &area, const char *id, std::size_t count) const {
        pen.text(area.takeBottom(m_line), pen.words(Message(id, {std::to_string(count)})), ColorRole::MutedText);
    }

    void drawNames(ScenePen &pen, Box area) {
        const auto &points = m_chart.points;
        auto shown = std::min(points.size(), static_cast<std::size_t>(std::max(0, area.height / kBarRow)));
        if (shown < points.size()) {
            note(pen, area, "column_chart.more", points.size() - (shown = std::max<std::size_t>(shown, 1) - 1));
        }
        int names = 0;
        int values = 0;
        for (std::size_t i = 0; i < shown; ++i) {
            names = std::max(names, pen.widthOf(points[i].name));
            values = std::max(values, pen.widthOf(chartValueText(points[i].y, m_chart.yUnit)));
        }
        auto span = spanOf(points, &ColumnChart::Point::y);
        span = {std::min(0.0, span.low), std::max(0.0, span.high)};
        for (std::size_t i = 0; i < shown; ++i) {
            auto row = area.takeTop(kBarRow);
            m_layout.places.push_back({i, row});
            const auto text = chartValueText(points[i].y, m_chart.yUnit);
            pen.text(row.takeLeft(std::min(names, area.width * kChartNamePercent / 100)), points[i].name);
            row.takeLeft(kPad);
            pen.text(row.takeRight(std::min(values, row.width / 2)), text, ColorRole::Text, TextAlign::Right);
            row.takeRight(kPad);
            const NumberAxis axis{span, row.x, row.right()};
            const int zero = axis.pixelOf(0);
            const int end = axis.pixelOf(points[i].y);
            pen.fill(Box{std::min(zero, end), row.y, std::max(1, std::abs(end - zero)), row.height}.inset(0, 3),
                     ColorRole::Counter);
        }
    }

    void drawPlot(ScenePen &pen, Box area) {
        auto y = spanOf(m_chart.points, &ColumnChart::Point::y);
        if (m_options.hasBars) {
            y = {std::min(0.0, y.low), std::max(0.0, y.high)};
        }
        auto bottom = area.takeBottom(m_line);
        area.takeTop(m_line / 2);
        NumberAxis up{y, area.bottom() - 1 - kDot, area.y + kDot};
        int labels = 0;
        for (const double tick : up.ticks(m_line + kPad)) {
            labels = std::max(labels, pen.widthOf(chartValueText(tick, m_chart.yUnit)));
        }
        auto left = area.takeLeft(std::min(labels, area.width / 3) + kPad);
        const Box plot = area;
        pen.fill(plot, ColorRole::AlternateBackground);
        for (const double tick : up.ticks(m_line + kPad)) {
            const int at = up.pixelOf(tick);
            pen.horizontal(plot.x, at, plot.width, ColorRole::Grid);
            pen.text({left.x, at - m_line / 2, left.width - kPad, m_line}, chartValueText(tick, m_chart.yUnit),
                     ColorRole::MutedText, TextAlign::Right);
        }
        const NumberAxis along{spanOf(m_chart.points, &ColumnChart::Point::x), plot.x + kPad, plot.right() - 1 - kPad};
        for (const double tick : along.ticks(kChartTickPixels)) {
            const int at = along.pixelOf(tick);
            pen.vertical(at, plot.y, plot.height, ColorRole::Grid);
            pen.text(Box{at - kChartTickPixels / 2, bottom.y, kChartTickPixels, m_line}.cutTo(
                         {plot.x, bottom.y, plot.width, m_line}),
                     chartValueText(tick, m_chart.xUnit), ColorRole::MutedText, TextAlign::Center);
        }
        m_options.hasBars ? drawBars(pen, along, up) : drawLine(pen, along, up);
    }

    /// The points of each pixel that has any: the least, the greatest, and the last of them.
    template <class Fn>
    void forEachPixel(const NumberAxis &along, Fn &&fn) {
        const auto &points = m_chart.points;
        for (std::size_t i = 0; i < points.size();) {
            const int x = along.pixelOf(points[i].x);
            std::size_t end = i;
            std::size_t low = i;
            std::size_t high = i;
            for (; end < points.size() && along.pixelOf(points[end].x) == x; ++end) {
                low = points[end].y < points[low].y ? end : low;
                high = points[end].y > points[high].y ? end : high;
            }
            fn(x, i, end - 1, low, high);
            i = end;
        }
    }

    void drawLine(ScenePen &pen, const NumberAxis &along, const NumberAxis &up) {
        const auto &points = m_chart.points;
        std::optional<std::pair<int, int>> before;
        forEachPixel(along, [&](int x, std::size_t first, std::size_t last, std::size_t low, std::size_t high) {
            const int top = up.pixelOf(points[high].y);
            const int bottom = up.pixelOf(points[low].y);
            const int entry = up.pixelOf(points[first].y);
            if (before) {
                m_layout.scene.lines.push_back({before->first, before->second, x, entry, {ColorRole::Counter, 0}});
            }
            pen.fill({x, top, 1, bottom - top + 1}, ColorRole::Counter);
            if (!before || x - before->first >= kFewPixels) {
                pen.fill({x - kDot / 2, top - kDot / 2, kDot, bottom - top + kDot}, ColorRole::Counter);
            }
            m_layout.places.push_back({high, {x, top, 1, bottom - top + 1}});
            before = {x, up.pixelOf(points[last].y)};
        });
    }

    void drawBars(ScenePen &pen, const NumberAxis &along, const NumberAxis &up) {
        const auto &points = m_chart.points;
        int width = 4 * kPad;
        std::optional<int> before;
        forEachPixel(along, [&](int x, std::size_t, std::size_t, std::size_t, std::size_t) {
            width = before ? std::min(width, x - *before - 1) : width;
            before = x;
        });
        width = std::max(1, width);
        const int zero = up.pixelOf(0);
        forEachPixel(along, [&](int x, std::size_t, std::size_t, std::size_t low, std::size_t high) {
            const int top = std::min(zero, up.pixelOf(points[high].y));
            const int bottom = std::max(zero, up.pixelOf(points[low].y));
            const Box bar{x - width / 2, top, width, std::max(1, bottom - top)};
            pen.fill(bar, ColorRole::Counter);
            const bool isAbove = points[high].y > 0;
            m_layout.places.push_back({isAbove ? high : low, bar});
        });
    }

    const ColumnChart &m_chart;
    const ColumnChartOptions &m_options;
    int m_line;
    const SceneStyle &m_style;
    ColumnChartLayout m_layout;
};

}  // namespace

ColumnChart columnChartOf(const ResultTable &table, std::size_t x, std::size_t y) {
    ColumnChart chart;
    if (x >= table.columns.size() || y >= table.columns.size() || table.columns[y].type == ColumnType::Text) {
        return chart;
    }
    chart.xName = table.columns[x].name;
    chart.yName = table.columns[y].name;
    chart.xUnit = unitOf(table.columns[x]);
    chart.yUnit = unitOf(table.columns[y]);
    chart.areNames = table.columns[x].type == ColumnType::Text;
    // Differences of clock times have more digits than a double keeps of the times themselves.
    std::optional<std::int64_t> earliest;
    for (const auto &row : table.rows) {
        const auto *time = chart.xUnit == "ns" ? std::get_if<std::int64_t>(&row[x]) : nullptr;
        earliest = time == nullptr ? earliest : std::min(earliest.value_or(*time), *time);
    }
    chart.isFromEarliest = !chart.areNames && earliest && static_cast<double>(*earliest) > kClockTime;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto &cells = table.rows[row];
        const auto *time = chart.isFromEarliest ? std::get_if<std::int64_t>(&cells[x]) : nullptr;
        const auto at = chart.areNames    ? std::optional<double>(0)
                        : time != nullptr ? std::optional(static_cast<double>(*time - *earliest))
                                          : numberIn(cells[x]);
        const auto value = numberIn(cells[y]);
        if (!at || !value || (chart.areNames && std::holds_alternative<std::monostate>(cells[x]))) {
            ++chart.unknown;
        } else {
            chart.points.push_back({*at, *value, chart.areNames ? cellText(cells[x]) : std::string{}, row});
        }
    }
    if (!chart.areNames) {
        std::stable_sort(chart.points.begin(), chart.points.end(),
                         [](const auto &a, const auto &b) { return a.x < b.x; });
    }
    return chart;
}

/// Without zeros behind the point, which say nothing: "2.500 ms" is "2.5 ms".
std::string chartValueText(double value, const std::string &unit) {
    constexpr double kLeastFixed = 0.1;
    const double ns = value * nsIn(unit);
    const bool isTime = nsIn(unit) > 0 && std::abs(ns) < kMostExact;
    auto text = isTime ? shownTime(Nanos{std::llround(ns)}) : valueText(value);
    if (!isTime && value != 0 && std::abs(value) < kLeastFixed) {
        std::array<char, 32> digits{};
        std::snprintf(digits.data(), digits.size(), "%.3g", value);
        text = shownFigure(digits.data());
    }
    const auto blank = std::min(text.find(' '), text.size());
    auto end = blank;
    if (text.find('.') < blank && text.find('e') == std::string::npos) {
        end = text.find_last_not_of('0', blank - 1) + 1;
        end -= text[end - 1] == '.' ? 1 : 0;
    }
    text.erase(end, blank - end);
    return isTime || unit.empty() ? text : text + " " + unit;
}

const ColumnChartLayout::Place *ColumnChartLayout::placeAt(int x, int y) const {
    constexpr int kReachOfPoint = 4;
    const Place *nearest = nullptr;
    int distance = kReachOfPoint + 1;
    for (const auto &place : places) {
        const int across = std::max({place.box.x - x, x - place.box.right() + 1, 0});
        const int along = std::max({place.box.y - y, y - place.box.bottom() + 1, 0});
        if (std::max(across, along) < distance) {
            distance = std::max(across, along);
            nearest = &place;
        }
    }
    return nearest;
}

ColumnChartLayout layOutColumnChart(const ColumnChart &chart, const ColumnChartOptions &options,
                                    const SceneStyle &style) {
    return ColumnChartPainter(chart, options, style).build();
}

}  // namespace stagescope
