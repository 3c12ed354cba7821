#include "app/window/main_window.h"
#include "app/window/panels/rows_panel.h"
#include "app/window/panels/watch_page.h"
#include "app/window/status_strip.h"
#include "app/window/view_tabs.h"
#include "core/demo/demo_options.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"
#include "views/runs/runs_page.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QMimeData>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtGui/QDropEvent>
#include <QtGui/QImage>
#include <QtTest/QTest>
#include <QtWidgets/QApplication>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>

namespace tst_watch_window {

using namespace stagescope;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr int kOpenMs = 60'000;

void writeRun(const QString &folder) {
    DemoOptions options;
    options.pp = 1;
    options.dp = 1;
    options.steps = 2;
    QVERIFY(placeDemo(folder.toStdString(), options));
}

void writeFile(const QString &path, const QByteArray &content = {}) {
    QFile file(path);
    QVERIFY(QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) &&
            file.write(content) == content.size());
}

QAction *actionOf(const MainWindow &window, const QString &text) {
    for (auto *menu : window.menuBar()->findChildren<QMenu *>()) {
        for (auto *action : menu->actions()) {
            if (action->text().remove(QLatin1Char('&')) == text) {
                return action;
            }
        }
    }
    return nullptr;
}

}  // namespace

/// A folder that is filled while the window shows something else.
class WatchWindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        qputenv("XDG_CACHE_HOME", m_home.path().toUtf8());
        qputenv("XDG_DATA_HOME", m_home.path().toUtf8());
        writeRun(m_home.filePath(u"open"_s));
    }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() {
        m_window.reset();
        m_folder.reset();
    }

    void theMenuOpensIt() {
        auto *action = actionOf(*m_window, u"Watch Folder..."_s);
        QVERIFY(action != nullptr);
        action->trigger();
        QVERIFY(page() != nullptr && page()->isVisible() && page()->isWindow());
        QVERIFY(summary().contains(u"No folder watched"_s));
        QVERIFY(!button("showCapture")->isEnabled() && !button("compareCaptures")->isEnabled() &&
                !button("stopWatching")->isEnabled());
        auto *same = page();
        same->close();
        action->trigger();
        QVERIFY(page() == same && same->isVisible());
        // A folder can be dropped on it.
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(m_folder->path())});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(page(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(page(), &drop);
        QTRY_VERIFY_WITH_TIMEOUT(summary().contains(u"No captures yet"_s), kOpenMs);
        QCOMPARE(page()->findChild<QLabel *>(u"watchedFolder"_s)->text(), m_folder->path());
        button("stopWatching")->click();
        QVERIFY(summary().contains(u"No folder watched"_s));
    }

    void whatArrivesDoesNotStealTheView() {
        m_window->openPaths({m_home.filePath(u"open"_s)});
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->runs()->workspace()->mainRun() != nullptr && !m_window->runs()->status().running, kOpenMs);
        const auto run = m_window->runs()->workspace()->mainRun()->path;
        SelectionState chosen;
        chosen.step = 1;
        m_window->selection()->set(chosen);
        m_window->tabs()->setCurrentId(u"timeline"_s);
        startWatching();
        page()->close();  // goes on
        writeRun(m_folder->filePath(u"step10"_s));
        QTRY_VERIFY_WITH_TIMEOUT(offer()->isVisible(), kOpenMs);
        QVERIFY(message().contains(u"New capture 1"_s) && message().contains(u"step10"_s));
        QCOMPARE(m_window->runs()->workspace()->mainRun()->path, run);
        QCOMPARE(m_window->selection()->state().step, chosen.step);
        QCOMPARE(m_window->tabs()->currentId(), u"timeline"_s);
        QVERIFY(!page()->isVisible());
        const auto arrived = m_folder->filePath(u"step10"_s).toStdString();
        QVERIFY(m_window->runList()->find(arrived) != nullptr);
        QTest::mouseClick(offer(), Qt::LeftButton);
        QVERIFY(!offer()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runs()->workspace()->mainRun() != nullptr &&
                                     m_window->runs()->workspace()->mainRun()->path == arrived,
                                 kOpenMs);
    }

    void theNextSentenceTakesTheOfferAway() {
        startWatching();
        writeRun(m_folder->filePath(u"step10"_s));
        QTRY_VERIFY_WITH_TIMEOUT(offer()->isVisible(), kOpenMs);
        m_window->openPaths({m_home.filePath(u"open"_s)});
        QVERIFY(!offer()->isVisible());
    }

    void aSeriesGrows() {
        writeRun(m_folder->filePath(u"step10"_s));
        writeRun(m_folder->filePath(u"step20"_s));
        QTest::qWait(300);  // what changed just now is yet to be complete
        startWatching();
        QTRY_VERIFY_WITH_TIMEOUT(button("compareCaptures")->isEnabled(), kOpenMs);
        QVERIFY(!offer()->isVisible());  // they were there before
        button("compareCaptures")->click();
        QTRY_COMPARE_WITH_TIMEOUT(runsPage()->chosen().size(), std::size_t{2}, kOpenMs);
        QCOMPARE(m_window->tabs()->currentView()->shown()->id(), u"compare_runs"_s);
        writeRun(m_folder->filePath(u"step30"_s));
        QTRY_COMPARE_WITH_TIMEOUT(runsPage()->chosen().size(), std::size_t{3}, kOpenMs);
        QCOMPARE(runsPage()->chosen().back(), m_folder->filePath(u"step30"_s).toStdString());
        // Runs that are no captures of this folder are left as they are.
        const std::vector<std::string> others{m_home.filePath(u"open"_s).toStdString()};
        runsPage()->choose(others);
        writeRun(m_folder->filePath(u"step40"_s));
        QTRY_VERIFY_WITH_TIMEOUT(message().contains(u"step40"_s), kOpenMs);
        QCOMPARE(runsPage()->chosen(), others);
    }

    void ranksOfOneRunAreOpenedTogether() {
        DemoOptions options;
        options.pp = 2;
        options.dp = 1;
        options.steps = 2;
        QVERIFY(placeDemo(m_folder->path().toStdString(), options));
        QTest::qWait(300);
        startWatching();
        QTRY_VERIFY_WITH_TIMEOUT(button("showCaptures")->isEnabled(), kOpenMs);
        QCOMPARE(page()->completePaths().size(), 2);
        // Not while one of them is half.
        const auto half = m_folder->filePath(u"rank_2_ascend_pt"_s);
        QVERIFY(QDir().mkpath(half));
        QTRY_VERIFY_WITH_TIMEOUT(!button("showCaptures")->isEnabled(), kOpenMs);
        QDir(half).removeRecursively();
        QTRY_VERIFY_WITH_TIMEOUT(button("showCaptures")->isEnabled(), kOpenMs);
        button("showCaptures")->click();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runs()->workspace()->mainRun() != nullptr &&
                                     m_window->runs()->workspace()->mainRun()->ranks().size() == 2,
                                 kOpenMs);
        QCOMPARE(m_window->runs()->workspace()->mainRun()->path, m_folder->path().toStdString());
    }

    void halfWrittenOnesAreShown() {
        const auto rank = m_folder->filePath(u"h_1_20261124015620000_ascend_pt"_s);
        writeFile(rank + u"/PROF_1_2_A/host/data/x.slice_0"_s, "x");
        writeFile(
            m_folder->filePath(u"log/dp_h_1_rank_0.log"_s),
            "2026-11-24 01:56:22,000 [ERROR] [1] x.py: Dynamic profiler process load json failed, x has occur!\n");
        startWatching();
        QTRY_COMPARE_WITH_TIMEOUT(table("watchedCaptures")->model()->rowCount(), 1, kOpenMs);
        const auto *model = table("watchedCaptures")->model();
        QCOMPARE(model->index(0, 1).data().toString(), u"being written"_s);
        QVERIFY(model->index(0, 5).data().toString().contains(u"end_info.done"_s));
        QCOMPARE(table("watchLog")->model()->index(0, 0).data().toString(), u"dp_h_1_rank_0.log:1"_s);
        QVERIFY(table("watchLog")->model()->index(0, 1).data().toString().contains(u"load json failed"_s));
        // The mark of the user stays while the table changes.
        QTest::mouseClick(table("watchedCaptures")->viewport(), Qt::LeftButton, {},
                          table("watchedCaptures")->visualRect(model->index(0, 0)).center());
        QVERIFY(button("showCapture")->isEnabled());
        writeFile(rank + u"/PROF_1_2_A/host/end_info.done"_s);
        writeRun(m_folder->filePath(u"a_run"_s));
        QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), 2, kOpenMs);
        QTRY_COMPARE_WITH_TIMEOUT(model->index(1, 1).data().toString(), u"not parsed"_s, kOpenMs);
        QCOMPARE(table("watchedCaptures")->currentIndex().row(), 1);
        QDir(rank).removeRecursively();
        QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), 1, kOpenMs);
        QVERIFY(!button("showCapture")->isEnabled());
        QDir(m_folder->path()).removeRecursively();
        QTRY_VERIFY_WITH_TIMEOUT(summary().startsWith(u"Waiting for the folder"_s), kOpenMs);
    }

    void itIsDrawnWithoutADisplay() {
        writeRun(m_folder->filePath(u"step10"_s));
        const auto picture = m_home.filePath(u"x.png"_s);
        const auto shot = [&](const QString &path, const QString &to) {
            return QProcess::execute(qEnvironmentVariable("STAGESCOPE_BINARY"),
                                     {u"shot"_s, u"watch"_s, path, u"-o"_s, to, u"--size"_s, u"800x500"_s});
        };
        QCOMPARE(shot(m_folder->path(), picture), 0);
        QCOMPARE(QImage(picture).size(), QSize(800, 500));
        QCOMPARE(shot(m_folder->filePath(u"none"_s), picture), 2);
        QCOMPARE(shot(m_folder->path(), m_folder->filePath(u"x.png"_s)), 2);
    }

