#include "tests/support/test_suite.h"
#include "tests/views/demo_workspace.h"
#include "views/common/detail_panel.h"

#include <QtGui/QScreen>
#include <QtTest/QTest>
#include <QtWidgets/QTreeWidget>

namespace tst_detail_panel {

using namespace stagescope;

class DetailPanelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// On the screen, not in the model alone: the rows of another item take the place of those of which one is current.
    void rowsOfTheItemBeforeAreGoneFromTheScreen() {
        const auto workspace = demoWorkspace(smallDemo());
        QCOMPARE(workspace->runs.size(), std::size_t{1});
        Selection selection;
        DetailPanel panel(&selection);
        panel.setWorkspace(workspace);
        panel.resize(700, 300);
        panel.setVisible(true);
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto *tree = panel.tree();
        const auto choose = [&](int rank) { selection.setItem(RankRef{workspace->runs.front().id, rank}); };
        const auto device = [&] { return tree->topLevelItemCount() < 2 ? QString() : tree->topLevelItem(1)->text(1); };
        choose(0);
        QTRY_COMPARE(device(), QStringLiteral("0"));
        const auto row = tree->visualItemRect(tree->topLevelItem(3));
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, Qt::NoModifier, row.center());
        const auto seen = [&] {
            const QRect place(tree->viewport()->mapTo(&panel, QPoint()), tree->viewport()->size());
            return panel.screen()
                ->grabWindow(panel.winId())
                .copy(place)
                .toImage()
                .convertToFormat(QImage::Format_RGB32);
        };
        const auto meant = [&] { return tree->viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32); };
        QTRY_COMPARE(seen(), meant());
        choose(3);
        QTRY_COMPARE(device(), QStringLiteral("3"));
        QTest::qWait(50);  // to grab what is meant would paint it: the panel has to do so by itself
        QCOMPARE(seen(), meant());
    }
};

TEST_SUITE(DetailPanelTest)

}  // namespace tst_detail_panel

#include "tst_detail_panel.moc"
