#include "core/scene/cluster/rank_time_scene.h"

#include "core/base/number_text.h"
#include "core/scene/kit/heat_scale.h"
#include "core/scene/kit/joined_texts.h"
#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace stagescope {

namespace {

constexpr int kRulerHeight = 20;
constexpr int kTickRoom = 90;
constexpr float kLeastWait = 5;  ///< % of a column's time: less has no colour
constexpr std::size_t kMostNamed = 8;

Message rankLabel(int rank) { return Message("rank.label", {std::to_string(rank)}); }

int labelsWidth(int lastRank, const SceneStyle &style) {
    return style.metrics(style.message(rankLabel(lastRank))) + kPad;
}

class RankTimeDrawing {
public:
    RankTimeDrawing(RankTimeScene &built, ScenePen &pen, const RankTimeModel &model, const RankTimeOptions &options)
        : m_built(built), m_pen(pen), m_model(model), m_raster(model.raster), m_options(options) {}

    void draw() {
        const int line = m_pen.style().lineHeight;
        Box area{0, 0, m_options.width, m_options.height};
        m_pen.fill(area, ColorRole::Background);
        area = area.inset(kPad, 2);
        m_pen.text(area.takeTop(line), m_options.caption, ColorRole::MutedText);
        const Box foot = area.takeBottom(line + 4);
        Box ruler = area.takeTop(kRulerHeight);
        const Box labels = area.takeLeft(labelsWidth(lastRank(), m_pen.style()));
        ruler.takeLeft(labels.width);
        const auto rows = static_cast<int>(std::max<std::size_t>(1, m_raster.rows));
        m_built.rowHeight = std::max(area.height / rows, 1);
        area.height = std::min(area.height, rows * m_built.rowHeight);
        m_built.area = area;
        auto range = m_options.range;
        range.end = std::max(range.end, range.begin + Nanos{1});
        m_built.axis = {range, area.x, std::max(1, area.width)};
        m_pen.fill(area, ColorRole::AlternateBackground);
        drawRows();
        drawRuler(ruler);
        drawLabels(labels);
        drawFoot({foot.x, std::min(foot.y, area.bottom() + 4), foot.width, line});
    }

private:
    [[nodiscard]] bool isByRank() const { return m_raster.metric == SignalMetric::WaitingFor; }
    [[nodiscard]] std::optional<Color> colorOf(std::size_t row, std::size_t column) const {
        const auto value = m_raster.at(row, column);
        if (std::isnan(value)) {
            return std::nullopt;
        }
        if (isByRank()) {
            const int whom = m_raster.whomAt(row, column);
            return whom < 0 || value < kLeastWait ? std::nullopt : std::optional(colorOfRank(whom));
        }
        const auto span = m_raster.most - m_raster.least;
        const auto share = span > 0 ? (value - m_raster.least) / span : 0.F;
        return heatColor(static_cast<double>(isMuchBad(m_raster.metric) ? share : 1 - share), part());
    }
    /// A clock runs faster or slower; of all else there is more or less. A rank that waits for its turn is no alarm.
    [[nodiscard]] HeatPart part() const {
        return m_raster.metric == SignalMetric::Frequency ? HeatPart::All
               : isMuchBad(m_raster.metric)               ? HeatPart::Warm
                                                          : HeatPart::Cool;
    }
    [[nodiscard]] int lastRank() const {
        return m_model.signals->ranks.empty() ? 0 : m_model.signals->ranks.back().rank;
    }
    static Color colorOfRank(int rank) { return {ColorRole::Slice, nameHash("rank " + std::to_string(rank))}; }

