// The list of runs and the page Runs in the window.
#include "app/window/main_window.h"
#include "app/window/start_page.h"
#include "app/window/view_tabs.h"
#include "app/window/window_actions.h"
#include "core/demo/demo_options.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"
#include "views/common/scene_canvas.h"
#include "views/runs/run_list_model.h"
#include "views/runs/run_list_view.h"
#include "views/runs/runs_page.h"

#include <QtCore/QDirIterator>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>
#include <QtWidgets/QLabel>
#include <QtWidgets/QMenu>
#include <QtWidgets/QTableView>

namespace tst_many_runs {

using namespace stagescope;

class TestManyRuns : public QObject {
    Q_OBJECT
private:
    static constexpr int kLoadMs = 60'000;
    QTemporaryDir m_home;
    QTemporaryDir m_profiles;
    std::unique_ptr<MainWindow> m_window;

    [[nodiscard]] QString run(int number) const {
        return m_profiles.filePath(QStringLiteral("series/run%1").arg(number));
    }
    [[nodiscard]] RunListView *list() const { return m_window->findChild<StartPage *>()->findChild<RunListView *>(); }
    [[nodiscard]] RunsPage *page() const { return m_window->findChild<RunsPage *>(); }
    [[nodiscard]] std::string openPath() const {
        const auto *open = m_window->runs()->workspace()->mainRun();
        return open == nullptr ? std::string() : open->path;
    }
    void waitUntilRead() const {
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->runs()->workspace()->runs.empty() && !m_window->runs()->status().running,
                                 kLoadMs);
    }
    void open(const QString &path) const {
        m_window->openPaths({path});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runList()->find(path.toStdString()) != nullptr, kLoadMs);
    }
    void close() const { QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier); }

private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_CONFIG_HOME", m_home.path().toUtf8());
        qputenv("XDG_CACHE_HOME", m_home.path().toUtf8());
        for (int i = 1; i <= 3; ++i) {
            DemoOptions options;
            options.pp = 2;
            options.dp = 1;
            options.microbatches = 2 * i;
            options.steps = 2;
            QVERIFY(placeDemo(run(i).toStdString(), options));
        }
    }
    void init() {
        qputenv("XDG_DATA_HOME", m_home.path().toUtf8());
        QFile::remove(QString::fromStdString(runListPath()));
        m_window = std::make_unique<MainWindow>();
        m_window->setLanguage(Language::English);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void lastWeeksRunIsOneClickAway() {
        QVERIFY(!list()->isVisible());
        open(run(1));
        waitUntilRead();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runList()->all()[0].capturedNs.has_value(), kLoadMs);
        QCOMPARE(m_window->runList()->all()[0].ranks, std::size_t{2});
        open(run(2));
        close();
        QVERIFY(list()->isVisible());
        auto *table = list()->table();
        QCOMPARE(table->model()->rowCount(), 2);
        const auto first = table->model()->index(1, RunListModel::Name);
        QCOMPARE(first.data().toString(), QStringLiteral("run1"));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(first).center());
        QTRY_COMPARE_WITH_TIMEOUT(openPath(), run(1).toStdString(), kLoadMs);
    }
    void theMenuHasThemToo() {
        open(run(1));
        m_window->runList()->rename(run(1).toStdString(), "R&D");
        auto *menu = m_window->findChild<WindowActions *>()->recentMenu();
        QCOMPARE(menu->actions().size(), 1);
        QVERIFY(menu->actions()[0]->text().startsWith(QStringLiteral("R&&D")));
        close();
        menu->actions()[0]->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(openPath(), run(1).toStdString(), kLoadMs);
    }
    void aPathThatIsGoneIsSaid() {
        KnownRun gone;
        gone.path = "/no/such/run";
        m_window->runList()->noteOpened(gone);
        QVERIFY(list()->isVisible());
        auto *table = list()->table();
        table->setFocus();
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_Return);
        QVERIFY(openPath().empty());
        const auto labels = m_window->findChild<StartPage *>()->findChildren<QLabel *>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
            return label->isVisible() && label->text().contains(QStringLiteral("/no/such/run"));
        }));
        QVERIFY(m_window->runList()->find("/no/such/run") != nullptr);
    }
    void twoWindowsHaveOneList() {
        MainWindow other;
        other.setLanguage(Language::English);
        open(run(1));
        other.show();
        other.runList()->refresh();
        other.runList()->annotate(run(1).toStdString(), "from the other");
        close();
        m_window->runList()->refresh();
        QCOMPARE(m_window->runList()->find(run(1).toStdString())->note, std::string("from the other"));
    }
    void aFolderOfRunsOpensAsASeries() {
        const auto folder = m_profiles.filePath(QStringLiteral("series"));
        m_window->openPaths({folder});
        QTRY_COMPARE_WITH_TIMEOUT(openPath(), run(3).toStdString(), kLoadMs);
        QCOMPARE(m_window->tabs()->currentView()->shown()->id(), QStringLiteral("compare_runs"));
        QTRY_VERIFY_WITH_TIMEOUT(page()->isVisible() && !page()->isBusy() && page()->model().runs.size() == 3, kLoadMs);
        QCOMPARE(m_window->runList()->find(folder.toStdString())->runs, std::size_t{3});
        waitUntilRead();
        // Another of them becomes the run, then the baseline; the series stays.
        page()->canvas()->setFocus();
        QTest::keyClick(page()->canvas(), Qt::Key_Home);
        const auto first = page()->model().runs[0].path;
        QTest::keyClick(page()->canvas(), Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(openPath(), first, kLoadMs);
        waitUntilRead();
        m_window->tabs()->turnTo(QStringLiteral("compare/compare_runs"));
        QCOMPARE(page()->model().runs.size(), std::size_t{3});
        page()->canvas()->setFocus();
        QTest::keyClick(page()->canvas(), Qt::Key_End);
        QTest::keyClick(page()->canvas(), Qt::Key_B);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runs()->workspace()->baseline() != nullptr, kLoadMs);
        QCOMPARE(m_window->runs()->workspace()->baseline()->path, page()->model().runs[2].path);
        QVERIFY(m_window->runs()->workspace()->mainRun()->path == first);
        // What is opened otherwise ends the choice.
        const QTemporaryDir empty;
        m_window->openPaths({empty.path()});
        QVERIFY(page()->chosen().empty());
    }
    void severalOfTheListAreCompared() {
        for (int i = 1; i <= 3; ++i) {
            open(run(i));
        }
        close();
        Q_EMIT list()->compareRequested({run(1), run(3)});
        QTRY_COMPARE_WITH_TIMEOUT(openPath(), run(3).toStdString(), kLoadMs);
        QTRY_VERIFY_WITH_TIMEOUT(!page()->isBusy() && page()->model().runs.size() == 2, kLoadMs);
        QVERIFY(page()->isVisible());
    }
    void nothingIsWrittenBesideTheProfiles() {
        const auto files = [this] {
            QStringList paths;
            for (QDirIterator it(m_profiles.path(), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                                 QDirIterator::Subdirectories);
                 it.hasNext();) {
                paths << it.next();
            }
            paths.sort();
            return paths;
        };
        const auto before = files();
        QVERIFY(before.size() > 10);
        m_window->openPaths({m_profiles.filePath(QStringLiteral("series"))});
        QTRY_VERIFY_WITH_TIMEOUT(!page()->isBusy() && page()->model().runs.size() == 3, kLoadMs);
        waitUntilRead();
        QCOMPARE(files(), before);
    }
};

TEST_SUITE(TestManyRuns)

}  // namespace tst_many_runs

#include "tst_many_runs.moc"
