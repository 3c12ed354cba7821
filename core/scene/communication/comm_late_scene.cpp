#include "core/scene/communication/comm_late_scene.h"

#include "core/analysis/run/steps.h"
#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/scene/kit/cell_number.h"
#include "core/scene/kit/spacing.h"
#include "core/scene/kit/stacked_bars.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace stagescope {

namespace {

constexpr std::size_t kColumnCount = 8;
constexpr std::size_t kHolder = 4;  ///< of these: words where it is no rank
constexpr std::array<const char *, kColumnCount> kNames{
    "late.column.collective", "late.column.group",  "late.column.step",   "late.column.last",
    "late.column.held_up_by", "late.column.behind", "late.column.spread", "late.column.waited"};
/// Shares of the width, of 100.
constexpr std::array<int, kColumnCount> kShares{30, 16, 6, 8, 10, 10, 10, 10};

class LatePainter {
public:
    LatePainter(ScenePen &pen, const CommLateModel &model) : m_pen(pen), m_model(model) {}

    void draw(Box area, const std::string &caption) {
        m_pen.fill(area, ColorRole::Background);
        area = area.inset(kPad, 4);
        const int line = m_pen.style().lineHeight;
        title(area.takeTop(line), "late.title", caption);
        if (m_model.collectives.empty()) {
            m_pen.paragraph(area, m_pen.words(Message("late.empty.choice")), ColorRole::MutedText);
            return;
        }
        if (m_model.ranks.empty()) {
            area.takeTop(m_pen.paragraph(
                area, m_pen.words(Message(m_model.isFollowed ? "late.nobody" : "late.unknown")), ColorRole::MutedText));
        } else {
            drawRanks(area.takeTop(std::clamp(static_cast<int>(m_model.ranks.size()) * kBarHeight, 2 * line,
                                              std::max(2 * line, area.height / 2 - 2 * line))));
        }
        area.takeTop(kPad);
        if (area.height < 3 * line) {
            return;  // a title and heads without a row
        }
        if (m_model.uncertainty && area.height >= 4 * line) {
            const auto text = m_pen.words(Message("late.uncertainty", {shownTime(*m_model.uncertainty)}));
            m_pen.text(area.takeBottom(line), text, ColorRole::MutedText);
        }
        title(area.takeTop(line), "late.collectives", m_pen.words(Message("late.formulas")));
        drawRow(area.takeTop(line), names(), ColorRole::MutedText);
        for (const auto &late : m_model.collectives) {
            if (area.height < line) {
                break;
            }
            const Box row = area.takeTop(line);
            const bool isSure = !m_model.uncertainty || late.behind > *m_model.uncertainty;
            drawRow(row, texts(late), isSure ? ColorRole::Text : ColorRole::MutedText);
            m_pen.hit(row, m_model.refOf(late));
        }
    }

private:
    static constexpr int kBarHeight = 24;

