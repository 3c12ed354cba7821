#include "core/analysis/tables/analysis.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"
#include "views/common/filter_line.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/common/texts/table_texts.h"
#include "views/common/texts/utf8_text.h"

#include <QtCore/QRegularExpression>
#include <QtCore/QSortFilterProxyModel>
#include <QtCore/QTemporaryDir>
#include <QtGui/QClipboard>
#include <QtTest/QAbstractItemModelTester>
#include <QtTest/QSignalSpy>
#include <QtTest/QtTest>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QTableView>

#include <algorithm>
#include <set>

namespace tst_table_view {

using namespace stagescope;

namespace {
ResultTable sampleTable() {
    ResultTable table;
    table.id = "sample";
    table.columns = {{"name", ColumnType::Text, "", "A name."}, {"total_us", ColumnType::Real, "us", "A time."}};
    table.rows = {{std::string("MatMul"), 9.5}, {std::string("Add"), 10.25}, {std::string("Cast"), std::monostate{}}};
    return table;
}
}  // namespace

class TableViewTest : public QObject {
    Q_OBJECT

    std::unique_ptr<TableView> m_view;

    [[nodiscard]] QStringList shownNames() const {
        QStringList names;
        const auto *model = m_view->table()->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            names += model->index(row, 0).data().toString();
        }
        return names;
    }

private Q_SLOTS:
    void init() {
        m_view = std::make_unique<TableView>();
        m_view->setTable(sampleTable());
    }

    void fixedWordsHaveTheirTexts() {
        int count = 0;
        for (const auto &id : messageIds()) {
            if (id.startsWith(QStringLiteral("value."))) {
                const auto word = id.section(QLatin1Char('.'), -1).toStdString();
                ResultTable table;
                table.id = id.section(QLatin1Char('.'), 1, -3).toStdString();
                table.columns = {{id.section(QLatin1Char('.'), -2, -2).toStdString(), ColumnType::Text, "", "A word."}};
                table.rows = {{word}};
                ResultTableModel model;
                model.setTable(std::move(table));
                QCOMPARE(model.index(0, 0).data().toString(), messageText(Message(id.toStdString())));
                ++count;
            }
        }
        QVERIFY(count > 50);
    }

