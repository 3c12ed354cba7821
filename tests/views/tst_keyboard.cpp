// Every view can be used without a mouse.
#include "tests/support/test_suite.h"
#include "tests/views/demo_workspace.h"
#include "views/view_list.h"

#include <QtTest/QtTest>
#include <QtWidgets/QApplication>

#include <set>

namespace tst_keyboard {

using namespace stagescope;

class TestKeyboard : public QObject {
    Q_OBJECT
private:
    Selection m_selection;
    TimeView m_time;
    std::shared_ptr<const Workspace> m_workspace = demoWorkspace(smallDemo());

    /// Where Tab leads from what has the focus.
    static std::set<const QWidget *> reachedByTab() {
        constexpr int kMost = 200;
        std::set<const QWidget *> reached;
        for (int i = 0; i < kMost; ++i) {
            auto *at = QApplication::focusWidget();
            if (at == nullptr) {
                break;
            }
            reached.insert(at);
            QTest::keyClick(at, Qt::Key_Tab);
        }
        return reached;
    }

private Q_SLOTS:
    void tabReachesAllThatCanBeUsed_data() {
        QTest::addColumn<std::size_t>("at");
        const auto views = drawableViews();
        for (std::size_t at = 0; at < views.size(); ++at) {
            QTest::newRow(views[at].id) << at;
        }
    }
    void tabReachesAllThatCanBeUsed() {
        QFETCH(std::size_t, at);
        const std::unique_ptr<View> view{drawableViews()[at].make({&m_selection, &m_time}, nullptr)};
        view->resize(1200, 800);
        view->setWorkspace(m_workspace);
        view->show();
        QTRY_VERIFY(!view->isBusy());
        view->activateWindow();
        view->setFocus();
        QTRY_VERIFY(QApplication::focusWidget() != nullptr);
        const auto reached = reachedByTab();
        for (const auto *child : view->findChildren<QWidget *>()) {
            const bool isUsed = child->isVisible() && child->isEnabled() && (child->focusPolicy() & Qt::TabFocus) != 0;
            if (isUsed && child->focusProxy() == nullptr) {
                QVERIFY2(reached.contains(child), qPrintable(QStringLiteral("%1 \"%2\" %3")
                                                                 .arg(QLatin1String(child->metaObject()->className()),
                                                                      child->objectName(), child->accessibleName())));
            }
        }
        QVERIFY(!reached.empty());
    }
};

TEST_SUITE(TestKeyboard)

}  // namespace tst_keyboard

#include "tst_keyboard.moc"
