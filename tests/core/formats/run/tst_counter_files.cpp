// Counters and statistics that msprof writes as text: each figure with its unit.
#include "core/formats/format_list.h"
#include "core/session/discovery/known_files.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <string>
#include <utility>
#include <vector>

namespace tst_counter_files {

using namespace stagescope;
using stagescope::testing::loadFile;

using Lines = std::vector<std::string>;

class CounterFilesTest : public QObject {
    Q_OBJECT

    TraceFiles m_files;
    const std::unique_ptr<Format> m_format = makeStatisticsFormat();

    /// A line for each figure: "hbm 0 hbm0 Read=51543.1 MB/s".
    Lines figures(const std::string &name, const std::string &text, std::uint64_t lost = 0) {
        const auto loaded = loadFile(*m_format, m_files.write(text, name), LoadDepth::Shallow);
        Lines lines;
        const auto table = loaded->table(TableKind::Statistics);
        if (!loaded->status || !table || loaded->log.count("csv.bad_row") != lost) {
            return {"not loaded"};
        }
        for (const auto &row : TableRecords<StatisticRecord>(*table)) {
            auto line = std::string(row.group) + ' ' + std::to_string(row.device) + ' ' + std::string(row.name) + ' ' +
                        std::string(row.quantity) + '=' + QByteArray::number(row.value, 'g', 15).toStdString() + ' ' +
                        std::string(row.unit);
            line += row.time == kNoStatisticTime ? "" : " at " + std::to_string(row.time);
            lines.push_back(std::move(line));
        }
        return lines;
    }

private Q_SLOTS:
    void figuresHaveTheirUnit() {
        QCOMPARE(figures("hbm_20241122101112.csv",
                         "Device_id,Metric,Read(MB/s),Write(MB/s)\n0,Average,412345.1,210456.7\n0,hbm0,51543.1,N/A\n"),
                 (Lines{"hbm 0 Average Read=412345.1 MB/s", "hbm 0 Average Write=210456.7 MB/s",
                        "hbm 0 hbm0 Read=51543.1 MB/s"}));
        QCOMPARE(figures("hccs_20241122101112.csv", "Device_id,Mode,Max,Min,Average\n3,Tx(MB/s),18342.1,0.0,4021.7\n"),
                 (Lines{"hccs 3 Tx Max=18342.1 MB/s", "hccs 3 Tx Min=0 MB/s", "hccs 3 Tx Average=4021.7 MB/s"}));
        QCOMPARE(figures("pcie_1.csv", "Device_id,Mode,Min,Max,Avg\n0,Tx_latency_avg(us),1,3,2\n"),
                 (Lines{"pcie 0 Tx_latency_avg Min=1 us", "pcie 0 Tx_latency_avg Max=3 us",
                        "pcie 0 Tx_latency_avg Avg=2 us"}));
        QCOMPARE(figures("llc_read_write_1.csv", "Device_id,Mode,Task,Hit Rate(%),Throughput(MB/s)\n0,read,0,71.2,5\n"),
                 (Lines{"llc_read_write 0 read 0 Hit Rate=71.2 %", "llc_read_write 0 read 0 Throughput=5 MB/s"}));
        QCOMPARE(figures("cpu_usage_1.csv", "Cpu Type,User(%),Idle(%)\nCpu0,93.0,2.0\n"),
                 (Lines{"cpu_usage -1 Cpu0 User=93 %", "cpu_usage -1 Cpu0 Idle=2 %"}));
        QCOMPARE(figures("process_cpu_usage_1.csv", "PID,Name,CPU(%)\n4711,python3,812.0\n"),
                 (Lines{"process_cpu_usage -1 python3 4711 CPU=812 %"}));
        QCOMPARE(figures("host_mem_usage_1.csv", "Total Memory(KB),Peak Used Memory(KB)\n1583456789,52345678\n"),
                 (Lines{"host_mem_usage -1  Total Memory=1583456789 KB",
                        "host_mem_usage -1  Peak Used Memory=52345678 KB"}));
        QCOMPARE(figures("os_runtime_statistic_1.csv",
                         "Process ID,Thread ID,Name,Time(%),Time(us),Count\n4711,4712,futex,61.2,912345.1,12345\n"),
                 (Lines{"os_runtime_statistic -1 futex 4711 4712 Time=61.2 %",
                        "os_runtime_statistic -1 futex 4711 4712 Time=912345.1 us",
                        "os_runtime_statistic -1 futex 4711 4712 Count=12345 "}));
        // Only modes have units in parentheses.
        QCOMPARE(figures("os_runtime_statistic_1.csv", "Process ID,Thread ID,Name,Count\n4711,4712,read(2),3\n"),
                 (Lines{"os_runtime_statistic -1 read(2) 4711 4712 Count=3 "}));
        QCOMPARE(figures("fusion_op_1.csv",
                         "Device_id,Model Name,Model ID,Fusion Op,Original Ops,Memory Total(KB)\n"
                         "0,N/A,1,conv1relu1,conv1;relu1,1408.75\n"),
                 (Lines{"fusion_op 0 conv1relu1 conv1;relu1 1 Memory Total=1408.75 KB"}));
    }

