#include "app/window/finding_navigator.h"
#include "tests/support/demo_workspace.h"
#include "tests/support/test_suite.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

namespace tst_finding_navigator {

using namespace stagescope;

class TestFindingWalk : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<FindingNavigator> m_walk;

private Q_SLOTS:
    void init() {
        m_selection = std::make_unique<Selection>();
        m_walk = std::make_unique<FindingNavigator>(m_selection.get(), nullptr);
    }

    void eachFindingIsShownInItsTurn() {
        const auto workspace = demoWith({{"steps", "2"}, {"fault", "slow-stage=1:2"}, {"fault", "slow-link=4-6:10"}});
        const auto findings = adviceFor(*workspace->mainRun()).findings;
        QVERIFY(!findings.empty());
        m_walk->setWorkspace(workspace);
        QSignalSpy tabs(m_walk.get(), &FindingNavigator::viewRequested);
        QSignalSpy texts(m_walk.get(), &FindingNavigator::told);
        for (std::size_t i = 0; i <= findings.size(); ++i) {
            m_walk->goToNext();
            QTRY_COMPARE(texts.size(), static_cast<int>(i) + 1);
            const auto at = i % findings.size();
            QVERIFY(m_selection->state().ranks == findings[at].evidence.ranks);
            QVERIFY(m_selection->state().step == findings[at].evidence.step);
            const auto number = QStringLiteral("Finding %1 of %2: ").arg(at + 1).arg(findings.size());
            QVERIFY(texts.back().front().toString().startsWith(number));
        }
        QCOMPARE(tabs.front().front().toString(), QStringLiteral("pipeline"));
        QCOMPARE(tabs.size(), texts.size());
    }
    void aHealthyRunSaysThatThereIsNone() {
        m_walk->setWorkspace(demoWith({{"steps", "2"}}));
        QSignalSpy tabs(m_walk.get(), &FindingNavigator::viewRequested);
        QSignalSpy texts(m_walk.get(), &FindingNavigator::told);
        m_walk->goToNext();
        QTRY_COMPARE(texts.size(), 1);
        QVERIFY(texts.front().front().toString().startsWith(QStringLiteral("No finding")));
        QVERIFY(tabs.empty());
        QVERIFY(m_selection->state().ranks.empty());
    }
    void withoutARunNothingHappens() {
        QSignalSpy texts(m_walk.get(), &FindingNavigator::told);
        m_walk->goToNext();
        QVERIFY(!m_walk->isBusy());
        QVERIFY(texts.empty());
    }
};

TEST_SUITE(TestFindingWalk)

}  // namespace tst_finding_navigator

#include "tst_finding_navigator.moc"
