#include "core/scene/communication/strategy_scene.h"

#include "core/base/number_text.h"
#include "core/scene/kit/heat_scale.h"
#include "core/scene/kit/joined_texts.h"
#include "core/scene/kit/spacing.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace stagescope {

namespace {

constexpr int kTileGapFrom = 10;  ///< smaller places touch each other
constexpr int kOutlineFrom = 12;  ///< smaller places have outlines for the selected rank only

class StrategyPainter {
public:
    StrategyPainter(StrategyScene &built, ScenePen &pen, const StrategyModel &model, const StrategyOptions &options)
        : m_built(built), m_pen(pen), m_model(model), m_options(options), m_sizes(*model.sizes) {}

    void draw() {
        Box area{0, 0, m_options.width, m_options.height};
        m_pen.fill(area, ColorRole::Background);
        area = area.inset(kPad, 4);
        const int line = m_pen.style().lineHeight;
        drawTitle(area);
        drawDimensions(area);
        area.takeTop(4);
        Box foot = area.takeBottom(line + 2);
        layOut(area);
        findRange();
        for (auto &place : m_built.places) {
            drawPlace(place);
        }
        drawOutlines();
        int lowest = area.y;
        for (const auto &place : m_built.places) {
            lowest = std::max(lowest, place.box.bottom());
        }
        foot.y = std::min(foot.y, lowest + kPad / 2);  // few stages: right below them
        drawScale(foot);
    }

private:
    [[nodiscard]] int foldedTp() const { return m_options.fold == StrategyFold::None ? m_sizes.tp : 1; }
    [[nodiscard]] int foldedCp() const { return m_options.fold == StrategyFold::TpAndCp ? 1 : m_sizes.cp; }
    [[nodiscard]] bool isFolded(ParallelDimension dimension) const {
        return (dimension == ParallelDimension::Tp && m_options.fold != StrategyFold::None) ||
               (dimension == ParallelDimension::Cp && m_options.fold == StrategyFold::TpAndCp);
    }
    [[nodiscard]] bool isOutlined(ParallelDimension dimension) const {
        return !isFolded(dimension) && m_options.outlined[static_cast<std::size_t>(dimension)] && sizeOf(dimension) > 1;
    }
    [[nodiscard]] int columnOf(const ParallelPlace &place) const {
        const int cp = m_options.fold == StrategyFold::TpAndCp ? 0 : place.cp;
        const int tp = m_options.fold == StrategyFold::None ? place.tp : 0;
        return (place.dp * foldedCp() + cp) * foldedTp() + tp;
    }

    /// What does not fit into a line begins another one.
    void drawTitle(Box &area) {
        std::string sizes;
        const std::array counts{m_sizes.tp, m_sizes.cp, m_sizes.dp, m_sizes.pp, m_sizes.ep};
        for (const auto dimension : parallelDimensions()) {
            sizes += std::string(dimensionText(dimension)) + " " +
                     std::to_string(counts[static_cast<std::size_t>(dimension)]) + "  ";
        }
        const int line = m_pen.style().lineHeight;
        Box box = area.takeTop(line);
        const int width = m_pen.text(box, sizes, ColorRole::Text, TextAlign::Left, true);
        box.takeLeft(std::min(box.width, width * 8 / 7 + kPad));
        auto caption = m_options.caption;
        joinText(caption, m_pen.words(Message("strategy.axes")), Join::Semicolon, m_pen.style().message);
        m_pen.text(m_pen.widthOf(caption) <= box.width ? box : area.takeTop(line), caption, ColorRole::MutedText);
    }
    void drawDimensions(Box &area) {
        const int line = m_pen.style().lineHeight;
        Box box = area.takeTop(line);
        for (const auto dimension : parallelDimensions()) {
            if (!isOutlined(dimension)) {
                continue;
            }
            const auto name = m_pen.words(Message("strategy.dimension." + std::string(dimensionText(dimension))));
            if (box.x > area.x && kSwatch + 4 + m_pen.widthOf(name) > box.width) {
                box = area.takeTop(line);
            }
            const Box swatch{box.x, box.y + (line - kSwatch) / 2, kSwatch, kSwatch};
            m_pen.frame(swatch, roleOf(dimension));
            m_pen.frame(swatch.inset(1, 1), roleOf(dimension));
            box.takeLeft(std::min(box.width, kSwatch + 4));
            box.takeLeft(std::min(box.width, m_pen.text(box, name, ColorRole::MutedText) + kPad));
        }
    }

