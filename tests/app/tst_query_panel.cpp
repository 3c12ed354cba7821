// The questions that a user of Perfetto asks first, typed into the real window.
#include "app/pictures/picture_file.h"
#include "app/window/main_window.h"
#include "app/window/panels/drawer_dock.h"
#include "app/window/query/query_chart.h"
#include "app/window/query/query_editor.h"
#include "app/window/query/query_panel.h"
#include "app/window/query/result_places.h"
#include "app/window/view_tabs.h"
#include "app/window/window_actions.h"
#include "core/base/io/cache_folder.h"
#include "core/demo/demo_options.h"
#include "core/scene/timeline/own_track.h"
#include "core/session/loading/query_history.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"
#include "views/common/elided_label.h"
#include "views/common/scene_canvas.h"
#include "views/common/table_view.h"
#include "views/timeline/timeline_view.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtGui/QAction>
#include <QtTest/QTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>

#include <algorithm>

namespace tst_query_panel {

using namespace stagescope;
using namespace Qt::StringLiterals;

class QueryPanelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
        m_options.pp = 2;
        m_options.dp = 1;
        m_options.microbatches = 4;
        m_options.steps = 2;
        QVERIFY(placeDemo(m_folder.filePath(u"demo"_s).toStdString(), m_options));
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->openPaths({m_folder.filePath(u"demo"_s)});
        QTRY_VERIFY_WITH_TIMEOUT(isLoaded(), 30'000);
        m_panel = m_window->findChild<DrawerDock *>()->queryPanel();
    }
    void cleanupTestCase() { m_window.reset(); }

