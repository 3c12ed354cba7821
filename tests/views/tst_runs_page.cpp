#include "core/demo/demo_options.h"
#include "core/session/run_list.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"
#include "views/common/pages/page_tabs.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/runs/run_list_model.h"
#include "views/runs/run_list_view.h"
#include "views/runs/runs_page.h"
#include "views/summary/summary_pages.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QTableView>

namespace tst_runs_page {

using namespace stagescope;

class TestRunsPage : public QObject {
    Q_OBJECT
private:
    static constexpr int kLoadMs = 60'000;
    QTemporaryDir m_folder;
    std::vector<std::string> m_paths;
    QByteArray m_before;
    Selection m_selection;
    TimeView m_time;
    std::unique_ptr<RunList> m_known;
    std::unique_ptr<RunsPage> m_page;

    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    void settle() const {
        QTRY_VERIFY_WITH_TIMEOUT(!m_page->isBusy(), kLoadMs);
        static_cast<void>(m_page->canvas()->scene());
    }
    [[nodiscard]] QStringList labels() const {
        QStringList result;
        for (const auto &run : m_page->model().runs) {
            result << QString::fromStdString(run.label);
        }
        return result;
    }
    [[nodiscard]] static std::shared_ptr<const Workspace> opened(const std::vector<std::string> &paths) {
        auto workspace = std::make_shared<Workspace>();
        for (std::size_t i = 0; i < paths.size(); ++i) {
            auto run = *loadRun(paths[i], RunId{static_cast<std::uint32_t>(i)}, LoadDepth::Shallow);
            run.role = i == 0 ? RunRole::None : RunRole::Baseline;
            workspace->runs.push_back(std::move(run));
        }
        return workspace;
    }
    /// The middle of a run's place in a panel.
    [[nodiscard]] QPoint placeOf(std::size_t run, std::size_t panel) const {
        for (const auto &place : m_page->layoutShown().places) {
            if (place.run == run && place.panel == panel) {
                return {place.box.x + place.box.width / 2, place.box.y + place.box.height / 2};
            }
        }
        return {};
    }
    void press(Qt::Key key) const { QTest::keyClick(m_page->canvas(), key); }

private Q_SLOTS:
    void initTestCase() {
        m_before = qgetenv("XDG_DATA_HOME");
        qputenv("XDG_DATA_HOME", path(QStringLiteral("data")).toUtf8());
        for (int i = 1; i <= 4; ++i) {
            DemoOptions options;
            options.pp = 2;
            options.dp = 1;
            options.microbatches = 2 * i;
            options.steps = 3;
            m_paths.push_back(path(QStringLiteral("runs/run%1").arg(i * 4)).toStdString());
            QVERIFY(placeDemo(m_paths.back(), options));
        }
    }
    void cleanupTestCase() { qputenv("XDG_DATA_HOME", m_before); }
    void init() {
        m_known = std::make_unique<RunList>();
        m_page = std::make_unique<RunsPage>(ViewServices{&m_selection, &m_time, nullptr});
        m_page->setRunList(m_known.get());
        m_page->resize(1000, 700);
        m_page->show();
    }
    void cleanup() {
        m_page.reset();
        m_known.reset();
        QFile::remove(QString::fromStdString(runListPath()));
    }

