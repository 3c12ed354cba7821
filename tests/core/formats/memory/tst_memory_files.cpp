#include "core/formats/format_list.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/table_kind.h"
#include "core/store/tables/table_records.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_memory_files {

using namespace stagescope;
using stagescope::testing::loadFile;
using stagescope::testing::WrittenDatabase;

namespace {

const std::string kRecord =
    "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream Ptr,Device Type\n";
const std::string kOperators =
    "Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),Active Duration(us),"
    "Allocation Total Allocated(MB),Allocation Total Reserved(MB),Allocation Total Active(MB),Release Total "
    "Allocated(MB),Release Total Reserved(MB),Release Total Active(MB),Stream Ptr,Device Type\n";

std::string known(std::int64_t value) { return value == kNoBytes ? "-" : std::to_string(value); }

std::string sample(const TableStore &table, std::size_t row) {
    const auto sample = TableRecords<MemorySampleRecord>(table)[row];
    std::string text;
    for (const auto part : {sample.level, sample.component, sample.stream}) {
        text += std::string(part) + ' ';
    }
    for (const auto value : {sample.device, sample.at, sample.allocated, sample.reserved, sample.active}) {
        text += known(value) + ' ';
    }
    return text;
}

std::string operation(const TableStore &table, std::size_t row) {
    const auto op = TableRecords<MemoryOpRecord>(table)[row];
    std::string text(op.name);
    for (const auto value : {op.bytes, op.allocated, op.released, op.activeReleased, op.atAllocated, op.atReserved,
                             op.atActive, op.thenAllocated, op.thenReserved, op.thenActive, op.device}) {
        text += ' ' + known(value);
    }
    return text + ' ' + std::string(op.stream);
}

}  // namespace

class MemoryFilesTest : public QObject {
    Q_OBJECT

    TraceFiles m_files;
    const std::unique_ptr<Format> m_format = makeProfileMemoryFormat();

    std::unique_ptr<stagescope::testing::LoadedFile> load(const std::string &text,
                                                          const std::string &name = "memory_record.csv") {
        return loadFile(*m_format, m_files.write(text, name), LoadDepth::Deep);
    }

private Q_SLOTS:
    void recordIsReadExactly() {
        const auto loaded = load("\xef\xbb\xbf" + kRecord +
                                 "PTA,1764246877074815.290\t,4320.97265625,10868.0,4320.97265625,2,NPU:4\r\n"
                                 "APP,1764246877083142.140\t,,12675.37109375,,,NPU:4\r\n"
                                 "WORKSPACE,1.5,\"0.00048828125\",N/A,\"\"\"\",,\n");
        QVERIFY(loaded->status);
        const auto table = loaded->table(TableKind::MemorySamples);
        QVERIFY(table);
        QCOMPARE(sample(*table, 0),
                 std::string("allocator PTA 2 4 1764246877074815290 4530868224 11395923968 4530868224 "));
        QCOMPARE(sample(*table, 1), std::string("process APP  4 1764246877083142140 - 13291089920 - "));
        QCOMPARE(table->rowCount(), std::size_t{2});
        QCOMPARE(loaded->log.count("csv.bad_row"), std::uint64_t{1});  // a quote is not a size
    }

    void unitsStandInTheHeader() {
        const auto loaded = load(
            "Device_id,Component,Timestamp(us),Total Allocated(KB),Total Reserved(KB),Device\n3,GE,10,0.5,2,NPU:3\n");
        QCOMPARE(sample(*loaded->table(TableKind::MemorySamples), 0), std::string("allocator GE  3 10000 512 2048 - "));
    }

