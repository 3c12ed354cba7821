#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "tests/support/demo_workspace.h"
#include "tests/support/test_suite.h"
#include "views/common/findings_model.h"
#include "views/common/scene_canvas.h"
#include "views/common/texts/language.h"
#include "views/findings/findings_view.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

#include <algorithm>

namespace tst_findings_view {

using namespace stagescope;

class FindingsViewTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<FindingsView> m_view;

    void show(const std::shared_ptr<const Workspace> &workspace) {
        QCOMPARE(workspace->runs.size(), std::size_t{1});
        m_view->resize(1000, 700);
        m_view->show();
        m_view->setWorkspace(workspace);
        QTRY_VERIFY(!m_view->isBusy());
        (void)m_view->canvas()->scene();  // lays out
    }
    [[nodiscard]] bool says(const std::string &part) const {
        const auto &texts = m_view->canvas()->scene().texts;
        return std::any_of(texts.begin(), texts.end(),
                           [&](const SceneText &t) { return t.text.find(part) != std::string::npos; });
    }

    /// The line on all checks is clicked.
    void unfold() {
        const auto &line = m_view->layoutShown().checks;
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, {}, {line.x + 4, line.y + 4});
    }

private Q_SLOTS:
    void initTestCase() { setLanguage(Language::English); }
    void init() {
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_view = std::make_unique<FindingsView>(ViewServices{m_selection.get(), m_time.get(), nullptr});
    }
    void cleanup() { m_view.reset(); }

    void emptyWithoutRun() {
        m_view->setWorkspace(std::make_shared<Workspace>());
        QVERIFY(m_view->emptyReason().has_value());
    }

    void aHealthyRunSaysSoAndWhatWasLookedFor() {
        show(demoWith({{"steps", "2"}}));
        QVERIFY(says("No findings."));
        QVERIFY(says(" checks passed"));
        QVERIFY(!says("Checked: "));
        unfold();
        QVERIFY(says("Checked: "));
        QVERIFY(m_view->layoutShown().rows.empty());
        m_view->showEvidence();
        QVERIFY(m_selection->state() == SelectionState{});
    }

    void oneRankIsNotSeveral() {
        Advice advice;
        advice.findings.resize(2);
        advice.findings[0].evidence.ranks = {{RunId{0}, 2}};
        advice.findings[1].evidence.ranks = {{RunId{0}, 2}, {RunId{0}, 3}};
        const auto model = findingsModel(advice);
        QCOMPARE(model.findings[0].place.back().id, std::string("rank.label"));
        QCOMPARE(model.findings[1].place.back().id, std::string("ranks.label"));
    }

    void findingsOpenAndShowTheirEvidence() {
        show(demoWith({{"steps", "2"}, {"fault", "slow-stage=1:2"}, {"fault", "slow-link=4-6:10"}}));
        const auto count = m_view->layoutShown().rows.size();
        QVERIFY(count >= 2);
        QVERIFY(says("Stage 1 is slower"));
        QVERIFY(says("Evidence and thresholds"));
        QVERIFY(says("Assumptions"));
        QSignalSpy asked(m_view.get(), &View::viewRequested);
        const auto &button = m_view->layoutShown().showButton;
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, {}, {button.x + 4, button.y + 4});
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().toString(), QStringLiteral("pipeline"));
        QVERIFY(!m_selection->state().ranks.empty());
        QVERIFY(m_selection->state().step.has_value());
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QCOMPARE(m_view->opened(), std::size_t{1});
        for (std::size_t i = 1; i < count; ++i) {
            QTest::keyClick(m_view.get(), Qt::Key_Down);
        }
        QCOMPARE(m_view->opened(), std::size_t{0});
        const auto row = m_view->layoutShown().rows[1];
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, {}, {row.x + 4, row.y + 4});
        QCOMPARE(m_view->opened(), std::size_t{1});
        QTest::keyClick(m_view.get(), Qt::Key_Return);
        QCOMPARE(asked.size(), 2);
    }

    /// By the keys of the window; each shows its evidence.
    void eachIsGoneToInItsTurn() {
        const auto workspace = demoWith({{"steps", "2"}, {"fault", "slow-stage=1:2"}, {"fault", "slow-link=4-6:10"}});
        const auto findings = adviceFor(*workspace->mainRun()).findings;
        m_view->setWorkspace(workspace);  // not in sight
        QSignalSpy tabs(m_view.get(), &View::viewRequested);
        QSignalSpy texts(m_view.get(), &FindingsView::told);
        const auto expect = [&](std::size_t at, int times) {
            QTRY_VERIFY(texts.size() == times);
            QCOMPARE(m_view->opened(), at);
            QVERIFY(m_selection->state() == findings[at].evidence);
            QCOMPARE(m_selection->claim(), std::optional(findings[at].title));
            QVERIFY(texts.back().front().toString().startsWith(
                QStringLiteral("Finding %1 of %2: ").arg(at + 1).arg(findings.size())));
        };
        int times = 0;
        for (std::size_t i = 0; i <= findings.size(); ++i) {
            m_view->goOn();
            expect(i % findings.size(), ++times);
        }
        m_view->goOn(true);
        expect(findings.size() - 1, ++times);
        QCOMPARE(tabs.front().front().toString(), QStringLiteral("pipeline"));
        QCOMPARE(tabs.size(), texts.size());
    }
    /// What was shown from another view is open here, and the next one follows it.
    void whatIsShownElsewhereIsOpen() {
        const auto workspace = demoWith({{"steps", "2"}, {"fault", "slow-stage=1:2"}, {"fault", "slow-link=4-6:10"}});
        const auto findings = adviceFor(*workspace->mainRun()).findings;
        QVERIFY(findings.size() >= 2);
        show(workspace);
        QObject elsewhere;
        QSignalSpy texts(m_view.get(), &FindingsView::told);
        showFinding(findings[1], m_selection.get(), &elsewhere, [](const QString &) {});
        QCOMPARE(m_view->opened(), std::size_t{1});
        QVERIFY(texts.back().front().toString().startsWith(QStringLiteral("Finding 2 of ")));
        m_view->goOn();
        QCOMPARE(m_view->opened(), 2 % findings.size());
        const auto &next = m_view->layoutShown().nextButton;
        QTest::mouseClick(m_view->canvas(), Qt::LeftButton, {}, {next.x + 4, next.y + 4});
        QCOMPARE(m_view->opened(), 3 % findings.size());
    }
    void aHealthyRunSaysThatThereIsNothingToGoTo() {
        m_view->setWorkspace(demoWith({{"steps", "2"}}));
        QSignalSpy tabs(m_view.get(), &View::viewRequested);
        QSignalSpy texts(m_view.get(), &FindingsView::told);
        m_view->goOn();
        QTRY_COMPARE(texts.size(), 1);
        QVERIFY(texts.front().front().toString().startsWith(QStringLiteral("No finding")));
        QVERIFY(tabs.empty() && m_selection->state().ranks.empty());
        m_view->setWorkspace(std::make_shared<Workspace>());
        m_view->goOn();
        QVERIFY(!m_view->isBusy());
        QCOMPARE(texts.size(), 1);
    }

    void whatCannotBeAnsweredIsSaid() {
        auto workspace = std::make_shared<Workspace>();
        Run run;
        run.captures.push_back({});
        run.captures.back().rank = 0;
        workspace->runs.push_back(run);
        show(workspace);
        // Nothing could be looked at: that is no verdict.
        QVERIFY(says("Nothing to judge yet."));
        QVERIFY(!says("No findings."));
        QVERIFY(!says("Not checked: "));
        unfold();
        // One line for all that the same setting would help; of an unknown platform in the words of none.
        QVERIFY(says("Put ranges around forward and backward"));
        QVERIFY(says("Not checked: "));
        QVERIFY(says("Stage imbalance"));
        unfold();
        QVERIFY(!says("Not checked: "));
    }
};

TEST_SUITE(FindingsViewTest)

}  // namespace tst_findings_view

#include "tst_findings_view.moc"
