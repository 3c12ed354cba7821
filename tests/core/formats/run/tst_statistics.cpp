#include "core/formats/format_list.h"
#include "core/store/tables/table_store.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

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

    void otherFilesAreRefused() {
        QVERIFY(m_format->sniff("op_statistic.csv", {}) && m_format->sniff("api_statistic_1.csv", {}));
        QVERIFY(!m_format->sniff("op_summary.csv", {}) && !m_format->sniff("op_statistic.json", {}));
        for (const std::string text : {"", "{}", "a,b\n1,2\n", "OP Type,Core Type,Count\nx,y,1\n"}) {
            QVERIFY(!load(text, "op_statistic.csv")->status);
        }
    }
};

TEST_SUITE(StatisticsTest)
#include "tst_statistics.moc"