    void whatTheDriverGaveOut() {
        const auto loaded = load(
            "Device_id,event,ddr(KB),hbm(KB),memory(KB),timestamp(us)\n"
            "0,app,8,1024,1032,1764246877074017.600\t\n0,device,16,2048,N/A,20\n0,app,,,,30\n",
            "npu_mem_20251127.csv");
        QVERIFY(loaded->status);
        const auto table = loaded->table(TableKind::MemorySamples);
        QCOMPARE(table->rowCount(), std::size_t{2});
        QCOMPARE(sample(*table, 0), std::string("process APP  0 1764246877074017600 - 1056768 - "));
        QCOMPARE(sample(*table, 1), std::string("process device  0 20000 - 2113536 - "));
        QCOMPARE(loaded->log.count("csv.bad_row"), std::uint64_t{1});
    }

    void modules() {
        const auto named = load("Device_id,Component,Timestamp(us),Total Reserved(MB),Device\n4,HCCL,7\t,0.5,NPU:4\n",
                                "npu_module_mem.csv");
        QCOMPARE(sample(*named->table(TableKind::MemorySamples), 0), std::string("module HCCL  4 7000 - 524288 - "));
        const auto old = load("Component,Timestamp(us),Total Reserved(KB)\nAPP,7,3\n", "npu_module_mem_2024.csv");
        QCOMPARE(sample(*old->table(TableKind::MemorySamples), 0), std::string("module APP  -1 7000 - 3072 - "));
    }

    void operators() {
        const auto loaded =
            load(kOperators +
                     "aten::empty_strided,0.5,1764246877074815.290\t,1764246877655212.120\t,1764246877655209.860\t,"
                     "580396.830,580394.570,1,2.0,3,4,5,6,2,NPU:4\n"
                     "\"cann::a,b\",64.0,10,,,,,0.125,74.75,,,,,,NPU:0\n"
                     "gone,1,,20,N/A,,,,,,,,,,NPU:0\n",
                 "operator_memory.csv");
        const auto table = loaded->table(TableKind::MemoryOps);
        QVERIFY(table && loaded->log.isEmpty());
        QCOMPARE(operation(*table, 0), std::string("aten::empty_strided 512 1764246877074815290 1764246877655212120 "
                                                   "1764246877655209860 1048576 2097152 3145728 4194304 5242880 "
                                                   "6291456 4 2"));
        QCOMPARE(operation(*table, 1), std::string("cann::a,b 65536 10000 - - 131072 78381056 - - - - 0 "));
        QCOMPARE(operation(*table, 2), std::string("gone 1024 - 20000 - - - - - - - 0 "));
    }

    void releaseFollowsFromDuration() {
        const auto loaded = load(
            "Device_id,Name,Size(KB),Allocation Time(us),Duration(us),Allocation Total Allocated(KB),Device Type\n"
            "0,a,1,10,2.5,4,NPU:0\n0,b,1,11,N/A,4,NPU:0\n",
            "operator_memory_20240101.csv");
        QCOMPARE(operation(*loaded->table(TableKind::MemoryOps), 0),
                 std::string("a 1024 10000 12500 - 4096 - - - - - 0 "));
        QCOMPARE(loaded->table(TableKind::MemoryOps)->number(1, "released_ns"), kNoMemoryTime);
    }

    void staticGraphs() {
        const auto loaded = load(
            "Device_id,Op Name,Model Name,Graph ID,Node Index Start,Node Index End,Size(KB)\n"
            "host,sqrt_01,0,7,31,32,2343.78125\n0,add,m,7,3,4294967295,1\n0,add,m,7,x,4,1\n",
            "static_op_mem.csv");
        const auto table = loaded->table(TableKind::MemoryOps);
        QCOMPARE(table->rowCount(), std::size_t{2});
        QCOMPARE(table->number(0, "bytes"), std::int64_t{2400032});
        QCOMPARE(table->number(0, "device", -1), std::int64_t{-1});
        QCOMPARE(table->text(1, "graph"), std::string_view("7"));
        QCOMPARE(table->number(1, "node_end"), std::int64_t{4294967295});
        QCOMPARE(loaded->log.count("csv.bad_row"), std::uint64_t{1});
    }

