#include "core/scene/roles/role_scene.h"

#include "core/base/number_text.h"
#include "core/scene/kit/spacing.h"
#include "core/scene/kit/time_axis.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr int kMaxRow = 48;
constexpr int kLabelledRow = 14;  ///< pixels from which a row has its rank beside it
constexpr int kRoleTick = 110;

constexpr std::array<ColorRole, kRoleWorks> kRoleColors{
    ColorRole::Forward,         // rollout
    ColorRole::PhaseWarmup,     // log-probabilities of the actor
    ColorRole::PhaseSteady,     // reference
    ColorRole::Counter,         // values
    ColorRole::Send,            // reward
    ColorRole::Receive,         // advantage
    ColorRole::Backward,        // update
    ColorRole::BackwardWeight,  // update of the critic
    ColorRole::Communication,   // weights
    ColorRole::Bubble,          // waiting for samples
    ColorRole::OtherWork,       // validation
    ColorRole::Optimizer,       // checkpoint
};

ColorRole colorOf(RoleWork work) { return kRoleColors.at(static_cast<std::size_t>(work)); }

class RolePainter {
public:
    RolePainter(const RoleChart &chart, int width, int height, const SceneStyle &style)
        : m_chart(chart), m_style(style) {
        m_layout.scene.width = width;
        m_layout.scene.height = height;
        m_layout.rows = chart.rounds.ranks.size();
        if (!chart.rounds.rounds.empty()) {
            m_layout.range = {chart.rounds.rounds.front().range.begin, chart.rounds.rounds.back().range.end};
        }
    }

    RoleChartLayout build() {
        ScenePen pen(m_layout.scene, m_style);
        Box area = Box{0, 0, m_layout.scene.width, m_layout.scene.height}.inset(kPad, kPad);
        drawLegend(pen, area);
        auto heads = area.takeTop(m_style.lineHeight);
        auto axis = area.takeBottom(m_style.lineHeight);
        const int labels = labelWidth(pen);
        heads.takeLeft(labels);
        axis.takeLeft(labels);
        area.takeLeft(labels);
        const auto rows = static_cast<int>(m_layout.rows);
        area.height = std::min(area.height, rows * kMaxRow);
        if (area.isEmpty() || m_layout.rows == 0) {
            return std::move(m_layout);
        }
        m_layout.plot = area;
        drawRows(pen, labels);
        drawRounds(pen, heads);
        drawAxis(pen, {axis.x, area.bottom(), axis.width, axis.height});
        return std::move(m_layout);
    }

private:
    [[nodiscard]] TimeAxis timeAxis() const {
        return {m_layout.range, m_layout.plot.x, std::max(1, m_layout.plot.width)};
    }
    [[nodiscard]] std::string rankLabel(int rank) const {
        return m_style.message(Message("role.rank", {std::to_string(rank)}));
    }
    [[nodiscard]] int labelWidth(const ScenePen &pen) const {
        int width = 0;
        for (const int rank : m_chart.rounds.ranks) {
            width = std::max(width, pen.widthOf(rankLabel(rank)));
        }
        return width + kPad;
    }

    /// In as many lines as it needs.
    void drawLegend(ScenePen &pen, Box &area) const {
        std::array<bool, kRoleWorks> isThere{};
        for (const auto &phase : m_chart.phases) {
            isThere.at(static_cast<std::size_t>(phase.work)) = true;
        }
        auto line = area.takeTop(m_style.lineHeight + 4);
        for (std::size_t i = 0; i < kRoleWorks; ++i) {
            if (!isThere.at(i)) {
                continue;
            }
            const auto name = pen.words(roleWorkMessage(static_cast<RoleWork>(i)));
            if (line.width < kSwatch + kSwatchGap + pen.widthOf(name)) {
                line = area.takeTop(m_style.lineHeight + 4);
            }
            line.takeLeft(pen.legendEntry(line.x, line.y, kRoleColors.at(i), name) + kEntryGap);
        }
    }

