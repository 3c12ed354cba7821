#include "core/formats/format_list.h"
#include "core/store/tables/table_store.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_statistics {

using namespace stagescope;
using stagescope::testing::loadFile;

class StatisticsTest : public QObject {
    Q_OBJECT

    TraceFiles m_files;
    const std::unique_ptr<Format> m_format = makeStatisticsFormat();

    std::unique_ptr<stagescope::testing::LoadedFile> load(const std::string &text, const std::string &name) {
        return loadFile(*m_format, m_files.write(text, name), LoadDepth::Shallow);
    }

private Q_SLOTS:
    void operators() {
        const std::string rows =
            "OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)\n"
            "MatMulV2,AI_CORE,8,921.498,16.54,115.187,346.567,10.385\n";
        const auto old = load(rows, "op_statistic_20241122101112.csv");
        const auto table = old->table(TableKind::Statistics);
        QVERIFY(old->status && table && old->log.isEmpty());
        QCOMPARE(table->text(0, "file"), std::string_view("op_statistic_20241122101112.csv"));
        QCOMPARE(table->text(0, "of"), std::string_view("op"));
        QCOMPARE(table->text(0, "name"), std::string_view("MatMulV2"));
        QCOMPARE(table->text(0, "group"), std::string_view("AI_CORE"));
        QCOMPARE(table->number(0, "count"), std::int64_t{8});
        QCOMPARE(table->number(0, "total_ns"), std::int64_t{921'498});
        QCOMPARE(table->number(0, "min_ns"), std::int64_t{16'540});
        QCOMPARE(table->number(0, "max_ns"), std::int64_t{346'567});
    }

    void functions() {
        const auto loaded = load(
            "Device_id,Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\n"
            "host,acl,aclnnMatmul,75.568,11,6.870,N/A,32.950,42.811\n"
            "host,acl,broken,soon,11,6.870,0.240,32.950,42.811\n",
            "api_statistic.csv");
        const auto table = loaded->table(TableKind::Statistics);
        QVERIFY(loaded->status && table);
        QCOMPARE(table->rowCount(), std::size_t{1});
        QCOMPARE(table->text(0, "of"), std::string_view("api"));
        QCOMPARE(table->text(0, "group"), std::string_view("acl"));
        QCOMPARE(table->number(0, "total_ns"), std::int64_t{75'568});
        QCOMPARE(table->number(0, "min_ns", -1), std::int64_t{-1});
        QCOMPARE(loaded->log.count("csv.bad_row"), std::uint64_t{1});
    }

    /// A row for each call: cells with lines, calls of a name added up.
    void callsOfOperators() {
        const auto read = makeOperatorDetailsFormat();
        const auto loadText = [&](const std::string &text) {
            return loadFile(*read, m_files.write(text, "operator_details.csv"), LoadDepth::Deep);
        };
        const std::string head = "Name,Input Shapes,Call Stack,Host Self Duration(us),Host Total Duration(us)\n";
        const auto loaded = loadText(head +
                                     "aten::empty,\";\n;\",\"a.py(1): f;\nb.py(2): g\",1,2.5\n"
                                     "aten::add,,,1,3\naten::empty,,,1,7.001\naten::add,,,1,-1\naten::add,,,1,N/A\n");
        const auto table = loaded->table(TableKind::Statistics);
        QVERIFY(loaded->status && table);
        QCOMPARE(table->rowCount(), std::size_t{2});
        QCOMPARE(table->text(1, "name"), std::string_view("aten::empty"));
        QCOMPARE(table->text(1, "of"), std::string_view("operator"));
        QCOMPARE(table->text(1, "group"), std::string_view("host"));
        QCOMPARE(table->number(1, "count"), std::int64_t{2});
        QCOMPARE(table->number(1, "total_ns"), std::int64_t{9501});
        QCOMPARE(table->number(1, "min_ns"), std::int64_t{2500});
        QCOMPARE(table->number(1, "max_ns"), std::int64_t{7001});
        QCOMPARE(loaded->log.count("csv.bad_row"), std::uint64_t{2});
        const auto cut = loadText(head + "aten::add,,\"cut.py(");
        QVERIFY(!cut->table(TableKind::Statistics) && !cut->log.isEmpty());
        QVERIFY(!loadText("Name,Input Shapes\na,b\n")->status);
        QVERIFY(read->sniff("operator_details_1.csv", {}) && !read->sniff("operator_memory.csv", {}));
    }

    void otherFilesAreRefused() {
        QVERIFY(m_format->sniff("op_statistic.csv", {}) && m_format->sniff("api_statistic_1.csv", {}));
        QVERIFY(!m_format->sniff("op_summary.csv", {}) && !m_format->sniff("op_statistic.json", {}));
        for (const std::string text : {"", "{}", "a,b\n1,2\n", "OP Type,Core Type,Count\nx,y,1\n"}) {
            QVERIFY(!load(text, "op_statistic.csv")->status);
        }
    }
};

TEST_SUITE(StatisticsTest)

}  // namespace tst_statistics

#include "tst_statistics.moc"
