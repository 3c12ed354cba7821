#include "core/formats/format_list.h"
#include "core/formats/io/csv_scanner.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>

namespace tst_kernel_details {

using namespace stagescope;
using stagescope::testing::loadFile;
using stagescope::testing::sourceOf;

namespace {

const std::string kHeader =
    "Step Id,Device_id,Model ID,Task ID,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Input "
    "Shapes\n";
const std::string kMatMul =
    "13,4,4294967295,7,2,aclnnMatmul_MatMulV3,MatMulV3,AI_CORE,1764246877073569.641\t,1892.920,\"\"\"1,4096;2,\"\"\"\n";
const std::string kSend =
    "13,4,N/A,N/A,N/A,hcom_send__128_3_1,hcom_send_,COMMUNICATION,1764246877075462.561\t,10.001\t,N/A\n";
const std::string kGrad = "14,4,4294967295,8,2,SwiGluGrad,SwiGluGrad,AI_VECTOR_CORE,1764246877075500,2,\n";

std::string line(int i) {
    return "1,0,0," + std::to_string(i) + ",3,k" + std::to_string(i) + ",T,AI_CORE," + std::to_string(1000 + i) +
           ".5,0.25,\"a,\"\"b\"\"\"\n";
}

}  // namespace

class KernelDetailsTest : public QObject {
    Q_OBJECT

    TraceFiles m_files;
    const std::unique_ptr<Format> m_format = makeKernelDetailsFormat();

    std::unique_ptr<stagescope::testing::LoadedFile> load(const std::string &text,
                                                          const std::string &name = "kernel_details.csv") {
        return loadFile(*m_format, m_files.write(text, name), LoadDepth::Deep);
    }

private Q_SLOTS:
    /// task_time*.csv of msprof lists all tasks of the streams.
    void tasksThatAreNoKernels() {
        const auto loaded = load(
            "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),task_stop(us)\n"
            "0,aclnnAdd,KERNEL_AIVEC,2,12,31.760,\"1000.640\t\",\"1032.400\t\"\n"
            "0,N/A,MEMCPY_ASYNC,2,13,12.000,\"1170.000\t\",\"1182.000\t\"\n"
            "0,N/A,EVENT_WAIT,3,14,5.000,\"1182.000\t\",\"1187.000\t\"\n"
            "0,N/A,KERNEL_AICORE,3,15,5.000,\"1192.000\t\",\"1197.000\t\"\n",
            "task_time_20241122101112.csv");
        QVERIFY(loaded->status && loaded->log.isEmpty());
        const auto kernels = loaded->table(TableKind::Kernels);
        QCOMPARE(kernels->rowCount(), std::size_t{2});
        QCOMPARE(kernels->text(0, "name"), std::string_view("aclnnAdd"));
        QCOMPARE(kernels->number(0, "task"), std::int64_t{12});
        QCOMPARE(kernels->text(1, "name"), std::string_view("KERNEL_AICORE"));
        const auto copies = loaded->table(TableKind::Copies);
        QCOMPARE(copies->rowCount(), std::size_t{1});
        QCOMPARE(copies->text(0, "name"), std::string_view("MEMCPY_ASYNC"));
        const auto &slices = loaded->traces.at(0)->slices(*loaded->track("Ascend Hardware/Stream 3"));
        QCOMPARE(slices.size(), std::size_t{2});
        QCOMPARE(slices.klass(0), SliceClass::Event);
    }