    void theCommandOpensIt() {
        QAction *action = nullptr;
        for (auto *one : m_window->findChildren<QAction *>()) {
            action = one->shortcut() == QKeySequence(u"Ctrl+Shift+Q"_s) ? one : action;
        }
        QVERIFY(action != nullptr);
        action->trigger();
        QTRY_VERIFY(m_panel->isVisible());
        QTRY_VERIFY(m_panel->editor()->hasFocus());
    }
    void firstQuestions_data() {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<bool>("hasRows");
        QTest::newRow("kernels while a copy runs")
            << u"SELECT k.name, k.dur_ns, k.evidence FROM kernel k WHERE k.dur_ns > 50000 AND EXISTS (SELECT 1 FROM "
               u"copy c "
               "WHERE c.rank = k.rank AND c.begin_ns < k.begin_ns + k.dur_ns AND k.begin_ns < c.begin_ns + c.dur_ns)"_s
            << false;
        QTest::newRow("p95 by shape") << u"SELECT type, input_shapes, p95(dur_ns) FROM kernel GROUP BY 1, 2"_s << true;
        QTest::newRow("gaps before communication")
            << u"SELECT sum(dur_ns) AS total_ns, count(*) FROM gap WHERE after LIKE 'hcom%'"_s << true;
    }
    void firstQuestions() {
        QFETCH(QString, sql);
        QFETCH(bool, hasRows);
        typed(sql);
        QVERIFY2(m_panel->summary().endsWith(u"row(s)"_s) || m_panel->summary().contains(u"row"_s),
                 qPrintable(m_panel->summary()));
        QVERIFY(!hasRows || m_panel->table()->hasRows());
        QCOMPARE(keptStatements().front(), sql.toStdString());
    }
    void aRowLeadsToItsSlice() {
        typed(u"SELECT name, dur_ns, evidence FROM kernel ORDER BY dur_ns DESC LIMIT 3"_s);
        QCOMPARE(m_panel->table()->model()->rowCount(), 3);
        auto *rows = m_panel->table()->table();
        const auto at = rows->model()->index(1, 0);
        QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, rows->visualRect(at).center());
        const auto &items = m_window->selection()->state().items;
        QCOMPARE(items.size(), std::size_t{1});
        QCOMPARE(toText(items.front()), m_panel->table()->model()->table().text(1, "evidence"));
    }
    void mistakesAreMarked() {
        typed(u"SELECT nmae FROM kernel"_s);
        QVERIFY2(m_panel->summary().contains(u"nmae"_s), qPrintable(m_panel->summary()));
        QCOMPARE(m_panel->editor()->extraSelections().size(), 1);
        QCOMPARE(m_panel->editor()->extraSelections().front().cursor.selectedText(), u"nmae"_s);
        QVERIFY(!m_panel->table()->hasRows());
        typed(u"DELETE FROM kernel"_s);
        QVERIFY(m_panel->summary().contains(u"SELECT"_s));
    }
    void aLongStatementIsStopped() {
        m_panel->editor()->setPlainText(
            u"WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"_s);
        m_panel->run();
        auto *button = m_panel->findChild<QPushButton *>(u"queryRun"_s);
        QCOMPARE(button->text(), u"Stop"_s);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(button->text(), u"Run"_s);
        QVERIFY(m_panel->summary().isEmpty());
        typed(u"SELECT 1 AS one"_s);
        QCOMPARE(m_panel->table()->model()->rowCount(), 1);
    }
    /// A query with a name is listed before the examples, in other windows and after a start, until it is deleted.
    void queriesAreSavedByName() {
        auto *box = m_panel->findChild<QComboBox *>(u"queryStatements"_s);
        auto *save = m_panel->findChild<QPushButton *>(u"querySave"_s);
        auto *remove = m_panel->findChild<QPushButton *>(u"queryRemove"_s);
        auto *name = m_panel->findChild<QLineEdit *>(u"queryName"_s);
        QVERIFY(!name->isVisible() && !remove->isEnabled());
        const auto saveAs = [&](const QString &sql, const QString &as) {
            m_panel->editor()->setPlainText(sql);
            save->click();
            QVERIFY(name->isVisible());
            name->setText(as);
            QTest::keyClick(name, Qt::Key_Return);
        };
        saveAs(u"SELECT 1 AS one"_s, u"  First   one "_s);
        saveAs(u"SELECT 2 AS two"_s, u"Second"_s);
        saveAs(u"SELECT 3 AS three"_s, u"First one"_s);
        QVERIFY(!name->isVisible());
        QCOMPARE(savedQueries().size(), std::size_t{2});
        QCOMPARE(savedQueries().front().sql, std::string("SELECT 3 AS three"));
        QCOMPARE(box->itemText(1), u"First one"_s);
        QCOMPARE(box->currentText(), u"First one"_s);
        typed(u"SELECT 4 AS four"_s);
        QCOMPARE(box->currentText(), u"First one"_s);
        box->setCurrentIndex(2);
        Q_EMIT box->activated(2);
        QTRY_COMPARE(m_panel->table()->model()->table().columns.front().name, std::string("two"));
        QVERIFY(remove->isEnabled());
        remove->click();
        QCOMPARE(savedQueries().size(), std::size_t{1});
        QVERIFY(!remove->isEnabled());
        saveAs(u"SELECT 5"_s, u"   "_s);  // no name: said, and nothing is saved
        QVERIFY(name->isVisible());
        QCOMPARE(savedQueries().size(), std::size_t{1});
        save->click();
        QVERIFY(!name->isVisible());
        QVERIFY(removeQuery("First one").has_value() && removeQuery("First one").has_value());
        QVERIFY(savedQueries().empty());
        typed(u"SELECT 1"_s);
    }
    /// What is said of a result has a line of its own: as wide as the panel, whatever the buttons take.
    void theSummaryIsReadInNarrowWindows() {
        const auto before = m_window->size();
        m_window->resize(1000, 700);
        typed(u"SELECT rank, begin_ns, dur_ns, name FROM kernel ORDER BY dur_ns DESC LIMIT 300"_s);
        const auto labels = m_panel->findChildren<ElidedLabel *>();
        QVERIFY(std::ranges::any_of(labels, [&](const auto *label) {
            return label->text() == m_panel->summary() && label->width() > m_panel->width() / 2;
        }));
        m_window->resize(before);
    }
    /// Pivot puts the result together by two of its columns, without asking again; the result comes back.
    void aResultIsPivoted() {
        typed(u"SELECT rank, type, dur_ns FROM kernel"_s);
        const auto rows = m_panel->table()->model()->rowCount();
        auto *pivot = m_panel->findChild<QPushButton *>(u"queryPivot"_s);
        const auto choose = [&](const char *picker, const QString &text) {
            auto *box = m_panel->findChild<QComboBox *>(QString::fromLatin1(picker));
            const int at = box->findText(text);
            QVERIFY2(at >= 0, picker);
            box->setCurrentIndex(at);
            Q_EMIT box->activated(at);
        };
        pivot->click();
        QCOMPARE(m_panel->table()->model()->rowCount(), 2);  // ranks
        choose("pivotRows", u"type"_s);
        choose("pivotColumns", u"rank"_s);
        choose("pivotValues", u"dur_ns"_s);
        choose("pivotAggregate", u"sum"_s);
        const auto &table = m_panel->table()->model()->table();
        QCOMPARE(table.columns.size(), std::size_t{3});
        std::int64_t sum = 0;
        for (const auto &row : table.rows) {
            for (const auto *cell : {&row[1], &row[2]}) {
                const auto *value = std::get_if<std::int64_t>(cell);
                sum += value == nullptr ? 0 : *value;
            }
        }
        pivot->click();
        QCOMPARE(m_panel->table()->model()->rowCount(), rows);
        typed(u"SELECT sum(dur_ns) AS total FROM kernel"_s);
        QCOMPARE(std::get<std::int64_t>(m_panel->table()->model()->table().rows[0][0]), sum);
    }
    /// A track among those of the ranks, whose slices lead to the rows' items, until it is removed.
    void aResultBecomesATrack() {
        auto *places = m_panel->findChild<ResultPlaces *>();
        typed(u"SELECT count(*) AS count FROM kernel"_s);
        QVERIFY(!places->trackAction()->isEnabled() && !places->marksAction()->isEnabled());
        typed(u"SELECT rank, name, begin_ns, dur_ns, evidence FROM kernel ORDER BY dur_ns DESC LIMIT 9"_s);
        QVERIFY(places->isEnabled() && places->trackAction()->isEnabled());
        places->trackAction()->trigger();
        auto *timeline = m_window->tabs()->findChild<TimelineView *>();
        QTRY_VERIFY(rowOfOwn(*timeline) != nullptr);
        QTRY_VERIFY(timeline->isVisible());
        QVERIFY(timeline->chosenRow() && isOwnTrack(timeline->chosenRow()->source));
        QVERIFY2(m_panel->summary().contains(u"Rows on the track: 9."_s), qPrintable(m_panel->summary()));
        const auto *row = rowOfOwn(*timeline);
        const auto &source = timeline->layoutShown().sourceOf(*row);
        const auto &slices = source.trace->slices(row->node.track);
        auto *time = m_window->timeView();
        time->setRange({source.toAligned(slices.begin(0)), source.toAligned(slices.end(0))});
        const auto options = timeline->optionsFor(timeline->canvas()->size());
        const QPoint middle((options.labelWidth + options.width) / 2, options.screenY(row->y) + 6);
        QTest::mouseClick(timeline->canvas(), Qt::LeftButton, {}, middle);
        const auto &items = m_window->selection()->state().items;
        QCOMPARE(items.size(), std::size_t{1});
        const auto &rows = m_panel->table()->model()->table().rows;
        QVERIFY(std::ranges::any_of(rows, [&](const auto &each) {
            return std::get<std::int64_t>(each[2]) == ns(source.toAligned(slices.begin(0))) &&
                   std::get<std::string>(each[4]) == toText(items.front());
        }));
        auto *remove = timeline->rowActions()->action(TimelineCommand::RemoveTrack);
        auto *list = timeline->rowActions()->action(TimelineCommand::ListSlices);
        QVERIFY(remove->isEnabled() && !list->isEnabled());
        remove->trigger();
        QVERIFY(rowOfOwn(*timeline) == nullptr);
        QVERIFY(!remove->isEnabled() && list->isEnabled());
        time->fitAll();
    }
    void rowsWithoutATimeAreTold() {
        typed(u"SELECT 'a' AS name, t0() AS begin_ns, 5 AS dur_ns UNION ALL SELECT 'b', NULL, 5"_s);
        auto *timeline = m_window->tabs()->findChild<TimelineView *>();
        m_panel->findChild<ResultPlaces *>()->trackAction()->trigger();
        QTRY_VERIFY(rowOfOwn(*timeline) != nullptr);
        QVERIFY2(m_panel->summary().contains(u"Rows without a time: 1."_s), qPrintable(m_panel->summary()));
        timeline->rowActions()->action(TimelineCommand::RemoveTrack)->trigger();
        QVERIFY(rowOfOwn(*timeline) == nullptr);
    }
    void aResultBecomesMarks() {
        typed(u"SELECT name, begin_ns, dur_ns FROM kernel ORDER BY dur_ns DESC LIMIT 9"_s);
        const auto before = m_window->marks()->all();
        m_panel->findChild<ResultPlaces *>()->marksAction()->trigger();
        QTRY_COMPARE(m_window->marks()->all().size(), before.size() + 9);
        QVERIFY2(m_panel->summary().contains(u"Marks added: 9."_s), qPrintable(m_panel->summary()));
        QCOMPARE(m_window->marks()->all().front().name,
                 m_panel->table()->model()->table().text(static_cast<std::size_t>(firstRow()), "name"));
        QVERIFY(m_window->marks()->undo());  // all at once
        QCOMPARE(m_window->marks()->all(), before);
        typed(u"SELECT begin_ns, dur_ns FROM kernel"_s);
        const auto rows = static_cast<std::size_t>(m_panel->table()->model()->rowCount());
        QVERIFY(rows > 0);
        m_panel->findChild<ResultPlaces *>()->marksAction()->trigger();
        QTRY_COMPARE(m_window->marks()->all().size(), before.size() + std::min(rows, ResultPlaces::kMostMarks));
        QCOMPARE(m_panel->summary().contains(u"beyond the limit"_s), rows > ResultPlaces::kMostMarks);
        QVERIFY(m_window->marks()->undo());
    }
    /// What is still shown after Stop is the answer to the statement before.
    void whatWasStoppedIsNotAnswered() {
        typed(u"SELECT 1 AS answered"_s);
        m_panel->editor()->setPlainText(u"SELECT 2 AS stopped"_s);
        m_panel->run();
        m_panel->findChild<QPushButton *>(u"queryRun"_s)->click();
        QCOMPARE(m_panel->asked().sql, std::string("SELECT 1 AS answered"));
        QCOMPARE(m_panel->table()->model()->table().columns.front().name, std::string("answered"));
    }
    /// As it is shown: the rows of a pivot, or the chart with them; the note is the statement.
    void aResultBecomesPartOfTheReport() {
        auto *report = m_panel->findChild<ResultPlaces *>()->reportAction();
        const auto &entries = m_window->reportList()->all();
        typed(u"SELECT type, sum(dur_ns) AS total_ns FROM kernel GROUP BY type;"_s);
        report->trigger();
        QCOMPARE(entries.size(), std::size_t{1});
        QCOMPARE(entries.back().note, std::string("SELECT type, sum(dur_ns) AS total_ns FROM kernel GROUP BY type"));
        QCOMPARE(entries.back().table.rows.size(), m_panel->table()->model()->table().rows.size());
        QVERIFY(!entries.back().table.rows.empty() && entries.back().png.empty());
        auto *chart = m_panel->findChild<QPushButton *>(u"queryChart"_s);
        m_window->findChild<DrawerDock *>()->showQuery();
        chart->click();
        report->trigger();
        chart->click();
        QVERIFY(!QImage::fromData(QByteArray::fromStdString(entries.back().png)).isNull());
        QCOMPARE(readReportList(m_folder.filePath(u"demo"_s).toStdString())->size(), std::size_t{2});
        typed(u"SELECT type FROM kernel WHERE rank = 77"_s);
        QVERIFY(!report->isEnabled() || !m_panel->findChild<ResultPlaces *>()->isEnabled());
        m_window->findChild<DrawerDock *>()->showQuery();
    }
    /// Chart draws two columns; what is clicked selects the item of its row, and the picture is that of the view.
    void aResultIsDrawn() {
        m_window->findChild<DrawerDock *>()->showQuery();  // what was clicked before has turned to its details
        auto *button = m_panel->findChild<QPushButton *>(u"queryChart"_s);
        auto *chart = m_panel->findChild<QueryChart *>();
        typed(u"SELECT name, dur_ns, evidence, begin_ns FROM kernel ORDER BY dur_ns DESC LIMIT 4"_s);
        button->click();
        QVERIFY(chart->isVisible() && !m_panel->table()->isVisible());
        QVERIFY(chart->chart().areNames);
        QCOMPARE(chart->chart().points.size(), std::size_t{4});
        QTRY_VERIFY(!chart->layoutShown().places.empty());
        const auto &place = chart->layoutShown().places.front();
        QTest::mouseClick(chart->canvas(), Qt::LeftButton, {}, QPoint(place.box.x + 5, place.box.y + 5));
        QCOMPARE(m_window->selection()->state().items.size(), std::size_t{1});
        QCOMPARE(toText(m_window->selection()->state().items.front()),
                 m_panel->table()->model()->table().text(chart->chart().points[place.point].row, "evidence"));
        QCOMPARE(chart->chart().yName, std::string("dur_ns"));
        typed(u"SELECT rank, begin_ns, dur_ns FROM kernel LIMIT 4"_s);
        QCOMPARE(chart->chart().yName, std::string("dur_ns"));  // times of a clock say little
        typed(u"SELECT name, dur_ns, evidence, begin_ns FROM kernel ORDER BY dur_ns DESC LIMIT 4"_s);
        auto *x = chart->findChild<QComboBox *>(u"chartX"_s);
        x->setCurrentIndex(x->findText(u"begin_ns"_s));
        Q_EMIT x->activated(x->currentIndex());
        QVERIFY(chart->chart().isFromEarliest);
        QVERIFY(!drawnPicture(*chart, QSize(600, 300), 1).isNull());
        typed(u"SELECT name, dur_ns, evidence, begin_ns FROM kernel LIMIT 2"_s);  // columns stay chosen
        QCOMPARE(chart->chart().xName, std::string("begin_ns"));
        QCOMPARE(chart->chart().points.size(), std::size_t{2});
        typed(u"SELECT name FROM kernel LIMIT 2"_s);
        QVERIFY(chart->emptyReason().has_value());
        typed(u"SELECT nmae FROM kernel"_s);
        QVERIFY(chart->chart().points.empty());
        button->click();
        QVERIFY(!chart->isVisible() && m_panel->table()->isVisible());
    }
    /// A mistake leaves no result to put together, and what was chosen stays for the next one.
    void aMistakeHasNoPivot() {
        auto *pivot = m_panel->findChild<QPushButton *>(u"queryPivot"_s);
        auto *rows = m_panel->findChild<QComboBox *>(u"pivotRows"_s);
        typed(u"SELECT rank, type FROM kernel"_s);
        pivot->click();
        rows->setCurrentIndex(rows->findText(u"type"_s));
        Q_EMIT rows->activated(rows->currentIndex());
        const int types = m_panel->table()->model()->rowCount();
        QVERIFY(types > 0);
        typed(u"SELECT nmae FROM kernel"_s);
        QVERIFY(pivot->isChecked());
        QVERIFY(!m_panel->table()->hasRows());
        Q_EMIT rows->activated(rows->currentIndex());
        QVERIFY(!m_panel->table()->hasRows());
        typed(u"SELECT rank, type FROM kernel"_s);
        QCOMPARE(rows->currentText(), u"type"_s);
        QCOMPARE(m_panel->table()->model()->rowCount(), types);
        pivot->click();
    }
    /// What somebody wrote into the file by hand is not lost.
    void aDamagedListIsNotReplaced() {
        const auto path = QString::fromStdString((dataFolder() / "saved_queries.json").string());
        const auto write = [&](const QByteArray &text) {
            QFile file(path);
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        QVERIFY(saveQuery({"kept", "SELECT 1"}).has_value());
        const QByteArray damaged("{\"kept\": \"SELECT 1\",}");
        QVERIFY(write(damaged));
        QVERIFY(savedQueries().empty());
        QVERIFY(!saveQuery({"other", "SELECT 2"}) && !removeQuery("kept"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), damaged);
        QVERIFY(write("{\"kept\": \"SELECT 1\"}"));
        QVERIFY(!saveQuery({"long", std::string(std::size_t{9} << 20, 'x')}));
        QCOMPARE(savedQueries().size(), std::size_t{1});
        QVERIFY(removeQuery("kept").has_value());
    }
    void everyExampleRuns() {
        auto *box = m_panel->findChild<QComboBox *>(u"queryStatements"_s);
        int examples = 0;
        for (int i = 1; i < box->count() && !box->itemData(i).toString().isEmpty(); ++i, ++examples) {
            typed(box->itemData(i).toString());
            QVERIFY2(m_panel->summary().contains(u"row"_s), qPrintable(box->itemText(i) + m_panel->summary()));
        }
        QVERIFY(examples >= 10);
    }
    /// Rows of one profile are nowhere in the next one; nor are tracks of them.
    void anotherProfileHasNoneOfIt() {
        typed(u"SELECT rank, begin_ns, dur_ns FROM kernel LIMIT 3"_s);
        auto *timeline = m_window->tabs()->findChild<TimelineView *>();
        m_panel->findChild<ResultPlaces *>()->trackAction()->trigger();
        QTRY_VERIFY(rowOfOwn(*timeline) != nullptr);
        QVERIFY(placeDemo(m_folder.filePath(u"other"_s).toStdString(), m_options));
        m_window->openPaths({m_folder.filePath(u"other"_s)});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runs()->workspace()->mainRun() != nullptr &&
                                     m_window->runs()->workspace()->mainRun()->label == "other" && isLoaded(),
                                 30'000);
        QVERIFY(!m_panel->table()->hasRows());
        QVERIFY(!m_panel->findChild<ResultPlaces *>()->isEnabled());
        QTRY_VERIFY(!timeline->layoutShown().rows().empty());
        QVERIFY(rowOfOwn(*timeline) == nullptr);
    }

private:
    /// Null: there is none.
    [[nodiscard]] static const TimelineRow *rowOfOwn(const TimelineView &timeline) {
        for (const auto &row : timeline.layoutShown().rows()) {
            if (isOwnTrack(row.node.source)) {
                return &row;
            }
        }
        return nullptr;
    }
    /// Of the result, the one that begins first.
    [[nodiscard]] int firstRow() const {
        const auto &rows = m_panel->table()->model()->table().rows;
        const auto it =
            std::ranges::min_element(rows, {}, [](const auto &row) { return std::get<std::int64_t>(row[1]); });
        return static_cast<int>(it - rows.begin());
    }
    [[nodiscard]] bool isLoaded() const {
        const auto *run = m_window->runs()->workspace()->mainRun();
        return run != nullptr && run->captures.size() == 2 &&
               std::ranges::all_of(run->captures, [](const RankCapture &c) { return c.state == LoadState::Deep; });
    }
    /// As a user does: the text, then Ctrl+Enter.
    void typed(const QString &sql) {
        m_panel->editor()->setPlainText(sql);
        QTest::keyClick(m_panel->editor(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(m_panel->findChild<QPushButton *>(u"queryRun"_s)->text(), u"Run"_s, 30'000);
    }

    QTemporaryDir m_folder;
    DemoOptions m_options;
    std::unique_ptr<MainWindow> m_window;
    QueryPanel *m_panel = nullptr;
};

TEST_SUITE(QueryPanelTest)

}  // namespace tst_query_panel

#include "tst_query_panel.moc"
