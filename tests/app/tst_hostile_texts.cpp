// Texts of a profile are its author's: a name must neither end the program nor leave it when it was told to redact.
#include "core/demo/demo_options.h"
#include "core/store/bundle/bundle_file.h"
#include "tests/app/hostile_profiles.h"
#include "tests/support/kept_demos.h"
#include "tests/support/snapshot_text.h"
#include "tests/support/test_suite.h"

#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <string>
#include <vector>

namespace tst_hostile_texts {

using namespace stagescope;
using namespace Qt::StringLiterals;

namespace {

constexpr const char *kToken = "zqcanary";

/// Also within a name, in other letters, and with digits.
QString withToken(const QString &text, int turn) {
    switch (turn % 5) {
        case 0:
            return text + u" zqcanary"_s;
        case 1:
            return text + u"_ZQCanary"_s;
        case 2:
            return u"/srv/zqcanary/"_s + text;
        case 3:
            return text;  // something is recognised
        default:
            return text + u" s3://zqcanary/my zqcanary 7/zqcanary7"_s;
    }
}

DemoOptions smallDemo() {
    DemoOptions options;
    options.pp = 2;
    options.dp = 1;
    options.microbatches = 4;
    options.steps = 2;
    return options;
}

bool writeText(const QString &path, const QByteArray &bytes) {
    QFile file(path);
    return QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) &&
           file.write(bytes) == bytes.size();
}

QByteArray kinetoTrace() {
    return R"json({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "NVIDIA H100"}], "project": "own",
"distributedInfo": {"backend": "nccl", "rank": 0, "world_size": 2, "pg_config": [{"pg_name": "0", "pg_desc": "default_pg", "ranks": [0, 1]}]},
"traceName": "/tmp/x.pt.trace.json", "user": "someone", "traceEvents": [
{"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "python"}},
{"ph": "M", "name": "thread_name", "pid": 1, "tid": 1, "args": {"name": "main"}},
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#3", "pid": 1, "tid": 1, "ts": 1000, "dur": 900, "args": {}},
{"ph": "X", "cat": "user_annotation", "name": "forward", "pid": 1, "tid": 1, "ts": 1010, "dur": 300, "args": {}},
{"ph": "X", "cat": "python_function", "name": "train.py(3): step", "pid": 1, "tid": 1, "ts": 1020, "dur": 200, "args": {}},
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 1030, "dur": 50, "args": {"External id": 5, "Input type": ["float", "x"]}},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 1040, "dur": 5, "args": {"correlation": 9, "External id": 5}},
{"ph": "X", "cat": "kernel", "name": "ampere_sgemm_32x32_nn", "pid": 0, "tid": 7, "ts": 1100, "dur": 90, "args": {"correlation": 9, "External id": 5, "stream": 7, "device": 0}},
{"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "pid": 0, "tid": 9, "ts": 1200, "dur": 300, "args": {"stream": 9, "device": 0, "Collective name": "allreduce", "Process Group Name": "own", "Process Group Description": "own", "dtype": "Float", "In msg nelems": 100, "Group size": 2, "Process Group Ranks": "[0, 1]"}},
{"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD (Pinned -> Device)", "pid": 0, "tid": 7, "ts": 1600, "dur": 20, "args": {"stream": 7, "device": 0}},
{"ph": "C", "name": "counter", "pid": 1, "ts": 1700, "args": {"value": 5}},
{"ph": "i", "name": "mark", "pid": 1, "tid": 1, "ts": 1750, "s": "t"},
{"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#4", "pid": 1, "tid": 1, "ts": 1900, "dur": 900, "args": {}}]
})json";
}

