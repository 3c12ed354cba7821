// Databases of Nsight Systems: both generations of the schema, launches by process and number, ranks by process,
// figures of random sessions against sums of their rows.
#include "core/base/io/byte_source.h"
#include "core/formats/cut/file_cut.h"
#include "core/formats/format_list.h"
#include "core/formats/nsys/nsys_host.h"
#include "core/session/loading/load_job.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/copy_record.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace tst_nsys {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

constexpr std::int64_t kUtc = 1'767'718'840'395'831'670;

std::int64_t globalOf(std::int64_t pid, std::int64_t tid = 0) { return std::int64_t{1} << 56 | pid << 24 | tid; }
std::string text(std::int64_t value) { return std::to_string(value); }

/// Writes rows of tables that are made when they are first written to, as the exporter does.
class Session {
public:
    explicit Session(const std::string &path) : m_database(fresh(path)) {
        m_isWritten = m_database.run("BEGIN");
        row("StringIds", "id,value", "0,'[Unknown]'");
    }
    ~Session() { QVERIFY(m_isWritten && m_database.run("COMMIT")); }
    void row(const std::string &table, const std::string &columns, const std::string &values) {
        if (m_tables[table].empty()) {
            std::string quoted = '"' + columns + '"';
            for (auto at = quoted.find(','); at != std::string::npos; at = quoted.find(',', at + 3)) {
                quoted.replace(at, 1, "\",\"");
            }
            m_tables[table] = quoted;
            m_isWritten = m_isWritten && m_database.run("CREATE TABLE " + table + '(' + quoted + ')');
        }
        m_isWritten = m_isWritten && m_database.run("INSERT INTO " + table + " VALUES(" + values + ')');
    }
    std::int64_t id(const std::string &name) {
        const auto [it, isNew] = m_ids.try_emplace(name, static_cast<std::int64_t>(m_ids.size()) * 3 + 7);
        if (isNew) {
            row("StringIds", "id,value", text(it->second) + ",'" + name + '\'');
        }
        return it->second;
    }
    void call(std::int64_t begin, std::int64_t end, std::int64_t thread, std::int64_t number, const char *name) {
        row("CUPTI_ACTIVITY_KIND_RUNTIME", "start,end,globalTid,correlationId,nameId",
            text(begin) + ',' + text(end) + ',' + text(thread) + ',' + text(number) + ',' + text(id(name)));
    }
    void kernel(std::int64_t begin, std::int64_t end, std::int64_t pid, std::int64_t device, std::int64_t stream,
                std::int64_t number, const std::string &name) {
        row("CUPTI_ACTIVITY_KIND_KERNEL", "start,end,deviceId,contextId,streamId,correlationId,globalPid,demangledName",
            text(begin) + ',' + text(end) + ',' + text(device) + ",1," + text(stream) + ',' + text(number) + ',' +
                text(globalOf(pid)) + ',' + text(id(name)));
    }
    void copy(std::int64_t begin, std::int64_t end, std::int64_t pid, std::int64_t number, const std::string &rest) {
        row("CUPTI_ACTIVITY_KIND_MEMCPY",
            "start,end,deviceId,contextId,streamId,correlationId,globalPid,bytes,copyKind,srcKind,dstKind",
            text(begin) + ',' + text(end) + ",0,1,7," + text(number) + ',' + text(globalOf(pid)) + ',' + rest);
    }
    void range(std::int64_t begin, const std::string &end, int type, std::int64_t thread, const std::string &name,
               const std::string &payload = "0,NULL") {
        row("NVTX_EVENTS", "start,end,eventType,globalTid,text,textId,domainId,binaryData",
            text(begin) + ',' + end + ',' + std::to_string(type) + ',' + text(thread) + ",'" + name + "',NULL," +
                payload);
    }
    void begins() { row("TARGET_INFO_SESSION_START_TIME", "utcEpochNs", text(kUtc)); }

private:
    static std::string fresh(const std::string &path) {
        QFile::remove(QString::fromStdString(path));
        return path;
    }