    void layOut(const Box &area) {
        m_columns = m_sizes.dp * foldedCp() * foldedTp();
        const auto label = m_pen.words(Message("stage.label", {std::to_string(m_sizes.pp - 1)}));
        const int labels = m_pen.widthOf(label) + kPad;
        const int room = std::max(1, area.width - labels);
        m_step = std::max(static_cast<double>(room) / m_columns, 0.001);
        m_perBlock = std::max(1, static_cast<int>(std::ceil(kMinPlace / m_step)));
        m_rowHeight = std::max(area.height / m_sizes.pp, kMinPlace);
        m_rowsPerBlock = std::max(1, (m_sizes.pp * m_rowHeight + area.height - 1) / std::max(1, area.height));
        m_area = {area.x + labels, area.y, room, area.height};
        const int line = m_pen.style().lineHeight;
        int free = area.y;
        for (int stage = 0; stage < m_sizes.pp; ++stage) {
            const Box row = rowBox(stage);
            if (row.y >= free && row.y + line <= area.bottom()) {
                m_pen.text({area.x, row.y + std::max(0, (row.height - line) / 2), labels, line},
                           m_pen.words(Message("stage.label", {std::to_string(stage)})), ColorRole::MutedText);
                free = row.y + line;
            }
        }
        std::map<std::pair<int, int>, std::size_t> known;
        for (int rank = 0; rank < m_sizes.world; ++rank) {
            const auto place = *placeOf(rank, m_sizes, m_model.question.order);
            const std::pair at(place.pp / m_rowsPerBlock, columnOf(place) / m_perBlock);
            const auto [it, isNew] = known.try_emplace(at, m_built.places.size());
            if (isNew) {
                m_built.places.push_back({boxOf(at.first, at.second), {}, -1});
            }
            m_built.places[it->second].ranks.push_back(rank);
            m_placeOfRank.push_back(it->second);
        }
    }
    [[nodiscard]] Box rowBox(int stage) const {
        return {m_area.x, m_area.y + stage / m_rowsPerBlock * m_rowHeight, m_area.width, m_rowHeight};
    }
    [[nodiscard]] Box boxOf(int row, int block) const {
        const auto at = [&](int b) {
            return m_area.x + static_cast<int>(std::lround(std::min(b * m_perBlock, m_columns) * m_step));
        };
        return {at(block), m_area.y + row * m_rowHeight, at(block + 1) - at(block), m_rowHeight};
    }

    void findRange() {
        std::vector<double> values;
        for (int rank = 0; rank < m_sizes.world; ++rank) {
            if (const auto value = m_model.valueOf(rank)) {
                values.push_back(*value);
            }
        }
        m_range = HeatRange(values, isHighBad(m_model.question.metric), m_model.news);
    }
    void drawPlace(StrategyScene::Place &place) {
        const bool isHigh = isHighBad(m_model.question.metric);
        std::optional<double> worst;
        place.worst = place.ranks.front();
        for (const int rank : place.ranks) {
            const auto value = m_model.valueOf(rank);
            if (value && (!worst || (isHigh ? *value > *worst : *value < *worst))) {
                worst = value;
                place.worst = rank;
            }
        }
        const int gap = std::min(place.box.width, place.box.height) >= kTileGapFrom ? 3 : 0;
        const Box box = place.box.inset(gap, gap);
        m_pen.hit(place.box, RankRef{m_model.run, place.worst});
        const auto &ranks = place.ranks;
        const auto text = ranks.size() == 1 ? std::to_string(ranks.front())
                                            : std::to_string(ranks.front()) + "-" + std::to_string(ranks.back());
        if (worst) {
            const auto color = m_range.colorOf(*worst);
            m_pen.fill(box, color);
            drawLabel(box, text, color, valueText(*worst));
        } else {
            m_pen.fill(box, ColorRole::AlternateBackground, !m_model.isPresent(place.worst));
            m_pen.frame(box, ColorRole::Grid);
            drawLabel(box, text, {ColorRole::AlternateBackground, 0});
        }
    }
    /// The rank, and below it what its colour tells where there is room for both.
    void drawLabel(const Box &box, const std::string &text, Color color, const std::string &value = {}) {
        const int line = m_pen.style().lineHeight;
        const bool hasBoth = !value.empty() && box.height >= 2 * line + 4 && box.width >= m_pen.widthOf(value) + kPad;
        if (hasBoth) {
            const int top = box.y + (box.height - 2 * line) / 2;
            m_pen.label({box.x, top, box.width, line}, text, color);
            m_pen.label({box.x, top + line, box.width, line}, value, color);
        } else if (box.height >= line) {
            m_pen.label(box, text, color);
        }
    }

