// The page "Tables" of the tab Compare, driven by events.
#include "core/analysis/difference/table_difference.h"
#include "core/analysis/tables/analysis.h"
#include "core/scene/kit/cell_number.h"
#include "core/session/selection.h"
#include "core/session/time_view.h"
#include "tests/support/demo_workspace.h"
#include "tests/support/test_suite.h"
#include "views/common/table_view.h"
#include "views/common/texts/message_texts.h"
#include "views/compare/tables_page.h"

#include <QtCore/QRegularExpression>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QTableView>

namespace tst_tables_page {

using namespace stagescope;

class TestTablesPage : public QObject {
    Q_OBJECT
private:
    Selection m_selection;
    TimeView m_time;
    std::unique_ptr<TablesPage> m_page;

    void show(std::shared_ptr<const Workspace> workspace) {
        m_page = std::make_unique<TablesPage>(ViewServices{&m_selection, &m_time});
        m_page->resize(1000, 700);
        m_page->show();
        m_page->setWorkspace(std::move(workspace));
        settle();
    }
    void settle() { QTRY_VERIFY(!m_page->isBusy()); }
    void choose(const char *table) {
        auto *picker = m_page->tablePicker();
        const auto at = picker->findData(QString::fromLatin1(table));
        QVERIFY2(at >= 0, table);
        picker->setCurrentIndex(at);
        Q_EMIT picker->activated(at);
        settle();
    }
    [[nodiscard]] const ResultTable &shown() const { return m_page->table()->model()->table(); }

private Q_SLOTS:
    void init() { m_selection.set({}); }
    void cleanup() { m_page.reset(); }

    void twoRanksByKernelType() {
        show(demoWith({{"pp", "2"}, {"dp", "1"}, {"microbatches", "2"}, {"steps", "2"}, {"fault", "slow-rank=1:1.5"}}));
        QVERIFY(!m_page->emptyReason());
        QVERIFY(shown().id.starts_with("kernel_stats"));
        QVERIFY(!shown().rows.empty());
        QVERIFY(shown().indexOf("total_change_us") < shown().columns.size());
        // Turned round, what was more is less.
        const auto more = std::get<double>(shown().rows[0][shown().indexOf("total_change_us")]);
        auto *before = m_page->sides()->beforePicker();
        auto *after = m_page->sides()->afterPicker();
        const auto was = std::pair(before->currentIndex(), after->currentIndex());
        before->setCurrentIndex(was.second);
        after->setCurrentIndex(was.first);
        Q_EMIT after->activated(was.first);
        settle();
        QCOMPARE(std::get<double>(shown().rows[0][shown().indexOf("total_change_us")]), -more);
    }
    void allTablesThatAreOffered() {
        show(demoWith({{"pp", "2"}, {"dp", "1"}, {"microbatches", "2"}, {"steps", "2"}}));
        const auto *picker = m_page->tablePicker();
        QVERIFY(picker->count() > 15);
        for (int i = 0; i < picker->count(); ++i) {
            const auto id = picker->itemData(i).toString();
            choose(qPrintable(id));
            QVERIFY2(shown().id.empty() || shown().id.starts_with(id.toStdString()), qPrintable(id));
        }
    }
    /// On a screen moments count from where the axes of time begin; files keep all their digits.
    void noTableShowsTimesSince1970() {
        static const QRegularExpression raw(QStringLiteral("\\d{16}"));
        const auto workspace = demoWith({{"pp", "2"}, {"dp", "1"}, {"microbatches", "2"}, {"steps", "2"}});
        QStringList found;
        std::size_t moments = 0;
        for (const auto &entry : analysisList()) {
            const auto table = entry.run({.workspace = workspace.get()}, {});
            for (std::size_t i = 0; table && i < table->columns.size(); ++i) {
                const auto &column = table->columns[i];
                for (const auto &row : table->rows) {
                    const bool isWhole = raw.match(QString::fromStdString(cellText(row[i]))).hasMatch();
                    moments += isWhole && hasShownUnit(column) ? 1 : 0;
                    if (hasShownUnit(column) && raw.match(shownCellText(*table, column, row[i])).hasMatch()) {
                        found << QString::fromStdString(entry.id + '.' + column.name);
                        break;
                    }
                }
            }
        }
        QVERIFY(moments > 100);
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char(' '))));
    }
    void theSameTwiceSaysSo() {
        show(demoWith({{"pp", "2"}, {"dp", "1"}, {"microbatches", "2"}, {"steps", "2"}}));
        auto *after = m_page->sides()->afterPicker();
        after->setCurrentIndex(m_page->sides()->beforePicker()->currentIndex());
        Q_EMIT after->activated(after->currentIndex());
        settle();
        QVERIFY(shown().rows.empty());
    }
    void oneRankAlone() {
        show(demoWith({{"pp", "1"}, {"dp", "1"}, {"microbatches", "2"}, {"steps", "2"}}));
        QCOMPARE(m_page->emptyReason()->id, std::string("ledger.empty.one"));
    }
    void whatWasShownIsRemembered() {
        show(demoWith({{"pp", "2"}, {"dp", "1"}, {"microbatches", "2"}, {"steps", "2"}}));
        choose("time_split");
        const auto kept = m_page->arrangement();
        choose("op_compare");
        m_page->setArrangement(kept);
        QCOMPARE(m_page->arrangement(), QByteArray("time_split"));
        m_page->setArrangement("no such table");
        QCOMPARE(m_page->arrangement(), QByteArray("time_split"));
    }
};

TEST_SUITE(TestTablesPage)

}  // namespace tst_tables_page

#include "tst_tables_page.moc"
