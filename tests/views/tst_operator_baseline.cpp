// The pages of the tab Operator with a baseline: what stands beside the run's own figures, and which rank is shown.
#include "core/analysis/difference/baseline_side.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "tests/support/test_suite.h"
#include "tests/views/demo_workspace.h"
#include "views/common/scene_canvas.h"
#include "views/operators/kernel_tree.h"
#include "views/operators/kernel_tree_model.h"
#include "views/operators/kernels_page.h"
#include "views/operators/launches_page.h"
#include "views/operators/roofline_page.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>

namespace tst_operator_baseline {

using namespace stagescope;

namespace {

constexpr int kSlow = 3;

/// Rank 3 computes half as long again as in the baseline.
std::shared_ptr<const Workspace> twoRuns() {
    auto slow = smallDemo();
    slow.faults.push_back(*demoFaultFromText("slow-rank=3:1.5"));
    auto workspace = std::make_shared<Workspace>(*demoWorkspace(slow));
    auto before = demoWorkspace(smallDemo())->runs.front();
    before.id = RunId{1};
    before.role = RunRole::Baseline;
    before.label = "before";
    workspace->runs.push_back(std::move(before));
    workspace->version = 2;
    return workspace;
}

double sumOf(const ResultTable &table, std::string_view column) {
    double sum = 0;
    for (const auto &row : table.rows) {
        const auto *value = std::get_if<double>(&row[table.indexOf(column)]);
        sum += value == nullptr ? 0 : *value;
    }
    return sum;
}

bool hasRole(const Scene &scene, ColorRole role) {
    return std::any_of(scene.rects.begin(), scene.rects.end(),
                       [role](const SceneRect &rect) { return rect.color.role == role; });
}

}  // namespace

class OperatorBaselineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        m_both = twoRuns();
        QCOMPARE(m_both->runs.size(), std::size_t{2});
        auto alone = std::make_shared<Workspace>(*m_both);
        alone->runs.pop_back();
        m_alone = alone;
    }
    void init() { m_selection.set({}); }

    void kernelsStandBesideTheBaseline() {
        KernelsPage page(services());
        open(page, m_both);
        // Nobody has chosen a rank: that of the first finding is shown.
        QCOMPARE(page.model().question.rank, kSlow);
        const auto &table = page.tree()->model()->statistics();
        const double own = sumOf(table, "total_us");
        const double before = sumOf(table, "baseline_us");
        QVERIFY2(own / before > 1.4 && own / before < 1.6, qPrintable(QString::number(own / before)));
        QVERIFY(std::abs(sumOf(table, "change_us") - (own - before)) < 0.01);
        for (const auto &bar : page.bars().groups) {
            QVERIFY(bar.before.has_value() && bar.total > *bar.before);
        }
        QVERIFY(hasRole(page.layoutShown().scene, ColorRole::Baseline));
        // A step of both; of a range the runs have nothing in common.
        auto state = m_selection.state();
        state.step = m_both->runs.front().captures.empty() ? 0 : 5;
        m_selection.set(state);
        QTRY_VERIFY(!page.isBusy());
        QVERIFY(page.bars().before && *page.bars().before < Nanos{std::llround(before * 600)});
        state.step.reset();
        state.range = AlignedRange{m_time.limits().begin, m_time.limits().begin + Nanos{1'000'000'000'000}};
        m_selection.set(state);
        QTRY_VERIFY(!page.isBusy());
        QVERIFY(!page.bars().before);
    }
    void rooflineOutlinesTheBaseline() {
        RooflinePage page(services());
        open(page, m_both);
        QCOMPARE(page.shownRank()->rank, kSlow);
        QVERIFY(page.shownBaseline() != nullptr);
        const auto &layout = page.layoutShown();
        QVERIFY(!layout.dots.empty() && hasRole(layout.scene, ColorRole::Baseline));
        for (const auto &dot : layout.dots) {
            const auto &group = page.shownRank()->groups[dot.group];
            const auto *same = page.shownBaseline()->same(group);
            QVERIFY(same != nullptr && *same->flops() > 1.3 * *group.flops());
            const auto tip = page.tipAt({dot.box.x + dot.box.width / 2, dot.box.y + dot.box.height / 2});
            QVERIFY2(tip.contains(QStringLiteral("Baseline: ")), qPrintable(tip));
        }
    }
    void launchesHaveTheBaselineAsALine() {
        LaunchesPage page(services());
        open(page, m_both);
        QCOMPARE(page.shownRank()->rank, kSlow);
        QVERIFY(page.model().baseline.contains(kSlow));
        QVERIFY(hasRole(page.layoutShown().scene, ColorRole::Baseline));
    }
    void withoutABaselineNothingIsSaidOfOne() {
        KernelsPage kernels(services());
        open(kernels, m_alone);
        QCOMPARE(kernels.tree()->model()->statistics().indexOf("baseline_us"),
                 kernels.tree()->model()->statistics().columns.size());
        QVERIFY(!hasRole(kernels.layoutShown().scene, ColorRole::Baseline));
        RooflinePage roofline(services());
        open(roofline, m_alone);
        QVERIFY(!hasRole(roofline.layoutShown().scene, ColorRole::Baseline));
        LaunchesPage launches(services());
        open(launches, m_alone);
        QVERIFY(!hasRole(launches.layoutShown().scene, ColorRole::Baseline));
    }
    /// A rank that is chosen is the one that is shown.
    void aChosenRankHasItsOwnCounterpart() {
        KernelsPage page(services());
        m_selection.set({.ranks = {{RunId{0}, 1}}});
        open(page, m_both);
        QCOMPARE(page.model().question.rank, 1);
        const auto &table = page.tree()->model()->statistics();
        QVERIFY(std::abs(sumOf(table, "total_us") / sumOf(table, "baseline_us") - 1) < 0.02);
    }
    /// Groups of one run alone count as nothing in the other.
    void groupsOfOneRun() {
        const std::vector<ColumnSpec> columns{{"type", ColumnType::Text, "", ""},
                                              {"count", ColumnType::Integer, "", ""},
                                              {"total_us", ColumnType::Real, "us", ""},
                                              {"mean_us", ColumnType::Real, "us", ""}};
        const ResultTable own{
            "kernel_stats",
            columns,
            {{std::string("a"), std::int64_t{2}, 10.0, 5.0}, {std::string("b"), std::int64_t{1}, 3.0, 3.0}},
            {}};
        const ResultTable before{
            "kernel_stats",
            columns,
            {{std::string("a"), std::int64_t{2}, 8.0, 4.0}, {std::string("c"), std::int64_t{1}, 7.0, 7.0}},
            {}};
        const auto both = withBaseline(own, before);
        QCOMPARE(both.rows.size(), std::size_t{3});
        const auto value = [&](std::size_t row, std::string_view column) {
            const auto *cell = std::get_if<double>(&both.rows[row][both.indexOf(column)]);
            return cell == nullptr ? std::nullopt : std::optional(*cell);
        };
        QCOMPARE(value(0, "change_us"), std::optional(2.0));
        QCOMPARE(value(1, "baseline_us"), std::optional(0.0));
        QCOMPARE(both.text(2, "type"), std::string("c"));
        QCOMPARE(value(2, "change_us"), std::optional(-7.0));
        QVERIFY(!value(2, "mean_us"));
        QCOMPARE(withBaseline(own, {"kernel_stats", columns, {}, {}}).columns.size(), columns.size());
    }

private:
    [[nodiscard]] ViewServices services() { return {&m_selection, &m_time, nullptr}; }
    template <class Page>
    void open(Page &page, const std::shared_ptr<const Workspace> &workspace) {
        page.resize(1200, 800);
        page.show();
        page.setWorkspace(workspace);
        QTRY_VERIFY_WITH_TIMEOUT(!page.isBusy(), 60'000);
        QVERIFY(!page.emptyReason());
        (void)page.canvas()->scene();
    }

    Selection m_selection;
    TimeView m_time;
    std::shared_ptr<const Workspace> m_both;
    std::shared_ptr<const Workspace> m_alone;
};

TEST_SUITE(OperatorBaselineTest)

}  // namespace tst_operator_baseline

#include "tst_operator_baseline.moc"
