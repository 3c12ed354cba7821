#include "core/demo/demo_options.h"
#include "core/session/loading/load_job.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"
#include "views/common/scene_canvas.h"
#include "views/pipeline/bubbles_page.h"
#include "views/pipeline/what_if_controls.h"
#include "views/pipeline/what_if_page.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>
#include <QtWidgets/QCheckBox>

namespace tst_bubbles_page {

using namespace stagescope;

/// The page of bubbles on a synthetic pipeline: what a click selects, and that it follows the selection.
class TestBubblesPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        DemoOptions options;
        options.pp = 4;
        options.dp = 2;
        options.microbatches = 4;
        options.steps = 2;
        const auto path = m_folder.filePath(QStringLiteral("demo")).toStdString();
        QVERIFY(placeDemo(path, options).has_value());
        auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        auto workspace = std::make_shared<Workspace>();
        workspace->runs.push_back(std::move(*run));
        workspace->version = 1;
        m_workspace = workspace;
    }

    void init() {
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_page = std::make_unique<BubblesPage>(ViewServices{m_selection.get(), m_time.get(), nullptr});
        m_page->resize(1200, 500);
        m_page->show();
        m_page->setWorkspace(m_workspace);
        QTRY_VERIFY(!m_page->isBusy());
        (void)m_page->canvas()->scene();
        m_time->setLimits({m_page->model().window.begin, m_page->model().window.end});
    }
    void cleanup() { m_page.reset(); }

    void aPartSelectsItsRankAndWidestBubble() {
        const auto &model = m_page->model();
        const auto &parts = m_page->layoutShown().parts;
        const auto part = std::find_if(parts.begin(), parts.end(), [](const BubbleScene::Part &p) {
            return p.row == 3 && p.cause == BubbleCause::Head;
        });
        QVERIFY(part != parts.end());
        m_time->setRange({model.window.end - Nanos{1'000'000}, model.window.end});
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, {},
                          QPoint(part->box.x + part->box.width / 2, part->box.y + part->box.height / 2));
        const auto &state = m_selection->state();
        const RankRef rank{RunId{0}, model.rows[3].account.rank};
        QCOMPARE(state.ranks, std::vector<RankRef>{rank});
        QCOMPARE(state.group, model.group);
        QCOMPARE(state.step, model.step);
        QVERIFY(state.range == model.rows[3].widest(BubbleCause::Head)->range);
        QCOMPARE(toText(state.items.at(0)), toText(BubbleRef{rank.run, model.group, *model.step, rank.rank, 0}));
        QVERIFY(m_time->range().overlaps(*state.range));
    }
    void emptyGroundLetsGo() {
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, {}, QPoint(1, 1));
        QVERIFY(m_selection->state().ranks.empty());
        QVERIFY(!m_selection->state().range);
    }
    void groupIsFollowed() {
        const auto before = m_page->model().group;
        auto state = m_selection->state();
        state.group = before == "pp(1,3,5,7)" ? "pp(0,2,4,6)" : "pp(1,3,5,7)";
        m_selection->set(state);
        QTRY_COMPARE(m_page->model().group, state.group);
    }
    /// As in the chart above, so that the lanes of an answer have their rows there.
    void whereNothingIsChosenTheBlamedPipelineIsShown() {
        DemoOptions options;
        options.pp = 4;
        options.dp = 2;
        options.microbatches = 4;
        options.steps = 2;
        options.faults = {demoFaultFromText("slow-rank=3:1.5").value()};
        const auto path = m_folder.filePath(QStringLiteral("slow")).toStdString();
        QVERIFY(placeDemo(path, options).has_value());
        auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        auto workspace = std::make_shared<Workspace>();
        workspace->runs.push_back(std::move(*run));
        m_page->setWorkspace(workspace);
        QTRY_VERIFY(!m_page->isBusy());
        QCOMPARE(m_page->model().group, std::string("pp(1,3,5,7)"));
        WhatIfPage questions(ViewServices{m_selection.get(), m_time.get(), nullptr});
        questions.setWorkspace(workspace);
        QTRY_VERIFY(!questions.isBusy());
        questions.controls()->findChild<QCheckBox *>(QStringLiteral("ghost"))->setChecked(true);
        QVERIFY(!questions.ghost().empty());
        for (const auto &cell : questions.ghost()) {
            QVERIFY(cell.rank % 2 == 1);
        }
        const auto asked = shownPipeline(workspace, {"pp(0,2,4,6)", std::nullopt}, {}, {});
        QVERIFY(asked.group == "pp(0,2,4,6)" && !asked.step);
    }

private:
    QTemporaryDir m_folder;
    std::shared_ptr<const Workspace> m_workspace;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<BubblesPage> m_page;
};

TEST_SUITE(TestBubblesPage)

}  // namespace tst_bubbles_page

#include "tst_bubbles_page.moc"