private:
    void startWatching() {
        actionOf(*m_window, u"Watch Folder..."_s)->trigger();
        page()->setOptions({.poll = 20ms, .quiet = 100ms, .useEvents = true});
        page()->watch(m_folder->path());
        QTRY_VERIFY_WITH_TIMEOUT(page()->folderWatch()->report() != nullptr, kOpenMs);
    }
    [[nodiscard]] WatchPage *page() const { return m_window->findChild<WatchPage *>(); }
    [[nodiscard]] QString summary() const { return page()->findChild<RowsPanel *>(u"watchedCaptures"_s)->summary(); }
    [[nodiscard]] QTableView *table(const char *panel) const {
        return page()->findChild<RowsPanel *>(QLatin1String(panel))->findChild<QTableView *>();
    }
    [[nodiscard]] QPushButton *button(const char *name) const {
        return page()->findChild<QPushButton *>(QLatin1String(name));
    }
    [[nodiscard]] QToolButton *offer() const {
        return m_window->findChild<StatusStrip *>()->findChild<QToolButton *>(u"offer"_s);
    }
    [[nodiscard]] QString message() const {
        return m_window->findChild<StatusStrip *>()->findChild<QLabel *>(u"message"_s)->text();
    }
    [[nodiscard]] RunsPage *runsPage() const { return m_window->findChild<RunsPage *>(); }

    QTemporaryDir m_home;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

TEST_SUITE(WatchWindowTest)

}  // namespace tst_watch_window

#include "tst_watch_window.moc"