/// A rank as torch_npu and MindSpore write it as text.
bool writeTextRank(const QString &folder, const QString &ending) {
    const auto rank = folder + u"/zqcanary0_4711_20241122101112123"_s + ending;
    const auto out = rank + u"/ASCEND_PROFILER_OUTPUT/"_s;
    return writeText(rank + u"/profiler_info_0.json"_s,
                     R"({"config": {"common_config": {"note": "own"}}, "rank_id": 0, "torch_npu_version": "2.1"})") &&
           writeText(rank + u"/profiler_metadata.json"_s,
                     R"({"ENV_VARIABLES": {"HOSTNAME": "own", "USER": "own", "WANDB_API_KEY": "own", "PATH": "own"},
"project": "own", "distributed_args": {"tensor_model_parallel_size": 1, "world_size": 2, "note": "own"}, "parallel_group_info":
{"group_name_0": {"group_name": "own", "group_rank": 0, "global_ranks": [0, 1]}}})") &&
           writeText(out + u"trace_view.json"_s, R"([
{"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "Python"}},
{"ph": "M", "name": "process_name", "pid": 2, "args": {"name": "Ascend Hardware"}},
{"ph": "M", "name": "thread_name", "pid": 2, "tid": 3, "args": {"name": "Stream 3"}},
{"ph": "X", "name": "ProfilerStep#3", "cat": "cpu_op", "pid": 1, "tid": 1, "ts": "1000.0", "dur": 900, "args": {"a": "b"}},
{"ph": "X", "name": "aten::mm", "cat": "cpu_op", "pid": 1, "tid": 1, "ts": "1010.0", "dur": 50, "args": {"Call stack": "own"}},
{"ph": "X", "name": "train.py(7): step", "pid": 1, "tid": 1, "ts": "1005.0", "dur": 80, "args": {}},
{"ph": "X", "name": "MatMulV2", "pid": 2, "tid": 3, "ts": "1100.0", "dur": 90, "args": {"Task Type": "AI_CORE"}},
{"ph": "X", "name": "hcom_allReduce__1_0_1", "pid": 2, "tid": 3, "ts": "1300.0", "dur": 90, "args": {"Task Type": "HCCL"}},
{"ph": "X", "name": "own mark", "pid": 1, "tid": 1, "ts": "1500.0", "dur": 9, "args": {"message": "own"}}])") &&
           writeText(
               out + u"kernel_details.csv"_s,
               "Step Id,Device_id,Model ID,Task ID,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us),"
               "Wait Time(us),Block Dim,Input Shapes\n3,0,1,1,3,MatMul_1,MatMulV2,AI_CORE,1100.0,90,0.5,8,own\n"
               "3,0,1,2,3,Add_1,Add,AI_VECTOR_CORE,1200.0,9,0.5,8,own\n3,0,1,2,3,Add_2,Add,AI_VECTOR_CORE,1250.0,9,0.5,"
               "8,own\n") &&
           writeText(
               out + u"step_trace_time.csv"_s,
               "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
               "Communication(Not Overlapped and Exclude Receive),Preparing\n0,3,10.5,2,1,3,4,17,0,2,0.5\n") &&
           writeText(out + u"memory_record.csv"_s,
                     "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Device Type\n"
                     "PTA,1001.5,10,128,90,NPU:0\nGE,1002.5,10,128,90,NPU:0\nown,1003.5,10,128,90,NPU:0\n") &&
           writeText(
               out + u"operator_memory.csv"_s,
               "Name,Size(KB),Allocation Time(us),Release Time(us),Duration(us),Device Type\n"
               "aten::empty,8,1001.5,1002.5,1,NPU:0\nown,8,1003.5,1004.5,1,NPU:0\nown2,8,1003.5,1004.5,1,NPU:0\n") &&
           writeText(out + u"communication.json"_s,
                     R"json({"step3": {"p2p": {}, "collective": {"hcom_allReduce__1_0_1@77": {
"Communication Time Info": {"Start Timestamp(us)": 1300, "Elapse Time(ms)": 0.09, "Transit Time(ms)": 0.05, "Wait Time(ms)": 0.01,
"Synchronization Time(ms)": 0, "Idle Time(ms)": 0
}
, "Communication Bandwidth Info" : {
    "HCCS" : {
        "Transit Size(MB)" : 1, "Transit Time(ms)" : 1, "Bandwidth(GB/s)" : 1, "Large Packet Ratio" : 0,
            "Size Distribution" : {}
    }
}
}
}
}
})json") &&
           writeText(out + u"communication_matrix.json"_s,
                     R"json({"step3": {"p2p": {}, "collective": {"allreduce-top1@77": {"0-1": {
"Transport Type": "HCCS", "Transit Size(MB)": 1, "Transit Time(ms)": 1, "Bandwidth(GB/s)": 1, "Op Name": "own"
}
}
}
}
})json");
}

