// The questions that a user of Perfetto asks first, typed into the real window.
#include "app/window/main_window.h"
#include "app/window/panels/drawer_dock.h"
#include "app/window/query/query_editor.h"
#include "app/window/query/query_panel.h"
#include "app/window/window_actions.h"
#include "core/base/io/cache_folder.h"
#include "core/demo/demo_options.h"
#include "core/session/loading/query_history.h"
#include "tests/support/kept_demos.h"
#include "tests/support/test_suite.h"
#include "views/common/table_view.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtGui/QAction>
#include <QtTest/QTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableView>

namespace tst_query_panel {

using namespace stagescope;
using namespace Qt::StringLiterals;

class QueryPanelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
        DemoOptions options;
        options.pp = 2;
        options.dp = 1;
        options.microbatches = 4;
        options.steps = 2;
        QVERIFY(placeDemo(m_folder.filePath(u"demo"_s).toStdString(), options));
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

private:
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
    std::unique_ptr<MainWindow> m_window;
    QueryPanel *m_panel = nullptr;
};

TEST_SUITE(QueryPanelTest)

}  // namespace tst_query_panel

#include "tst_query_panel.moc"
