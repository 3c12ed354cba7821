// Lists of the drawer: statistics of a box with their occurrences, slices of a track, marks.
#include "app/window/main_window.h"
#include "app/window/panels/marks_panel.h"
#include "app/window/panels/selection_panel.h"
#include "app/window/panels/slices_panel.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/app/demo_profile_fixture.h"
#include "tests/support/sample_timeline.h"
#include "tests/support/test_suite.h"
#include "views/common/table_view.h"

#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QTableView>
#include <QtWidgets/QToolButton>

#include <algorithm>

namespace tst_drawer_lists {

using namespace stagescope;
using namespace stagescope::sample;

namespace {

AlignedRange range(std::int64_t beginUs, std::int64_t endUs) {
    return {alignedTime(kStart + beginUs * 1000), alignedTime(kStart + endUs * 1000)};
}

void click(QTableView *table, int row, int column) {
    const auto index = table->model()->index(row, column);
    table->scrollTo(index);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, Qt::NoModifier, table->visualRect(index).center());
}

void clickHeader(QTableView *table, int column) {
    auto *header = table->horizontalHeader();
    const QPoint at(header->sectionViewportPosition(column) + 10, header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, Qt::NoModifier, at);
}

QString cell(const QTableView *table, int row, int column) {
    return table->model()->index(row, column).data().toString();
}

QStringList linesOf(const QString &path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split(QStringLiteral("\r\n"))
                                          : QStringList();
}

/// One stream of a million kernels.
std::shared_ptr<const Workspace> longWorkspace() {
    TraceBuilder b;
    const auto track = b.track({TrackKind::DeviceStream, b.intern("device"), b.intern("stream")});
    for (int i = 0; i < 1'000'000; ++i) {
        b.slice(track, kStart + i * 100LL, 1 + (i * 37) % 99, b.intern("kernel " + std::to_string(i % 100)),
                SliceClass::Computing, 0);
    }
    auto workspace = std::make_shared<Workspace>();
    workspace->runs.push_back(run(RunId{0}, 0));
    workspace->runs[0].captures.push_back(capture(0, SourceId{0}, merged(std::move(b))));
    return workspace;
}

}  // namespace

class DrawerListsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_data = std::make_unique<QTemporaryDir>();
        for (const char *variable : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"}) {
            qputenv(variable, m_data->path().toUtf8());
        }
        m_selection = std::make_unique<Selection>();
        m_time = std::make_unique<TimeView>();
        m_time->setLimits(range(0, 100'000));
        m_marks = std::make_unique<Marks>();
        m_marks->open("/somewhere/run");
    }

    void aBoxIsAddedUpAndItsOccurrencesListed() {
        SelectionPanel panel(m_selection.get(), m_time.get());
        panel.resize(1400, 400);
        panel.setWorkspace(workspace(2));
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QVERIFY(!panel.names()->isVisible());
        const auto ws = workspace(2);
        const auto &trace = *ws->runs.front().captures.front().loaded.front().traces.front();
        SelectionState state;
        state.setRange(range(20, 230), {{RunId{0}, SourceId{0}, trackNamed(trace, "stream 7")},
                                        {RunId{0}, SourceId{1}, trackNamed(trace, "stream 7")}});
        m_selection->set(state);
        QTRY_VERIFY(panel.names()->isVisible() && !panel.isBusy());
        const auto table = panel.names()->shownTable();
        QCOMPARE(table.rows.size(), std::size_t{2});
        QCOMPARE(table.text(0, "count"), std::string("4"));
        QCOMPARE(table.text(0, "total_us"), std::string("120"));
        QVERIFY(panel.summary().contains(QStringLiteral("busy 220.000 us")));
        QCOMPARE(panel.totals()->shownTable().text(0, "tracks"), std::string("2"));
        QCOMPARE(panel.slices()->model()->rowCount(), 6);
        // Occurrences of one name, then of all again.
        click(panel.names()->table(), 1, 1);
        QTRY_COMPARE(panel.slices()->model()->rowCount(), 2);
        QCOMPARE(cell(panel.slices()->table(), 0, SliceListModel::Name), QStringLiteral("Add"));
        // A click on one goes there.
        m_time->setRange(range(50'000, 50'100));
        click(panel.slices()->table(), 1, SliceListModel::Name);
        const auto expected = SliceRef{RunId{0}, SourceId{1}, trackNamed(trace, "stream 7"), SliceId{1}};
        QCOMPARE(m_selection->state().items, (std::vector<ItemRef>{expected}));
        QVERIFY(m_time->range().contains(alignedTime(kStart + 100'000)));
        QTRY_VERIFY(!panel.isBusy());
        QCOMPARE(panel.slices()->model()->rowCount(), 2);  // the list stays
    }

    void countersOfABoxAreListed() {
        SelectionPanel panel(m_selection.get(), m_time.get());
        panel.setWorkspace(workspace(1));
        panel.show();
        SelectionState state;
        state.setRange(range(49'950, 50'050));
        m_selection->set(state);
        QTRY_VERIFY(panel.names()->isVisible() && !panel.isBusy());
        QCOMPARE(panel.counters()->shownTable().text(0, "max"), std::string("800"));
        m_selection->set({});
        QVERIFY(!panel.names()->isVisible());
    }

    void aTrackOfAMillionSlicesIsListedSortedFilteredAndWritten() {
        SlicesPanel panel(m_selection.get(), m_time.get());
        panel.resize(1200, 400);
        panel.setWorkspace(longWorkspace());
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto *view = panel.slices();
        QVERIFY(view->summary().contains(QStringLiteral("press E")));
        QCOMPARE(panel.tracks()->count(), 2);
        panel.tracks()->setCurrentIndex(1);
        Q_EMIT panel.tracks()->activated(1);
        QTRY_COMPARE(view->model()->rowCount(), 1'000'000);
        const QAbstractItemModelTester tester(view->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        view->table()->scrollToBottom();
        QCOMPARE(cell(view->table(), 999'999, SliceListModel::Name), QStringLiteral("kernel 99"));
        clickHeader(view->table(), SliceListModel::Duration);
        QTRY_VERIFY(!view->isBusy());
        QCOMPARE(cell(view->table(), 0, SliceListModel::Duration), QStringLiteral("1 ns"));
        clickHeader(view->table(), SliceListModel::Duration);
        QTRY_COMPARE(cell(view->table(), 0, SliceListModel::Duration), QStringLiteral("99 ns"));
        QTest::keyClicks(view->filter(), QStringLiteral("KERNEL 42"));
        QTRY_COMPARE(view->model()->rowCount(), 10'000);
        const auto path = m_data->filePath(QStringLiteral("slices.csv"));
        view->exportCsv(path);
        QTRY_VERIFY(!view->isBusy());
        const auto lines = linesOf(path);
        QCOMPARE(lines.size(), 10'002);  // a header, and nothing after the last line
        QVERIFY(lines[0].endsWith(QStringLiteral("depth,evidence")));
        QVERIFY(lines[10'000].contains(QStringLiteral("kernel 42")));
        QVERIFY(!lines.mid(1).contains(lines[0]));
    }

    void marksAreListedRenamedColouredAndDeleted() {
        MarksPanel panel(m_marks.get(), m_selection.get(), m_time.get());
        panel.resize(800, 300);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QVERIFY(!panel.table()->isVisible());
        const QAbstractItemModelTester tester(panel.table()->model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_marks->add(range(3000, 4000), "later");
        m_marks->add(range(1000, 1000), "a flag");
        auto *table = panel.table();
        QCOMPARE(table->model()->rowCount(), 2);
        QCOMPARE(cell(table, 0, MarksModel::Name), QStringLiteral("a flag"));
        QCOMPARE(cell(table, 0, MarksModel::Time), QStringLiteral("1.000 ms"));
        QCOMPARE(cell(table, 1, MarksModel::Duration), QStringLiteral("1.000 ms"));
        // A click goes there.
        m_time->setRange(range(50'000, 60'000));
        click(table, 1, MarksModel::Time);
        QCOMPARE(m_selection->state().range, std::optional(range(3000, 4000)));
        QVERIFY(m_time->range().contains(alignedTime(kStart + 3'000'000)));
        QCOMPARE(m_time->range().duration(), Nanos{10 * kMs});
        // A new name, in place.
        table->edit(table->model()->index(1, MarksModel::Name));
        auto *editor = table->findChild<QLineEdit *>();
        QVERIFY(editor != nullptr);
        editor->selectAll();
        QTest::keyClicks(editor, QStringLiteral("warm-up"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(m_marks->all()[1].name, std::string("warm-up"));
        panel.colors()->actions().at(5)->trigger();
        QCOMPARE(m_marks->all()[1].rgb, kMarkColors[5]);
        const auto path = m_data->filePath(QStringLiteral("marks.csv"));
        QVERIFY(panel.exportCsv(path).has_value());
        QCOMPARE(linesOf(path).size(), 4);
        QVERIFY(linesOf(path)[2].startsWith(QStringLiteral("warm-up,range,")));
        QTest::keyClick(table, Qt::Key_Delete);
        QCOMPARE(m_marks->all().size(), std::size_t{1});
        QTest::keyClick(table, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_marks->all().size(), std::size_t{2});
        QVERIFY(!panel.exportCsv(QStringLiteral("/nowhere/marks.csv")).has_value());
    }

    void marksComeBackWithTheRunAndOnTheCommandLine() {
        const DemoProfileFixture demo;
        QVERIFY(demo.isWritten());
        AlignedRange all;
        {
            MainWindow window;
            window.openPaths({demo.path()});
            QTRY_VERIFY_WITH_TIMEOUT(!window.timeView()->limits().isEmpty() && window.marks()->isOpen(), 60'000);
            all = window.timeView()->limits();
            window.marks()->add({all.begin, all.begin + all.duration() / 2}, "the first half");
        }
        MainWindow window;
        window.openPaths({demo.path()});
        QTRY_COMPARE_WITH_TIMEOUT(window.marks()->all().size(), std::size_t{1}, 60'000);
        QCOMPARE(window.marks()->all().front().name, std::string("the first half"));
        QProcess process;
        process.start(qEnvironmentVariable("STAGESCOPE_BINARY"),
                      {QStringLiteral("table"), QStringLiteral("marks"), demo.path()});
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 0);
        const auto lines = QString::fromUtf8(process.readAllStandardOutput()).split(QStringLiteral("\r\n"));
        QCOMPARE(lines[0], QStringLiteral("name,kind,start_ns,duration_us,color"));
        QVERIFY(lines[1].startsWith(QStringLiteral("the first half,range,%1,").arg(ns(all.begin))));
    }

private:
    std::unique_ptr<QTemporaryDir> m_data;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<TimeView> m_time;
    std::unique_ptr<Marks> m_marks;
};

TEST_SUITE(DrawerListsTest)

}  // namespace tst_drawer_lists

#include "tst_drawer_lists.moc"
