#include "core/scene/communication/comm_overview_scene.h"

#include "core/analysis/communication/cluster_steps.h"
#include "core/analysis/communication/comm_overlap.h"
#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/run/time_split.h"
#include "core/base/number_text.h"
#include "core/base/step_id.h"
#include "core/scene/kit/spacing.h"
#include "core/scene/kit/stacked_bars.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace stagescope {

namespace {

constexpr int kBar = 24;
constexpr std::size_t kMostKinds = 12;

std::string stepIfAny(std::int64_t step) { return step == kNoStep ? std::string() : stepText(step); }

std::vector<CommOverview::Row> rowsOf(const Run &run, const std::stop_token &stop) {
    std::vector<CommOverview::Row> rows;
    for (const auto &split : timeSplits(run, stop)) {
        rows.push_back({split.rank, stepIfAny(split.step.value_or(kNoStep)), splitParts(split.parts)});
    }
    if (!rows.empty()) {
        return rows;
    }
    for (const auto &row : stepTraceRows(run, CommSource::Any, stop)) {
        if (row.isStage || row.ranks.size() != 1) {
            continue;
        }
        const auto part = [&](std::size_t column) { return std::max<std::int64_t>(0, row.ns[column]); };
        // Computing in these files includes what overlaps.
        rows.push_back({row.ranks.front(),
                        row.step,
                        {part(8), std::max<std::int64_t>(0, part(0) - part(2)), part(2), part(1), part(4), 0}});
    }
    return rows;
}

/// Exposed communication by group and kind; collects who took part in `members`.
class Kinds {
public:
    Kinds(const Run &run, const std::stop_token &stop) : m_groups(commTimes(run, CommSource::Any, stop)) {
        for (const auto &op : commOps(run, stop)) {
            m_names.try_emplace({op.rank, op.group}, m_groups.of(op.rank, op.name, op.group));
        }
        m_overlaps = commOverlaps(run, stop);
        for (auto &overlap : m_overlaps) {
            const auto it = m_names.find({overlap.rank, overlap.group});
            overlap.group = it == m_names.end() ? overlap.group : it->second;
        }
    }

    void addMembers(std::vector<CommMember> &members) const {
        for (const auto &overlap : m_overlaps) {
            if (overlap.step != kNoStep) {
                members.push_back({overlap.group, stepIfAny(overlap.step), overlap.rank});
            }
        }
    }

    [[nodiscard]] std::vector<CommOverview::Kind> take(const CommScope &scope, const CommScopes &scopes) const {
        struct Sum {
            std::set<int> ranks;
            Nanos covered{0};
            Nanos exposed{0};
            int rows = 0;
        };
        std::map<std::pair<std::string, std::string>, Sum> sums;
        for (const auto &overlap : m_overlaps) {
            if (scope.holds(overlap.group, stepIfAny(overlap.step))) {
                auto &sum = sums[{overlap.group, overlap.kind}];
                sum.ranks.insert(overlap.rank);
                sum.covered += overlap.covered();
                sum.exposed += overlap.exposed;
                ++sum.rows;
            }
        }
        std::vector<CommOverview::Kind> kinds;
        for (const auto &[key, sum] : sums) {
            const auto group = std::find_if(scopes.groups.begin(), scopes.groups.end(),
                                            [&](const GroupChoice &choice) { return choice.group == key.first; });
            kinds.push_back({group == scopes.groups.end() ? key.first : group->title, key.second, sum.ranks.size(),
                             sum.covered / sum.rows, sum.exposed / sum.rows});
        }
        std::stable_sort(kinds.begin(), kinds.end(),
                         [](const auto &a, const auto &b) { return a.exposed > b.exposed; });
        return kinds;
    }

private:
    OperatorGroups m_groups;
    std::map<std::pair<int, std::string>, std::string> m_names;
    std::vector<CommOverlap> m_overlaps;
};

class OverviewPainter {
public:
    OverviewPainter(ScenePen &pen, const CommOverview &model) : m_pen(pen), m_model(model) {}

