#include "core/scene/kit/heat_map.h"

#include "core/base/number_text.h"
#include "core/scene/kit/spacing.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr int kRow = 22;
constexpr int kMinRow = 6;
constexpr int kLabelFrom = 24;  ///< narrower places cannot hold a value
constexpr int kGapFrom = 6;     ///< smaller places touch each other

class MapPainter {
public:
    MapPainter(ScenePen &pen, const HeatMap &map) : m_pen(pen), m_map(map) {}

    void draw(Box area) {
        const int line = m_pen.style().lineHeight;
        area = area.inset(kPad, 2);
        const Box head = area.takeTop(line);
        Box scale = area.takeBottom(line + 4);
        const auto last = std::to_string(std::max(0, m_map.stages - 1));
        Box labels = area.takeLeft(m_pen.widthOf(m_pen.words(Message("stage.label", {last}))) + kPad);
        const int stages = std::max(1, m_map.stages);
        m_rowHeight = std::max(1, area.height / stages);
        m_placeWidth = static_cast<double>(area.width) / std::max(1, m_map.replicas);
        m_area = area;
        m_pen.text({area.x, head.y, area.width, head.height}, m_pen.words(Message("pipeline.grid.axes")),
                   ColorRole::MutedText);
        drawStages(labels);
        drawPlaces();
        scale.y = std::min(scale.y, area.y + stages * m_rowHeight);  // few stages: right below them
        drawScale(scale);
    }

private:
    void drawStages(Box labels) {
        const int line = m_pen.style().lineHeight;
        const int step = std::max(1, (line + m_rowHeight - 1) / m_rowHeight);
        for (int stage = 0; stage < m_map.stages; stage += step) {
            const Box label{labels.x, labels.y + stage * m_rowHeight, labels.width,
                            std::max(m_rowHeight, std::min(line, labels.bottom() - labels.y - stage * m_rowHeight))};
            m_pen.text(label, m_pen.words(Message("stage.label", {std::to_string(stage)})), ColorRole::MutedText);
        }
    }
    [[nodiscard]] Box boxOf(const HeatPlace &rank) const {
        const int left = m_area.x + static_cast<int>(rank.replica * m_placeWidth);
        const int right = std::max(left + 1, m_area.x + static_cast<int>((rank.replica + 1) * m_placeWidth));
        return {left, m_area.y + rank.stage * m_rowHeight, right - left, m_rowHeight};
    }
    /// The worst is drawn last, so that it is what one sees where several share a pixel.
    [[nodiscard]] std::vector<const HeatPlace *> worstLast() const {
        std::vector<const HeatPlace *> order;
        for (const auto &rank : m_map.places) {
            order.push_back(&rank);
        }
        if (m_placeWidth < 1) {
            const auto badness = [this](const HeatPlace *rank) {
                const auto &value = rank->value;
                return value ? static_cast<int>(m_map.range.colorOf(*value).hash) : -1;
            };
            std::stable_sort(order.begin(), order.end(),
                             [&](const auto *a, const auto *b) { return badness(a) < badness(b); });
        }
        return order;
    }
    void drawPlaces() {
        const auto clip = m_pen.clip();
        m_pen.setClip(m_area.cutTo(clip));
        for (const auto *rank : worstLast()) {
            Box box = boxOf(*rank);
            m_pen.hit(box, RankRef{m_map.run, rank->rank});
            box.width -= box.width >= kGapFrom ? 1 : 0;
            box.height -= box.height >= kGapFrom ? 1 : 0;
            const auto &value = rank->value;
            if (!value) {
                m_pen.fill(box, ColorRole::Bubble, true);
                continue;
            }
            const auto color = m_map.range.colorOf(*value);
            m_pen.fill(box, color);
            const int line = m_pen.style().lineHeight;
            if (box.width >= kLabelFrom && box.height >= 3 * line) {
                box = box.inset(0, (box.height - 2 * line) / 2);
                m_pen.label(box.takeTop(line), std::to_string(rank->rank), color);
            }
            if (box.width >= kLabelFrom && box.height >= line - 4) {
                m_pen.label(box, valueText(*value), color);
            }
        }
        m_pen.setClip(clip);
    }
    void drawScale(Box box) {
        const int line = m_pen.style().lineHeight;
        box.height = line;
        const auto noData = m_pen.words(Message("pipeline.no_data"));
        const bool isWhole =
            std::ranges::all_of(m_map.places, [](const HeatPlace &place) { return place.value.has_value(); });
        const int entry = isWhole ? 0 : kHeatScaleHeight + kPad / 2 + m_pen.widthOf(noData);
        drawHeatScale(
            m_pen, box, m_map.name, m_map.range, [](double value) { return valueText(value); }, entry);
        if (!isWhole) {
            m_pen.fill({box.x, box.y + (line - kHeatScaleHeight) / 2, kHeatScaleHeight, kHeatScaleHeight},
                       ColorRole::Bubble, true);
            box.takeLeft(kHeatScaleHeight + kPad / 2);
            m_pen.text(box.takeLeft(std::min(box.width, m_pen.widthOf(noData) + kPad)), noData, ColorRole::MutedText);
        }
        m_pen.text(box, m_map.note, ColorRole::MutedText);
    }

    ScenePen &m_pen;
    const HeatMap &m_map;
    Box m_area;
    int m_rowHeight = 1;
    double m_placeWidth = 1;
};

}  // namespace

std::vector<double> HeatMap::values() const {
    std::vector<double> known;
    for (const auto &place : places) {
        if (place.value) {
            known.push_back(*place.value);
        }
    }
    return known;
}

void drawHeatMap(ScenePen &pen, const HeatMap &map, const Box &box) { MapPainter(pen, map).draw(box); }

int heatMapHeight(int stages, const SceneStyle &style) {
    const int rows = std::max(1, stages);
    return 2 * style.lineHeight + 8 + rows * (rows <= 16 ? kRow : std::max(kMinRow, 16 * kRow / rows));
}

}  // namespace stagescope