    void drawRows() {
        const auto page = m_pen.clip();
        m_pen.setClip(m_built.area);
        std::vector<int> edges;
        for (std::size_t column = 0; column <= m_raster.columns; ++column) {
            edges.push_back(m_built.axis.pixelOf(m_raster.timeOf(column)));
        }
        for (std::size_t row = 0; row < m_raster.rows; ++row) {
            const int y = m_built.area.y + static_cast<int>(row) * m_built.rowHeight;
            const int height = m_built.rowHeight - (m_built.rowHeight >= kLabelledRow ? 1 : 0);
            drawRow(row, edges, y, height);
        }
        m_pen.setClip(page);
    }
    void drawRow(std::size_t row, const std::vector<int> &edges, int y, int height) {
        std::size_t from = 0;
        auto color = m_raster.columns > 0 ? colorOf(row, 0) : std::nullopt;
        for (std::size_t column = 1; column <= m_raster.columns; ++column) {
            const auto next = column < m_raster.columns ? colorOf(row, column) : std::nullopt;
            if (column < m_raster.columns && next == color) {
                continue;
            }
            if (color && edges[from] < edges[column]) {
                m_pen.fill({edges[from], y, edges[column] - edges[from], height}, *color);
            }
            from = column;
            color = next;
        }
    }
    void drawRuler(const Box &ruler) {
        m_pen.fill(ruler, ColorRole::HeaderBackground);
        for (const auto &tick : axisTicks(m_built.axis, m_options.origin, kTickRoom)) {
            const int x = m_built.axis.pixelOf(tick.time);
            const int width = m_pen.widthOf(tick.label);
            m_pen.vertical(x, ruler.bottom() - 5, 5, ColorRole::MutedText);
            if (x + 4 + width <= ruler.right()) {
                m_pen.text({x + 4, ruler.y, width, ruler.height - 2}, tick.label, ColorRole::MutedText);
            }
        }
    }
    /// The rank that a row is labelled by: its first one, or of ranks as they are numbered one of every so many.
    [[nodiscard]] std::optional<int> labelOf(std::size_t row, std::size_t step, std::optional<int> every) const {
        const auto ranks = m_model.ranksOf(row);
        if (!every) {
            return row % step == 0 ? std::optional(ranks.front()) : std::nullopt;
        }
        const auto it = std::ranges::find_if(ranks, [&](int rank) { return rank % *every == 0; });
        return it == ranks.end() ? std::nullopt : std::optional(*it);
    }
    /// Of ranks as they are numbered, in how many of them a label has room: a power of two.
    [[nodiscard]] std::optional<int> roundStep(std::size_t step) const {
        const auto &order = m_model.asked.order;
        if (m_raster.rows == 0 || !std::ranges::is_sorted(order)) {
            return std::nullopt;
        }
        const auto least =
            static_cast<double>(step) * static_cast<double>(order.size()) / static_cast<double>(m_raster.rows);
        int every = 1;
        while (every < least) {
            every *= 2;
        }
        return every;
    }
    void drawLabels(const Box &labels) {
        const int line = m_pen.style().lineHeight;
        const auto step = static_cast<std::size_t>((line + m_built.rowHeight - 1) / m_built.rowHeight);
        const auto every = roundStep(step);
        for (std::size_t row = 0; row < m_raster.rows; ++row) {
            const int y = m_built.area.y + static_cast<int>(row) * m_built.rowHeight;
            const int height = std::max(m_built.rowHeight, line);
            if (y + height > std::max(m_built.area.bottom(), m_built.area.y + line)) {
                break;
            }
            const auto rank = labelOf(row, step, every);
            if (!rank) {
                continue;
            }
            const Box box{labels.x, y, labels.width - kPad / 2, height};
            m_pen.text(box, m_pen.words(rankLabel(*rank)), ColorRole::MutedText, TextAlign::Right);
            m_pen.hit(box, RankRef{m_model.signals->run, *rank});
        }
    }
    [[nodiscard]] std::string numberText(float value) const {
        const auto unit = signalMetricUnit(m_raster.metric);
        return valueText(value) + (unit.empty() ? "" : " ") + std::string(unit);
    }
    void drawFoot(Box foot) {
        const auto id = std::string(signalMetricId(m_raster.metric));
        const auto title = m_pen.words(Message("rank_time.metric." + id));
        if (isByRank()) {
            drawRanks(foot, title);
        } else {
            const bool isHighBad = isMuchBad(m_raster.metric);
            drawHeatScale(m_pen, foot, title, numberText(isHighBad ? m_raster.least : m_raster.most),
                          numberText(isHighBad ? m_raster.most : m_raster.least), 0, part());
        }
        std::string note;
        const auto count = m_model.asked.order.size();
        if (m_raster.rows < count) {
            const auto value = std::string(m_model.asked.value == RowValue::Mean && !isByRank() ? "mean" : "worst");
            note = m_pen.words(
                Message("rank_time.rows." + value, {std::to_string((count + m_raster.rows - 1) / m_raster.rows)}));
        }
        if (m_model.signals->resolution > Nanos{0}) {
            joinText(note, m_pen.words(Message("rank_time.resolution", {shownDuration(m_model.signals->resolution)})),
                     Join::Semicolon, m_pen.style().message);
        }
        m_pen.text(foot, note, ColorRole::MutedText);
    }
    /// Those that are waited for most, by the shares in sight.
    void drawRanks(Box &foot, std::string_view title) {
        std::map<int, double> waits;
        for (std::size_t i = 0; i < m_raster.whom.size(); ++i) {
            if (m_raster.whom[i] >= 0 && m_raster.values[i] >= kLeastWait) {
                waits[m_raster.whom[i]] += m_raster.values[i];
            }
        }
        std::vector<std::pair<int, double>> order(waits.begin(), waits.end());
        std::stable_sort(order.begin(), order.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
        foot.takeLeft(std::min(foot.width, m_pen.text(foot, title, ColorRole::MutedText) + kEntryGap));
        for (std::size_t i = 0; i < std::min(order.size(), kMostNamed); ++i) {
            const auto name = m_pen.words(rankLabel(order[i].first));
            if (foot.width < kSwatch + kSwatchGap + m_pen.widthOf(name)) {
                return;
            }
            m_pen.fill({foot.x, foot.y + (foot.height - kSwatch) / 2, kSwatch, kSwatch}, colorOfRank(order[i].first));
            foot.takeLeft(kSwatch + kSwatchGap);
            foot.takeLeft(std::min(foot.width, m_pen.text(foot, name) + kEntryGap));
        }
    }

    static constexpr int kLabelledRow = 6;  ///< rows as high as this have a seam between them

    RankTimeScene &m_built;
    ScenePen &m_pen;
    const RankTimeModel &m_model;
    const RankRaster &m_raster;
    const RankTimeOptions &m_options;
};

}  // namespace

std::vector<int> RankTimeModel::ranksOf(std::size_t row) const {
    std::vector<int> ranks;
    const auto end = partBegin(row + 1, raster.rows, asked.order.size());
    for (auto i = partBegin(row, raster.rows, asked.order.size()); i < end; ++i) {
        ranks.push_back(signals->ranks[asked.order[i]].rank);
    }
    return ranks;
}

int RankTimeModel::worstOf(std::size_t row, std::size_t column) const {
    const auto begin = partBegin(row, raster.rows, asked.order.size());
    const auto end = partBegin(row + 1, raster.rows, asked.order.size());
    std::vector<std::size_t> own(asked.order.begin() + static_cast<std::ptrdiff_t>(begin),
                                 asked.order.begin() + static_cast<std::ptrdiff_t>(end));
    own = worstFirst(*signals, std::move(own), {raster.timeOf(column), raster.timeOf(column + 1)});
    return signals->ranks[own.front()].rank;
}

std::optional<std::size_t> RankTimeScene::rowAt(int x, int y) const {
    return area.contains(x, y) ? std::optional(static_cast<std::size_t>((y - area.y) / rowHeight)) : std::nullopt;
}

RasterRoom rasterRoom(int lastRank, int width, int height, const SceneStyle &style) {
    const int line = style.lineHeight;
    const int rest = std::max(1, height - 2 * line - kRulerHeight - 8);
    const int wide = std::max(1, width - 2 * kPad - labelsWidth(lastRank, style));
    return {static_cast<std::size_t>(std::max(1, rest / kLeastRow)),
            static_cast<std::size_t>(std::max(1, wide / kRasterBlock)),
            static_cast<std::size_t>(std::max(1, rest / std::max(1, line)))};
}

RankTimeScene buildRankTimeScene(const RankTimeModel &model, const RankTimeOptions &options, const SceneStyle &style) {
    RankTimeScene built;
    built.scene.width = options.width;
    built.scene.height = options.height;
    ScenePen pen(built.scene, style);
    RankTimeDrawing(built, pen, model, options).draw();
    return built;
}

}  // namespace stagescope