    void badRowsLeaveTheOthersAlone_data() {
        QTest::addColumn<QString>("row");
        QTest::newRow("too few fields") << QStringLiteral("PTA,1,2\n");
        QTest::newRow("no time") << QStringLiteral("PTA,soon,1,2,3,2,NPU:0\n");
        QTest::newRow("no component") << QStringLiteral(",5,1,2,3,2,NPU:0\n");
        QTest::newRow("no size") << QStringLiteral("PTA,5,one,2,3,2,NPU:0\n");
        QTest::newRow("beyond all memory") << QStringLiteral("PTA,5,1e300,2,3,2,NPU:0\n");
        QTest::newRow("not a number") << QStringLiteral("PTA,5,nan,2,3,2,NPU:0\n");
        QTest::newRow("open quote") << QStringLiteral("PTA,5,\"1,2,3,2,NPU:0\n");
    }
    void badRowsLeaveTheOthersAlone() {
        QFETCH(QString, row);
        const std::string good = "PTA,5,1,2,3,2,NPU:0\n";
        const auto loaded = load(kRecord + good + row.toStdString() + good);
        QVERIFY(loaded->status);
        QCOMPARE(loaded->table(TableKind::MemorySamples)->rowCount(), std::size_t{2});
        QCOMPARE(loaded->log.count("csv.bad_row"), std::uint64_t{1});
    }

    void everyCutIsSurvived() {
        const auto whole = kRecord + "PTA,5,1,2,3,2,NPU:0\nPTA,6,1,2,3,2,NPU:0\n";
        for (std::size_t length = 0; length < whole.size(); ++length) {
            const auto loaded = load(whole.substr(0, length));
            const auto table = loaded->table(TableKind::MemorySamples);
            const auto rows = table ? table->rowCount() : 0;
            QVERIFY(rows <= 2);
            const bool endsBehindARow = length == kRecord.size() + 20;
            QVERIFY(endsBehindARow || !loaded->status || loaded->log.hasDataLoss());
            if (length > kRecord.size() + 20) {
                QVERIFY(rows + loaded->log.count("csv.bad_row") == 2);
            }
        }
        QCOMPARE(load("a,b\n1,2\n")->status.error().kind, ErrorKind::Malformed);
    }

    void linesOfAnyEnding() {
        for (const std::string end : {"\n", "\r\n", "\r"}) {
            const auto head = kRecord.substr(0, kRecord.size() - 1);
            const auto loaded = load(head + end + "PTA,5,1,2,3,2,NPU:0" + end + "PTA,6,1,2,3,2,NPU:0" + end);
            QVERIFY(loaded->status);
            QCOMPARE(loaded->table(TableKind::MemorySamples)->rowCount(), std::size_t{2});
            QVERIFY(loaded->log.isEmpty());
        }
    }