    void nothingOpenSaysSo() {
        m_page->setWorkspace(std::make_shared<Workspace>());
        settle();
        QCOMPARE(m_page->emptyReason()->id, std::string("runs.empty"));
        for (const auto key : {Qt::Key_Left, Qt::Key_End, Qt::Key_Return, Qt::Key_B}) {
            press(key);
        }
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, {}, QPoint(300, 100));
        QVERIFY(!m_page->marked());
    }
    void theBaselineAndTheRun() {
        m_page->setWorkspace(opened({m_paths[1], m_paths[0]}));
        settle();
        QCOMPARE(labels(), (QStringList{QStringLiteral("run4"), QStringLiteral("run8")}));
        QVERIFY(!m_page->emptyReason());
        QCOMPARE(m_page->table()->model()->rowCount(), 2);
        const auto &runs = m_page->model().runs;
        QVERIFY(*runs[1].figures[0].value > *runs[0].figures[0].value);  // twice the microbatches
    }
    void aFolderOfRunsIsASeries() {
        m_page->setWorkspace(opened({path(QStringLiteral("runs")).toStdString()}));
        settle();
        QCOMPARE(labels().size(), 4);
        m_page->orderPicker()->setFocus();
        QTest::keyClick(m_page->orderPicker(), Qt::Key_Down);  // by name, numbers as numbers
        QCOMPARE(labels(), (QStringList{QStringLiteral("run4"), QStringLiteral("run8"), QStringLiteral("run12"),
                                        QStringLiteral("run16")}));
        QVERIFY(!m_page->isBusy());  // no run is read for that
    }
    void runsAreMarkedAndOpened() {
        QSignalSpy opens(m_page.get(), &RunsPage::runRequested);
        QSignalSpy baselines(m_page.get(), &RunsPage::baselineRequested);
        m_page->choose(m_paths);
        settle();
        m_page->orderPicker()->setFocus();
        QTest::keyClick(m_page->orderPicker(), Qt::Key_End);
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, {}, placeOf(2, 0));
        QCOMPARE(*m_page->marked(), std::size_t{2});
        QCOMPARE(m_page->table()->table()->currentIndex().row(), 2);
        QVERIFY(m_page->tipAt(placeOf(2, 0)).contains(QStringLiteral("run12")));
        press(Qt::Key_Left);
        QCOMPARE(*m_page->marked(), std::size_t{1});
        press(Qt::Key_Return);
        QCOMPARE(opens.takeFirst()[0].toString().toStdString(), m_paths[1]);
        press(Qt::Key_B);
        QCOMPARE(baselines.size(), 0);  // nothing is open that it could be compared with
        m_page->setWorkspace(opened({m_paths[3]}));
        settle();
        QCOMPARE(labels().size(), 4);  // the choice stays
        press(Qt::Key_B);
        QCOMPARE(baselines.takeFirst()[0].toString().toStdString(), m_paths[1]);
        QTest::mouseDClick(m_page->canvas(), Qt::LeftButton, {}, placeOf(0, 0));
        QCOMPARE(opens.takeFirst()[0].toString().toStdString(), m_paths[0]);
        m_page->table()->table()->setFocus();
        QTest::keyClick(m_page->table()->table(), Qt::Key_Down);
        QCOMPARE(*m_page->marked(), std::size_t{1});
        QTest::mouseClick(m_page->canvas(), Qt::LeftButton, {}, QPoint(2, 2));
        QVERIFY(!m_page->marked());
    }
    void anotherFigureIsChosen() {
        m_page->choose({m_paths[0], m_paths[1]});
        settle();
        auto *picker = m_page->metricPicker();
        for (const auto *name : {"free_ms", "mfu_percent", "findings"}) {
            picker->setCurrentIndex(picker->findData(QString::fromLatin1(name)));
            Q_EMIT picker->activated(picker->currentIndex());
            settle();
            const auto &model = m_page->model();
            QCOMPARE(model.metrics[model.chosen].name, std::string(name));
            QCOMPARE(model.runs.size(), std::size_t{2});
            const auto &figure = model.runs[0].figures[model.chosen];
            QVERIFY(figure.value || !figure.reason.empty());
        }
        QVERIFY(m_page->table()->model()->table().indexOf("findings") <
                m_page->table()->model()->table().columns.size());
    }
    void whatCannotBeReadSaysWhy() {
        m_page->choose(
            {m_paths[0], path(QStringLiteral("none")).toStdString(), m_folder.path().toStdString() + "/data"});
        settle();
        const auto &runs = m_page->model().runs;
        QCOMPARE(runs.size(), std::size_t{3});
        QCOMPARE(std::count_if(runs.begin(), runs.end(), [](const SeriesRun &run) { return run.ranks == 0; }), 2);
        for (const auto &run : runs) {
            QVERIFY(run.ranks > 0 || !run.figures[0].reason.empty());
        }
        QVERIFY(!m_page->tipAt(placeOf(1, 0)).isEmpty());
    }
    void runsAreTickedInTheList() {
        for (const auto &each : m_paths) {
            KnownRun run;
            run.path = each;
            m_known->noteOpened(run);
        }
        m_known->rename(m_paths[0], "before the change");
        m_page->setWorkspace(opened({m_paths[0]}));
        settle();
        auto *model = m_page->listView()->model();
        QVERIFY(model->ticked().contains(m_paths[0]));
        model->setRowTicked(0, true);
        model->setRowTicked(1, true);
        settle();
        QCOMPARE(labels().size(), 3);
        QVERIFY(labels().contains(QStringLiteral("before the change")));
        QVERIFY(m_page->chosen().size() == 3 && m_page->chosen().front() == m_paths[0]);
        for (int row = 0; row < model->rowCount(); ++row) {
            model->setRowTicked(row, false);
        }
        settle();
        QCOMPARE(labels(), (QStringList{QStringLiteral("before the change")}));  // the one that is open
        QVERIFY(m_page->chosen().empty());
    }
    void aChangeOfMindStopsWhatIsRead() {
        m_page->choose(m_paths);
        m_page->choose({m_paths[2]});
        settle();
        QTest::qWait(50);
        QCOMPARE(labels(), (QStringList{QStringLiteral("run12")}));
        m_page->choose(m_paths);
        m_page.reset();  // while it reads
        init();
    }
    void itIsAPageOfTheTabWhereRunsWereChosen() {
        LeadPagedView tab(ViewServices{&m_selection, &m_time, nullptr}, summaryPageList());
        tab.setWorkspace(std::make_shared<Workspace>());
        QVERIFY(!tab.pages()->offeredIds().contains(QStringLiteral("difference")));
        tab.findChild<RunsPage *>()->choose({m_paths[0]});
        tab.setWorkspace(std::make_shared<Workspace>());
        QVERIFY(tab.pages()->offeredIds().contains(QStringLiteral("difference")));
        tab.showPage(QStringLiteral("compare_runs"));
        QCOMPARE(tab.shown()->id(), QStringLiteral("compare_runs"));
    }
};

TEST_SUITE(TestRunsPage)

}  // namespace tst_runs_page

#include "tst_runs_page.moc"