    void timesAreExact() {
        QCOMPARE(figures("roce_1.csv",
                         "Device_id,Timestamp(us),Bandwidth(MB/s),rxDropped rate(%),funcId\n"
                         "0,\"1732270272000000.123\t\",25000,0,1\n"),
                 (Lines{"roce 0 1 Bandwidth=25000 MB/s at 1732270272000000123",
                        "roce 0 1 rxDropped rate=0 % at 1732270272000000123"}));
        QCOMPARE(figures("step_trace_20241122101112.csv",
                         "Device_id,Iteration ID,FP Start(us),BP End(us),Iteration End(us),Iteration Time(us),Data Aug "
                         "Bound(us),Model ID\n0,1,\"1732270272000010.000\t\",\"1732270272080010.000\t\","
                         "\"1732270272090010.000\t\",90000.000,N/A,1\n"),
                 (Lines{"step_trace 0 1 1 Iteration Time=90000 us at 1732270272000010000"}));
        QCOMPARE(
            figures("msprof_tx_1.csv",
                    "pid,tid,category,event_type,Start_time(us),End_time(us),message_type,message,domain\n"
                    "4711,4712,0,start/end,\"1732270272000000.000\t\",\"1732270272000900.500\t\",0,forward,default\n"),
            (Lines{"msprof_tx -1 forward default 4711 4712 Duration=900.5 us at 1732270272000000000"}));
    }

    /// Files whose names only begin like those of counters are of somebody else.
    void namesEndAsMsprofEndsThem() {
        for (const char *name : {"nic_1.csv", "nic_slice_0_20241122101112.csv", "hbm.csv", "pcie_1.csv.gz"}) {
            QVERIFY2(knownFile(name).format == "statistics", name);
        }
        for (const char *name : {"nic_info.csv", "pcie_topology.csv", "ddr5.csv", "host_other_usage_1.csv"}) {
            QVERIFY2(knownFile(name).format.empty(), name);
        }
    }

    void whatIsNoFigureIsTold() {
        QCOMPARE(figures("ddr_1.csv", "Device_id,Metric,Read(MB/s)\n0,Average,fast\n0,ddr0,1.5\n", 1),
                 (Lines{"ddr 0 ddr0 Read=1.5 MB/s"}));
        QVERIFY(!m_format->sniff("hbmx_1.csv", {}) && !m_format->sniff("hbm_1.json", {}));
        QVERIFY(!m_format->sniff("step_trace_time.csv", {}) &&
                !m_format->sniff("step_trace_raw_0_detail_time.csv", {}));
        for (const char *name : {"hbm_1.csv", "nic_1.csv", "sys_mem_1.csv", "dvpp_1.csv", "host_disk_usage_1.csv",
                                 "communication_statistic_1.csv", "hccs_slice_0_1.csv", "step_trace_1.csv"}) {
            QVERIFY2(m_format->sniff(name, {}) && knownFile(name).format == m_format->id(), name);
        }
    }
};

TEST_SUITE(CounterFilesTest)

}  // namespace tst_counter_files

#include "tst_counter_files.moc"