    void title(Box box, const char *id, std::string_view note) {
        const int width = m_pen.text(box, m_pen.words(Message(id)), ColorRole::Text, TextAlign::Left, true);
        box.takeLeft(std::min(box.width, width * 8 / 7 + 2 * kPad));
        m_pen.text(box, note, ColorRole::MutedText);
    }
    void drawRanks(Box box) {
        StackedBars bars;
        bars.axis = m_pen.words(Message("head.rank"));
        bars.hasShares = false;
        for (const auto &rank : m_model.ranks) {
            const auto label =
                m_pen.words(Message("late.rank", {std::to_string(rank.rank), std::to_string(rank.collectives),
                                                  std::to_string(rank.timesLast)}));
            bars.bars.push_back({label,
                                 std::to_string(rank.rank),
                                 {{ColorRole::Preparing, rank.waited.count()}},
                                 RankRef{m_model.run, rank.rank}});
        }
        bars.format = MillisFormat::forSize(Nanos{bars.longest()});
        bars.draw(m_pen, box);
    }
    [[nodiscard]] std::array<std::string, kColumnCount> names() const {
        std::array<std::string, kColumnCount> names;
        for (std::size_t i = 0; i < kColumnCount; ++i) {
            names[i] = m_pen.words(Message(kNames[i]));
        }
        return names;
    }
    [[nodiscard]] std::array<std::string, kColumnCount> texts(const LateArrival &late) const {
        return {late.name,
                m_model.titleOf(late.group),
                late.step == kNoStep ? std::string() : stepText(late.step),
                std::to_string(late.last),
                late.joinsStages ? m_pen.words(Message("late.order"))
                : late.heldUpBy  ? std::to_string(*late.heldUpBy)
                                 : std::string(),
                shownTime(late.behind),
                shownTime(late.spread),
                shownTime(late.waited)};
    }
    /// Heads of figures are whole, in any language; names get what they leave.
    [[nodiscard]] std::array<int, kColumnCount> columnWidths(int whole) const {
        std::array<int, kColumnCount> widths{};
        const auto heads = names();
        int left = whole;
        const auto order = m_pen.widthOf(m_pen.words(Message("late.order")));
        for (std::size_t i = 1; i < kColumnCount; ++i) {
            const int words = std::max(m_pen.widthOf(heads[i]), i == kHolder ? order : 0);
            widths[i] = std::max(whole * kShares[i] / 100, words + kPad);
            left -= widths[i];
        }
        widths[0] = std::max(left, whole * kShares[0] / 200);
        return widths;
    }
    void drawRow(Box row, const std::array<std::string, kColumnCount> &texts, ColorRole role) {
        const auto widths = columnWidths(row.width);
        for (std::size_t i = 0; i < kColumnCount; ++i) {
            Box cell = row.takeLeft(widths[i]);
            cell.takeRight(kPad);
            m_pen.text(cell, texts[i], role, i < 2 ? TextAlign::Left : TextAlign::Right);
        }
    }

    ScenePen &m_pen;
    const CommLateModel &m_model;
};

}  // namespace

std::string CommLateModel::titleOf(const std::string &group) const {
    const auto it = std::find_if(scopes.groups.begin(), scopes.groups.end(),
                                 [&](const GroupChoice &g) { return g.group == group; });
    return it == scopes.groups.end() ? group : it->title;
}

CommLateModel commLateModel(const Run &run, const CommScope &scope, const std::stop_token &stop) {
    CommLateModel model;
    model.run = run.id;
    auto late = lateArrivalsToTheEnd(run, stop);
    model.uncertainty = late.uncertainty;
    model.isFollowed = late.isFollowed;
    const auto times = commTimes(run, CommSource::Any, stop);
    const OperatorGroups groups(times);
    std::vector<CommMember> members;
    std::set<std::pair<std::string, std::string>> seen;  ///< group and step
    std::map<int, CommLateModel::Rank> ranks;
    for (auto &each : late.collectives) {
        const auto step = each.step == kNoStep ? std::string() : stepText(each.step);
        each.group = groups.of(each.last, each.name, each.group);
        members.push_back({each.group, step, each.last});
        seen.insert({each.group, step});
        if (scope.holds(each.group, step)) {
            if (each.heldUpBy) {
                auto &rank = ranks[*each.heldUpBy];
                rank.rank = *each.heldUpBy;
                ++rank.collectives;
                rank.timesLast += each.last == rank.rank ? 1 : 0;
                rank.waited += each.waited;
            }
            model.collectives.push_back(each);
        }
    }
    // The others that took part, for groups that no metadata names.
    for (const auto &time : times) {
        if (seen.contains({time.group, time.step})) {
            members.push_back({time.group, time.step, time.rank});
        }
    }
    model.scopes = commScopes(commGroups(run, CommSource::Any, stop), members);
    std::stable_sort(model.collectives.begin(), model.collectives.end(),
                     [](const LateArrival &a, const LateArrival &b) { return a.waited > b.waited; });
    for (const auto &[number, rank] : ranks) {
        model.ranks.push_back(rank);
    }
    std::stable_sort(model.ranks.begin(), model.ranks.end(),
                     [](const auto &a, const auto &b) { return a.waited > b.waited; });
    return model;
}

Scene buildCommLateScene(const CommLateModel &model, int width, int height, const std::string &caption,
                         const SceneStyle &style) {
    Scene scene;
    scene.width = width;
    scene.height = height;
    ScenePen pen(scene, style);
    LatePainter(pen, model).draw({0, 0, width, height}, caption);
    return scene;
}

}  // namespace stagescope
