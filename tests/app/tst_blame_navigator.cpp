#include "app/window/blame_navigator.h"
#include "tests/support/demo_workspace.h"
#include "tests/support/test_suite.h"
#include "views/common/detail_panel.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

namespace tst_blame_navigator {

using namespace stagescope;

class TestBlameWalk : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<BlameNavigator> m_walk;

    [[nodiscard]] const ItemRef &selected() const { return m_selection->state().items.front(); }

private Q_SLOTS:
    void init() {
        m_selection = std::make_unique<Selection>();
        m_walk = std::make_unique<BlameNavigator>(m_selection.get());
    }

    void fromAWaitToItsCauseAndBack() {
        const auto workspace = demoWith({{"steps", "2"}, {"pp", "2"}, {"fault", "slow-rank=3:1.5"}});
        const BlameStudy study(*workspace->mainRun());
        const auto chain = study.costliest(study.steps().front());
        QVERIFY(chain && chain->blamed() != nullptr && chain->blamed()->rank == 3);
        m_walk->setWorkspace(workspace);
        DetailPanel details(m_selection.get());
        connect(m_walk.get(), &BlameNavigator::explained, &details, &DetailPanel::setExplanation);
        QSignalSpy tabs(m_walk.get(), &BlameNavigator::viewRequested);
        QSignalSpy texts(m_walk.get(), &BlameNavigator::told);
        const ItemRef start = StepRef{workspace->mainRun()->id, *chain->step};
        m_selection->setItem(start);
        const auto count = static_cast<int>(chain->hops.size());
        for (int i = 0; i < count; ++i) {
            m_walk->goOn();
            QTRY_COMPARE(texts.size(), i + 1);
            QVERIFY(selected() == chain->hops[static_cast<std::size_t>(i)].item);
            QVERIFY(texts.back().front().toString().startsWith(QStringLiteral("Hop %1 of %2: ").arg(i + 1).arg(count)));
            QVERIFY(details.explanation().contains(QStringLiteral("rank 3")));
        }
        QCOMPARE(tabs.size(), count);
        m_walk->goOn();  // behind the last hop
        QCOMPARE(texts.size(), count + 1);
        QCOMPARE(texts.back().front().toString(), details.explanation());
        for (int i = count - 2; i >= 0; --i) {
            m_walk->goBack();
            QVERIFY(selected() == chain->hops[static_cast<std::size_t>(i)].item);
        }
        m_walk->goBack();
        QVERIFY(selected() == start);
        m_walk->goOn();
        QVERIFY(selected() == chain->hops.front().item);
        m_selection->setItem(RankRef{workspace->mainRun()->id, 0});
        QVERIFY(details.explanation().isEmpty());
    }
    void whatWaitedForNobody() {
        m_walk->setWorkspace(demoWith({{"steps", "1"}, {"pp", "2"}}));
        QSignalSpy texts(m_walk.get(), &BlameNavigator::told);
        m_walk->goOn();  // nothing is selected
        QCOMPARE(texts.size(), 1);
        const ItemRef lost = SliceRef{RunId{0}, SourceId{99}, TrackId{1}, SliceId{1}};
        m_selection->setItem(lost);
        m_walk->goOn();
        QTRY_COMPARE(texts.size(), 2);
        QVERIFY(selected() == lost);
        m_walk->goBack();
        QVERIFY(selected() == lost);
    }
    void withoutARunNothingHappens() {
        m_walk->goOn();
        m_walk->goBack();
        QVERIFY(!m_walk->isBusy());
        QVERIFY(m_selection->state().items.empty());
    }
};

TEST_SUITE(TestBlameWalk)

}  // namespace tst_blame_navigator

#include "tst_blame_navigator.moc"