    void drawRows(ScenePen &pen, int labels) {
        const auto axis = timeAxis();
        std::size_t at = 0;
        for (std::size_t i = 0; i < m_layout.rows; ++i) {
            const auto row = m_layout.row(i);
            const int gap = row.height > 4 ? 1 : 0;
            pen.fill(row.inset(0, gap), ColorRole::AlternateBackground);
            if (row.height >= kLabelledRow) {
                pen.text({row.x - labels, row.y + (row.height - m_style.lineHeight) / 2, labels - kPad / 2,
                          m_style.lineHeight},
                         rankLabel(m_chart.rounds.ranks[i]), ColorRole::MutedText, TextAlign::Right);
            }
            for (; at < m_chart.phases.size() && m_chart.phases[at].rank == m_chart.rounds.ranks[i]; ++at) {
                drawPhase(pen, axis, row.inset(0, gap), m_chart.phases[at]);
            }
        }
    }
    void drawPhase(ScenePen &pen, const TimeAxis &axis, const Box &row, const RolePhase &phase) const {
        const int left = axis.pixelOf(phase.range.begin);
        const Box box{left, row.y, std::max(1, axis.pixelOf(phase.range.end) - left), row.height};
        pen.fill(box, colorOf(phase.work));
        if (row.height >= kLabelledRow) {
            pen.label(box, timeText(phase.range.duration()), colorOf(phase.work), 4);
        }
        pen.hit(box, phase.evidence);
    }

    void drawRounds(ScenePen &pen, const Box &heads) const {
        const auto axis = timeAxis();
        for (const auto &round : m_chart.rounds.rounds) {
            const int left = axis.pixelOf(round.range.begin);
            const int right = axis.pixelOf(round.range.end);
            pen.vertical(left, heads.y, m_layout.plot.bottom() - heads.y, ColorRole::Grid);
            pen.text({left + 4, heads.y, right - left - 8, heads.height},
                     pen.words(Message("role.round", {std::to_string(round.number)})), ColorRole::MutedText);
        }
    }
    void drawAxis(ScenePen &pen, const Box &line) const {
        const auto axis = timeAxis();
        for (const auto &tick : axisTicks(axis, m_layout.range.begin, kRoleTick)) {
            const int x = axis.pixelOf(tick.time);
            pen.vertical(x, line.y, 3, ColorRole::MutedText);
            pen.text({x + 3, line.y, std::min(kRoleTick - 6, line.right() - x - 3), line.height}, tick.label,
                     ColorRole::MutedText);
        }
    }

    const RoleChart &m_chart;
    const SceneStyle &m_style;
    RoleChartLayout m_layout;
};

}  // namespace

RoleChart roleChart(const Run &run, const std::stop_token &stop) {
    RoleChart chart{rolePhases(run, stop), {}};
    chart.rounds = roleRounds(chart.phases);
    return chart;
}

Message roleWorkMessage(RoleWork work) { return Message("role." + std::string(roleWorkName(work))); }

Box RoleChartLayout::row(std::size_t at) const {
    const auto count = static_cast<int>(std::max<std::size_t>(1, rows));
    const auto begin = static_cast<int>(at) * plot.height / count;
    const auto end = (static_cast<int>(at) + 1) * plot.height / count;
    return {plot.x, plot.y + begin, plot.width, std::max(1, end - begin)};
}

const RolePhase *RoleChartLayout::phaseAt(const RoleChart &chart, int x, int y) const {
    if (!plot.contains(x, y)) {
        return nullptr;
    }
    const auto item = scene.itemAt(x, y);
    const auto it = std::find_if(chart.phases.begin(), chart.phases.end(),
                                 [&](const RolePhase &phase) { return item == ItemRef(phase.evidence); });
    return it == chart.phases.end() ? nullptr : &*it;
}

RoleChartLayout layOutRoleChart(const RoleChart &chart, int width, int height, const SceneStyle &style) {
    return RolePainter(chart, width, height, style).build();
}

}  // namespace stagescope
