// What an answer says beside its rows: units, columns that hold nothing, what a mistyped name may have been.
#include "core/ask/ask_engine.h"
#include "core/ask/ask_views.h"
#include "tests/support/demo_workspace.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <memory>
#include <string>

namespace tst_ask_notes {

using namespace stagescope;

class AskNotesTest : public QObject {
    Q_OBJECT
private:
    std::shared_ptr<const Workspace> m_demo;

    [[nodiscard]] Result<ResultTable> asked(const std::string &sql) const {
        AnalysisInput input;
        input.workspace = m_demo.get();
        return ask(input, sql, {}, {});
    }
    [[nodiscard]] QString notesOf(const std::string &sql) const {
        const auto table = asked(sql);
        QString notes = table ? QString() : QString::fromStdString(table.error().detail);
        for (const auto &note : table ? table->notes : std::vector<std::string>{}) {
            notes += QString::fromStdString(note) + u'\n';
        }
        return notes;
    }

private Q_SLOTS:
    void initTestCase() {
        m_demo = demoWith({{"pp", "2"}, {"dp", "2"}, {"microbatches", "4"}, {"steps", "3"}});
        QVERIFY(m_demo->mainRun() != nullptr);
    }

    /// No row meets a condition on what was not recorded: 0 of them is no answer.
    void columnsWithoutValuesAreTold() {
        const auto notes = notesOf("SELECT count(*) FROM kernel WHERE python LIKE '%model.py%'");
        QVERIFY2(notes.contains(u"No row of kernel has a value in: python. "), qPrintable(notes));
        QVERIFY2(notes.contains(u"with_stack"), qPrintable(notes));
        QVERIFY(notesOf("SELECT count(*) FROM kernels WHERE module = 'x' OR python = 'x'")
                    .contains(u"No row of kernels has a value in: module, python."));
        QVERIFY(!notesOf("SELECT count(*) FROM kernel WHERE type = 'none' AND stream = 9").contains(u"No row of"));
    }
    /// Nor do rows that nothing recorded; of a rank that is not there nobody asked for a setting.
    void tablesWithoutRowsAreTold() {
        const auto notes = notesOf("SELECT count(*) FROM snapshot_blocks");
        QVERIFY2(notes.contains(u"_dump_snapshot"), qPrintable(notes));
        QVERIFY(!notesOf("SELECT count(*) FROM kernel WHERE rank = 77").contains(u"no rows"));
        QVERIFY(!notesOf("SELECT count(*) FROM step").contains(u"no rows"));
    }
    /// What a view reads besides was not asked for.
    void onlyWhatIsNamedIsTold() {
        QVERIFY(!notesOf("SELECT count(*) FROM kernel").contains(u"No row of"));
        QVERIFY(!notesOf("SELECT sum(dur_ns) FROM kernel WHERE rank = 1 GROUP BY type").contains(u"No row of"));
    }
    /// A limit that nobody set is no news.
    void limitsThatNobodySetAreNotTold() { QVERIFY(!notesOf("SELECT count(*) FROM free_gaps").contains(u"10000000")); }

    void unitsAreThoseOfTheValues_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("unit");
        const auto row = [](const char *name, const char *unit) {
            QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(unit);
        };
        row("dur_ns", "ns");
        row("sum(dur_ns)", "ns");
        row("SUM( k.dur_ns )", "ns");
        row("p95(duration_us)", "us");
        row("percentile(dur_ns, 99.9)", "ns");
        row("median(gbps)", "GB/s");
        row("max(bytes)", "bytes");
        row("count(dur_ns)", "");
        row("pair(dur_ns)", "");
        row("sum(dur_ns) / 2", "");
        row("sum(bytes) / sum(dur_ns)", "");
        row("sum(bytes * dur_ns)", "");
        row("gaps", "");
    }
    void unitsAreThoseOfTheValues() {
        QFETCH(QString, name);
        QFETCH(QString, unit);
        QCOMPARE(QString::fromStdString(askUnit(name.toStdString())), unit);
    }

    void mistypedColumnsHaveNearestOnes_data() {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QString>("said");
        QTest::newRow("of a table") << QStringLiteral("SELECT duratoin_us FROM kernels")
                                    << QStringLiteral("did you mean duration_us");
        QTest::newRow("of a view, by its alias")
            << QStringLiteral("SELECT k.durns FROM rank r JOIN kernel k USING (rank)") << QStringLiteral("dur_ns");
        QTest::newRow("none is near: all") << QStringLiteral("SELECT colour FROM gap")
                                           << QStringLiteral("; gap has run, rank, step, device, cause, begin_ns");
    }
    void mistypedColumnsHaveNearestOnes() {
        QFETCH(QString, sql);
        QFETCH(QString, said);
        const auto found = asked(sql.toStdString());
        QVERIFY(!found);
        const auto detail = QString::fromStdString(found.error().detail);
        QVERIFY2(detail.startsWith(u"no such column: ") && detail.contains(said), qPrintable(detail));
    }

    /// Busy time is no bubble.
    void busyTimeIsNoBubble() {
        const auto causes = asked("SELECT DISTINCT cause FROM bubble");
        QVERIFY(causes && !causes->rows.empty());
        QVERIFY(std::none_of(causes->rows.begin(), causes->rows.end(),
                             [](const auto &row) { return cellText(row[0]) == "busy"; }));
    }
};

TEST_SUITE(AskNotesTest)

}  // namespace tst_ask_notes

#include "tst_ask_notes.moc"
