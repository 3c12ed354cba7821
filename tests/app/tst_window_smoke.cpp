// One smoke test in a real window: run with QT_QPA_PLATFORM=xcb under a virtual display.
#include "app/window/main_window.h"
#include "app/window/view_tabs.h"
#include "tests/app/demo_profile_fixture.h"
#include "tests/support/test_suite.h"

#include <QtGui/QGuiApplication>
#include <QtGui/QScreen>
#include <QtTest/QTest>

namespace tst_window_smoke {

using namespace stagescope;

class TestWindowSmoke : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyTabShowsSomethingOnTheScreen() {
        QTemporaryDir home;
        qputenv("XDG_CONFIG_HOME", home.path().toUtf8());
        const DemoProfileFixture demo;
        QVERIFY(demo.isWritten());
        MainWindow window;
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto isOnScreen = [&] { return window.screen()->availableGeometry().contains(window.frameGeometry()); };
        QTRY_VERIFY(isOnScreen());
        // A geometry from a larger screen.
        window.resize(4000, 3000);
        WindowSettings().setLayout(window.saveGeometry(), window.saveState());
        MainWindow restored;
        restored.show();
        QVERIFY(QTest::qWaitForWindowExposed(&restored));
        QTRY_VERIFY(restored.screen()->availableGeometry().contains(restored.frameGeometry()));
        restored.close();
        window.openPaths({demo.path()});
        QTRY_VERIFY_WITH_TIMEOUT(window.runs()->workspace()->mainRun() != nullptr, 60'000);
        for (int tab = 0; tab < window.tabs()->count(); ++tab) {
            window.tabs()->setCurrentIndex(tab);
            QTest::qWait(50);
            auto *view = window.tabs()->currentView();
            QTRY_VERIFY_WITH_TIMEOUT(view == nullptr || !view->isBusy(), 60'000);
            const auto picture = window.grab().toImage();
            QVERIFY(!picture.isNull());
            QVERIFY(picture.width() > 400);
        }
        window.close();
    }
};

TEST_SUITE(TestWindowSmoke)

}  // namespace tst_window_smoke

#include "tst_window_smoke.moc"