    testing::WrittenDatabase m_database;
    bool m_isWritten = true;
    std::map<std::string, std::string> m_tables;
    std::map<std::string, std::int64_t> m_ids;
};

/// One process 300, its thread 301 and what is in a file of either generation.
void writePlain(Session &session, bool isNew) {
    const auto thread = globalOf(300, 301);
    session.row(isNew ? "META_DATA_EXPORT" : "EXPORT_META_DATA", "name,value", "'EXPORT_SCHEMA_VERSION','x'");
    session.row("PROCESSES", "globalPid,pid,name", text(globalOf(300)) + ",300,'/home/someone/bin/train -v'");
    session.row("ThreadNames", "nameId,globalTid", text(session.id("worker")) + ',' + text(thread));
    session.row("TARGET_INFO_GPU", "id,name,totalMemory", "2,'NVIDIA X',1000");
    session.row("TARGET_INFO_CUDA_DEVICE", "gpuId,cudaId,pid", "2,0,300");
    session.range(1'000'000, "1900000", 59, thread, "forward");
    session.call(1'100'000, 1'110'000, thread, 5, "cudaLaunchKernel_v7000");
    session.call(1'120'000, 1'130'000, thread, 6, "cudaMemcpyAsync_v3020");
    session.kernel(1'200'000, 1'300'000, 300, 0, 7, 5, "gemm<float>(int)");
    session.copy(1'300'000, 1'310'000, 300, 6, "4096,1,1,2");
    session.copy(1'400'000, 1'405'000, 300, 0, "65536,12,4,4");
    session.row("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
                "start,end,deviceId,contextId,streamId,correlationId,globalPid,syncType,eventId",
                "1500000,1510000,0,1,4294967295,9," + text(globalOf(300)) + (isNew ? ",4," : ",1,") + "4294967295");
    session.row("OSRT_API", "start,end,globalTid,nameId",
                "1600000,1700000," + text(thread) + ',' + text(session.id("poll")));
    session.range(1'750'000, "NULL", 34, thread, "here");
    session.range(1'760'000, "1990000", 60, thread, "request");
    for (const auto *event : {"1000000,1", "1200000,0", "1300000,1"}) {
        session.row("SCHED_EVENTS", "start,isSchedIn,globalTid", event + (',' + text(thread)));
    }
}

template <class Record>
std::vector<Record> rowsOf(const testing::LoadedFile &loaded) {
    std::vector<Record> rows;
    const auto table = loaded.table(Record::kKind);
    for (std::size_t i = 0; table && i < table->rowCount(); ++i) {
        rows.push_back(TableRecords<Record>(*table)[i]);
    }
    return rows;
}

std::unique_ptr<testing::LoadedFile> loaded(const std::string &path, LoadDepth depth = LoadDepth::Deep) {
    return testing::loadFile(*formatById("nsys"), path, depth);
}

}  // namespace

class NsysTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesAreRead() {
        QCOMPARE(nsys::callName("cudaMalloc_v3020"), std::string_view("cudaMalloc"));
        QCOMPARE(nsys::callName("cuLaunch_version"), std::string_view("cuLaunch_version"));
        QCOMPARE(nsys::programName("/home/someone/bin/train -v"), std::string_view("train"));
        const auto op =
            nsys::rangeName("aten::mm, seq = 12, op_id = 34, sizes = [[8, 16], [16, 4]], input_op_ids = []");
        QCOMPARE(op.name, std::string_view("aten::mm"));
        QCOMPARE(op.shapes, std::string_view("[[8, 16], [16, 4]]"));
        QVERIFY(op.klass == SliceClass::HostOp);
        QVERIFY(nsys::rangeName("aten::mm").klass == SliceClass::HostOp);
        QVERIFY(nsys::rangeName("ProfilerStep#3").klass == SliceClass::Step);
        QVERIFY(nsys::rangeName("forward, again").klass == SliceClass::Mstx);
        QCOMPARE(nsys::rangeName("forward, again").name, std::string_view("forward, again"));
    }

    void bothGenerations_data() {
        QTest::addColumn<bool>("isNew");
        QTest::newRow("2.x") << false;
        QTest::newRow("3.x") << true;
    }
    void bothGenerations() {
        QFETCH(bool, isNew);
        const auto path = pathOf("plain.sqlite");
        {
            Session session(path);
            writePlain(session, isNew);
        }
        const auto file = loaded(path);
        QVERIFY(file->status.has_value());
        QCOMPARE(file->traces.size(), std::size_t{1});
        QCOMPARE(file->slices("train 300/worker 301"),
                 std::string("forward@1000000+900000 cudaLaunchKernel@1100000+10000 "
                             "cudaMemcpyAsync@1120000+10000 here@1750000+0"));
        QCOMPARE(file->slices("train 300/worker 301: OS calls"), std::string("poll@1600000+100000"));
        QCOMPARE(file->slices("train 300/worker 301: running"), std::string("Running@1000000+200000"));
        QCOMPARE(file->slices("train 300/worker 301: ranges"), std::string("request@1760000+230000"));
        QCOMPARE(file->slices("GPU 2/Stream 7"),
                 std::string("gemm<float>(int)@1200000+100000 Memcpy HtoD (Pinned -> Device)@1300000+10000"));
        QCOMPARE(file->slices("GPU 2/Unified memory DtoH"),
                 std::string("Unified Memcpy DtoH (Managed -> Managed)@1400000+5000"));
        QCOMPARE(file->slices("GPU 2/Synchronization"), std::string("Context sync@1500000+10000"));
        const auto kernels = rowsOf<KernelRecord>(*file);
        QCOMPARE(kernels.size(), std::size_t{2});
        QCOMPARE(kernels[0].launch, std::int64_t{1'100'000});
        QCOMPARE(kernels[1].launch, std::int64_t{1'120'000});
        QCOMPARE(kernels[0].device, std::int64_t{2});
        QCOMPARE(kernels[0].stream, std::int64_t{7});
        const auto copies = rowsOf<CopyRecord>(*file);
        QCOMPARE(copies.size(), std::size_t{2});
        QCOMPARE(copies[0].memory, std::string_view("pinned"));
        QCOMPARE(copies[1].direction, std::string_view("DtoH"));
        QCOMPARE(copies[1].bytes, std::int64_t{65536});
        const auto shallow = loaded(path, LoadDepth::Shallow);
        QCOMPARE(shallow->environment("device", "name"), std::string("NVIDIA X"));
        QCOMPARE(shallow->environment("identity", "device"), std::string("2"));
        QCOMPARE(shallow->environment("version", "schema"), std::string("x"));
    }

    void rowsAreShown() {
        const auto path = pathOf("details.sqlite");
        {
            Session session(path);
            session.row("CUPTI_ACTIVITY_KIND_KERNEL",
                        "start,end,streamId,globalPid,demangledName,gridX,gridY,gridZ,registersPerThread",
                        "10,20,7," + text(globalOf(300)) + ',' + text(session.id("gemm")) + ",8,2,1,40");
        }
        const auto values = formatById("nsys")->details(testing::sourceOf(path), {std::uint64_t{1} << 56 | 1});
        QVERIFY(values.has_value());
        const auto has = [&](const char *key, const char *value) {
            return std::find(values->begin(), values->end(), std::pair<std::string, std::string>(key, value)) !=
                   values->end();
        };
        QVERIFY(has("grid", "8 x 2 x 1"));
        QVERIFY(has("demangledName", "gemm"));
        QVERIFY(has("process", "300"));
        QVERIFY(has("registersPerThread", "40"));
        QVERIFY(!formatById("nsys")->details(testing::sourceOf(path), {5}).has_value());
    }

    /// Environments are never shown; the one number that is wanted of them is.
    void environmentsStayPrivate() {
        const auto path = pathOf("private.sqlite");
        {
            Session session(path);
            session.begins();
            session.kernel(1000, 2000, 300, 0, 7, 1, "gemm");
            session.row("StringIds", "id,value", "900,'TOKEN=secret' || char(0) || 'RANK=5' || char(0) || 'A=b'");
            session.range(900, "2100", 59, globalOf(300, 300), "step 1");
            session.row("META_DATA_CAPTURE", "name,value", "'PROCESS_0:ENVIRONMENT','TOKEN=secret'");
        }
        const auto shallow = loaded(path, LoadDepth::Shallow);
        QCOMPARE(shallow->environment("identity", "rank"), std::string("5"));
        for (const auto &row : rowsOf<EnvironmentRecord>(*shallow)) {
            QVERIFY(row.value.find("secret") == std::string_view::npos);
        }
        auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run && run->capture(5) != nullptr);
        QCOMPARE(run->capture(5)->tables(TableKind::Steps).size(), std::size_t{1});
    }

    /// What is handed on holds no more of them than is shown, whatever was asked to be kept; all else is as it was.
    void copiesLoseEnvironments() {
        const auto path = pathOf("original.sqlite");
        {
            Session session(path);
            writePlain(session, true);
            session.row("StringIds", "id,value",
                        "900,'TOKEN=secret' || char(0) || 'PMI_RANK=5' || char(0) || 'SHELL=secret'");
            session.row("META_DATA_CAPTURE", "name,value",
                        "'PROCESS_0:ENVIRONMENT','TOKEN=secret' || char(10) || 'RANK=5'");
            for (const auto *setting : {"'RATE_HZ','7'", "'PROCESS_0:VARIABLES','A=secret' || char(10) || 'B=secret'",
                                        "'PROCESS_0:ENVIRONMENT',CAST('TOKEN=secret' AS BLOB)",
                                        "'PROCESS_1:LIST',CAST('TOKEN=secret' || char(0) || 'A=b' AS BLOB)"}) {
                session.row("META_DATA_CAPTURE", "name,value", setting);
            }
            session.row("PROCESS_STREAMS", "globalPid,contentId", "1,'secret'");
            session.range(1'950'000, "1960000", 59, globalOf(300, 301), "with bytes", "1,X'0100FF00'");
        }
        const auto copied = [&](const FileCut &cut, const char *name) {
            const auto target = pathOf(name);
            auto source = testing::sourceOf(path);
            source.format = "nsys";
            const auto made = copyCut(source, cut, target);
            return made ? *made : std::string();
        };
        const FileCut ofMsprof{.steps = {3}, .keepsTable = [](std::string_view table) { return table == "TASK"; }};
        for (const auto &copy : {copied({}, "whole.sqlite"), copied(ofMsprof, "cut.sqlite")}) {
            const auto source = ByteSource::open(copy);
            QVERIFY(source.has_value());
            std::string bytes(1 << 20, '\0');
            bytes.resize((*source)->read(0, bytes).value());
            QVERIFY(bytes.size() < (1 << 20) && bytes.find("secret") == std::string::npos);
            QVERIFY(bytes.find(std::string("\x01\x00\xff\x00", 4)) != std::string::npos);
            const auto was = loaded(path);
            const auto is = loaded(copy);
            QVERIFY(was->status.has_value() && is->status.has_value());
            QCOMPARE(dumped(*is->traces.front()), dumped(*was->traces.front()));
            QCOMPARE(loaded(copy, LoadDepth::Shallow)->environment("identity", "rank"), std::string("5"));
        }
        QFile damaged(QString::fromStdString(path));
        QVERIFY(damaged.open(QIODevice::ReadWrite) && damaged.resize(damaged.size() * 2 / 3));
        QCOMPARE(copied({}, "damaged.sqlite"), std::string());
    }

    void callsOfNcclAreDescribed() {
        const auto path = pathOf("nccl.sqlite");
        constexpr const char *kKernel = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgs)";
        const auto thread = globalOf(300, 300);
        {
            Session session(path);
            for (const auto *field : {"1,100,18,'NCCL communicator ID',NULL", "1,100,22,'Message size [bytes]',8"}) {
                session.row("NVTX_PAYLOAD_SCHEMA_ENTRIES", "domainId,schemaId,type,name,offset", field);
            }
            // domain 1, layout 100, sizes 16 and 48; communicator 77, 4096 bytes
            session.range(1000, "2000", 59, thread, "ncclAllReduce",
                          "1,X'01000000000000006400000000000000100000000000000030000000000000004D000000000000000010000"
                          "000000000'");
            session.call(1100, 1200, thread, 1, "cudaLaunchKernel_v7000");
            session.kernel(3000, 4000, 300, 0, 7, 1, kKernel);
            session.call(5000, 5100, thread, 2, "cudaLaunchKernel_v7000");
            session.kernel(6000, 7000, 300, 0, 7, 2, kKernel);
        }
        const auto file = loaded(path);
        const auto ops = rowsOf<CommOpRecord>(*file);
        QCOMPARE(ops.size(), std::size_t{2});
        QCOMPARE(ops[0].group, std::string_view("77"));
        QCOMPARE(ops[0].bytes, std::int64_t{4096});
        QCOMPARE(ops[0].type, std::string_view("allreduce"));
        QCOMPARE(ops[0].algorithm, std::string_view("RING_LL"));
        QCOMPARE(ops[1].group, std::string_view("NCCL"));
        QCOMPARE(ops[1].bytes, std::int64_t{-1});
    }

    void randomSessions_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 8; ++seed) {
            QTest::addRow("seed %u", seed) << seed;
        }
    }
    /// Each rank has the rows of its process, whatever numbers the processes share.
    void randomSessions() {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const auto upTo = [&](int most) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(most)); };
        struct Truth {
            std::int64_t kernelTime = 0;
            std::size_t kernels = 0;
            std::int64_t launches = 0;  ///< sum of the times of their calls
            std::int64_t bytes = 0;
            std::int64_t allocated = 0;
            std::int64_t peak = 0;
            std::int64_t ran = 0;
        };
        const auto processes = 1 + upTo(4);
        std::vector<Truth> truths(static_cast<std::size_t>(processes));
        const auto path = pathOf("random.sqlite");
        {
            Session session(path);
            session.begins();
            session.row("META_DATA_EXPORT", "name,value", "'EXPORT_PARAM_TIME_SHIFT','0'");
            for (std::int64_t p = 0; p < processes; ++p) {
                auto &truth = truths[static_cast<std::size_t>(p)];
                const auto pid = 500 - p;
                const auto thread = globalOf(pid, pid + 1);
                auto now = 1'000'000 + upTo(1000);
                const auto count = 20 + upTo(60);
                std::vector<std::pair<std::int64_t, std::int64_t>> blocks;  // address, bytes
                for (std::int64_t i = 1; i <= count; ++i) {
                    const auto begin = now + 100;
                    session.call(begin, begin + 50, thread, i, "cudaLaunchKernel_v7000");
                    const auto length = 10 + upTo(5000);
                    session.kernel(begin + 60, begin + 60 + length, pid, p, 7, i, "k" + text(upTo(9)));
                    truth.kernelTime += length;
                    truth.launches += begin;
                    ++truth.kernels;
                    now = begin + 60 + length;
                    if (upTo(3) == 0) {
                        const auto bytes = upTo(1 << 20);
                        session.copy(now, now + 40, pid, 0, text(bytes) + ",2,2,0");
                        truth.bytes += bytes;
                        now += 40;
                    }
                    const bool isRelease = !blocks.empty() && upTo(2) == 0;
                    blocks.emplace_back(0x1000 * i, isRelease ? blocks.back().second : 1 + upTo(1 << 20));
                    if (isRelease) {
                        blocks.pop_back();
                    }
                    session.row("CUDA_GPU_MEMORY_USAGE_EVENTS",
                                "start,globalPid,deviceId,address,bytes,memKind,memoryOperationType",
                                text(now) + ',' + text(globalOf(pid)) + ',' + text(p) + ',' +
                                    text(blocks.back().first) + ',' + text(blocks.back().second) + ",2," +
                                    (isRelease ? "1" : "0"));
                    truth.allocated += isRelease ? -blocks.back().second : blocks.back().second;
                    truth.peak = std::max(truth.peak, truth.allocated);
                    if (isRelease) {
                        blocks.pop_back();
                    }
                    const auto slept = 1 + upTo(300);
                    session.row("SCHED_EVENTS", "start,isSchedIn,globalTid", text(now) + ",1," + text(thread));
                    session.row("SCHED_EVENTS", "start,isSchedIn,globalTid", text(now + slept) + ",0," + text(thread));
                    truth.ran += slept;
                    now += slept;
                }
            }
        }
        auto run = loadRun(path, RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        QCOMPARE(run->captures.size(), truths.size());
        for (std::size_t i = 0; i < truths.size(); ++i) {
            const auto &capture = run->captures[i];
            const auto &truth = truths[i];  // ranks are in the order of their devices
            const TableRecords<KernelRecord> kernels(*capture.tables(TableKind::Kernels).at(0));
            std::int64_t time = 0;
            std::int64_t launches = 0;
            std::size_t count = 0;
            for (std::size_t row = 0; row < kernels.size(); ++row) {
                const auto kernel = kernels[row];
                if (kernel.core.empty()) {
                    time += kernel.duration;
                    launches += kernel.launch - kUtc;
                    ++count;
                }
            }
            QCOMPARE(count, truth.kernels);
            QCOMPARE(time, truth.kernelTime);
            QCOMPARE(launches, truth.launches);
            std::int64_t bytes = 0;
            for (const auto &table : capture.tables(TableKind::Copies)) {
                for (const auto value : TableRecords<CopyRecord>(*table).numbers<&CopyRecord::bytes>()) {
                    bytes += value;
                }
            }
            QCOMPARE(bytes, truth.bytes);
            const TableRecords<MemorySampleRecord> samples(*capture.tables(TableKind::MemorySamples).at(0));
            const auto values = samples.numbers<&MemorySampleRecord::allocated>();
            QCOMPARE(values[values.size() - 1], truth.allocated);
            QCOMPARE(*std::max_element(values.begin(), values.end()), truth.peak);
            QCOMPARE(runningTime(capture), truth.ran);
        }
    }

    void damageIsSurvived() {
        const auto path = pathOf("whole.sqlite");
        {
            Session session(path);
            session.begins();
            writePlain(session, true);
            session.kernel(2'000'000, 2'100'000, 300, 0, 7, 99, "k");
            session.row("CUPTI_ACTIVITY_KIND_KERNEL", "", "'x',X'00',NULL,1.5,'y','z',NULL,'w'");
            session.row("NVTX_EVENTS", "", "NULL,NULL,59,NULL,NULL,NULL,NULL,NULL");
            session.row("SCHED_EVENTS", "", "NULL,NULL,NULL");
        }
        QFile whole(QString::fromStdString(path));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        const auto bytes = whole.readAll();
        QVERIFY(loaded(path)->log.count("db.bad_row") > 0);
        QCOMPARE(rowsOf<KernelRecord>(*loaded(path)).size(), std::size_t{3});
        for (qsizetype size = 0; size < bytes.size(); size += bytes.size() / 23) {
            QFile cut(QString::fromStdString(pathOf("cut.sqlite")));
            QVERIFY(cut.open(QIODevice::WriteOnly));
            cut.write(bytes.first(size));
            cut.close();
            const auto file = loaded(pathOf("cut.sqlite"));
            QVERIFY(!file->status || file->log.hasDataLoss());
        }
    }

private:
    static std::int64_t runningTime(const RankCapture &capture) {
        std::int64_t sum = 0;
        for (const auto &source : capture.loaded) {
            for (const auto &trace : source.traces) {
                for (const auto &track : trace->tracks()) {
                    const auto &slices = trace->slices(track.id);
                    for (std::uint32_t i = 0; i < slices.size(); ++i) {
                        sum += trace->text(slices.name(i)) == "Running" ? (slices.end(i) - slices.begin(i)).count() : 0;
                    }
                }
            }
        }
        return sum;
    }
    std::string pathOf(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)).toStdString(); }

    QTemporaryDir m_folder;
};

TEST_SUITE(NsysTest)

}  // namespace tst_nsys
#include "tst_nsys.moc"
