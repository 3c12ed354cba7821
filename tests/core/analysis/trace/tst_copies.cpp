// Copies and fills: what traces and databases tell of them, and the table that sums them up.
#include "core/formats/format_list.h"
#include "core/formats/tables/copy_rows.h"
#include "core/store/tables/copy_record.h"
#include "core/store/tables/table_records.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/core/formats/small_database.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_copies {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

std::string slice(const std::string &category, const std::string &name, int process, int thread, int begin,
                  int duration, const std::string &arguments) {
    return "{\"ph\":\"X\"" + (category.empty() ? "" : ",\"cat\":\"" + category + "\"") + ",\"name\":\"" + name +
           "\",\"pid\":" + std::to_string(process) + ",\"tid\":" + std::to_string(thread) +
           ",\"ts\":" + std::to_string(begin) + ",\"dur\":" + std::to_string(duration) + ",\"args\":{" + arguments +
           "}}";
}

std::string named(const std::string &what, int process, int thread, const std::string &name) {
    // No raw texts that end in a quotation mark: moc 6.4 loses the namespace behind them.
    return "{\"ph\":\"M\",\"name\":\"" + what + "\",\"pid\":" + std::to_string(process) +
           ",\"tid\":" + std::to_string(thread) + ",\"args\":{\"name\":\"" + name + "\"}}";
}

/// A file beside what its reader made of it.
class ReadFile {
public:
    ReadFile(const std::string &name, const std::vector<std::string> &events) {
        std::string text = "[";
        for (const auto &event : events) {
            text += (text.size() > 1 ? "," : "") + event;
        }
        m_file = loadFile(*makeTraceJsonFormat(), m_tree.file(name, text + "]"), LoadDepth::Deep);
    }
    [[nodiscard]] const LoadedFile &file() const { return *m_file; }
    [[nodiscard]] Workspace workspace() const {
        auto capture = planted::capture(0, m_file->tables);
        capture.loaded[0].traces = m_file->traces;
        return planted::workspace({capture});
    }

private:
    ProfileTree m_tree;
    std::unique_ptr<LoadedFile> m_file;
};

/// "name direction memory stream bytes" of each copy.
std::vector<std::string> copiesOf(const LoadedFile &file) {
    std::vector<std::string> result;
    if (const auto table = file.table(TableKind::Copies)) {
        for (const auto copy : TableRecords<CopyRecord>(*table)) {
            result.push_back(std::string(copy.name) + "|" + std::string(copy.direction) + "|" +
                             std::string(copy.memory) + "|" + std::to_string(copy.stream) + "|" +
                             std::to_string(copy.bytes));
        }
    }
    return result;
}

/// "time:value" of a counter, in the order of time; empty when there is none of that name.
std::string samplesOf(const LoadedFile &file, const std::string &path) {
    std::string text;
    if (const auto track = file.track(path)) {
        const auto &counter = file.traces.at(0)->counter(*track);
        for (std::uint32_t i = 0; i < counter.size(); ++i) {
            text += (i == 0 ? "" : " ") + std::to_string(ns(counter.time(i))) + ":" +
                    QString::number(counter.value(i)).toStdString();
        }
    }
    return text;
}

using Texts = std::vector<std::string>;

std::shared_ptr<const TableStore> planted100(std::int64_t bytes) {
    TableWriter<CopyRecord> table;
    for (int i = 0; i < 4; ++i) {
        table.append(
            {i < 3 ? "Memcpy HtoD" : "Memset", i < 3 ? "HtoD" : "fill", {}, 7, 100 * i, 50, i == 1 ? -1 : bytes});
    }
    return std::make_shared<const TableStore>(table.take());
}

}  // namespace

class CopiesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_cache = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CACHE_HOME", m_cache->path().toUtf8());
    }

    void waysInAllSpellings_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("direction");
        QTest::addColumn<QString>("memory");
        for (const auto &[text, direction, memory] :
             {std::tuple("Memcpy HtoD (Pinned -> Device)", "HtoD", "pinned"),
              std::tuple("Memcpy DtoH (Device -> Pageable)", "DtoH", "pageable"),
              std::tuple("Memcpy PtoP (Device -> Device)", "PtoP", ""), std::tuple("CopyDeviceToHost", "DtoH", ""),
              std::tuple("host to device ex", "HtoD", ""), std::tuple("addr device to device", "DtoD", ""),
              std::tuple("managed memory", "", ""), std::tuple("Memcpy M2D", "HtoD", ""),
              std::tuple("Memset (Device)", "fill", ""), std::tuple("MEMSET_ASYNC", "fill", ""),
              std::tuple("MEMCPY_ASYNC", "", ""), std::tuple("", "", "")}) {
            QTest::addRow("%s", text) << QString::fromLatin1(text) << QString::fromLatin1(direction)
                                      << QString::fromLatin1(memory);
        }
    }
    void waysInAllSpellings() {
        QFETCH(const QString, text);
        QFETCH(const QString, direction);
        QFETCH(const QString, memory);
        const auto way = copyWay(text.toStdString());
        QCOMPARE(std::string(way.direction), direction.toStdString());
        QCOMPARE(std::string(way.memory), memory.toStdString());
    }

    void ofKineto() {
        const ReadFile read(
            "a.pt.trace.json",
            {named("thread_name", 0, 7, "stream 7"), named("thread_name", 9, 9, "thread 9"),
             slice("cuda_runtime", "cudaMemcpyAsync", 9, 9, 10, 2, R"x("correlation":1)x"),
             slice("cuda_runtime", "cudaMemcpy", 9, 9, 20, 9, R"x("correlation":2)x"),
             slice("cuda_runtime", "hipMemcpyAsync", 9, 9, 40, 1, R"x("correlation":3,"bytes":"4096","kind":"3")x"),
             slice("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 0, 7, 30, 2,
                   R"x("stream":7,"correlation":1,"bytes":4000,"memory bandwidth (GB/s)":2.5)x"),
             slice("gpu_memcpy", "Memcpy DtoH (Device -> Pageable)", 0, 7, 50, 1,
                   R"x("stream":7,"correlation":2,"bytes":500)x"),
             slice("gpu_memcpy", "Memcpy DtoD", 0, 7, 60, 1, R"x("stream":0,"correlation":3,"kind":"DtoD")x"),
             slice("gpu_memset", "Memset (Device)", 0, 7, 70, 1, R"x("stream":7,"correlation":4,"bytes":8)x"),
             slice("kernel", "add_kernel", 0, 7, 80, 1, R"x("stream":7,"correlation":5,"bytes":8)x")});
        QCOMPARE(copiesOf(read.file()), (Texts{"Memcpy HtoD (Pinned -> Device)|HtoD|pinned|7|4000",
                                               "Memcpy DtoH (Device -> Pageable)|DtoH|pageable|7|500",
                                               "Memcpy DtoD|DtoD||0|4096", "Memset (Device)|fill||7|8"}));
        const auto space = read.workspace();
        const auto table = planted::table("copies", {.workspace = &space, .parameters = {{"by", "copy"}}});
        QCOMPARE(table.rows.size(), std::size_t{4});
        QCOMPARE(table.text(0, "synchronous"), std::string("no"));
        QCOMPARE(table.text(1, "synchronous"), std::string("yes"));
        QCOMPARE(table.text(2, "synchronous"), std::string("no"));
        QCOMPARE(table.text(3, "synchronous"), std::string());
        QCOMPARE(table.text(0, "bandwidth_gbps"), std::string("2.5"));  // the file knows better than its duration
        QVERIFY(!table.text(0, "evidence").empty());
        QCOMPARE(samplesOf(read.file(), "0/Copies HtoD"), std::string("30000:2.5 32000:0"));
    }

    void strangeArguments() {
        const ReadFile read(
            "a.pt.trace.json",
            {named("thread_name", 0, 7, "stream 7"),
             slice("gpu_memcpy", "Memcpy", 0, 7, 10, 1, R"x("bytes":-5,"stream":-3,"memory bandwidth (GB/s)":-1)x"),
             slice("gpu_memcpy", "Memcpy", 0, 7, 20, 1, R"x("bytes":"many","kind":[1,2])x"),
             slice("gpu_memcpy", "Memcpy", 0, 7, 30, 0, R"x("bytes":9223372036854775807)x"),
             slice("gpu_memcpy", "Memcpy", 0, 7, 40, 1, R"x("bytes":9223372036854775807)x"),
             slice("gpu_memcpy", "Memcpy", 0, 7, 50, 1, R"x("bytes":99999999999999999999)x"),
             slice("gpu_memcpy", "Memcpy", 0, 7, 60, 1, "")});
        const auto copies = copiesOf(read.file());
        QCOMPARE(copies.size(), std::size_t{6});
        QCOMPARE(copies[0], std::string("Memcpy|||-1|-1"));
        QCOMPARE(copies[1], std::string("Memcpy|||-1|-1"));
        QCOMPARE(copies[4], std::string("Memcpy|||-1|-1"));
        const auto space = read.workspace();
        const auto table = planted::table("copies", {.workspace = &space, .parameters = {{"by", "direction"}}});
        QCOMPARE(table.rows.size(), std::size_t{1});
        QCOMPARE(table.text(0, "count"), std::string("6"));
        QCOMPARE(table.text(0, "size_bytes"), std::string("9223372036854775807"));  // the sum of all is none
    }

    /// Text traces of Ascend show the tasks of communication on their stream as well; databases do not.
    void ofAscendAsText() {
        const Texts events{
            named("process_name", 1, 0, "Ascend Hardware"),
            named("process_name", 2, 0, "HCCL"),
            named("process_name", 3, 0, "CANN"),
            named("thread_name", 2, 1, "Plane 0"),
            slice("", "MEMCPY_ASYNC", 1, 2, 10, 4,
                  R"x("Task Type":"PCIE_DMA_SQE","Physic Stream Id":2,"size(B)":8000,"operation":"host to device")x"),
            slice("", "MEMCPY_ASYNC", 1, 2, 12, 4,
                  R"x("Physic Stream Id":2,"size(B)":4000,"operation":"host to device")x"),
            slice("", "MEMCPY_ASYNC", 1, 2, 30, 1, R"x("Physic Stream Id":2)x"),
            slice("", "SDMA", 1, 4, 40, 5, R"x("Physic Stream Id":4)x"),
            slice("", "SDMA", 1, 4, 50, 6, R"x("Physic Stream Id":4)x"),
            slice("", "SDMA", 1, 4, 60, 6, R"x("Physic Stream Id":4)x"),
            slice("", "Memcpy", 2, 1, 40, 5, R"x("task type":"Memcpy","size(Byte)":77)x"),
            slice("", "Reduce_Inline", 2, 1, 50, 6, R"x("notify_id":"0","size(Byte)":77)x"),
            slice("", "memcpy_of_the_host", 3, 1, 70, 6, R"x("level":"acl")x")};
        const ReadFile read("trace_view.json", events);
        QCOMPARE(copiesOf(read.file()), (Texts{"MEMCPY_ASYNC|HtoD||2|8000", "MEMCPY_ASYNC|HtoD||2|4000",
                                               "MEMCPY_ASYNC|||2|-1", "SDMA|||4|-1"}));
        QCOMPARE(samplesOf(read.file(), "Ascend Hardware/Copies HtoD"), std::string("10000:2 12000:3 14000:1 16000:0"));
        // Names may stand behind what they name.
        Texts late(events.begin() + 4, events.end());
        late.insert(late.end(), events.begin(), events.begin() + 4);
        QCOMPARE(copiesOf(ReadFile("trace_view.json", late).file()), copiesOf(read.file()));
    }

    void ofDatabases() {
        const ProfileTree tree;
        tree.folder("");
        const auto path = tree.path("ascend_pytorch_profiler_5.db");
        QVERIFY(writeSmallDatabase(path));
        const auto load = [&] { return loadFile(*makeProfilerDbFormat(), path, LoadDepth::Deep); };
        QCOMPARE(copiesOf(*load()), (Texts{"MEMCPY_ASYNC|||2|-1"}));
        QVERIFY(WrittenDatabase(path).run(
            "CREATE TABLE ENUM_MEMCPY_OPERATION(id INTEGER, name TEXT);"
            "INSERT INTO ENUM_MEMCPY_OPERATION VALUES(1,'host to device'),(2,'device to host');"
            "CREATE TABLE MEMCPY_INFO(globalTaskId NUMERIC, size NUMERIC, memcpyOperation NUMERIC);"
            "INSERT INTO MEMCPY_INFO VALUES(3,20000,1),(0,5,2),(99,5,9),(NULL,'x',NULL);"));
        const auto read = load();
        QCOMPARE(copiesOf(*read), (Texts{"MEMCPY_ASYNC|HtoD||2|20000"}));
        QCOMPARE(samplesOf(*read, "Ascend Hardware/Copies HtoD"), std::string("1400000:2 1410000:0"));
        QVERIFY(WrittenDatabase(path).run("UPDATE MEMCPY_INFO SET size=-7, memcpyOperation=8;"));
        QCOMPARE(copiesOf(*load()), (Texts{"MEMCPY_ASYNC|||2|-1"}));
    }

    void sumsByKindAndDirection() {
        const auto space = planted::workspace({planted::capture(0, {planted100(400)})});
        const auto kinds = planted::table("copies", {.workspace = &space});
        QCOMPARE(kinds.rows.size(), std::size_t{2});
        QCOMPARE(kinds.text(0, "name"), std::string("Memcpy HtoD"));
        QCOMPARE(kinds.text(0, "count"), std::string("3"));
        QCOMPARE(kinds.text(0, "size_bytes"), std::string("800"));    // one of them tells none
        QCOMPARE(kinds.text(0, "bandwidth_gbps"), std::string("8"));  // of the time of the two others
        const auto directions = planted::table("copies", {.workspace = &space, .parameters = {{"by", "direction"}}});
        QCOMPARE(directions.text(1, "direction"), std::string("fill"));
        QCOMPARE(directions.text(1, "stream"), std::string());
        const auto some = planted::table("copies", {.workspace = &space,
                                                    .range = AlignedRange{alignedTime(90), alignedTime(250)},
                                                    .parameters = {{"by", "copy"}, {"rows", "1"}}});
        QCOMPARE(some.rows.size(), std::size_t{1});
        QCOMPARE(some.text(0, "begin_ns"), std::string("100"));
        QCOMPARE(some.notes.size(), std::size_t{1});
    }

    void withoutCopies() {
        const auto space = planted::workspace({planted::capture(0, {})});
        const auto table = planted::table("copies", {.workspace = &space});
        QVERIFY(table.rows.empty());
        QCOMPARE(table.notes.size(), std::size_t{1});
    }

private:
    std::unique_ptr<QTemporaryDir> m_cache;
};

TEST_SUITE(CopiesTest)

}  // namespace tst_copies

#include "tst_copies.moc"
