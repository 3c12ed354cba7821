// Smaller copies: tables of what was asked for stay as they were, the profile stays as it is, and a copy is whole or
// not there.
#include "core/base/io/byte_source.h"
#include "core/base/io/output_file.h"
#include "core/demo/demo_options.h"
#include "core/export/slim/slim_copy.h"
#include "tests/support/kept_demos.h"
#include "tests/support/places.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QCryptographicHash>
#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <zlib.h>

#include <filesystem>

namespace tst_slim_copy {

using namespace stagescope;
using namespace Qt::StringLiterals;
namespace fs = std::filesystem;

namespace {

/// All tables whose names begin so, and what else belongs to the answer.
std::vector<std::string> tablesFor(SlimAnswer answer) {
    using enum SlimAnswer;
    std::vector<std::string> tables;
    for (const auto &entry : analysisList()) {
        if ((answer == Pipeline && entry.id.starts_with("pipeline_")) ||
            (answer == Communication && entry.id.starts_with("comm_"))) {
            tables.push_back(entry.id);
        }
    }
    using Names = std::vector<std::string>;
    const auto rest = answer == Pipeline ? Names{"bubbles", "critical_path", "p2p_ops", "steps", "step_trace_time"}
                      : answer == Memory ? Names{"memory_curve", "memory_ops",      "memory_peak",
                                                 "steps",        "snapshot_blocks", "snapshot_peak"}
                                         : Names{};
    tables.insert(tables.end(), rest.begin(), rest.end());
    return tables;
}

/// What differs first in a copy, or that there was nothing to be equal.
std::string differenceFor(SlimAnswer answer, const Run &run, const Run &small) {
    std::size_t rows = 0;
    for (const auto &id : tablesFor(answer)) {
        const auto &entry = *analysisById(id);
        const auto wanted = tableOfRun(entry, run);
        rows += wanted.rows.size();
        if (auto difference = differenceOf(wanted, tableOfRun(entry, small)); !difference.empty()) {
            return difference;
        }
    }
    return rows == 0 ? "no rows" : "";
}

QMap<QString, QByteArray> bytesBelow(const QString &folder) {
    QMap<QString, QByteArray> result;
    QDirIterator it(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        QFile file(it.next());
        if (file.open(QIODevice::ReadOnly)) {
            result[QDir(folder).relativeFilePath(file.fileName())] = file.readAll();
        }
    }
    return result;
}

/// A step after the other with a host operator, a kernel, an all-reduce and a counter each.
std::string traceText(bool isObject) {
    std::string text = isObject ? R"({"displayTimeUnit": "ms", "traceEvents": [)" : "[";
    text += R"({"ph":"M","pid":1,"name":"process_name","args":{"name":"Python"}},
{"ph":"M","pid":2,"name":"process_name","args":{"name":"Ascend Hardware"}},
{"ph":"M","pid":2,"tid":3,"name":"thread_name","args":{"name":"Stream 3"}},
{"ph":"M","pid":4,"name":"process_name","args":{"name":"Communication"}},
{"ph":"M","pid":4,"tid":5,"name":"thread_name","args":{"name":"Group 0 Communication"}})";
    for (int step = 5; step < 9; ++step) {
        const auto at = [&](int us) { return std::to_string(step * 1000 + us) + ".125"; };
        const auto number = std::to_string(step);
        text += ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":\"ProfilerStep#" + number + "\",\"ts\":" + at(0) +
                ",\"dur\":990}";
        text += ",\n{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":\"aten::mm\",\"ts\":" + at(10) + ",\"dur\":20}";
        text += ",\n{\"ph\":\"s\",\"pid\":1,\"tid\":1,\"id\":" + number +
                ",\"cat\":\"async_npu\",\"name\":\"async_npu\",\"ts\":" + at(10) + "}";
        text += ",\n{\"ph\":\"f\",\"bp\":\"e\",\"pid\":2,\"tid\":3,\"id\":" + number +
                ",\"cat\":\"async_npu\",\"name\":\"async_npu\",\"ts\":" + at(100) + "}";
        text += ",\n{\"ph\":\"X\",\"pid\":2,\"tid\":3,\"name\":\"MatMul\",\"ts\":" + at(100) +
                ",\"dur\":200,\"args\":{\"Task Type\":\"AI_CORE\"}}";
        text += ",\n{\"ph\":\"X\",\"pid\":4,\"tid\":5,\"name\":\"hcom_allReduce__123_" + number +
                "_1\",\"ts\":" + at(250) + ",\"dur\":100}";
        text += ",\n{\"ph\":\"C\",\"pid\":2,\"name\":\"AI Core Freq\",\"ts\":" + at(1) + ",\"args\":{\"MHz\":1800}}";
    }
    return text + (isObject ? "\n], \"tail\": {\"a\": [1, \"x]\"]}}" : "\n]");
}

/// communication.json or communication_matrix.json of a rank.
std::string commText(const std::string &rank, bool isMatrix) {
    const QByteArray links(
        "'allreduce-top1@123': {'&-&': {'Transport Type': 'LOCAL', 'Transit Size(MB)': #, "
        "'Transit Time(ms)': 2, 'Bandwidth(GB/s)': 0.5, 'Op Name': 'hcom_allReduce__123_#_1'}}");
    const QByteArray times(
        "'hcom_allReduce__123_#_1@123': {'Communication Time Info': {'Start Timestamp(us)': "
        "#250.125, 'Elapse Time(ms)': 0.1}, 'Communication Bandwidth Info': {}}");
    QByteArrayList members;
    for (int i = 5; i < 9; ++i) {
        members << "'step#': {'p2p': {}, 'collective': {" + (isMatrix ? links : times) + "}}";
        members.back().replace('#', QByteArray::number(i)).replace('&', rank.c_str()).replace('\'', '"');
    }
    return ("{" + members.join(", ") + "}").toStdString();
}

/// The same kernels, the last of which reaches into the next step, and memory in each step; rows of all steps.
void putRowsOfSteps(const std::string &folder, const std::string &rank,
                    const std::function<void(std::string, std::string)> &put) {
    std::string kernels = "Step Id,Device_id,Stream ID,Name,Type,Accelerator Core,Start Time(us),Duration(us)\n";
    std::string samples = "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device Type\n";
    std::string blocks = "Name,Size(KB),Allocation Time(us),Release Time(us),Duration(us),Device Type\n";
    std::string splits = "Device_id,Step,Computing,Free\n";
    for (int step = 5; step < 9; ++step) {
        const auto number = std::to_string(step);
        const auto at = [&](int us) { return std::to_string(step * 1000 + us) + ".125\t"; };
        kernels += number + ",0,3,MatMul,MatMul,AI_CORE," + at(100) + ",200\n";
        kernels += number + ",0,3,Late,Add,AI_CORE," + at(980) + ",40\n";
        samples += "PTA," + at(100) + "," + number + ",20,NPU:0\nPTA," + at(600) + ",1,20,NPU:0\n";
        blocks += "aten::mm," + number + "," + at(100) + "," + at(600) + ",500,NPU:0\n";
        blocks += "kept," + number + "," + at(700) + ",,,NPU:0\n";
        splits += "0," + number + "," + number + "00.5,1\n";
    }
    put(folder + "/kernel_details.csv", kernels);
    put(folder + "/memory_record.csv", samples);
    put(folder + "/operator_memory.csv", blocks);
    put(folder + "/step_trace_time.csv", splits);
    put(folder + "/communication.json", commText(rank, false));
    put(folder + "/communication_matrix.json", commText(rank, true));
}

/// What a table says of the time of one step of the first rank.
ResultTable rowsInStep(const char *id, const Run &run, std::int64_t step) {
    const auto steps = tableOfRun(*analysisById("steps"), run, step, {0});
    Workspace workspace;
    workspace.runs.push_back(run);
    AnalysisInput input{.workspace = &workspace, .step = step, .parameters = {{"points", "100000"}}};
    const auto at = [&](const char *column) {
        return alignedTime(QByteArray::fromStdString(steps.text(0, column)).toLongLong());
    };
    input.range = steps.rows.empty() ? std::optional<AlignedRange>{} : AlignedRange{at("begin_ns"), at("end_ns")};
    return analysisById(id)->run(input, {}).value_or(ResultTable{});
}

QByteArray unpacked(const std::string &path) {
    const auto source = ByteSource::open(path);
    std::string bytes(std::size_t{1} << 20, '\0');
    const auto got = source ? (*source)->read(0, bytes) : Result<std::size_t>(0);
    return {bytes.data(), static_cast<qsizetype>(got.value_or(0))};
}

std::string gzipped(const std::string &text) {
    std::string out(compressBound(text.size()) + 64, '\0');
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string bytes = text;
    stream.next_in = reinterpret_cast<Bytef *>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    deflateEnd(&stream);
    return out.substr(0, stream.total_out);
}

std::vector<std::string> rankPaths(const SlimCopy &copy) {
    std::vector<std::string> names;
    for (const auto &file : copy.files) {
        if (!file.copy.empty()) {
            names.push_back(file.copy);
        }
    }
    return names;
}

}  // namespace

class SlimCopyTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = 4;
        options.steps = 3;
        options.ranksPerHost = 2;
        options.clockOffset = Nanos{3'000'000};
        QVERIFY(placeDemo(path("demo"), options));
        for (const auto *rank : {"0", "1"}) {
            const auto name = "rank" + std::string(rank) + "_ascend_pt/ASCEND_PROFILER_OUTPUT";
            putRowsOfSteps(path("rows/" + name), rank, &SlimCopyTest::put);
            const auto output = path("text/" + name);
            put(output + "/trace_view.json", traceText(*rank == '0'));
            putRowsOfSteps(output, rank, &SlimCopyTest::put);
            put(output + "/op_statistic.csv", "Device_id,OP Type,Core Type,Count\n0,MatMul,AI_CORE,4\n");
            put(output + "/../FRAMEWORK/torch.op_range", "raw");
            put(output + "/../profiler_info_" + rank + ".json", "{\"config\": {}, \"start_info\": {}}");
        }
    }

    void answersStayEqual_data() {
        QTest::addColumn<QString>("profile");
        QTest::addColumn<int>("answer");
        for (const auto *profile : {"demo", "text", "ascend/cnn_text", "ascend/cnn_db", "ascend/qwen3_pp2dp2"}) {
            for (const auto answer : {SlimAnswer::Pipeline, SlimAnswer::Communication, SlimAnswer::Memory}) {
                QTest::addRow("%s, %s", profile, slimAnswerText(answer).data())
                    << QString::fromLatin1(profile) << static_cast<int>(answer);
            }
        }
        QTest::newRow("snapshots, memory") << u"snapshots/"_s << static_cast<int>(SlimAnswer::Memory);
    }
    void answersStayEqual() {
        QFETCH(QString, profile);
        QFETCH(int, answer);
        const auto source = profile.contains(u'/') ? realFile(profile) : path(profile.toStdString());
        if (source.empty()) {
            QSKIP("no real profiles");
        }
        const auto before = bytesBelow(QString::fromStdString(source));
        const auto run = loadedRun(source);
        const SlimChoice choice{.answers = {static_cast<SlimAnswer>(answer)}};
        const auto copy = make(run, choice, "equal");
        QVERIFY2(copy, qPrintable(QString::fromStdString(copy ? "" : errorLine(copy.error()))));
        const bool isReal = profile.startsWith(u"ascend/cnn_text") || profile.startsWith(u"ascend/qwen3");
        const bool isSmall = isReal && choice.answers[0] != SlimAnswer::Memory;
        QVERIFY(copy->copyBytes * (isSmall ? 20 : 1) < copy->bytes && copy->lost.empty());
        const auto small = loadedRun(path("equal"));
        const auto difference = differenceFor(choice.answers[0], run, small);
        QVERIFY2(difference.empty(), difference.c_str());
        QVERIFY(bytesBelow(QString::fromStdString(source)) == before);
        fs::remove_all(path("equal"));
    }

    /// STAGESCOPE_SLIM_RANKS: 64 in place of 8.
    void aClusterTakesATwentieth() {
        DemoOptions options;
        const int ranks = qEnvironmentVariableIntValue("STAGESCOPE_SLIM_RANKS");
        options.dp = ranks > 0 ? ranks / options.pp : options.dp;
        QVERIFY(placeDemo(path("cluster"), options));
        const auto run = loadedRun(path("cluster"));
        QCOMPARE(run.ranks().size(), static_cast<std::size_t>(options.ranks()));
        for (const auto answer : {SlimAnswer::Pipeline, SlimAnswer::Communication}) {
            const auto copy = make(run, {.answers = {answer}}, "twentieth");
            QVERIFY2(copy, qPrintable(QString::fromStdString(copy ? "" : errorLine(copy.error()))));
            qInfo("%d ranks, %s: %llu of %llu bytes", options.ranks(), slimAnswerText(answer).data(),
                  static_cast<unsigned long long>(copy->copyBytes), static_cast<unsigned long long>(copy->bytes));
            QVERIFY(copy->copyBytes * 20 <= copy->bytes);
            const auto difference = differenceFor(answer, run, loadedRun(path("twentieth")));
            QVERIFY2(difference.empty(), difference.c_str());
            fs::remove_all(path("twentieth"));
        }
        fs::remove_all(path("cluster"));
    }

    void stepsAreCut_data() {
        QTest::addColumn<QString>("profile");
        QTest::newRow("databases") << u"demo"_s;
        QTest::newRow("text") << u"text"_s;
        QTest::newRow("rows without a trace") << u"rows"_s;
    }
    void stepsAreCut() {
        QFETCH(QString, profile);
        const auto run = loadedRun(path(profile.toStdString()));
        const auto whole = make(run, {.answers = {SlimAnswer::All}}, "whole");
        const auto copy = make(run, {.answers = {SlimAnswer::All}, .steps = std::pair(6, 6)}, "step");
        QVERIFY2(copy, qPrintable(QString::fromStdString(copy ? "" : errorLine(copy.error()))));
        QVERIFY(whole && copy->copyBytes < whole->copyBytes);
        const auto small = loadedRun(path("step"));
        for (const auto *id :
             {"steps", "time_split", "comm_ops", "pipeline_cells", "bubbles", "kernels", "comm_time", "comm_matrix"}) {
            const auto &entry = *analysisById(id);
            const auto wanted = tableOfRun(entry, run, 6);
            const auto difference = differenceOf(wanted, tableOfRun(entry, small, 6));
            QVERIFY2(difference.empty(), difference.c_str());
        }
        for (const auto *id : {"comm_time", "comm_matrix"}) {
            const auto all = tableOfRun(*analysisById(id), run).rows.size();
            QVERIFY2(profile == u"demo"_s || all > 0, id);
            QVERIFY2(all == 0 || tableOfRun(*analysisById(id), small).rows.size() < all, id);
        }
        for (const auto *id : {"kernels", "memory_ops", "memory_curve", "step_trace_time"}) {
            const auto wanted = rowsInStep(id, run, 6);
            QVERIFY2(profile == u"demo"_s || !wanted.rows.empty(), id);
            const auto difference = differenceOf(wanted, rowsInStep(id, small, 6));
            QVERIFY2(difference.empty(), difference.c_str());
            const auto all = tableOfRun(*analysisById(id), run).rows.size();
            QVERIFY2(all <= 1 || tableOfRun(*analysisById(id), small).rows.size() < all, id);
        }
        const auto steps = tableOfRun(*analysisById("steps"), small);
        QCOMPARE(steps.rows.size(), run.ranks().size());
        const auto all = tableOfRun(*analysisById("comm_ops"), run);
        QVERIFY(profile == u"rows"_s || tableOfRun(*analysisById("comm_ops"), small).rows.size() < all.rows.size());
        if (profile == u"text"_s) {
            const auto trace = unpacked(path("step/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json.zst"));
            // What the counter told last before the step, in it, and first behind it.
            QCOMPARE(trace.count("\"args\":{\"MHz\""), 3);
            QVERIFY2(trace.contains("\"ts\":5001.125,\"args\"") && !trace.contains("8001.125"), trace);
        }
        fs::remove_all(path("whole"));
        fs::remove_all(path("step"));
        const auto none = slimPlan(run, {.answers = {SlimAnswer::All}, .steps = std::pair(77, 78)});
        QVERIFY(!none && none.error().kind == ErrorKind::NotFound);
    }

    /// Of a rank that only sums of steps are known of these are cut by their numbers.
    void stepsWithoutTimes() {
        put(path("sums/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/step_trace_time.csv"),
            "Device_id,Step,Computing\n0,5,1.5\n0,6,2.5\n0,7,3.5\n");
        put(path("sums/rank0_ascend_pt/profiler_info_0.json"), "{\"config\": {}, \"start_info\": {}}");
        const auto run = loadedRun(path("sums"));
        const auto copy = make(run, {.answers = {SlimAnswer::All}, .steps = std::pair(6, 6)}, "sum");
        QVERIFY2(copy, qPrintable(QString::fromStdString(copy ? "" : errorLine(copy.error()))));
        const auto table = tableOfRun(*analysisById("step_trace_time"), loadedRun(path("sum")));
        QCOMPARE(table.rows.size(), std::size_t{1});
        QCOMPARE(table.text(0, "computing_us"), std::string("2.5"));
        const auto none = slimPlan(run, {.answers = {SlimAnswer::All}, .steps = std::pair(8, 9)});
        QVERIFY(!none && none.error().kind == ErrorKind::NotFound);
    }

    /// Of a rank whose steps no file names nothing is known to be outside of them.
    void ranksWithoutSteps() {
        fs::copy(path("text"), path("lame"), fs::copy_options::recursive);
        const auto output = path("lame/rank1_ascend_pt/ASCEND_PROFILER_OUTPUT");
        for (const auto *name : {"trace_view.json", "kernel_details.csv", "step_trace_time.csv", "communication.json",
                                 "communication_matrix.json"}) {
            fs::remove(output + "/" + name);
        }
        const auto run = loadedRun(path("lame"));
        const auto copy = make(run, {.answers = {SlimAnswer::All}, .steps = std::pair(6, 6)}, "limping");
        QVERIFY2(copy, qPrintable(QString::fromStdString(copy ? "" : errorLine(copy.error()))));
        const auto small = loadedRun(path("limping"));
        const auto rowsOf = [](const Run &of, int rank) {
            return tableOfRun(*analysisById("memory_ops"), of, {}, {rank}).rows.size();
        };
        QCOMPARE(rowsOf(small, 1), rowsOf(run, 1));
        QVERIFY(rowsOf(small, 0) < rowsOf(run, 0));
        const auto none = slimPlan(run, {.answers = {SlimAnswer::All}, .ranks = {1}, .steps = std::pair(6, 6)});
        QVERIFY(!none && none.error().kind == ErrorKind::NotFound);
        fs::remove_all(path("lame"));
        fs::remove_all(path("limping"));
    }

    void ranksAreLeftOut() {
        const auto run = loadedRun(path("demo"));
        const auto copy = make(run, {.answers = {SlimAnswer::Pipeline}, .ranks = {1, 2}}, "ranks");
        QVERIFY(copy);
        const auto small = loadedRun(path("ranks"));
        QCOMPARE(small.ranks(), (std::vector<int>{1, 2}));
        const auto &entry = *analysisById("p2p_ops");
        const auto wanted = tableOfRun(entry, run, {}, {1, 2});
        QVERIFY(!wanted.rows.empty());
        // The clocks of fewer hosts are brought together: as recorded they are the same.
        QCOMPARE(tableOfRun(entry, small).rows.size(), wanted.rows.size());
        const auto others = std::count_if(copy->files.begin(), copy->files.end(),
                                          [](const auto &file) { return file.reason == SlimReason::OtherRank; });
        QCOMPARE(others, 8);
        fs::remove_all(path("ranks"));
    }

    void manifestIsTrue() {
        const auto run = loadedRun(path("text"));
        const auto copy = make(run, {.answers = {SlimAnswer::Pipeline}}, "manifest");
        QVERIFY(copy);
        const auto files = bytesBelow(QString::fromStdString(path("manifest")));
        const auto root = QJsonDocument::fromJson(files[QLatin1String(kSlimManifest)]).object();
        const auto kept = root[u"files"].toArray();
        QCOMPARE(kept.size() + 1, files.size());
        for (const auto &value : kept) {
            const auto bytes = files[value[u"copy"].toString()];
            QCOMPARE(value[u"copy_bytes"].toInteger(), bytes.size());
            QCOMPARE(value[u"sha256"].toString().toLatin1(),
                     QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
        }
        QStringList reasons;
        for (const auto &value : root[u"left_out"].toArray()) {
            reasons << value[u"name"].toString().section(QLatin1Char('/'), -1) + u": "_s + value[u"reason"].toString();
        }
        QVERIFY2(reasons.contains(u"torch.op_range: not used by any view or table"_s), qPrintable(reasons.join(u'\n')));
        QVERIFY(reasons.contains(u"op_statistic.csv: not needed for the chosen data"_s));
        fs::remove_all(path("manifest"));
    }

    /// Damage stays, so that a reader of the copy tells it as one of the profile.
    void damageStays_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        const auto trace = QByteArray::fromStdString(traceText(true));
        QTest::newRow("broken JSON") << u"trace_view.json"_s << trace.left(trace.size() / 2);
        QTest::newRow("broken gzip") << u"trace_view.json.gz"_s
                                     << QByteArray::fromStdString(gzipped(traceText(true))).chopped(40);
        QTest::newRow("empty") << u"trace_view.json"_s << QByteArray();
        QTest::newRow("no database") << u"ascend_pytorch_profiler_0.db"_s << QByteArray("SQLite forma");
        QTest::newRow("cut database") << u"ascend_pytorch_profiler_0.db"_s << databaseBytes().left(20 * 4096);
        QTest::newRow("wild database") << u"ascend_pytorch_profiler_0.db"_s
                                       << databaseBytes().replace(8 * 4096, 4 * 4096, QByteArray(4 * 4096, '\x7f'));
    }
    void damageStays() {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        const auto output = path("damaged/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT");
        put(output + "/" + name.toStdString(), content.toStdString());
        put(output + "/step_trace_time.csv", "Device_id,Step,Computing\n0,6,1.5\n");
        const auto run = loadedRun(path("damaged"));
        const auto copy = make(run, {.answers = {SlimAnswer::Pipeline}}, "kept");
        QVERIFY2(copy, qPrintable(QString::fromStdString(copy ? "" : errorLine(copy.error()))));
        const auto small = loadedRun(path("kept"));
        for (const auto *id : {"p2p_ops", "steps", "comm_ops", "pipeline_cells", "step_trace_time"}) {
            const auto difference =
                differenceOf(tableOfRun(*analysisById(id), run), tableOfRun(*analysisById(id), small));
            QVERIFY2(difference.empty(), difference.c_str());
        }
        const auto lossOf = [](const Run &of) {
            const auto &capture = of.captures.front();
            return capture.log && capture.log->hasDataLoss();
        };
        QVERIFY(lossOf(run));
        QVERIFY(lossOf(small));
        fs::remove_all(path("damaged"));
        fs::remove_all(path("kept"));
    }

    void whatVanishesIsTold() {
        fs::copy(path("text"), path("vanishing"), fs::copy_options::recursive);
        const auto run = loadedRun(path("vanishing"));
        const SlimChoice choice{.answers = {SlimAnswer::All}};
        const auto plan = slimPlan(run, choice);
        QVERIFY(plan);
        const auto gone = path("vanishing/rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json");
        fs::remove(gone);
        const auto copy = writeSlimCopy(run, choice, *plan, path("rest"));
        QVERIFY(copy);
        QCOMPARE(copy->lost.size(), std::size_t{1});
        QVERIFY(copy->lost[0].kind == ErrorKind::NotFound && copy->lost[0].where.starts_with(gone));
        QVERIFY(fs::exists(path("rest/rank0_ascend_pt")));
        fs::remove_all(path("vanishing"));
        fs::remove_all(path("rest"));
    }

    void linksLeadNowhereElse() {
        fs::copy(path("text"), path("linked"), fs::copy_options::recursive);
        const auto output = path("linked/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT");
        put(path("secret/communication.json"), "{}");
        fs::remove(output + "/communication.json");
        fs::create_symlink(path("secret/communication.json"), output + "/communication.json");
        fs::create_directory_symlink(path("secret"), path("linked/out"));
        fs::create_directory_symlink(path("linked"), path("linked/round"));
        const auto run = loadedRun(path("linked"));
        const auto copy = make(run, {.answers = {SlimAnswer::All}}, "followed");
        QVERIFY(copy);
        for (const auto &name : rankPaths(*copy)) {
            QVERIFY2(!name.starts_with("..") && fs::exists(path("followed/" + name)), name.c_str());
            QVERIFY2(!fs::is_symlink(path("followed/" + name)), name.c_str());
        }
        QVERIFY(!fs::exists(path("followed/out")) && !fs::exists(path("followed/round")));
        QCOMPARE(bytesBelow(QString::fromStdString(path("secret"))).size(), 1);
        fs::remove_all(path("linked"));
        fs::remove_all(path("followed"));
    }

    void wholeOrNotAtAll() {
        const auto run = loadedRun(path("demo"));
        const SlimChoice choice{.answers = {SlimAnswer::Pipeline}};
        const auto plan = slimPlan(run, choice);
        QVERIFY(plan);
        std::stop_source stop;
        const auto cancelled = writeSlimCopy(
            run, choice, *plan, path("cancelled"),
            [&](std::size_t done, std::size_t) {
                if (done == 3) {
                    stop.request_stop();
                }
            },
            stop.get_token());
        QVERIFY(!cancelled && cancelled.error().kind == ErrorKind::Cancelled);
        put(path("taken/note.txt"), "mine");
        const auto taken = writeSlimCopy(run, choice, *plan, path("taken"));
        QVERIFY(!taken && taken.error().kind == ErrorKind::BadArgument);
        put(path("file"), "mine");
        QVERIFY(!writeSlimCopy(run, choice, *plan, path("file")));
        // Where nothing can be made, as on a disc that is read only.
        for (const auto &nowhere : {path("file/below"), std::string("/proc/stagescope/copy")}) {
            const auto refused = writeSlimCopy(run, choice, *plan, nowhere);
            QVERIFY(!refused && refused.error().where == nowhere);
            QVERIFY(refused.error().detail.starts_with("cannot be written"));
        }
        for (const auto &entry : fs::directory_iterator(path(""))) {
            QVERIFY2(entry.path().extension() != ".part" && entry.path().filename() != "cancelled",
                     entry.path().c_str());
        }
        fs::create_directory(path("empty"));
        QVERIFY(writeSlimCopy(run, choice, *plan, path("empty")));
        QVERIFY(fs::exists(path("empty/slim_manifest.json")));
        const auto nothing = slimPlan(loadedRun(path("taken")), choice);
        QVERIFY(nothing);
        const auto refused = writeSlimCopy(run, choice, *nothing, path("nothing"));
        QVERIFY(!refused && refused.error().kind == ErrorKind::NotFound);
    }

private:
    [[nodiscard]] std::string path(const std::string &name) const {
        return (m_folder.path().toStdString() + "/" + name);
    }
    static void put(const std::string &file, const std::string &content) {
        fs::create_directories(fs::path(file).parent_path());
        QVERIFY(writeWholeFile(file, content));
    }
    [[nodiscard]] QByteArray databaseBytes() const {
        for (const auto &[name, bytes] : bytesBelow(QString::fromStdString(path("demo"))).asKeyValueRange()) {
            if (name.endsWith(u"ascend_pytorch_profiler_0.db"_s)) {
                return bytes;
            }
        }
        return {};
    }
    [[nodiscard]] Result<SlimCopy> make(const Run &run, const SlimChoice &choice, const std::string &name) const {
        const auto plan = slimPlan(run, choice);
        return plan ? writeSlimCopy(run, choice, *plan, path(name)) : tl::make_unexpected(plan.error());
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(SlimCopyTest)

}  // namespace tst_slim_copy

#include "tst_slim_copy.moc"