    struct Group {
        Box around;
        int cells = 0;  ///< places
        std::vector<std::size_t> places;
    };
    [[nodiscard]] std::map<std::int64_t, Group> groupsOf(ParallelDimension dimension) const {
        std::map<std::int64_t, Group> groups;
        for (int rank = 0; rank < m_sizes.world; ++rank) {
            const auto place = *placeOf(rank, m_sizes, m_model.question.order);
            auto &group = groups[groupKey(dimension, place, m_sizes, m_model.question.order)];
            const auto index = m_placeOfRank[static_cast<std::size_t>(rank)];
            if (std::find(group.places.begin(), group.places.end(), index) == group.places.end()) {
                const Box &box = m_built.places[index].box;
                group.around =
                    group.places.empty()
                        ? box
                        : Box{std::min(group.around.x, box.x), std::min(group.around.y, box.y),
                              std::max(group.around.right(), box.right()) - std::min(group.around.x, box.x),
                              std::max(group.around.bottom(), box.bottom()) - std::min(group.around.y, box.y)};
                group.cells += box.width * box.height;
                group.places.push_back(index);
            }
        }
        return groups;
    }
    void drawOutlines() {
        const bool isRoomy = m_perBlock == 1 && std::min(m_step, static_cast<double>(m_rowHeight)) >= kOutlineFrom;
        for (const auto dimension : parallelDimensions()) {
            if (!isOutlined(dimension)) {
                continue;
            }
            std::optional<std::int64_t> own;
            if (m_options.selected && *m_options.selected < m_sizes.world && *m_options.selected >= 0) {
                const auto place = *placeOf(*m_options.selected, m_sizes, m_model.question.order);
                own = groupKey(dimension, place, m_sizes, m_model.question.order);
            }
            if (!isRoomy && !own) {
                continue;
            }
            for (const auto &[key, group] : groupsOf(dimension)) {
                const bool isWhole = group.cells == group.around.width * group.around.height;
                if (isRoomy && isWhole && group.places.size() > 1) {
                    m_pen.frame(group.around.inset(insetOf(dimension), insetOf(dimension)), roleOf(dimension));
                }
                if (key == own) {
                    drawMembers(group, roleOf(dimension), isRoomy, isWhole);
                }
            }
        }
        if (m_options.selected && *m_options.selected >= 0 && *m_options.selected < m_sizes.world) {
            const Box box = m_built.places[m_placeOfRank[static_cast<std::size_t>(*m_options.selected)]].box;
            m_pen.frame(box, ColorRole::Accent);
            m_pen.frame(box.inset(1, 1), ColorRole::Accent);
        }
    }
    /// Small places that lie together have one outline, which would hide their colours otherwise.
    void drawMembers(const Group &group, ColorRole role, bool isRoomy, bool isWhole) {
        const auto outline = [&](const Box &box) {
            m_pen.frame(box, role);
            m_pen.frame(box.inset(1, 1), role);
        };
        if (!isRoomy && isWhole) {
            outline(group.around);
            return;
        }
        for (const auto index : group.places) {
            outline(m_built.places[index].box.inset(isRoomy ? 2 : 0, isRoomy ? 2 : 0));
        }
    }
    [[nodiscard]] int sizeOf(ParallelDimension dimension) const {
        return std::array{m_sizes.tp, m_sizes.cp, m_sizes.dp, m_sizes.pp,
                          m_sizes.ep}[static_cast<std::size_t>(dimension)];
    }
    /// Outlines of several dimensions lie inside each other.
    static int insetOf(ParallelDimension dimension) { return dimension == ParallelDimension::Pp ? 0 : 1; }

    void drawScale(Box foot) {
        const auto name =
            m_pen.words(Message("strategy.metric." + std::string(rankMetricText(m_model.question.metric))));
        const auto noData = m_pen.words(Message("pipeline.no_data"));
        drawHeatScale(
            m_pen, foot, name, m_range, [](double value) { return valueText(value); },
            kSwatch + 4 + m_pen.widthOf(noData));
        const Box swatch{foot.x, foot.y + (m_pen.style().lineHeight - kSwatch) / 2, kSwatch, kSwatch};
        m_pen.fill(swatch, ColorRole::AlternateBackground, true);
        m_pen.frame(swatch, ColorRole::Grid);
        foot.takeLeft(std::min(foot.width, kSwatch + 4));
        const int width = m_pen.text(foot, noData, ColorRole::MutedText);
        foot.takeLeft(std::min(foot.width, width + 2 * kPad));
        if (m_perBlock * m_rowsPerBlock > 1) {
            m_pen.text(foot, m_pen.words(Message("strategy.blocks", {std::to_string(m_perBlock * m_rowsPerBlock)})),
                       ColorRole::MutedText);
        }
    }

    StrategyScene &m_built;
    ScenePen &m_pen;
    const StrategyModel &m_model;
    const StrategyOptions &m_options;
    const ParallelSizes &m_sizes;
    Box m_area;
    double m_step = 1;  ///< pixels of a column
    int m_columns = 1;
    int m_perBlock = 1;  ///< columns that share a place
    int m_rowHeight = 1;
    int m_rowsPerBlock = 1;
    std::vector<std::size_t> m_placeOfRank;
    HeatRange m_range;
};

}  // namespace

const StrategyScene::Place *StrategyScene::placeAt(int x, int y) const {
    const auto it = std::find_if(places.begin(), places.end(), [&](const Place &p) { return p.box.contains(x, y); });
    return it == places.end() ? nullptr : &*it;
}

ColorRole roleOf(ParallelDimension dimension) {
    constexpr std::array kRoles{ColorRole::Overlapped, ColorRole::Send, ColorRole::Optimizer, ColorRole::Computing,
                                ColorRole::Preparing};
    return kRoles[static_cast<std::size_t>(dimension)];
}

StrategyScene buildStrategyScene(const StrategyModel &model, const StrategyOptions &options, const SceneStyle &style) {
    StrategyScene built;
    built.scene.width = options.width;
    built.scene.height = options.height;
    if (model.sizes) {
        ScenePen pen(built.scene, style);
        StrategyPainter(built, pen, model, options).draw();
    }
    return built;
}

}  // namespace stagescope
