#include "core/formats/format_list.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/formats/small_database.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <cmath>

namespace tst_profiler_db {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

constexpr auto kFileName = "/ascend_pytorch_profiler_5.db";

std::string value(const KeyValues &values, std::string_view key) {
    for (const auto &[k, v] : values) {
        if (k == key) {
            return v;
        }
    }
    return "(none)";
}

/// "category fromTrack@time>toTrack@time" of every arrow, sorted.
QStringList arrows(const TraceStore &trace) {
    QStringList list;
    const auto name = [&](TrackId id) {
        const auto text = trace.text(trace.track(id).name);
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    };
    for (std::size_t i = 0; i < trace.flows().size(); ++i) {
        const auto &flow = trace.flows().at(i);
        const auto category = trace.text(flow.category);
        list << QStringLiteral("%1 %2@%3>%4@%5")
                    .arg(QString::fromUtf8(category.data(), static_cast<qsizetype>(category.size())),
                         name(flow.fromTrack))
                    .arg(ns(flow.from))
                    .arg(name(flow.toTrack))
                    .arg(ns(flow.to));
    }
    list.sort();
    return list;
}

/// Class of the slice that begins at a time on a track, by number; -1 when there is none.
int classAt(const LoadedFile &file, std::string_view path, std::int64_t time) {
    const auto track = file.track(path);
    if (!track) {
        return -1;
    }
    const auto &slices = file.traces[0]->slices(*track);
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (ns(slices.begin(i)) == time) {
            return static_cast<int>(slices.klass(i));
        }
    }
    return -1;
}

std::uint64_t rowAt(const LoadedFile &file, std::string_view path, std::int64_t time) {
    const auto &slices = file.traces[0]->slices(*file.track(path));
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        if (ns(slices.begin(i)) == time) {
            return slices.row(i);
        }
    }
    return 0;
}

}  // namespace

class ProfilerDbTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_dir = std::make_unique<QTemporaryDir>();
        m_cache = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CACHE_HOME", m_cache->path().toUtf8());
        m_path = m_dir->path().toStdString() + kFileName;
        QVERIFY(writeSmallDatabase(m_path));
    }

    void takesFilesByName() {
        QVERIFY(m_format->sniff("ascend_pytorch_profiler.db", {}));
        QVERIFY(m_format->sniff("ascend_pytorch_profiler_12.db", {}));
        QVERIFY(m_format->sniff("ascend_mindspore_profiler_0.db", {}));
        QVERIFY(m_format->sniff("msprof_20240101120000.db", {}));
        QVERIFY(!m_format->sniff("msprof.db", {}));
        QVERIFY(!m_format->sniff("analysis.db", {}));
        QVERIFY(!m_format->sniff("ascend_pytorch_profiler_0.db-wal", {}));
        QVERIFY(!m_format->sniff("ascend_pytorch_profiler_x.db", {}));
    }

    void kernelsAreDescribed() {
        {
            WrittenDatabase db(m_path);
            QVERIFY(
                db.run("ALTER TABLE COMPUTE_TASK_INFO ADD COLUMN taskType INTEGER; ALTER TABLE COMPUTE_TASK_INFO "
                       "ADD COLUMN blockNum INTEGER; ALTER TABLE COMPUTE_TASK_INFO ADD COLUMN inputShapes INTEGER; "
                       "INSERT INTO STRING_IDS VALUES(900,'AI_VECTOR_CORE'),(901,'\"4,8\"'),(902,'N/A'),"
                       "(903,'aic_mac_time'),(904,'aiv_vec_ratio'),(905,'Not A Metric'); UPDATE COMPUTE_TASK_INFO SET "
                       "taskType=900, blockNum=20, "
                       "inputShapes=901; UPDATE COMPUTE_TASK_INFO SET inputShapes=902 WHERE globalTaskId=1; "
                       "INSERT INTO TASK_PMU_INFO VALUES(0,903,1500.0),(1,904,0.25),(0,905,1),(77,904,1),"
                       "(0,906,1),(1,903,NULL);"));
        }
        const auto file = loadFile(*m_format, m_path, LoadDepth::Deep);
        const auto kernels = file->table(TableKind::Kernels);
        QVERIFY(kernels);
        QCOMPARE(kernels->rowCount(), std::size_t{2});
        QCOMPARE(kernels->text(0, "name"), std::string_view("matmul_1"));
        QCOMPARE(kernels->text(0, "core"), std::string_view("AI_VECTOR_CORE"));
        QCOMPARE(kernels->text(0, "input_shapes"), std::string_view("\"4,8\""));
        QVERIFY(kernels->text(1, "input_shapes").empty());
        QCOMPARE(kernels->number(0, "stream"), std::int64_t{2});
        QCOMPARE(kernels->number(0, "step"), std::int64_t{2});
        QCOMPARE(kernels->number(0, "begin_ns"), std::int64_t{1200000});
        QCOMPARE(kernels->number(0, "duration_ns"), std::int64_t{100000});
        QCOMPARE(kernels->number(0, "block_dim"), std::int64_t{20});
        QCOMPARE(kernels->number(0, "mix_block_dim", -1), std::int64_t{-1});
        QCOMPARE(kernels->number(0, "cube"), std::int64_t{1});
        QCOMPARE(kernels->number(1, "cube"), std::int64_t{0});
        const std::vector<std::string_view> names{"aic_mac_time_us", "aiv_vec_ratio"};
        QCOMPARE(kernels->measureNames(), names);
        QCOMPARE(kernels->measures("aic_mac_time_us")[0], 1.5F);  // databases have ns
        QVERIFY(std::isnan(kernels->measures("aic_mac_time_us")[1]));
        QVERIFY(std::isnan(kernels->measures("aiv_vec_ratio")[0]));
        QCOMPARE(kernels->measures("aiv_vec_ratio")[1], 0.25F);
    }

    void shallowTables() {
        const auto file = loadFile(*m_format, m_path, LoadDepth::Shallow);
        QVERIFY(file->status);
        const auto steps = file->table(TableKind::Steps);
        QVERIFY(steps);
        QCOMPARE(steps->number(0, "step"), std::int64_t{2});
        QCOMPARE(steps->number(0, "end_ns"), std::int64_t{2000000});
        QCOMPARE(file->environment("identity", "rank"), std::string("5"));
        QCOMPARE(file->environment("identity", "device"), std::string("3"));
        QCOMPARE(file->environment("identity", "host"), std::string("node7"));
        QCOMPARE(file->environment("device", "NPU 3"), std::string("Ascend910B"));
        QCOMPARE(file->environment("parallel", "pipeline_model_parallel_size"), std::string("4"));
        QCOMPARE(file->environment("parallel", "microbatch_num"), std::string("8"));
        QCOMPARE(file->environment("environment", "HCCL_ALGO"), std::string("x"));
        QCOMPARE(file->environment("version", "schema"), std::string("1.0.0"));
        QCOMPARE(file->environment("profiler", "note"), std::string("hello"));
        QCOMPARE(file->environment("session", "startTimeNs"), std::string("1000000"));
        const auto groups = file->table(TableKind::Groups);
        QVERIFY(groups);
        QCOMPARE(groups->text(0, "key"), std::string_view("group_a"));
        QCOMPARE(groups->text(0, "name"), std::string_view("pp"));
        QCOMPARE(groups->text(0, "global_ranks"), std::string_view("1,5"));
        const auto p2p = file->table(TableKind::P2pOps);
        QVERIFY(p2p);
        QCOMPARE(p2p->text(0, "kind"), std::string_view("send"));
        QCOMPARE(p2p->text(0, "group"), std::string_view("group_a"));
        QCOMPARE(p2p->text(0, "connection"), std::string_view("344_0_1_0"));
        const auto ops = file->table(TableKind::CommOps);
        QVERIFY(ops);
        QCOMPARE(ops->text(0, "name"), p2p->text(0, "name"));
        QCOMPARE(ops->text(0, "group"), std::string_view("group_a"));
        QCOMPARE(ops->text(0, "p2p"), std::string_view("send"));
        QCOMPARE(ops->text(0, "data_type"), std::string_view("FP32"));
        QCOMPARE(ops->number(0, "connection"), std::int64_t{41});
        QCOMPARE(ops->number(0, "begin_ns"), std::int64_t{1250000});
        QCOMPARE(ops->number(0, "count"), std::int64_t{24});
        QCOMPARE(ops->number(0, "bytes"), std::int64_t{96});
        QCOMPARE(ops->number(0, "retry", -1), std::int64_t{-1});  // the column is absent
        const auto contents = file->table(TableKind::Contents);
        QVERIFY(contents);
        for (std::size_t i = 0; i < contents->rowCount(); ++i) {
            if (contents->text(i, "name") == "TASK") {
                QCOMPARE(contents->number(i, "rows"), std::int64_t{4});
            }
        }
        QVERIFY(file->log.isEmpty());
    }

    void cellsFromUserRanges() {
        const auto file = loadFile(*m_format, m_path, LoadDepth::Shallow);
        const auto cells = file->table(TableKind::PipelineCells);
        QVERIFY(cells);
        QCOMPARE(cells->rowCount(), std::size_t{3});
        // Bounds of both kernels of connection 40, not the host's times.
        QCOMPARE(cells->text(0, "evidence"), std::string_view("mstx_device"));
        QCOMPARE(cells->number(0, "begin_ns"), std::int64_t{1200000});
        QCOMPARE(cells->number(0, "end_ns"), std::int64_t{1340000});
        QCOMPARE(cells->number(0, "microbatch"), std::int64_t{3});
        QCOMPARE(cells->number(0, "step"), std::int64_t{2});
        QCOMPARE(cells->text(0, "name"), std::string_view("forward_step"));
        QCOMPARE(cells->text(1, "evidence"), std::string_view("mstx_host"));
        QCOMPARE(cells->text(1, "name"), std::string_view("backward_step"));
        QCOMPARE(cells->number(1, "microbatch", -1), std::int64_t{-1});
        QCOMPARE(cells->number(2, "step"), kNoStep);
    }

    void namedCellsWinOverRanges() {
        {
            WrittenDatabase db(m_path);
            QVERIFY(
                db.run("CREATE TABLE StepTaskInfo(name TEXT, startNs INTEGER, endNs INTEGER, type INTEGER);"
                       "INSERT INTO StepTaskInfo VALUES('7F+13B',1500000,1600000,3),('FP',1100000,1200000,0)"));
        }
        const auto cells = loadFile(*m_format, m_path, LoadDepth::Shallow)->table(TableKind::PipelineCells);
        QVERIFY(cells);
        QCOMPARE(cells->rowCount(), std::size_t{2});
        QCOMPARE(cells->text(0, "name"), std::string_view("FP"));
        QCOMPARE(cells->text(1, "name"), std::string_view("7F+13B"));
        QCOMPARE(cells->number(1, "type"), std::int64_t{3});
        QCOMPARE(cells->text(1, "evidence"), std::string_view("step_task_info"));
    }

    void busyIntervals() {
        const auto work = loadFile(*m_format, m_path, LoadDepth::Shallow)->table(TableKind::BusyIntervals);
        QVERIFY(work);
        QCOMPARE(work->rowCount(), std::size_t{3});
        QCOMPARE(work->number(1, "begin_ns"), std::int64_t{1320000});
        QCOMPARE(work->number(1, "kind"), std::int64_t{0});
        QCOMPARE(work->number(2, "begin_ns"), std::int64_t{1250000});
        QCOMPARE(work->number(2, "kind"), std::int64_t{1});
    }

    void lanesAndSlices() {
        for (const unsigned workers : {1U, 2U}) {
            const auto file = loadFile(*m_format, m_path, LoadDepth::Deep, workers);
            QVERIFY(file->status);
            QCOMPARE(file->slices("Steps/Steps"), std::string("Step 2@1000000+1000000"));
            // Python functions and operators nest on one track: by depth.
            QCOMPARE(file->slices("Host: 7/Thread 70"),
                     std::string("ProfilerStep#2@1000000+900000 train.py(10): main@1050000+250000 "
                                 "aten::mm@1100000+100000 Enqueue@1150000+10000"));
            QCOMPARE(file->slices("Host: 7/Thread 71"), std::string("Dequeue@mm@1210000+40000"));
            QCOMPARE(file->slices("Host: 7/CANN 70"), std::string("launch@1120000+10000 launch@1131000+9000"));
            QCOMPARE(file->slices("Host: 7/GC 70"), std::string("GC@1700000+10000"));
            QCOMPARE(file->slices("Ascend Hardware/Stream 2"),
                     std::string("matmul_1@1200000+100000 matmul_1@1320000+20000 MEMCPY_ASYNC@1400000+10000"));
            QCOMPARE(file->slices("Ascend Hardware/Stream 9"), std::string("Notify Wait@1250000+100000"));
            QCOMPARE(file->slices("Communication/Group 0 Communication"),
                     std::string("hcom_send__344_0_1@1250000+100000"));
            QCOMPARE(file->slices("Communication/Plane 1"), std::string("Notify_Wait@1250000+100000"));
            QVERIFY(file->track("Host: 7/MSTX 70"));
            QCOMPARE(file->traces[0]->slices(*file->track("Host: 7/MSTX 70")).size(), std::size_t{4});
            QCOMPARE(file->slices("Ascend Hardware/MSTX"),
                     std::string("{'name': 'forward_step', 'current_microbatch': 3}@1200000+140000"));
            QCOMPARE(file->slices("Overlap Analysis (computed)/Computing"),
                     std::string("Computing@1200000+100000 Computing@1320000+20000"));
            QCOMPARE(
                file->slices("Overlap Analysis (computed)/Communication(Not Overlapped)"),
                std::string("Communication(Not Overlapped)@1300000+20000 Communication(Not Overlapped)@1340000+10000"));
            QCOMPARE(file->slices("Overlap Analysis (computed)/Free"), std::string("(none)"));
            const auto hbm = file->track("HBM/HBM 0 read");
            QVERIFY(hbm);
            QCOMPARE(file->traces[0]->counter(*hbm).max(), 30.5);
            QCOMPARE(file->traces[0]->track(*hbm).kind, TrackKind::Counter);
        }
    }

    /// Domains nest independently of each other.
    void marksOfEachDomainHaveATrack() {
        const auto path = m_dir->path().toStdString() + "/ascend_pytorch_profiler_9.db";
        QVERIFY(writeSmallDatabase(path));
        {
            WrittenDatabase db(path);
            QVERIFY(
                db.run("ALTER TABLE MSTX_EVENTS ADD COLUMN domainId INTEGER;"
                       "INSERT INTO STRING_IDS VALUES(910,'default'),(911,'Module');"
                       "UPDATE MSTX_EVENTS SET domainId = CASE startNs WHEN 1105000 THEN 911 ELSE 910 END;"));
        }
        const auto file = loadFile(*m_format, path, LoadDepth::Deep);
        QVERIFY(file->track("Host: 7/MSTX Module 70") && file->track("Host: 7/MSTX 70"));
        QCOMPARE(file->traces[0]->slices(*file->track("Host: 7/MSTX Module 70")).size(), std::size_t{1});
        QCOMPARE(file->traces[0]->slices(*file->track("Host: 7/MSTX 70")).size(), std::size_t{3});
    }

    void classesOfSlices() {
        const auto file = loadFile(*m_format, m_path, LoadDepth::Deep);
        const auto is = [&](std::string_view track, std::int64_t time, SliceClass klass) {
            return classAt(*file, track, time) == static_cast<int>(klass);
        };
        QVERIFY(is("Steps/Steps", 1000000, SliceClass::Step));
        QVERIFY(is("Host: 7/Thread 70", 1000000, SliceClass::Step));
        QVERIFY(is("Host: 7/Thread 70", 1050000, SliceClass::Python));
        QVERIFY(is("Host: 7/Thread 70", 1100000, SliceClass::HostOp));
        QVERIFY(is("Host: 7/Thread 70", 1150000, SliceClass::Queue));
        QVERIFY(is("Host: 7/CANN 70", 1120000, SliceClass::Runtime));
        QVERIFY(is("Ascend Hardware/Stream 2", 1200000, SliceClass::Computing));
        QVERIFY(is("Ascend Hardware/Stream 2", 1400000, SliceClass::Memcpy));
        QVERIFY(is("Ascend Hardware/Stream 9", 1250000, SliceClass::CommTask));
        QVERIFY(is("Communication/Plane 1", 1250000, SliceClass::CommTask));
        QVERIFY(is("Communication/Group 0 Communication", 1250000, SliceClass::Communication));
        QVERIFY(is("Overlap Analysis (computed)/Computing", 1200000, SliceClass::Overlap));
    }

    void arrowsFollowConnections() {
        const auto file = loadFile(*m_format, m_path, LoadDepth::Deep);
        const QStringList expected{
            QStringLiteral("HostToDevice CANN 70@1120000>Stream 2@1200000"),
            QStringLiteral("HostToDevice CANN 70@1120000>Stream 2@1320000"),
            QStringLiteral("HostToDevice CANN 70@1131000>Group 0 Communication@1250000"),
            QStringLiteral("MsTx MSTX 70@1105000>MSTX@1200000"),
            QStringLiteral("async_npu Thread 70@1100000>Group 0 Communication@1250000"),
            QStringLiteral("async_npu Thread 70@1100000>Stream 2@1200000"),
            QStringLiteral("async_npu Thread 70@1100000>Stream 2@1320000"),
            QStringLiteral("async_task_queue Thread 70@1150000>Thread 71@1210000"),
        };
        QCOMPARE(arrows(*file->traces[0]), expected);
    }

    void detailsReadTheRowAgain() {
        const auto file = loadFile(*m_format, m_path, LoadDepth::Deep);
        const auto kernel =
            m_format->details(sourceOf(m_path), RowRef{rowAt(*file, "Ascend Hardware/Stream 2", 1200000)});
        QVERIFY(kernel);
        QCOMPARE(value(*kernel, "startNs"), std::string("1200000"));
        QCOMPARE(value(*kernel, "taskType"), std::string("KERNEL_AICORE"));
        QCOMPARE(value(*kernel, "opType"), std::string("MatMul"));
        QCOMPARE(value(*kernel, "pmu.MatMul"), std::string("1.5"));
        const auto call = m_format->details(sourceOf(m_path), RowRef{rowAt(*file, "Host: 7/Thread 70", 1100000)});
        QVERIFY(call);
        QCOMPARE(value(*call, "name"), std::string("aten::mm"));
        QCOMPARE(value(*call, "type"), std::string("op"));
        QCOMPARE(value(*call, "callStack"), std::string("train.py(10): main"));
        QCOMPARE(value(*call, "connections"), std::string("40, 41"));
        const auto op =
            m_format->details(sourceOf(m_path), RowRef{rowAt(*file, "Communication/Group 0 Communication", 1250000)});
        QVERIFY(op);
        QCOMPARE(value(*op, "dataType"), std::string("FP32"));
        QCOMPARE(value(*op, "groupName"), std::string("group_a"));
    }

    void detailsOfAChangedFileSayChanged() {
        auto source = sourceOf(m_path);
        source.mtimeNs -= 1;
        const auto result = m_format->details(source, RowRef{1});
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::Changed);
        source = sourceOf(m_path);
        source.size += 1;
        QCOMPARE(m_format->details(source, RowRef{1}).error().kind, ErrorKind::Changed);
        QCOMPARE(m_format->details(sourceOf(m_path), RowRef{0}).error().kind, ErrorKind::Unsupported);
    }

    void severalDevicesHaveLanesOfTheirOwnAndAbsurdlyManyDoNot() {
        {
            WrittenDatabase db(m_path);
            QVERIFY(db.run(
                "INSERT INTO COMPUTE_TASK_INFO VALUES(1,10,12); INSERT INTO TASK VALUES(3000000,3100000,4,1,10,0,2);"));
        }
        const auto two = loadFile(*m_format, m_path, LoadDepth::Deep);
        QCOMPARE(two->slices("Ascend Hardware 4/Stream 2"), std::string("matmul_1@3000000+100000"));
        QCOMPARE(two->slices("Overlap Analysis NPU 4 (computed)/Computing"), std::string("Computing@3000000+100000"));
        {
            WrittenDatabase db(m_path);
            QVERIFY(
                db.run("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 20000) INSERT INTO "
                       "COMPUTE_TASK_INFO "
                       "SELECT 1, 100+i, 12 FROM n; INSERT INTO TASK SELECT globalTaskId*10, globalTaskId*10+5, "
                       "globalTaskId, 1, "
                       "globalTaskId, 0, globalTaskId FROM COMPUTE_TASK_INFO WHERE globalTaskId > 100"));
        }
        const auto many = loadFile(*m_format, m_path, LoadDepth::Deep);
        QVERIFY(many->status);
        std::uint64_t tasks = 0;
        std::size_t lanes = 0;
        for (const auto &track : many->traces[0]->tracks()) {
            tasks += track.kind == TrackKind::DeviceStream ? track.rowCount : 0;
            lanes += track.kind == TrackKind::Overlap ? 1 : 0;
        }
        QCOMPARE(tasks, std::uint64_t{20005});
        QVERIFY(lanes <= 256);
    }

    void missingTablesAndColumnsAreTolerated() {
        const auto path = m_dir->path().toStdString() + "/msprof_1.db";
        {
            WrittenDatabase db(path);
            QVERIFY(
                db.run("CREATE TABLE task(STARTNS INTEGER, endNs REAL); INSERT INTO task "
                       "VALUES(5000000,6000000.0),(NULL,7),('x','y')"));
        }
        const auto file = loadFile(*m_format, path, LoadDepth::Deep);
        QVERIFY(file->status);
        QCOMPARE(file->slices("Ascend Hardware/Stream 0"), std::string("#-1@5000000+1000000"));
        QCOMPARE(file->log.count("db.bad_row"), std::uint64_t{2});
        QVERIFY(file->log.hasDataLoss());
        QVERIFY(loadFile(*m_format, path, LoadDepth::Shallow)->status);
    }

    void namesAndRowsThatNeedMissingTextsAreLost() {
        const auto path = m_dir->path().toStdString() + "/msprof_2.db";
        {
            WrittenDatabase db(path);
            QVERIFY(db.run(
                "CREATE TABLE PYTORCH_API(startNs INTEGER, endNs INTEGER, globalTid INTEGER, connectionId INTEGER,"
                "name INTEGER, type INTEGER); INSERT INTO PYTORCH_API VALUES(1000,2000,1,NULL,253,1),"
                "(3000,4000,1,NULL,253,1),(5000,6000,1,NULL,254,1)"));
        }
        const auto file = loadFile(*m_format, path, LoadDepth::Deep);
        QVERIFY(file->status);
        QCOMPARE(file->log.count("db.unknown_name"), std::uint64_t{2});
        QVERIFY(file->log.hasDataLoss());
    }

    void diagnosesWhatIsNoDatabase() {
        const auto path = m_dir->path().toStdString() + "/ascend_pytorch_profiler_0.db";
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        const auto empty = loadFile(*m_format, path, LoadDepth::Shallow);
        QCOMPARE(empty->status.error().kind, ErrorKind::Malformed);
        QVERIFY(empty->status.error().detail.find("not an SQLite database") != std::string::npos);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(4096, 'x'));
        file.close();
        QVERIFY(loadFile(*m_format, path, LoadDepth::Deep)->status.error().detail.find("not an SQLite database") !=
                std::string::npos);
        QCOMPARE(loadFile(*m_format, path + ".absent", LoadDepth::Deep)->status.error().kind, ErrorKind::NotFound);
        QVERIFY(QFile::remove(QString::fromStdString(path)));
        {
            WrittenDatabase db(path);
            QVERIFY(db.run("PRAGMA user_version=1; CREATE TABLE t(x); DROP TABLE t"));
        }
        QVERIFY(loadFile(*m_format, path, LoadDepth::Deep)->status.error().detail.find("has no tables") !=
                std::string::npos);
    }

    void rowsOfAWriteAheadLogAreSeenAndNothingIsWrittenBesideIt() {
        const auto folder = m_dir->path() + QStringLiteral("/a folder?with#odd%20name");
        QVERIFY(QDir().mkpath(folder));
        const auto path = folder.toStdString() + kFileName;
        const auto source = m_dir->path().toStdString() + kFileName;
        WrittenDatabase writer(source);  // stays open: closing would fold the log into the database
        QVERIFY(writer.run(
            "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; INSERT INTO STEP_TIME VALUES(3,2000000,3000000)"));
        QVERIFY(QFile::copy(QString::fromStdString(source), QString::fromStdString(path)));
        QVERIFY(QFile::copy(QString::fromStdString(source + "-wal"), QString::fromStdString(path + "-wal")));
        const auto bytes = [&] {
            QByteArray all;
            for (const auto &name : QDir(folder).entryList(QDir::Files | QDir::Hidden, QDir::Name)) {
                QFile file(folder + QLatin1Char('/') + name);
                all += name.toUtf8() + (file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable"));
            }
            return all;
        };
        const auto before = bytes();
        for (const auto depth : {LoadDepth::Shallow, LoadDepth::Deep}) {
            const auto file = loadFile(*m_format, path, depth);
            QVERIFY(file->status);
            QCOMPARE(file->log.count("db.wal_copied"), std::uint64_t{1});
            if (depth == LoadDepth::Shallow) {
                QCOMPARE(file->table(TableKind::Steps)->rowCount(), std::size_t{2});
            } else {
                QCOMPARE(file->slices("Steps/Steps"), std::string("Step 2@1000000+1000000 Step 3@2000000+1000000"));
            }
        }
        QCOMPARE(bytes(), before);
        QCOMPARE(QDir(m_cache->path() + QStringLiteral("/stagescope"))
                     .entryList(QDir::AllEntries | QDir::NoDotAndDotDot)
                     .size(),
                 0);
    }

    void aPlainDatabaseIsReadWithoutTraces() {
        QVERIFY(QFile::setPermissions(QString::fromStdString(m_path), QFileDevice::ReadOwner));
        const auto before = QDir(m_dir->path()).entryList(QDir::Files | QDir::Hidden);
        QVERIFY(loadFile(*m_format, m_path, LoadDepth::Deep)->status);
        QCOMPARE(QDir(m_dir->path()).entryList(QDir::Files | QDir::Hidden), before);
    }

private:
    std::unique_ptr<Format> m_format = makeProfilerDbFormat();
    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<QTemporaryDir> m_cache;
    std::string m_path;
};

TEST_SUITE(ProfilerDbTest)

}  // namespace tst_profiler_db

#include "tst_profiler_db.moc"