    void columnsOfOtherWriters() {
        const std::string values = ",2,7,aclnnAdd_AddAiCore_Add,Add,AI_VECTOR_CORE,1000.5\t,31.760,2.020,48\n";
        for (const auto &head :
             {"Step ID,Stream ID,Task ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block "
              "Dim\n",
              "Step Id,Stream ID,Task ID,Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Task Wait "
              "Time(us),Block Num\n"}) {
            const auto loaded = load(head + ("6" + values), "op_summary_20240101000000.csv");
            QVERIFY(loaded->status);
            QCOMPARE(loaded->traces.size(), std::size_t{1});
            const auto kernels = loaded->table(TableKind::Kernels);
            QVERIFY(kernels != nullptr);
            const auto &table = *kernels;
            QCOMPARE(table.rowCount(), std::size_t{1});
            QCOMPARE(table.number(0, "step"), std::int64_t{6});
            QCOMPARE(table.text(0, "type"), std::string_view("Add"));
            QCOMPARE(table.text(0, "core"), std::string_view("AI_VECTOR_CORE"));
            QCOMPARE(table.number(0, "duration_ns"), std::int64_t{31'760});
            QCOMPARE(table.number(0, "block_dim"), std::int64_t{48});
        }
    }

    void golden() {
        const auto loaded = load("\xef\xbb\xbf" + kHeader + kMatMul + kSend + kGrad);
        QVERIFY(loaded->status);
        QCOMPARE(loaded->traces.size(), std::size_t{1});
        const std::string expected =
            "0 Ascend Hardware [NPU 4]\n"
            "3 Stream 2 []\n"
            "  1764246877073569641 1764246877075462561 0 7 116 aclnnMatmul_MatMulV3\n"
            "  1764246877075500000 1764246877075502000 0 7 316 SwiGluGrad\n"
            "0 Communication [NPU]\n"
            "4 Group 128 Communication []\n"
            "  1764246877075462561 1764246877075472562 0 8 221 hcom_send__128_3_1\n"
            "0 Overlap Analysis (computed) [NPU 4]\n"
            "6 Computing []\n"
            "  1764246877073569641 1764246877075462561 0 12 0 Computing\n"
            "  1764246877075500000 1764246877075502000 0 12 0 Computing\n"
            "6 Communication []\n"
            "  1764246877075462561 1764246877075472562 0 12 0 Communication\n"
            "6 Communication(Not Overlapped) []\n"
            "  1764246877075462561 1764246877075472562 0 12 0 Communication(Not Overlapped)\n"
            "6 Free []\n"
            "  1764246877075472562 1764246877075500000 0 12 0 Free\n";
        QCOMPARE(QString::fromStdString(dumped(*loaded->traces[0])), QString::fromStdString(expected));
        const auto steps = loaded->table(TableKind::Steps);
        QCOMPARE(steps->rowCount(), std::size_t{2});
        QCOMPARE(steps->number(0, "step"), std::int64_t{13});
        QCOMPARE(steps->number(0, "end_ns"), std::int64_t{1764246877075472562});
        const auto p2p = loaded->table(TableKind::P2pOps);
        QCOMPARE(p2p->rowCount(), std::size_t{1});
        QCOMPARE(p2p->text(0, "kind"), std::string_view("send"));
        QCOMPARE(p2p->text(0, "group"), std::string_view("128"));
        QVERIFY(loaded->log.isEmpty());
    }

    void shallowLooksAtTheFirstLine() {
        const auto good =
            loadFile(*m_format, m_files.write(kHeader + kMatMul, "kernel_details.csv"), LoadDepth::Shallow);
        QVERIFY(good->status && good->traces.empty() && good->tables.empty());
        const auto bad = loadFile(*m_format, m_files.write("x\n", "kernel_details.csv"), LoadDepth::Shallow);
        QCOMPARE(bad->status.error().kind, ErrorKind::Malformed);
    }

    void rowsReadAgain() {
        const auto path = m_files.write(kHeader + kMatMul + kSend, "kernel_details.csv");
        auto file = sourceOf(path);
        const auto details = m_format->details(file, RowRef{kHeader.size()});
        QVERIFY(details);
        QCOMPARE(details->at(4).second, std::string("2"));
        QCOMPARE(details->back().first, std::string("Input Shapes"));
        QCOMPARE(details->back().second, std::string("\"1,4096;2,\""));
        QVERIFY(!m_format->details(file, RowRef{kHeader.size() + kMatMul.size() - 4}));
        QVERIFY(!m_format->details(file, RowRef{1'000'000}));
        ++file.size;
        QCOMPARE(m_format->details(file, RowRef{kHeader.size()}).error().kind, ErrorKind::Changed);
    }

    void whatIsSaidOfKernels() {
        const std::string header =
            "Step Id,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Num,Mix "
            "Block Num,Input Shapes,Input Data Types,Output Shapes,aic_mac_time(us)\n";
        const std::string rows =
            "13,2,aclnnMatmul_MatMulV3,MatMulV3,AI_CORE,10.5\t,4,1.25,24,48,\"\"\"1,4096;2,\"\"\",FLOAT16;FLOAT16,"
            "\"\"\"1,2\"\"\",3.5\n"
            "13,2,Cast_1,Cast,AI_VECTOR_CORE,20\t,1,0,8,0,\"\"\"7\"\"\",FLOAT,\"\"\"7\"\"\",0.0\n"
            "N/A,N/A,hcom_send__128_3_1,hcom_send_,COMMUNICATION,30,2,N/A,N/A,N/A,N/A,N/A,N/A,N/A\n";
        const auto file = m_files.write(header + rows, "kernel_details.csv");
        const auto whole = loadFile(*m_format, file, LoadDepth::Deep);
        const auto beside = loadFile(*makeKernelTableFormat(), file, LoadDepth::Deep);
        QCOMPARE(whole->traces.size(), std::size_t{1});
        QVERIFY(beside->status && beside->traces.empty() && !beside->table(TableKind::Steps));
        for (const auto *loaded : {whole.get(), beside.get()}) {
            const auto kernels = loaded->table(TableKind::Kernels);
            QVERIFY(kernels);
            QCOMPARE(kernels->rowCount(), std::size_t{3});
            QCOMPARE(kernels->text(0, "type"), std::string_view("MatMulV3"));
            QCOMPARE(kernels->text(0, "core"), std::string_view("AI_CORE"));
            QCOMPARE(kernels->text(0, "input_shapes"), std::string_view("\"1,4096;2,\""));
            QCOMPARE(kernels->number(0, "begin_ns"), std::int64_t{10500});
            QCOMPARE(kernels->number(0, "wait_ns"), std::int64_t{1250});
            QCOMPARE(kernels->number(0, "block_dim"), std::int64_t{24});
            QCOMPARE(kernels->number(0, "mix_block_dim"), std::int64_t{48});
            QCOMPARE(kernels->number(0, "cube"), std::int64_t{1});
            QCOMPARE(kernels->number(1, "cube"), std::int64_t{0});
            QCOMPARE(kernels->number(1, "step"), std::int64_t{13});
            QCOMPARE(kernels->number(2, "cube"), std::int64_t{-1});
            QCOMPARE(kernels->number(2, "step"), kNoStep);
            QCOMPARE(kernels->number(2, "stream"), std::int64_t{-1});
            QCOMPARE(kernels->number(2, "wait_ns"), std::int64_t{-1});
            QVERIFY(kernels->text(2, "input_shapes").empty());
        }
    }

    /// Whichever there are, of versions to come, too.
    void countersOfTheCores() {
        const std::string header =
            "Name,Type,OP State,Start Time(us),Duration(us),Context ID,aicore_time(us),aic_total_cycles,aic_mac_ratio,"
            "aic_l0a_read_bw(GB/s),aiv_new_part(KB/s),aiv_vec_ratio,cube_utilization(%)\n";
        const std::string rows =
            "MatMul,MatMulV3,static,10,4,7,165.835,5472561,0.95,12.5,3,N/A,98.765\n"
            "hcom_send__128_3_1,hcom_send_,N/A,30,2,N/A,N/A,N/A,N/A,N/A,N/A,N/A,N/A\n"
            "Cast,Cast,dynamic,40,4,N/A,0.0,0,0.0\t,0,,N/A,0.000\n";
        const auto loaded = load(header + rows);
        const auto kernels = loaded->table(TableKind::Kernels);
        QVERIFY(kernels && loaded->log.isEmpty());
        const std::vector<std::string_view> names{"aic_time_us",       "aic_total_cycles",
                                                  "aic_mac_ratio",     "aic_l0a_read_bw_gbps",
                                                  "aiv_new_part_kb_s", "cube_utilization_percent"};
        QCOMPARE(kernels->measureNames(), names);
        QCOMPARE(kernels->measures("aic_time_us")[0], 165.835F);
        QCOMPARE(kernels->measures("aic_total_cycles")[0], 5472561.0F);
        QCOMPARE(kernels->measures("aic_l0a_read_bw_gbps")[0], 12.5F);
        QCOMPARE(kernels->measures("aic_mac_ratio")[2], 0.0F);
        QVERIFY(std::isnan(kernels->measures("aic_mac_ratio")[1]));
        QVERIFY(std::isnan(kernels->measures("aiv_new_part_kb_s")[2]));
        QCOMPARE(kernels->text(0, "op_state"), std::string_view("static"));
        QCOMPARE(kernels->text(1, "op_state"), std::string_view());
    }

    void damagedCountersTakeNoMemory() {
        std::string header = "Name,Start Time(us),Duration(us),big_ratio";
        std::string row = "a,1,2,1e39";
        for (int i = 0; i < 200; ++i) {
            header += ",m" + std::to_string(i);
            row += ",1";
        }
        const auto loaded = load(header + "\n" + row + "\n");
        const auto kernels = loaded->table(TableKind::Kernels);
        QVERIFY(kernels);
        QCOMPARE(kernels->measureNames().size(), std::size_t{127});
        QVERIFY(kernels->measures("big_ratio").empty());
    }

    void oldFilesHaveFewerColumns() {
        const auto loaded = load("Name,Duration(us),Start Time(us)\nhcom_allReduce__1_2_3,5,10\nMul,1,2\n");
        QVERIFY(loaded->status);
        QCOMPARE(loaded->slices("Ascend Hardware/Kernels"), std::string("Mul@2000+1000"));
        QCOMPARE(loaded->slices("Communication/Group 1 Communication"),
                 std::string("hcom_allReduce__1_2_3@10000+5000"));
        QVERIFY(!loaded->table(TableKind::Steps));
    }

    void badRowsLeaveTheOthersAlone_data() {
        QTest::addColumn<QString>("row");
        QTest::newRow("too few fields") << QStringLiteral("1,2,3\n");
        QTest::newRow("no time") << QStringLiteral("1,0,0,1,3,k,T,AI_CORE,soon,1,\n");
        QTest::newRow("no duration") << QStringLiteral("1,0,0,1,3,k,T,AI_CORE,5,,\n");
        QTest::newRow("negative") << QStringLiteral("1,0,0,1,3,k,T,AI_CORE,5,-1,\n");
        QTest::newRow("open quote") << QStringLiteral("1,0,0,1,3,k,T,AI_CORE,5,1,\"x\n");
    }
    void badRowsLeaveTheOthersAlone() {
        QFETCH(QString, row);
        const auto loaded = load(kHeader + line(0) + row.toStdString() + line(1));
        QVERIFY(loaded->status);
        QCOMPARE(loaded->slices("Ascend Hardware/Stream 3"), std::string("k0@1000500+250 k1@1001500+250"));
        QCOMPARE(loaded->log.count("csv.bad_row"), std::uint64_t{1});
    }

    void everyCutIsSurvived() {
        const auto whole = kHeader + kMatMul + kSend + kGrad;
        for (std::size_t length = 0; length < whole.size(); ++length) {
            const auto loaded = load(whole.substr(0, length));
            QCOMPARE(bool(loaded->status), length >= kHeader.size());
            const bool endsBehindARow =
                length == kHeader.size() + kMatMul.size() || length == kHeader.size() + kMatMul.size() + kSend.size();
            QVERIFY(endsBehindARow || !loaded->status || loaded->log.hasDataLoss());
            const auto rows = loaded->traces.empty() ? 0 : loaded->traces[0]->sliceCount();
            QVERIFY(rows <= 3);
            if (length > kHeader.size() + kMatMul.size()) {
                QVERIFY(rows + loaded->log.count("csv.bad_row") >= 2);
            }
        }
    }

    void windowsDoNotShow() {
        std::string text = kHeader;
        constexpr int kRows = 120'000;  // more than one window
        for (int i = 0; i < kRows; ++i) {
            text += line(i);
        }
        QVERIFY(text.size() > CsvScanner::kWindow);
        const auto loaded = load(text);
        QVERIFY(loaded->log.isEmpty());
        QCOMPARE(loaded->traces[0]->sliceCount(), std::uint64_t{kRows});
        const auto track = *loaded->track("Ascend Hardware/Stream 3");
        const auto &slices = loaded->traces[0]->slices(track);
        for (const std::uint32_t i : {0U, 77'777U, 119'999U}) {
            QCOMPARE(loaded->traces[0]->text(slices.name(i)), std::string_view("k" + std::to_string(i)));
            QVERIFY(text.substr(slices.row(i)).starts_with(line(static_cast<int>(i))));
        }
    }

    void quotesOverLinesCountAsOneRow() {
        const auto loaded = load(kHeader + "1,0,0,1,3,k,T,AI_CORE,5,1,\"a\nb,c\"\r\n" + line(1));
        QVERIFY(loaded->log.isEmpty());
        QCOMPARE(loaded->slices("Ascend Hardware/Stream 3"), std::string("k@5000+1000 k1@1001500+250"));
    }

    void otherFilesAreRefused() {
        for (const std::string text : {"", "{}", "a,b,c\n1,2,3\n", "Name,Start Time(us)\nx,1\n"}) {
            QVERIFY(!load(text)->status);
        }
        QVERIFY(!loadFile(*m_format, m_files.path("absent.csv"), LoadDepth::Deep)->status);
    }

    void cancelled() {
        std::stop_source stop;
        stop.request_stop();
        const auto loaded = loadFile(*m_format, m_files.write(kHeader + kMatMul, "kernel_details.csv"), LoadDepth::Deep,
                                     1, stop.get_token());
        QCOMPARE(loaded->status.error().kind, ErrorKind::Cancelled);
        QVERIFY(loaded->traces.empty());
    }
};

TEST_SUITE(KernelDetailsTest)

}  // namespace tst_kernel_details

#include "tst_kernel_details.moc"