    /// The words that a column's meaning lists are ids, for files; the window shows texts of them. What other programs
    /// call something stays.
    void wordsOfColumnsHaveTheirTexts() {
        static const QRegularExpression word(QStringLiteral("(?<![\\w.-])[a-z]+(?:_[a-z0-9]+)+(?![\\w.(/*])"));
        std::set<std::string> names{"dp_cp",          "pp_info",      "torch_npu",          "record_function",
                                    "freq_analysis",  "cpu_usage",    "counter_collection", "minddata_pipeline_summary",
                                    "step_time",      "elapsed_time", "no_bound",           "free_requested",
                                    "free_completed", "segment_map"};
        for (const auto &entry : analysisList()) {
            names.insert(entry.id);
            for (const auto &column : entry.columns) {
                names.insert(column.name);
            }
        }
        QStringList missing;
        for (const auto &entry : analysisList()) {
            for (const auto &column : entry.columns) {
                const auto meaning = utf8Text(column.meaning);
                for (auto it = word.globalMatch(meaning); column.type == ColumnType::Text && it.hasNext();) {
                    const auto found = it.next().captured().toStdString();
                    const auto id = '.' + column.name + '.' + found;
                    if (!names.contains(found) && !hasMessageText("value" + id) &&
                        !hasMessageText("value." + entry.id + id)) {
                        missing << utf8Text(entry.id + id);
                    }
                }
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char(' '))));
    }

    void theModelKeepsTheRulesOfModels() {
        ResultTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(sampleTable());
        model.setTable({});
        model.setTable(sampleTable());
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.rowCount(model.index(0, 0)), 0);
    }

    void keysChooseRowsAndSortThem() {
        auto table = sampleTable();
        table.columns.push_back({"evidence", ColumnType::Text, "", "A slice."});
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            table.rows[row].push_back(toText(ItemRef(RankRef{RunId{0}, static_cast<int>(row)})));
        }
        m_view->setTable(table);
        const QSignalSpy rows(m_view.get(), &TableView::rowChosen);
        const QSignalSpy items(m_view.get(), &TableView::itemChosen);
        m_view->show();
        m_view->table()->setCurrentIndex(m_view->table()->model()->index(0, 0));
        QCOMPARE(rows.size(), 0);
        QTest::keyClick(m_view->table(), Qt::Key_Down);
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows[0][0].toModelIndex().row(), 1);
        QCOMPARE(items.size(), 1);

        const auto sortBy = [&](const char *head) {
            Q_EMIT m_view->table()->customContextMenuRequested({});
            auto *menu = m_view->findChildren<QMenu *>(QString(), Qt::FindDirectChildrenOnly).last();
            const auto isSort = [](const QAction *action) { return action->menu() != nullptr; };
            const auto actions = menu->actions();
            const auto *sorting = *std::find_if(actions.begin(), actions.end(), isSort);
            QStringList heads;
            for (auto *action : sorting->menu()->actions()) {
                heads += action->text();
                if (action->text() == QLatin1String(head)) {
                    action->trigger();
                }
            }
            menu->close();
            return heads;
        };
        QCOMPARE(sortBy("name"), (QStringList{QStringLiteral("name"), QStringLiteral("total")}));
        QCOMPARE(shownNames(), (QStringList{QStringLiteral("MatMul"), QStringLiteral("Cast"), QStringLiteral("Add")}));
        sortBy("name");
        QCOMPARE(shownNames(), (QStringList{QStringLiteral("Add"), QStringLiteral("Cast"), QStringLiteral("MatMul")}));
    }

    /// Rows come in any order, after the table itself, wider and narrower ones; widths that a user gives stay.
    void columnsFitWhicheverRowsCome() {
        auto rows = sampleTable();
        rows.id = "late";
        auto *table = m_view->table();
        const auto isWhole = [&](int column) {
            return [table, column](int row) {
                const auto text = table->model()->index(row, column).data().toString();
                return table->columnWidth(column) > table->fontMetrics().horizontalAdvance(text);
            };
        };
        for (const auto &more : std::vector<std::vector<Cell>>{
                 {}, {"Mul", 2.5}, {"FlashAttentionScoreGrad, forward and backward", 1234567.25}, {"Add", 1.5}}) {
            rows.rows.assign(more.empty() ? 0 : 1, more);
            m_view->setTable(rows);
            for (int column = 0; column < 2; ++column) {
                QVERIFY(rows.rows.empty() || isWhole(column)(0));
            }
        }
        auto *heads = table->horizontalHeader();
        const QPoint edge(heads->sectionViewportPosition(1) - 1, heads->height() / 2);
        const int before = table->columnWidth(0);
        QTest::mousePress(heads->viewport(), Qt::LeftButton, {}, edge);
        QTest::mouseMove(heads->viewport(), edge - QPoint(60, 0));
        QTest::mouseRelease(heads->viewport(), Qt::LeftButton, {}, edge - QPoint(60, 0));
        const int dragged = table->columnWidth(0);
        QVERIFY(dragged < before);
        rows.rows = {{std::string("FlashAttentionScoreGrad, forward and backward, once more"), 12345678.25}};
        m_view->setTable(rows);
        QCOMPARE(table->columnWidth(0), dragged);
        QVERIFY(isWhole(1)(0));
    }

    void numbersSortAsNumbers() {
        m_view->table()->sortByColumn(1, Qt::DescendingOrder);
        auto names = shownNames();
        names.removeAll(QStringLiteral("Cast"));  // unknown: at either end
        QCOMPARE(names, (QStringList{QStringLiteral("Add"), QStringLiteral("MatMul")}));
    }

    void anUnknownCellIsEmptyNotZero() {
        QCOMPARE(m_view->model()->index(2, 1).data().toString(), QString());
        QCOMPARE(m_view->model()->index(1, 1).data().toString(), QStringLiteral("10.25 us"));
    }

    void theFilterKeepsRowsThatContainTheText() {
        m_view->findChild<QLineEdit *>()->setText(QStringLiteral("mat"));
        QCOMPARE(shownNames(), QStringList{QStringLiteral("MatMul")});
    }

    /// The same line takes conditions about the cells as they are, in any unit; it says how many rows are left.
    void theFilterTakesConditions() {
        auto *filter = m_view->filter();
        QCOMPARE(filter->note(), QString());
        filter->line()->setText(QStringLiteral("total > 0.001 ms"));
        QCOMPARE(shownNames(), (QStringList{QStringLiteral("MatMul"), QStringLiteral("Add")}));
        QCOMPARE(filter->note(), QStringLiteral("2 of 3"));
        QCOMPARE(m_view->shownTable().rows.size(), std::size_t{2});
        filter->line()->setText(QStringLiteral("total > 0.001 ms and name ~ mat"));
        QCOMPARE(filter->note(), QStringLiteral("1 of 3"));
        filter->line()->setText(QStringLiteral("total > 1 s"));
        QCOMPARE(filter->note(), QStringLiteral("0 of 3"));
        QVERIFY(m_view->hasRows());
        filter->line()->setText(QStringLiteral("name"));  // a word is a text, whatever columns are called
        QCOMPARE(filter->note(), QStringLiteral("0 of 3"));
        filter->line()->clear();
        QCOMPARE(filter->note(), QString());
        QCOMPARE(shownNames().size(), 3);
    }

    void aFilterThatIsNotUnderstoodSaysSoAtItsPlace() {
        auto *filter = m_view->filter();
        filter->line()->setText(QStringLiteral("name ~ mat and totl > 3"));
        QVERIFY2(filter->note().contains(QStringLiteral("character 16")), qPrintable(filter->note()));
        QVERIFY2(filter->note().contains(QStringLiteral("did you mean total")), qPrintable(filter->note()));
        QCOMPARE(shownNames().size(), 3);
        QCOMPARE(filter->line()->text(), QStringLiteral("name ~ mat and totl > 3"));
    }

    /// Names of kernels are full of signs: a text that a row has is a text.
    void aTextWithSignsIsAText() {
        ResultTable table;
        table.id = "sample";
        table.columns = {{"name", ColumnType::Text, "", ""}, {"count", ColumnType::Integer, "", ""}};
        table.rows = {{std::string("void at::kernel<4, std::less<float>>(int)"), std::int64_t{3}},
                      {std::string("Memcpy HtoD (Pinned -> Device)"), std::int64_t{4}}};
        m_view->setTable(table);
        auto *line = m_view->filter()->line();
        line->setText(QStringLiteral("kernel<4"));
        QCOMPARE(m_view->filter()->note(), QStringLiteral("1 of 2"));
        line->setText(QStringLiteral("Pinned -> Dev"));
        QCOMPARE(m_view->filter()->note(), QStringLiteral("1 of 2"));
        line->setText(QStringLiteral("count > 3"));
        QCOMPARE(m_view->filter()->note(), QStringLiteral("1 of 2"));
        // Other rows come: the condition is about them.
        table.rows.pop_back();
        m_view->setTable(table);
        QCOMPARE(m_view->filter()->note(), QStringLiteral("0 of 1"));
        line->setText(QStringLiteral("occurrences = 3"));  // as the head of another table calls it: none here
        QVERIFY(m_view->filter()->note().contains(QStringLiteral("occurrences")));
    }

    /// The ending of the file chooses its form; rows are those that the filter leaves.
    void filesAreWhatTheirEndingsSay() {
        const QTemporaryDir folder;
        m_view->filter()->line()->setText(QStringLiteral("mat"));
        const auto written = [&](const char *name) {
            const auto path = folder.filePath(QString::fromLatin1(name));
            QFile file(path);
            return m_view->exportTo(path) && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(written("t.xlsx").startsWith("PK"));
        QCOMPARE(written("t.jsonl").count('\n'), 1);
        const auto csv = written("t.csv");
        QVERIFY(csv.contains("MatMul") && !csv.contains("Add"));
        QVERIFY(!m_view->exportTo(QStringLiteral("/nowhere/t.xlsx")));
    }

    void copyGivesTheSelectedRowsWithTheirHeader() {
        m_view->table()->selectRow(1);
        QTest::keyClick(m_view->table(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("name\ttotal_us\nAdd\t10.25"));
    }

    void copyWithoutASelectionGivesAllRowsShown() {
        QCOMPARE(m_view->tabSeparated().count(QLatin1Char('\n')), 3);
        m_view->setTable({});
        QCOMPARE(m_view->tabSeparated(), QString());
    }

    void fixedWordsAreShownAsTextsAndKeptInFiles() {
        ResultTable table;
        table.id = "slice_stats";
        table.columns = {{"name", ColumnType::Text, "", "A name."}, {"place", ColumnType::Text, "", "A place."}};
        table.rows = {{std::string("summary"), std::string("summary")}, {std::string("Add"), std::string("elsewhere")}};
        m_view->setTable(table);
        const auto shown = [&](int row, int column) { return m_view->model()->index(row, column).data().toString(); };
        QCOMPARE(shown(0, 1), QStringLiteral("overlap tracks (summary)"));
        QCOMPARE(shown(0, 0), QStringLiteral("summary"));  // a name of a slice is nobody's fixed word
        QCOMPARE(shown(1, 1), QStringLiteral("elsewhere"));
        QCOMPARE(m_view->shownTable().text(0, "place"), std::string("summary"));
        m_view->findChild<QLineEdit *>()->setText(QStringLiteral("overlap tracks"));
        QCOMPARE(shownNames(), QStringList{QStringLiteral("summary")});
    }

    void numbersOnScreenAreShortAndCopiesAreWhole() {
        ResultTable table;
        table.id = "sample";
        table.columns = {
            {"share_percent", ColumnType::Real, "%", ""},  {"size_bytes", ColumnType::Integer, "bytes", ""},
            {"duration_us", ColumnType::Real, "us", ""},   {"start_ns", ColumnType::Integer, "ns", ""},
            {"arrival_ns", ColumnType::Integer, "ns", ""}, {"blocks", ColumnType::Integer, "", ""}};
        table.rows = {{6.888556497378512, std::int64_t{31867719984}, 14913.080888888888, std::int64_t{1355361234},
                       std::int64_t{1700000000123456789}, std::int64_t{1234567}}};
        m_view->setTable(table);
        const auto shown = [&](int column) { return m_view->model()->index(0, column).data().toString(); };
        QCOMPARE(shown(0), QStringLiteral("6.89 %"));
        QCOMPARE(shown(1), QStringLiteral("29.68 GiB"));
        QCOMPARE(shown(2), QStringLiteral("14.91 ms"));
        QCOMPARE(shown(3), QStringLiteral("1355.361 ms"));
        QCOMPARE(shown(4), QStringLiteral("1700000000123456789 ns"));
        QCOMPARE(shown(5), QStringLiteral("1234567"));
        table.origin = 1'700'000'000'000'000'000;
        m_view->setTable(table);
        QCOMPARE(shown(4), QStringLiteral("123.457 ms"));
        QCOMPARE(m_view->model()->headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("duration"));
        QCOMPARE(m_view->tabSeparated(),
                 QStringLiteral("share_percent\tsize_bytes\tduration_us\tstart_ns\tarrival_ns\tblocks\n"
                                "6.888556497378512\t31867719984\t14913.080888888888\t1355361234\t"
                                "1700000000123456789\t1234567"));
        QCOMPARE(m_view->model()->index(0, 1).data(Qt::ToolTipRole).toString(), QStringLiteral("31867719984 bytes"));
    }

    void longNamesLeaveRoomForNumbers() {
        auto kernels = sampleTable();
        kernels.id = "kernels of any page";
        kernels.rows.front().front() = std::string(3000, 'n');
        for (const int width : {600, 1600}) {
            m_view->resize(width, 400);
            kernels.id += "!";
            m_view->setTable(kernels);
            const int most = std::max(320, width * 2 / 5);
            QVERIFY2(m_view->table()->columnWidth(0) <= most, qPrintable(QString::number(width)));
            QCOMPARE(m_view->table()->textElideMode(), Qt::ElideMiddle);
        }
        m_view->setMostColumn(90);
        auto table = sampleTable();
        table.id = "other";
        table.rows.front().front() = std::string(200, 'n');
        m_view->setTable(table);
        QCOMPARE(m_view->table()->columnWidth(0), 90);
        const auto name = m_view->model()->index(0, 0);
        QCOMPARE(name.data(Qt::ToolTipRole).toString().size(), 200);
        m_view->table()->setColumnWidth(0, 150);  // chosen
        m_view->setTable(table);
        QCOMPARE(m_view->table()->columnWidth(0), 150);
    }

    /// A plus means slower or more, and the head says so.
    void differencesHaveASign() {
        ResultTable table;
        table.id = "module_compare";
        table.columns = {{"change_us", ColumnType::Real, "us", ""},
                         {"delta_bytes", ColumnType::Integer, "bytes", ""},
                         {"count_change", ColumnType::Integer, "", ""},
                         {"exchange", ColumnType::Integer, "", ""}};
        table.rows = {{1500.0, std::int64_t{2048}, std::int64_t{3}, std::int64_t{4}},
                      {-1500.0, std::int64_t{-2048}, std::int64_t{0}, std::int64_t{-4}}};
        m_view->setTable(table);
        const auto shown = [&](int row) {
            QStringList cells;
            for (int column = 0; column < 4; ++column) {
                cells << m_view->model()->index(row, column).data().toString();
            }
            return cells.join(QStringLiteral(", "));
        };
        QCOMPARE(shown(0), QStringLiteral("+1.50 ms, +2.00 KiB, +3, 4"));
        QCOMPARE(shown(1), QStringLiteral("\u22121.50 ms, \u22122.00 KiB, 0, \u22124"));
        QCOMPARE(m_view->model()->headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("Difference, + slower"));
    }

    /// In the user's language and with its unit; names that hardware counters have stay as they are.
    void everyColumnOfEveryTableHasAHead() {
        static const QRegularExpression counter(QStringLiteral("^(aic|aiv|aicpu|l2|tlb)_"));
        const std::set<std::string> units{"ns", "us", "ms", "%", "bytes"};
        QStringList missing;
        for (const auto &entry : analysisList()) {
            for (const auto &column : entry.columns) {
                const auto name = QString::fromStdString(entry.id + "." + column.name);
                if (counter.match(QString::fromStdString(column.name)).hasMatch()) {
                    continue;
                }
                const auto id = headId(entry.id, column.name);
                const auto unit = QStringLiteral("(") + QString::fromStdString(column.unit);
                if (id.empty()) {
                    missing << name;
                } else if (units.contains(column.unit) && column.type != ColumnType::Text &&
                           !messageText(Message(id)).contains(unit)) {
                    missing << name + QStringLiteral(": ") + messageText(Message(id));
                }
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char(' '))));
    }

    /// What tables of two sides add has heads, too, and only there.
    void columnsOfTwoSidesHaveHeads() {
        ResultTable table{"kernel_stats_difference", {}, {}, {}};
        for (const auto *name : {"side", "rows_before", "rows_after"}) {
            table.columns.push_back({name, ColumnType::Text, "", ""});
        }
        const auto heads = [&] {
            m_view->setTable(table);
            QStringList texts;
            for (int column = 0; column < 3; ++column) {
                texts << m_view->model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
            }
            return texts.join(u'|');
        };
        QCOMPARE(heads(), QStringLiteral("Found in|Merged rows (baseline)|Merged rows (run)"));
        table.id = "query";
        QCOMPARE(heads(), QStringLiteral("side|rows before|rows after"));
    }

    void everyTableHasATitle() {
        QStringList missing;
        for (const auto &entry : analysisList()) {
            if (!hasMessageText("table." + entry.id)) {
                missing << utf8Text(entry.id);
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char(' '))));
    }

    /// Tables count different things as busy and idle: what, their heads tell.
    void headsOfBusyAndIdleAreOfTheirTable() {
        static const QRegularExpression vague(QStringLiteral("^(busy|idle)_(ns|us|ms)$"));
        std::map<std::string, std::set<std::string>> tables;
        for (const auto &entry : analysisList()) {
            for (const auto &column : entry.columns) {
                if (vague.match(QString::fromStdString(column.name)).hasMatch()) {
                    tables[messageText(Message(headId(entry.id, column.name))).toStdString()].insert(entry.id);
                }
            }
        }
        QVERIFY(tables.size() > 3);
        for (const auto &[head, ids] : tables) {
            const bool saysOfWhat =
                head.find("Busy (") == std::string::npos && head.find("Idle (") == std::string::npos;
            QVERIFY2(saysOfWhat || ids.size() == 1, head.c_str());
        }
    }

    void headersExplainThemselves() {
        QCOMPARE(m_view->model()->headerData(1, Qt::Horizontal, Qt::ToolTipRole).toString(), QStringLiteral("A time."));
    }
};

TEST_SUITE(TableViewTest)

}  // namespace tst_table_view

#include "tst_table_view.moc"
