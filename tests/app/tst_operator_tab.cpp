// The tab Operator in the window, by keys alone: Alt+6, a row, its kernels, and on to the timeline.
#include "app/window/main_window.h"
#include "app/window/view_tabs.h"
#include "tests/app/demo_profile_fixture.h"
#include "tests/support/test_suite.h"
#include "views/common/pages/page_tabs.h"
#include "views/operators/kernel_tree.h"
#include "views/operators/kernel_tree_model.h"
#include "views/operators/kernels_page.h"
#include "views/operators/operator_view.h"

#include <QtTest/QTest>
#include <QtWidgets/QTreeView>

namespace tst_operator_tab {

using namespace stagescope;

namespace {

constexpr int kTabLoadMs = 60'000;

}  // namespace

class OperatorTabTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_demo.isWritten());
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        qputenv("XDG_CACHE_HOME", m_home.path().toUtf8());
    }
    void keysAlone() {
        MainWindow window;
        window.setLanguage(Language::English);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        window.openPaths({m_demo.path()});
        QTRY_VERIFY_WITH_TIMEOUT(window.runs()->workspace()->mainRun() != nullptr, kTabLoadMs);
        const auto *run = window.runs()->workspace()->mainRun();
        window.runs()->requestDeep(run->id, run->ranks());
        QTest::keyClick(&window, Qt::Key_6, Qt::AltModifier);
        QCOMPARE(window.tabs()->currentId(), QStringLiteral("operator"));
        auto *view = qobject_cast<OperatorView *>(window.tabs()->currentView());
        auto *page = qobject_cast<KernelsPage *>(view->pages()->current());
        QVERIFY(page != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(!page->bars().isEmpty() && !view->isBusy(), kTabLoadMs);
        QVERIFY(!view->emptyReason());
        auto *tree = page->tree()->tree();
        tree->setFocus();
        QTest::keyClick(tree, Qt::Key_Home);
        QTest::keyClick(tree, Qt::Key_Down);
        QTRY_VERIFY(!view->isBusy());
        const auto items = window.selection()->state().items;
        QVERIFY(!items.empty() && std::holds_alternative<SliceRef>(items.front()));
        QTest::keyClick(tree, Qt::Key_Right);
        const auto group = page->tree()->currentGroup();
        QTRY_VERIFY(page->tree()->model()->kernelsOf(group.value_or(0)) != nullptr);
        QTest::keyClick(tree, Qt::Key_Down);
        QTest::keyClick(tree, Qt::Key_Return);
        QTRY_COMPARE(window.tabs()->currentId(), QStringLiteral("timeline"));
        QCOMPARE(window.selection()->state().items.size(), std::size_t{1});
    }

private:
    QTemporaryDir m_home;
    DemoProfileFixture m_demo;
};

TEST_SUITE(OperatorTabTest)

}  // namespace tst_operator_tab

#include "tst_operator_tab.moc"