    void databaseOfTheFramework() {
        const auto path = m_files.write("", "ascend_pytorch_profiler_0.db");
        QVERIFY(WrittenDatabase(path).run(
            "CREATE TABLE STRING_IDS(id INTEGER PRIMARY KEY, value TEXT);"
            "INSERT INTO STRING_IDS VALUES(1,'PTA'),(2,'app'),(3,'aten::add'),(4,'device');"
            "CREATE TABLE ENUM_MODULE(id INTEGER PRIMARY KEY, name TEXT); INSERT INTO ENUM_MODULE VALUES(3,'HCCL');"
            "CREATE TABLE MEMORY_RECORD(component INTEGER, timestamp INTEGER, totalAllocated INTEGER, totalReserved "
            "INTEGER, totalActive INTEGER, streamPtr INTEGER, deviceId INTEGER);"
            "INSERT INTO MEMORY_RECORD VALUES(1,100000,10,20,15,733279888,2),(1,NULL,10,20,15,1,2);"
            "CREATE TABLE OP_MEMORY(name INTEGER, size INTEGER, allocationTime INTEGER, releaseTime INTEGER, "
            "activeReleaseTime INTEGER, duration INTEGER, allocationTotalAllocated INTEGER, streamPtr INTEGER, "
            "deviceId INTEGER);"
            "INSERT INTO OP_MEMORY VALUES(3,512,100000,NULL,NULL,NULL,10,733279888,2);"
            "CREATE TABLE NPU_MODULE_MEM(moduleId INTEGER, timestampNs INTEGER, totalReserved NUMERIC, deviceId "
            "INTEGER); INSERT INTO NPU_MODULE_MEM VALUES(3,100001,4096,2),(99,100001,1,2);"
            "CREATE TABLE NPU_MEM(type INTEGER, ddr NUMERIC, hbm NUMERIC, timestampNs INTEGER, deviceId INTEGER);"
            "INSERT INTO NPU_MEM VALUES(2,1,40,100002,2),(4,0,50,100002,2);"));
        const auto loaded = loadFile(*formatById("profiler_db"), path, LoadDepth::Deep);
        QVERIFY(loaded->status);
        const auto table = loaded->table(TableKind::MemorySamples);
        QCOMPARE(table->rowCount(), std::size_t{5});
        QCOMPARE(sample(*table, 0), std::string("allocator PTA 733279888 2 100000 10 20 15 "));
        QCOMPARE(sample(*table, 1), std::string("module HCCL  2 100001 - 4096 - "));
        QCOMPARE(sample(*table, 2), std::string("module module 99  2 100001 - 1 - "));
        QCOMPARE(sample(*table, 3), std::string("process APP  2 100002 - 41 - "));
        QCOMPARE(sample(*table, 4), std::string("process device  2 100002 - 50 - "));
        QCOMPARE(operation(*loaded->table(TableKind::MemoryOps), 0),
                 std::string("aten::add 512 100000 - - 10 - - - - - 2 733279888"));
        QCOMPARE(loaded->log.count("db.bad_row"), std::uint64_t{1});
    }

    void databaseOfTheDeviceAlone() {
        const auto path = m_files.write("", "msprof_1.db");
        QVERIFY(WrittenDatabase(path).run(
            "CREATE TABLE STRING_IDS(id INTEGER PRIMARY KEY, value TEXT);"
            "INSERT INTO STRING_IDS VALUES(1,'GE'),(2,'allocate'),(3,'release'),(4,'conv'),(5,'relu');"
            "CREATE TABLE NPU_OP_MEM(operatorName INTEGER, addr INTEGER, type INTEGER, size INTEGER, timestampNs "
            "INTEGER, totalAllocate NUMERIC, totalReserve NUMERIC, component INTEGER, deviceId INTEGER);"
            "INSERT INTO NPU_OP_MEM VALUES(4,77,2,512,100000,512,1024,1,0),(5,78,3,64,100500,448,1024,1,0),"
            "(4,77,3,512,101000,0,1024,1,0),(5,77,2,128,102000,128,1024,1,0);"));
        const auto loaded = loadFile(*formatById("profiler_db"), path, LoadDepth::Deep);
        QVERIFY(loaded->status);
        QCOMPARE(loaded->table(TableKind::MemorySamples)->rowCount(), std::size_t{4});
        const auto ops = loaded->table(TableKind::MemoryOps);
        QCOMPARE(ops->rowCount(), std::size_t{3});
        QCOMPARE(operation(*ops, 0), std::string("relu 64 - 100500 - - - - 448 1024 - 0 "));
        QCOMPARE(operation(*ops, 1), std::string("conv 512 100000 101000 - 512 1024 - 0 1024 - 0 "));
        QCOMPARE(operation(*ops, 2), std::string("relu 128 102000 - - 128 1024 - - - - 0 "));
    }
};

TEST_SUITE(MemoryFilesTest)

}  // namespace tst_memory_files

#include "tst_memory_files.moc"
