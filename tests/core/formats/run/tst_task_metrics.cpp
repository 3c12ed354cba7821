#include "core/formats/format_list.h"
#include "core/store/tables/table_records.h"
#include "core/store/tables/task_metric_record.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>

namespace tst_task_metrics {

using namespace stagescope;
using stagescope::testing::loadFile;

class TaskMetricsTest : public QObject {
    Q_OBJECT

    TraceFiles m_files;
    const std::unique_ptr<Format> m_format = makeTaskMetricsFormat();

    std::unique_ptr<stagescope::testing::LoadedFile> load(const std::string &text, const std::string &name) {
        return loadFile(*m_format, m_files.write(text, name), LoadDepth::Deep);
    }

private Q_SLOTS:
    void hitsInL2() {
        const auto loaded = load(
            "Device_id,Stream Id,Task Id,Hit Rate,Victim Rate,Op Name\n"
            "0,2,11,0.913,0.080,MatMul_1\n0,2,12,N/A,0.581,N/A\n0,2,x,0.5,0.5,a\n0,2,13,1e99,-0.5,b\n",
            "l2_cache_20241122101112.csv");
        const auto table = loaded->table(TableKind::TaskMetrics);
        QVERIFY(loaded->status && table);
        QCOMPARE(table->rowCount(), std::size_t{3});
        const TableRecords<TaskMetricRecord> rows(*table);
        QCOMPARE(rows[0].name, std::string_view("MatMul_1"));
        QCOMPARE(rows[0].stream, std::int64_t{2});
        QCOMPARE(rows[0].task, std::int64_t{11});
        QCOMPARE(rows[0].time, kNoTaskTime);
        QCOMPARE(rows[1].name, std::string_view());
        const auto hits = table->measures("l2_hit_rate");
        QCOMPARE(hits[0], 0.913F);
        QVERIFY(std::isnan(hits[1]) && std::isnan(hits[2]));
        QCOMPARE(table->measures("l2_victim_rate")[2], -0.5F);
        QCOMPARE(loaded->log.count("csv.bad_row"), std::uint64_t{1});
    }

    void tasksOfAiCpus() {
        const std::string text =
            "Device_id,Timestamp(us),Node,Compute_time(us),Memcpy_time(us),Task_time(us),Dispatch_time(us),"
            "Total_time(us),Stream ID,Task "
            "ID\n0,\"1732270272000200.000\t\",Index,4120.5,13.2,4133.7,25.1,4158.8,2,15\n";
        for (const std::string name : {"aicpu_20241122101112.csv", "data_preprocess.csv"}) {
            const auto loaded = load(text, name);
            const auto table = loaded->table(TableKind::TaskMetrics);
            QVERIFY(loaded->status && table && loaded->log.isEmpty());
            QCOMPARE(TableRecords<TaskMetricRecord>(*table)[0].time, std::int64_t{1'732'270'272'000'200'000});
            QCOMPARE(TableRecords<TaskMetricRecord>(*table)[0].name, std::string_view());
            QCOMPARE(table->measures("aicpu_compute_time_us")[0], 4120.5F);
            QCOMPARE(table->measures("aicpu_total_time_us")[0], 4158.8F);
        }
    }

    /// What is there is read; without a task or a figure nothing can be.
    void fewerColumns() {
        const auto loaded = load("Stream Id,Task Id,TLB Miss Rate\n2,11,0.5\n2,12,", "soc_pmu.csv");
        const auto table = loaded->table(TableKind::TaskMetrics);
        QVERIFY(table);
        QCOMPARE(table->measureNames(), std::vector<std::string_view>{"tlb_miss_rate"});
        QVERIFY(!loaded->log.isEmpty());
        for (const std::string text : {"", "Stream Id,Task Id\n", "Stream Id,Hit Rate\n2,0.5\n", "Stream Id,Ta"}) {
            QVERIFY(!load(text, "l2_cache.csv")->status);
        }
        QVERIFY(!m_format->sniff("op_summary.csv", {}));
    }
};

TEST_SUITE(TaskMetricsTest)

}  // namespace tst_task_metrics

#include "tst_task_metrics.moc"