    void draw(Box area, const std::string &caption) {
        m_pen.fill(area, ColorRole::Background);
        area = area.inset(kPad, 4);
        const int line = m_pen.style().lineHeight;
        title(area.takeTop(line), "overview.title", caption);
        if (m_model.rows.empty()) {
            m_pen.paragraph(area.takeTop(2 * line), m_pen.words(Message("communication.empty.choice")),
                            ColorRole::MutedText);
        }
        drawLegend(area.takeTop(line + 4));
        const int kinds = static_cast<int>(std::min(kMostKinds, m_model.kinds.size()));
        const int below = kinds == 0 ? 0 : std::min(area.height / 2, 2 * line + kPad + kinds * kBar);
        Box bottom = area.takeBottom(below);
        drawRows(area.takeTop(std::min(area.height, static_cast<int>(m_model.rows.size()) * kBar)));
        if (kinds > 0) {
            bottom.takeTop(kPad);
            title(bottom.takeTop(line), "overview.kinds", m_pen.words(Message("overview.kinds.note")));
            drawKinds(bottom);
        }
    }

private:
    void title(Box box, const char *id, std::string_view note) {
        const int width = m_pen.text(box, m_pen.words(Message(id)), ColorRole::Text, TextAlign::Left, true);
        box.takeLeft(std::min(box.width, width * 8 / 7 + 2 * kPad));
        m_pen.text(box, note, ColorRole::MutedText);
    }
    void drawLegend(Box box) {
        for (std::size_t i = 0; i < kSplitParts.size(); ++i) {
            const bool occurs = std::any_of(m_model.rows.begin(), m_model.rows.end(),
                                            [&](const auto &row) { return row.parts[i] > 0; });
            if (occurs) {
                box.takeLeft(
                    m_pen.legendEntry(box.x, box.y, kSplitParts[i].role, m_pen.words(Message(kSplitParts[i].id))));
            }
        }
    }
    void drawRows(Box box) {
        StackedBars bars;
        bars.axis = m_pen.words(Message("head.rank"));
        bars.groupAxis = m_pen.words(Message("head.step"));
        for (const auto &row : m_model.rows) {
            StackedBar bar;
            bar.label =
                m_pen.words(Message(row.step.empty() ? "overview.row.capture" : "overview.row",
                                    {std::to_string(row.rank), percentText(row.overlapPercent(), 100), row.step}));
            bar.shortLabel = std::to_string(row.rank);
            for (std::size_t i = 0; i < row.parts.size(); ++i) {
                bar.parts.emplace_back(kSplitParts[i].role, row.parts[i]);
            }
            bar.item = RankRef{m_model.run, row.rank};
            bar.group = row.step;
            bars.bars.push_back(std::move(bar));
        }
        bars.format = MillisFormat::forSize(Nanos{bars.longest()});
        bars.draw(m_pen, box);
    }
    void drawKinds(Box box) {
        StackedBars bars;
        const auto fit = static_cast<std::size_t>(std::max(0, box.height / StackedBars::kRow));
        for (std::size_t i = 0; i < std::min({kMostKinds, fit, m_model.kinds.size()}); ++i) {
            const auto &kind = m_model.kinds[i];
            StackedBar bar;
            bar.label = m_pen.words(Message("overview.kind." + kind.kind, {kind.group, std::to_string(kind.ranks)}));
            bar.shortLabel = kind.group;
            bar.parts = {{ColorRole::ExposedCommunication, kind.exposed.count()},
                         {ColorRole::Overlapped, kind.covered.count()}};
            bars.bars.push_back(std::move(bar));
        }
        bars.format = MillisFormat::forSize(Nanos{bars.longest()});
        bars.draw(m_pen, box);
    }

    ScenePen &m_pen;
    const CommOverview &m_model;
};

}  // namespace

double CommOverview::Row::overlapPercent() const {
    const auto whole = static_cast<double>(overlapped() + exposed());
    return whole > 0 ? 100 * static_cast<double>(overlapped()) / whole : 0;
}

CommOverview commOverview(const Run &run, const CommScope &scope, const std::stop_token &stop) {
    CommOverview overview;
    overview.run = run.id;
    const Kinds kinds(run, stop);
    std::vector<CommMember> members;
    kinds.addMembers(members);
    for (auto &row : rowsOf(run, stop)) {
        if (!row.step.empty()) {
            members.push_back({{}, row.step, row.rank});
        }
        if (scope.step.empty() || scope.step == row.step) {
            overview.rows.push_back(std::move(row));
        }
    }
    overview.scopes = commScopes(commGroups(run, CommSource::Any, stop), members);
    overview.kinds = kinds.take(scope, overview.scopes);
    std::stable_sort(overview.rows.begin(), overview.rows.end(), [](const auto &a, const auto &b) {
        return std::tuple(stepNumber(a.step), a.rank) < std::tuple(stepNumber(b.step), b.rank);
    });
    return overview;
}

Scene buildCommOverviewScene(const CommOverview &model, int width, int height, const std::string &caption,
                             const SceneStyle &style) {
    Scene scene;
    scene.width = width;
    scene.height = height;
    ScenePen pen(scene, style);
    OverviewPainter(pen, model).draw({0, 0, width, height}, caption);
    return scene;
}

}  // namespace stagescope
