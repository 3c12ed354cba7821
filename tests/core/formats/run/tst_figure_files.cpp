// Tables of figures that are told by their columns: counters of rocprofv3, dumps of MemScope compared.
#include "core/formats/format_list.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <string>
#include <vector>

namespace tst_figure_files {

using namespace stagescope;
using stagescope::testing::loadFile;

using Lines = std::vector<std::string>;

class FigureFilesTest : public QObject {
    Q_OBJECT

    TraceFiles m_files;
    const std::unique_ptr<Format> m_format = makeCounterTableFormat();

    Lines figures(const std::string &text, std::uint64_t lost = 0) {
        const auto loaded = loadFile(*m_format, m_files.write(text, "any.csv"), LoadDepth::Shallow);
        const auto table = loaded->table(TableKind::Statistics);
        if (!m_format->sniff("any.csv", text) || !loaded->status || !table ||
            loaded->log.count("csv.bad_row") != lost) {
            return {"not loaded"};
        }
        Lines lines;
        for (const auto &row : TableRecords<StatisticRecord>(*table)) {
            auto line = std::string(row.group) + ' ' + std::to_string(row.device) + ' ' + std::string(row.name) + ' ' +
                        std::string(row.quantity) + '=' + QByteArray::number(row.value, 'g', 15).toStdString();
            line += row.time == kNoStatisticTime ? "" : " at " + std::to_string(row.time);
            lines.push_back(std::move(line));
        }
        return lines;
    }

private Q_SLOTS:
    void countersOfKernels() {
        QCOMPARE(figures("\"Correlation_Id\",\"Agent_Id\",\"Kernel_Name\",\"Counter_Name\",\"Counter_Value\","
                         "\"Start_Timestamp\",\"End_Timestamp\"\n"
                         "1,\"Agent 4\",\"gemm(int, int)\",\"SQ_WAVES\",64.000000,1000,2000\n"
                         "1,\"Agent 4\",\"gemm(int, int)\",\"GRBM_COUNT\",x,1000,2000\n",
                         1),
                 (Lines{"counter_collection -1 gemm(int, int) SQ_WAVES=64 at 1000"}));
        // Another order, no times.
        QCOMPARE(figures("Counter_Value,Counter_Name,Kernel_Name\n5,A,k\n"), (Lines{"counter_collection -1 k A=5"}));
    }

    void comparedDumps() {
        QCOMPARE(figures(",,,Base,Compare\n"
                         "Event,Name,Device Id,Allocated Memory(byte),Allocated Memory(byte),Diff Memory(byte)\n"
                         "OP_LAUNCH,aten::add,0,512,1024,512\n"
                         "KERNEL_LAUNCH,matmul,1,N/A,2048,2048\n"),
                 (Lines{"memory_compare 0 OP_LAUNCH aten::add Allocated Memory, Base=512",
                        "memory_compare 0 OP_LAUNCH aten::add Allocated Memory, Compare=1024",
                        "memory_compare 0 OP_LAUNCH aten::add Diff Memory=512",
                        "memory_compare 1 KERNEL_LAUNCH matmul Allocated Memory, Compare=2048",
                        "memory_compare 1 KERNEL_LAUNCH matmul Diff Memory=2048"}));
    }

    void damage() {
        QVERIFY(!m_format->sniff("a.csv", "Name,Value\na,1\n"));
        QVERIFY(!m_format->sniff("a.csv", ""));
        const auto cut = loadFile(*m_format, m_files.write(",,,Base,Compare\nEvent,Na", "a.csv"), LoadDepth::Shallow);
        QVERIFY(!cut->status);
        const auto empty = loadFile(*m_format, m_files.write("", "a.csv"), LoadDepth::Shallow);
        QCOMPARE(empty->status.error().kind, ErrorKind::Truncated);
    }
};

TEST_SUITE(FigureFilesTest)

}  // namespace tst_figure_files

#include "tst_figure_files.moc"
