#include "core/session/selection.h"
#include "tests/support/test_suite.h"

#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

namespace tst_selection {

using namespace stagescope;

class TestSelection : public QObject {
    Q_OBJECT

    static SelectionState some() {
        SelectionState state;
        state.ranks = {RankRef{RunId{0}, 2}};
        state.step = 7;
        state.group = "pp";
        state.range = AlignedRange{alignedTime(10), alignedTime(20)};
        state.items = {RankRef{RunId{0}, 3}};
        return state;
    }

private Q_SLOTS:
    void changesAreToldOnce() {
        Selection selection;
        QSignalSpy changed(&selection, &Selection::changed);
        selection.set(some(), this);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed.front().front().value<QObject *>(), this);
        QVERIFY(selection.state() == some());
        selection.set(some());
        QCOMPARE(changed.size(), 1);
        auto other = some();
        other.step.reset();
        selection.set(other);
        QCOMPARE(changed.size(), 2);
        QCOMPARE(changed.back().front().value<QObject *>(), nullptr);
    }

    void anItemKeepsTheRest() {
        Selection selection;
        selection.set(some());
        QSignalSpy changed(&selection, &Selection::changed);
        const ItemRef item = SliceRef{RunId{0}, SourceId{1}, TrackId{2}, SliceId{3}};
        selection.setItem(item);
        auto expected = some();
        expected.items = {item};
        QVERIFY(selection.state() == expected);
        selection.setItem(item);
        QCOMPARE(changed.size(), 1);
    }

    void clearingDropsItemsAndRange() {
        Selection selection;
        selection.set(some());
        QSignalSpy changed(&selection, &Selection::changed);
        selection.clearItems(this);
        auto expected = some();
        expected.items.clear();
        expected.range.reset();
        QVERIFY(selection.state() == expected);
        selection.clearItems(this);
        QCOMPARE(changed.size(), 1);
    }
};

TEST_SUITE(TestSelection)

}  // namespace tst_selection

#include "tst_selection.moc"