/// CSV files of msprof and torch_npu that the demo does not write.
bool writeTables(const QString &folder) {
    return writeText(
               folder +
                   u"/PROF_000001_20241122100000000_ABCDEFGHIJKLMNOP/mindstudio_profiler_output/op_summary_20241122.csv"_s,
               "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us)\n"
               "0,1,1,2,MatMul_1,MatMulV2,AI_CORE,1000.5,20.5\n0,1,2,2,Add_1,Add,AI_VECTOR_CORE,1030.5,9.5\n"
               "0,1,3,2,Add_2,Add,AI_VECTOR_CORE,1050.5,9.5\n") &&
           writeText(
               folder +
                   u"/PROF_000001_20241122100000000_ABCDEFGHIJKLMNOP/mindstudio_profiler_output/api_statistic_20241122.csv"_s,
               "Device_id,Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\n"
               "host,acl,aclrtLaunchKernel,100,5,20,10,30,1\nhost,runtime,launch,100,5,20,10,30,1\n"
               "host,node,launch,100,5,20,10,30,1\n");
}

bool writeSnapshot(const QString &path) {
    SnapshotText text;
    text.free(text.alloc("train.py"));
    text.alloc("model.py");
    return writeText(path, QByteArray::fromStdString(text.text()));
}

}  // namespace

class HostileTextsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        for (const char *name : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
            qputenv(name, path(u"home"_s).toUtf8());
        }
    }
    void redactedNothingOfTheUserStays_data() {
        QTest::addColumn<QString>("format");
        for (const char *format : {"text", "db", "mindspore", "kineto", "snapshot", "msprof", "bundle", "digests"}) {
            QTest::addRow("%s", format) << QString::fromLatin1(format);
        }
    }
    /// A token in every text that the format has, in the names of folders, and in those of the profile's variables.
    void redactedNothingOfTheUserStays() {
        QFETCH(QString, format);
        const auto profile = path(u"zqcanary run/"_s + format);
        QVERIFY(write(format, profile));
        const auto opened = reopened(format, profile);
        QVERIFY(!opened.isEmpty());
        const auto plain = run({u"table"_s, u"files"_s, opened});
        QVERIFY2(plain.all.toLower().contains(kToken), plain.all);
        const auto out = path(u"out_"_s + format);
        QVERIFY(QDir().mkpath(out));
        std::vector<QStringList> commands{{u"report"_s, opened, u"-o"_s, out + u"/report"_s},
                                          {u"report"_s, opened, u"-o"_s, out + u"/x.html"_s, u"--lang"_s, u"zh_CN"_s},
                                          {u"bundle"_s, opened, u"-o"_s, out + u"/x.stagescope"_s}};
        for (const auto &table : {u"environment"_s, u"slice_stats"_s, u"import_log"_s, u"files"_s, u"findings"_s}) {
            commands.push_back({u"table"_s, table, opened, u"--format"_s, u"json"_s});
        }
        for (const auto &view : {u"timeline"_s, u"summary"_s, u"kernels"_s, u"communication"_s, u"memory"_s}) {
            commands.push_back({u"shot"_s, view, opened, u"-o"_s, out + u'/' + view + u".svg"_s});
        }
        for (auto command : commands) {
            const auto done = run(command << u"--redact"_s);
            QVERIFY2(done.code >= 0 && done.code <= 2, (command.join(u' ').toUtf8() + '\n' + done.all));
            verifyWithout(done.all, command.join(u' '));
        }
        QVERIFY(QFileInfo(out + u"/report/index.html"_s).size() > 1000);
        verifyFilesWithout(out);
    }

    void longTextsEndNoCommand_data() {
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, qsizetype size, const QString &unit) {
            QTest::addRow("%s of %lld", name, static_cast<long long>(size)) << unit.repeated(size / unit.size());
        };
        row("letters", 64'000, u"a"_s);
        row("letters", 1'000'000, u"a"_s);
        row("folders", 64'000, u"/a"_s);
        row("folders", 1'000'000, u"/a"_s);
        row("words", 64'000, u"a b:"_s);
        row("words", 1'000'000, u"a b:"_s);
        row("addresses", 64'000, u"a@b.c 10.0.0.1 "_s);
        row("folders with blanks", 64'000, u"/srv/a b/c d"_s);
        row("of another language", 64'000, u"\u888b\u9f20"_s);
    }
    /// In names, categories, arguments, hosts, folders, values of variables and what is told on stderr.
    void longTextsEndNoCommand() {
        QFETCH(QString, text);
        const auto profile = path(u"long/h_1_20241122101112123_ascend_pt"_s);
        QDir(path(u"long"_s)).removeRecursively();
        const QJsonObject common{{u"pid"_s, 1}, {u"tid"_s, 1}, {u"dur"_s, 10}, {u"ph"_s, u"X"_s}};
        auto event = common;
        event.insert(u"ts"_s, 1000);
        event.insert(u"name"_s, QString(u'/' + text));
        event.insert(u"cat"_s, text);
        event.insert(u"args"_s, QJsonObject{{u"what"_s, text}, {text, 1}});
        auto other = common;
        other.insert(u"ts"_s, 1020);
        other.insert(u"name"_s, u"b"_s);
        auto broken = common;
        broken.insert(u"ts"_s, text);
        QVERIFY(writeText(profile + u"/ASCEND_PROFILER_OUTPUT/trace_view.json"_s,
                          QJsonDocument(QJsonArray{event, other, broken}).toJson()));
        const QJsonObject variables{{u"HOSTNAME"_s, text}, {u"USER"_s, text}, {u"PATH"_s, text}, {u"API_KEY"_s, text}};
        QVERIFY(writeText(profile + u"/profiler_metadata.json"_s,
                          QJsonDocument(QJsonObject{{u"ENV_VARIABLES"_s, variables}, {u"own"_s, text}}).toJson()));
        QVERIFY(writeText(profile + u"/profiler_info_0.json"_s, R"({"rank_id": 0})"));
        const auto out = path(u"long_out"_s);
        QDir(out).removeRecursively();
        QVERIFY(QDir().mkpath(out));
        const std::vector<QStringList> commands{
            {u"check"_s, profile},
            {u"table"_s, u"slice_stats"_s, profile},
            {u"table"_s, u"slice_stats"_s, profile, u"--redact"_s},
            {u"table"_s, u"environment"_s, profile, u"--redact"_s},
            {u"report"_s, profile, u"-o"_s, out + u"/plain.html"_s},
            {u"report"_s, profile, u"-o"_s, out + u"/x.html"_s, u"--redact"_s},
            {u"bundle"_s, profile, u"-o"_s, out + u"/plain.stagescope"_s},
            {u"bundle"_s, profile, u"-o"_s, out + u"/x.stagescope"_s, u"--redact"_s},
            {u"shot"_s, u"timeline"_s, profile, u"-o"_s, out + u"/plain.svg"_s},
            {u"shot"_s, u"timeline"_s, profile, u"-o"_s, out + u"/x.svg"_s, u"--redact"_s},
            {u"digest"_s, profile, u"-o"_s, out + u"/digests"_s},
            {u"slim"_s, profile, u"-o"_s, out + u"/slim"_s, u"--for"_s, u"timeline"_s}};
        for (const auto &command : commands) {
            const auto done = run(command);
            QVERIFY2(done.code >= 0 && done.code <= 2, command.first().toUtf8() + done.all.left(2000));
        }
    }
    void whatIsUsuallyNotSentIsSaid() {
        const auto profile = path(u"said/h_1_20241122101112123_ascend_pt"_s);
        QVERIFY(writeText(profile + u"/ASCEND_PROFILER_OUTPUT/trace_view.json"_s,
                          R"([{"ph": "X", "name": "node WOMBAT01", "pid": 1, "tid": 1, "ts": 1000, "dur": 10}])"));
        QVERIFY(writeText(profile + u"/profiler_metadata.json"_s,
                          R"({"ENV_VARIABLES": {"HOSTNAME": "wombat01", "OWN_API_KEY": "xyzzyx"}})"));
        QVERIFY(writeText(profile + u"/profiler_info_0.json"_s, R"({"rank_id": 0})"));
        const auto plain = run({u"report"_s, profile, u"-o"_s, path(u"said.html"_s)});
        QCOMPARE(plain.error.count("OWN_API_KEY"), 1);
        QVERIFY2(plain.error.contains("wombat01") && plain.error.contains("--redact"), plain.error);
        const auto page = read(path(u"said.html"_s));
        QVERIFY(page.contains("id=\"sensitive\"") && page.contains("OWN_API_KEY"));
        const auto redacted = run({u"report"_s, profile, u"-o"_s, path(u"unsaid.html"_s), u"--redact"_s});
        QVERIFY2(redacted.code == 0 && redacted.error.isEmpty(), redacted.error);
        const auto text = read(path(u"unsaid.html"_s)).toLower();
        QVERIFY(!text.contains("id=\"sensitive\"") && !text.contains("wombat") && !text.contains("xyzzyx"));
    }

private:
    struct Done {
        int code = -1;  ///< -1: a signal
        QByteArray error;
        QByteArray all;
    };
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    static QByteArray read(const QString &path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static Done run(const QStringList &arguments) {
        QProcess process;
        process.start(qEnvironmentVariable("STAGESCOPE_BINARY"), arguments);
        if (!process.waitForStarted() || !process.waitForFinished(600'000)) {
            return {-1, {}, process.errorString().toUtf8()};
        }
        const auto error = process.readAllStandardError();
        const bool isNormal = process.exitStatus() == QProcess::NormalExit;
        return {isNormal ? process.exitCode() : -1, error, process.readAllStandardOutput() + error};
    }
    [[nodiscard]] static bool write(const QString &format, const QString &profile) {
        const auto base = format == u"bundle"_s || format == u"digests"_s ? u"db"_s : format;
        bool isWell = true;
        if (base == u"kineto"_s) {
            isWell = writeText(profile + u"/zqcanary01_4711.1732270272123.pt.trace.json"_s, kinetoTrace());
        } else if (base == u"snapshot"_s) {
            isWell = writeSnapshot(profile + u"/zqcanary.json"_s);
        } else if (base == u"msprof"_s) {
            isWell = writeTables(profile);
        } else if (base == u"db"_s) {
            isWell = placeDemo(profile.toStdString(), smallDemo()).has_value();
        } else {
            isWell = writeTextRank(profile, base == u"text"_s ? u"_ascend_pt"_s : u"_ascend_ms"_s);
        }
        int turn = 0;
        ProfileTexts texts([&](const QString &text) { return withToken(text, turn++); });
        return isWell && texts.rewrite(profile) && renameRanks(profile);
    }
    /// Folders of ranks are called after hosts.
    [[nodiscard]] static bool renameRanks(const QString &profile) {
        QDir dir(profile);
        bool isWell = true;
        int number = 0;
        for (const auto &name : dir.entryList({u"*_ascend_pt"_s}, QDir::Dirs)) {
            const auto called = u"zqcanary%1_4711_20241122101112123_ascend_pt"_s.arg(number++);
            isWell = (called == name || dir.rename(name, called)) && isWell;
        }
        return isWell;
    }
    [[nodiscard]] QString reopened(const QString &format, const QString &profile) const {
        const auto file = path(u"zqcanary"_s + format + u".stagescope"_s);
        if (format == u"bundle"_s) {
            return run({u"bundle"_s, profile, u"-o"_s, file}).code >= 0 ? file : QString();
        }
        if (format == u"digests"_s) {
            return run({u"digest"_s, profile, u"-o"_s, path(u"zqcanary_digests"_s)}).code >= 0
                       ? path(u"zqcanary_digests"_s)
                       : QString();
        }
        return profile;
    }
    static void verifyWithout(const QByteArray &bytes, const QString &where) {
        const auto at = bytes.toLower().indexOf(kToken);
        QVERIFY2(at < 0, (where.toUtf8() + ": " + bytes.mid(std::max<qsizetype>(0, at - 120), 260)).constData());
    }
    static void verifyFilesWithout(const QString &folder) {
        for (QDirIterator it(folder, QDir::AllEntries | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
             it.hasNext();) {
            const auto path = it.next();
            verifyWithout(path.mid(folder.size()).toUtf8(), path);
            if (!path.endsWith(QLatin1String(".stagescope"))) {
                verifyWithout(read(path), path);
                continue;
            }
            const auto bundle = BundleFile::open(path.toStdString());
            QVERIFY(bundle);
            for (const int number : bundle->parts()) {
                verifyWithout(QByteArray::fromStdString(bundle->part(number).value()), path);
            }
        }
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(HostileTextsTest)

}  // namespace tst_hostile_texts

#include "tst_hostile_texts.moc"
