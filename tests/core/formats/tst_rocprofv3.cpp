// What rocprofv3 writes as JSON: names before and behind the records, random sessions against sums of their records,
// damage; the stream of tokens that reads it; and databases of the same sessions.
#include "core/formats/cut/file_cut.h"
#include "core/formats/format_list.h"
#include "core/formats/io/json_stream.h"
#include "core/store/tables/copy_record.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/formats/written_rocpd.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <fstream>
#include <map>
#include <random>
#include <string>

namespace tst_rocprofv3 {

using namespace stagescope;

namespace {

/// Quotes are written as ' here.
std::string quoted(std::string text) {
    for (char &c : text) {
        c = c == '\'' ? '"' : c;
    }
    return text;
}

std::string number(std::int64_t value) { return std::to_string(value); }

std::string times(std::int64_t begin, std::int64_t end) {
    return "'start_timestamp':" + number(begin) + ",'end_timestamp':" + number(end);
}

std::string dispatch(std::int64_t begin, std::int64_t end, std::int64_t correlation, std::int64_t queue,
                     std::int64_t kernel) {
    return "{'size':184,'kind':2,'operation':1,'thread_id':31,'correlation_id':{'internal':" + number(correlation) +
           ",'external':0}," + times(begin, end) +
           ",'dispatch_info':{'agent_id':{'handle':77},'queue_id':{'handle':" + number(queue) +
           "},'kernel_id':" + number(kernel) + ",'grid_size':{'x':64,'y':1,'z':1}},'stream_id':{'handle':5}}";
}

std::string call(std::int64_t begin, std::int64_t end, std::int64_t correlation, int operation, int kind = 0) {
    return "{'kind':" + number(kind) + ",'operation':" + number(operation) +
           ",'thread_id':31,'correlation_id':{'internal':" + number(correlation) + ",'external':0}," +
           times(begin, end) + '}';
}

std::string memory(std::int64_t time, std::int64_t address, std::int64_t bytes, bool isRelease) {
    return "{'kind':3,'operation':" + std::string(isRelease ? "1" : "0") +
           ",'thread_id':31,'correlation_id':{'internal':0,'external':0}," + times(time, time + 1) +
           ",'agent_id':{'handle':" + (isRelease ? "0" : "77") + "},'address':" + number(address) +
           ",'allocation_size':" + number(bytes) + '}';
}

std::string copy(std::int64_t begin, std::int64_t end, std::int64_t bytes) {
    return "{'kind':1,'operation':0,'thread_id':31,'correlation_id':{'internal':0,'external':0}," + times(begin, end) +
           ",'src_agent_id':{'handle':76},'dst_agent_id':{'handle':77},'bytes':" + number(bytes) + '}';
}

const std::string kHead =
    "'metadata':{'node':{'hostname':'node7'},'pid':30,'command':['/home/someone/train','--key=secret']},"
    "'agents':[{'id':{'handle':76},'type':1,'name':'CPU'},{'id':{'handle':77},'type':2,'name':'gfx950',"
    "'product_name':'AMD X','cu_count':256,'gpu_index':3}],";
const std::string kNames =
    "'strings':{'buffer_records':[{'kind':'HIP','operations':['hipLaunchKernel','hipMalloc']},"
    "{'kind':'COPY','operations':['MEMORY_COPY_HOST_TO_DEVICE']},{'kind':'DISPATCH','operations':[]},"
    "{'kind':'MEMORY','operations':['MEMORY_ALLOCATION_ALLOCATE','MEMORY_ALLOCATION_FREE']},"
    "{'kind':'MARKER','operations':['roctxMarkA','roctxThreadRangeA']},{'kind':'RCCL','operations':['ncclAllReduce']}],"
    "'marker_api':[{'key':9,'value':'step 1'},{'key':10,'value':'at `loss`'}]},"
    "'kernel_symbols':[{'kernel_id':4,'formatted_kernel_name':'gemm \\'x\\''},{'kernel_id':5,"
    "'formatted_kernel_name':'ncclDevKernel_Generic_1(ncclDevKernelArgs)'}]";

std::string session(const std::string &records, bool namesFirst) {
    const auto body = "'buffer_records':{" + records + '}';
    auto names = kNames;
    for (auto at = names.find("\\'"); at != std::string::npos; at = names.find("\\'", at + 2)) {
        names.replace(at, 2, "\\\"");
    }
    return quoted("{'rocprofiler-sdk-tool':[{" + kHead + (namesFirst ? names + ',' + body : body + ',' + names) +
                  "}]}");
}

/// Names, times and values of a trace, without the rows of its file.
std::string shapeOf(const TraceStore &trace) {
    std::string text;
    for (const auto &track : trace.tracks()) {
        text += number(static_cast<int>(track.kind)) + ' ' + std::string(trace.text(track.name)) + " [" +
                std::string(trace.text(track.label)) + "]\n";
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            const auto slice = slices.at(SliceId{i});
            text += "  " + number(ns(slice.begin)) + ' ' + number(ns(slice.end)) + ' ' +
                    number(static_cast<int>(slice.klass)) + ' ' + std::string(trace.text(slice.name)) + '\n';
        }
        const auto &counter = trace.counter(track.id);
        for (std::uint32_t i = 0; i < counter.size(); ++i) {
            text += "  " + number(ns(counter.time(i))) + " = " + std::to_string(counter.value(i)) + '\n';
        }
    }
    for (std::size_t i = 0; i < trace.flows().size(); ++i) {
        const auto &flow = trace.flows().at(i);
        text += "flow " + std::string(trace.text(flow.category)) + ' ' + number(ns(flow.from)) + ' ' +
                number(ns(flow.to)) + '\n';
    }
    return text;
}

/// All fields of all records, but those that are rows of the file.
template <class R>
std::string rowsOf(const testing::LoadedFile &file) {
    std::string text = "table\n";
    const auto table = file.table(R::kKind);
    for (std::size_t row = 0; table && row < table->rowCount(); ++row) {
        const R record = TableRecords<R>(*table)[row];
        for (const auto &field : R::fields()) {
            std::visit(
                [&](auto member) {
                    const auto value = record.*member;
                    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string_view>) {
                        text += std::string(value) + '|';
                    } else {
                        text += field.name == "operator_row" ? std::string() : std::to_string(value) + '|';
                    }
                },
                field.member);
        }
        text += '\n';
    }
    return text;
}

/// All that a session gives.
std::string factsOf(const testing::LoadedFile &file) {
    std::string text;
    for (const auto &trace : file.traces) {
        text += shapeOf(*trace);
    }
    return text + rowsOf<KernelRecord>(file) + rowsOf<CopyRecord>(file) + rowsOf<MemorySampleRecord>(file) +
           rowsOf<MemoryOpRecord>(file);
}

/// The session of databasesGiveWhatTheJsonGives, as a database.
void addSession(testing::WrittenRocpd &db, int pid) {
    const auto process = number(pid);
    db.add("info_node", {{"id", "77"}, {"hash", "5"}, {"machine_id", "'m'"}, {"hostname", "'node7'"}});
    db.add("info_process", {{"id", process},
                            {"nid", "77"},
                            {"pid", process},
                            {"init", "5"},
                            {"fini", "9000"},
                            {"command", "'/home/someone/train --key=secret'"}});
    db.add("info_thread", {{"id", "31"}, {"nid", "77"}, {"pid", process}, {"tid", "31"}});
    db.add("info_agent",
           {{"id", "0"}, {"nid", "77"}, {"pid", process}, {"type", "'CPU'"}, {"type_index", "0"}, {"name", "'CPU'"}});
    db.add("info_agent", {{"id", "1"},
                          {"nid", "77"},
                          {"pid", process},
                          {"type", "'GPU'"},
                          {"type_index", "3"},
                          {"name", "'gfx950'"},
                          {"product_name", "'AMD X'"},
                          {"extdata", "'{\"cu_count\": 256}'"}});
    for (const auto &[id, name] :
         {std::pair("4", "'gemm \"x\"'"), std::pair("5", "'ncclDevKernel_Generic_1(ncclDevKernelArgs)'")}) {
        db.add("info_kernel_symbol",
               {{"id", id}, {"nid", "77"}, {"pid", process}, {"code_object_id", "1"}, {"display_name", name}});
    }
    db.add("info_pmc", {{"id", "70"}, {"nid", "77"}, {"pid", process}, {"name", "'SQ_WAVES'"}, {"symbol", "''"}});
    const testing::WrittenRocpd::Values thread{{"nid", "77"}, {"pid", process}, {"tid", "31"}};
    auto lane = thread;
    lane.insert({{"queue_id", "12"}, {"stream_id", "5"}});
    auto agent = lane;
    agent.insert({"agent_id", "1"});
    const auto dispatched = [&](const char *id, std::int64_t begin, std::int64_t end, const char *kernel) {
        const auto event = db.event("KERNEL_DISPATCH", 8);
        db.record("kernel_dispatch", agent, begin, end,
                  {{"id", id}, {"event_id", event}, {"kernel_id", kernel}, {"dispatch_id", id}, {"grid_size_x", "64"}});
        return event;
    };
    const auto counted = dispatched("1", 2000, 3000, "4");
    for (const char *value : {"60", "4"}) {
        db.add("pmc_event", {{"event_id", counted}, {"pmc_id", "70"}, {"value", value}});
    }
    dispatched("2", 2500, 2600, "5");
    dispatched("3", 5, 4, "5");
    const auto launch = db.event("HIP_RUNTIME_API_EXT", 8);
    db.record("region", thread, 1000, 1100,
              {{"id", "8"}, {"event_id", launch}, {"name_id", db.text("hipLaunchKernel")}});
    db.add(
        "arg",
        {{"event_id", launch}, {"position", "0"}, {"type", "'int'"}, {"name", "'sharedMemBytes'"}, {"value", "'16'"}});
    const auto range = db.event("MARKER_CORE_RANGE_API", 9, "{\"message\": \"step 1\"}");
    db.record("region", thread, 900, 1500,
              {{"id", "9"}, {"event_id", range}, {"name_id", db.text("roctxThreadRangeA")}});
    const auto mark = db.event("MARKER_CORE_RANGE_API", 10, "{\"message\": \"at `loss`\"}");
    db.record("sample", thread, 1700, 1700,
              {{"id", "10"}, {"event_id", mark}, {"name_id", db.text("MARKER_CORE_RANGE_API")}});
    db.record("region", thread, 1200, 1250,
              {{"id", "11"}, {"event_id", db.event("RCCL_API", 11)}, {"name_id", db.text("ncclAllReduce")}});
    db.record("memory_copy", lane, 3000, 3010,
              {{"event_id", db.event("MEMORY_COPY", 0)},
               {"name_id", db.text("MEMORY_COPY_HOST_TO_DEVICE")},
               {"src_agent_id", "0"},
               {"dst_agent_id", "1"},
               {"size", "4096"}});
    for (const bool isRelease : {false, true}) {
        auto place = isRelease ? lane : agent;
        const std::int64_t time = isRelease ? 20 : 10;
        db.record("memory_allocate", place, time, time + 1,
                  {{"event_id", db.event("MEMORY_ALLOCATION", 0)},
                   {"type", isRelease ? "'FREE'" : "'ALLOC'"},
                   {"level", "'REAL'"},
                   {"address", "64"},
                   {"size", isRelease ? "0" : "100"}});
    }
    db.record(
        "memory_allocate", agent, 30, 31,
        {{"event_id", db.event("SCRATCH_MEMORY", 0)}, {"type", "'ALLOC'"}, {"level", "'SCRATCH'"}, {"size", "5"}});
}

}  // namespace

class Rocprofv3Test : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tokensComeOneByOne() {
        const auto tokens = [](const std::string &text, std::string *trouble = nullptr) {
            const auto source = ByteSource::ofBytes(text, "text");
            const LoadControl control;
            JsonStream json(*source, control);
            std::string all;
            for (auto token = json.next(); token != JsonStream::Token::End; token = json.next()) {
                constexpr std::string_view kSigns = " {}[]ksw";
                all += kSigns[static_cast<std::size_t>(token)];
                all += token >= JsonStream::Token::Key ? std::string(json.text()) : std::string();
            }
            if (trouble != nullptr) {
                *trouble = json.error() ? json.error()->detail : std::string();
            }
            return all;
        };
        QCOMPARE(tokens(quoted(" {'a': [1, -2.5e3, 'b\\'c'], 'd' : {} , 'e':null} ")),
                 quoted("{ka[w1w-2.5e3sb\\'c]kd{}kewnull}"));
        QCOMPARE(tokens("[[],[{}]]"), std::string("[[][{}]]"));
        for (const auto *broken : {"[1,]", "{1:2}", "{\"a\"}", "[1 2]", "}", "[}", "{\"a\":}", "[,1]", "{,}"}) {
            std::string trouble;
            std::ignore = tokens(broken, &trouble);
            QVERIFY2(!trouble.empty(), broken);
        }
        // Texts over the borders of what is read at once.
        std::string large = "[";
        std::string wanted = "[";
        for (int i = 0; i < 40'000; ++i) {
            const auto text = std::string(static_cast<std::size_t>(i % 37), 'x') + "\\\\\\\"" + std::to_string(i);
            large += (i == 0 ? "\"" : ",\"") + text + '"';
            wanted += 's' + text;
        }
        QCOMPARE(tokens(large + ']'), wanted + ']');
    }

    void countersOfDispatches() {
        const std::string counters =
            "'counters':[{'id':{'handle':70},'name':'SQ_WAVES'},{'id':{'handle':71},'name':'GRBM_COUNT'}],";
        const auto record = [](int counter, const std::string &value) {
            return "{'counter_id':{'handle':" + number(counter) + "},'value':" + value + '}';
        };
        // Two instances of the first counter; a counter that no list names.
        const auto dispatched = "{'thread_id':31,'dispatch_data':" + dispatch(2000, 3000, 8, 12, 4) + ",'records':[" +
                                record(70, "60") + ',' + record(70, "4") + ',' + record(71, "1.5") + ',' +
                                record(99, "2") + ",{'counter_id':{'handle':70},'value':'x'}]}";
        for (const bool isOfBuffers : {true, false}) {
            const auto section = "'counter_collection':[" + dispatched + ",5]";
            const auto path =
                write(quoted("{'rocprofiler-sdk-tool':[{" + kHead + counters +
                             "'kernel_symbols':[{'kernel_id':4,'formatted_kernel_name':'gemm'}]," +
                             (isOfBuffers ? "'buffer_records':{" : "'callback_records':{") + section + "}}]}"));
            const auto file = loaded(path);
            QVERIFY(file->status);
            const auto table = file->table(TableKind::Statistics);
            QVERIFY(table);
            std::string text;
            for (const auto &row : TableRecords<StatisticRecord>(*table)) {
                text += std::string(row.of) + ' ' + std::string(row.name) + ' ' + std::string(row.quantity) + '=' +
                        QByteArray::number(row.value).toStdString() + '@' + number(row.time) + ' ';
            }
            QCOMPARE(text, std::string("counter gemm SQ_WAVES=64@2000 counter gemm GRBM_COUNT=1.5@2000 "
                                       "counter gemm #99=2@2000 "));
        }
    }

    void recordsOfAnotherKindAreSaid() {
        const auto path = write(quoted("{'rocprofiler-sdk-tool':[{" + kHead + "'buffer_records':[1,2]}]}"));
        QCOMPARE(loaded(path)->log.count("rocprof.bad_record"), std::uint64_t{1});
    }

    void namesMayFollow_data() {
        QTest::addColumn<bool>("namesFirst");
        QTest::newRow("before the records") << true;
        QTest::newRow("behind them") << false;
    }
    void namesMayFollow() {
        QFETCH(bool, namesFirst);
        const auto path = write(
            session("'kernel_dispatch':[" + dispatch(2000, 3000, 8, 12, 4) + ',' + dispatch(2500, 2600, 8, 12, 5) +
                        ',' + dispatch(5, 4, 8, 12, 5) + "],'hip_api':[" + call(1000, 1100, 8, 0) + "],'marker_api':[" +
                        call(900, 1500, 9, 0) + "],'memory_copy':[" + copy(3000, 3010, 4096) +
                        "],'memory_allocation':[" + memory(10, 64, 100, false) + ',' + memory(20, 64, 0, true) + ']',
                    namesFirst));
        const auto file = loaded(path);
        QVERIFY2(file->status.has_value(), file->status ? "" : file->status.error().detail.c_str());
        QCOMPARE(file->log.count("rocprof.bad_record"), std::uint64_t{1});
        QCOMPARE(file->slices("train 30/Thread 31"),
                 std::string("MEMORY_ALLOCATION_ALLOCATE@10+1 MEMORY_ALLOCATION_FREE@20+1 step 1@900+600 "
                             "hipLaunchKernel@1000+100"));
        // Works of a queue may run beside one another: none is cut.
        QCOMPARE(file->slices("GPU 3/Stream 5, queue 12"),
                 std::string("gemm \"x\"@2000+1000 ncclDevKernel_Generic_1(ncclDevKernelArgs)@2500+100"));
        const auto table = file->table(TableKind::Kernels);
        QVERIFY(table != nullptr);
        const TableRecords<KernelRecord> kernels(*table);
        QCOMPARE(kernels[0].launch, std::int64_t{1000});
        QCOMPARE(kernels[0].stream, std::int64_t{5});
        QCOMPARE(kernels[0].device, std::int64_t{3});
        QCOMPARE(kernels[1].core, std::string_view("COMMUNICATION"));
        const TableRecords<CopyRecord> copies(*file->table(TableKind::Copies));
        QCOMPARE(copies[0].direction, std::string_view("HtoD"));
        QCOMPARE(copies[0].bytes, std::int64_t{4096});
        const TableRecords<MemorySampleRecord> samples(*file->table(TableKind::MemorySamples));
        QCOMPARE(samples.size(), std::size_t{2});
        QCOMPARE(samples[0].allocated, std::int64_t{100});
        QCOMPARE(samples[1].allocated, std::int64_t{0});
        const auto head = testing::loadFile(*formatById("rocprofv3"), path, LoadDepth::Shallow);
        QCOMPARE(head->environment("device", "name"), std::string("AMD X"));
        QCOMPARE(head->environment("identity", "host"), std::string("node7"));
        const auto slice = file->traces[0]->slices(*file->track("GPU 3/Stream 5, queue 12")).row(0);
        const auto values = formatById("rocprofv3")->details(testing::sourceOf(path), {slice});
        QVERIFY(values.has_value());
        QVERIFY(std::find(values->begin(), values->end(),
                          std::pair<std::string, std::string>("dispatch_info.grid_size.x", "64")) != values->end());
    }

    void databasesGiveWhatTheJsonGives_data() {
        QTest::addColumn<int>("schema");
        QTest::addColumn<QByteArray>("suffix");
        using testing::RocpdSchema;
        QTest::newRow("places in rows") << static_cast<int>(RocpdSchema::Rows) << QByteArray("_0198c1a2_7000");
        QTest::newRow("in tracks") << static_cast<int>(RocpdSchema::Tracks) << QByteArray("_0198c1a2_7000");
        QTest::newRow("times in a table") << static_cast<int>(RocpdSchema::Times) << QByteArray();
    }
    void databasesGiveWhatTheJsonGives() {
        QFETCH(int, schema);
        QFETCH(QByteArray, suffix);
        const auto path = m_folder.filePath(QStringLiteral("%1_results.db").arg(schema)).toStdString();
        {
            testing::WrittenRocpd db(path, suffix.toStdString(), static_cast<testing::RocpdSchema>(schema));
            addSession(db, 30);
        }
        auto copied = copy(3000, 3010, 4096);
        copied.insert(copied.size() - 1, ",'stream_id':{'handle':5}");
        const auto written = loaded(write(
            session("'kernel_dispatch':[" + dispatch(2000, 3000, 8, 12, 4) + ',' + dispatch(2500, 2600, 8, 12, 5) +
                        ',' + dispatch(5, 4, 8, 12, 5) + "],'hip_api':[" + call(1000, 1100, 8, 0) + "],'marker_api':[" +
                        call(900, 1500, 9, 1, 4) + ',' + call(1700, 1700, 10, 0, 4) + "],'rccl_api':[" +
                        call(1200, 1250, 11, 0, 5) + "],'memory_copy':[" + copied + "],'memory_allocation':[" +
                        memory(10, 64, 100, false) + ',' + memory(20, 64, 0, true) + ']',
                    true)));
        QVERIFY(written->status);
        const auto &format = *formatById("rocprofv3");
        QVERIFY(format.recognises(path, std::string_view("SQLite format 3\0", 16), {}));
        QVERIFY(format.parts(path, {}).empty());
        const auto file = loaded(path);
        QVERIFY2(file->status.has_value(), file->status ? "" : file->status.error().detail.c_str());
        QCOMPARE(factsOf(*file), factsOf(*written));
        QCOMPARE(file->log.count("rocprof.bad_record"), std::uint64_t{1});
        const auto counter = TableRecords<StatisticRecord>(*file->table(TableKind::Statistics))[0];
        QVERIFY(counter.name == "gemm \"x\"" && counter.quantity == "SQ_WAVES" && counter.value == 64);
        const auto head = testing::loadFile(format, path, LoadDepth::Shallow);
        QCOMPARE(head->environment("device", "name"), std::string("AMD X"));
        QCOMPARE(head->environment("device", "multiprocessors"), std::string("256"));
        QCOMPARE(head->environment("identity", "host"), std::string("node7"));
        const auto work = format.firstWork(testing::sourceOf(path));
        QVERIFY(work && work->process == "30" && work->clock == "node7" && work->begin == 5);
        const auto has = [&](const char *track, const std::pair<std::string, std::string> &value) {
            const auto values =
                format.details(testing::sourceOf(path), {file->traces[0]->slices(*file->track(track)).row(0)});
            return values && std::find(values->begin(), values->end(), value) != values->end();
        };
        QVERIFY(has("GPU 3/Stream 5, queue 12", {"grid_size_x", "64"}));
        const auto calls = file->traces[0]->slices(*file->track("train 30/Thread 31"));
        const auto values = format.details(testing::sourceOf(path), {calls.row(4)});
        QVERIFY(values && std::find(values->begin(), values->end(),
                                    std::pair<std::string, std::string>("sharedMemBytes", "16")) != values->end());
    }

    void mergedDatabasesAreRanks() {
        const auto path = m_folder.filePath(QStringLiteral("merged.db")).toStdString();
        for (const int pid : {40, 30}) {
            testing::WrittenRocpd db(path, "_0198_" + number(pid), testing::RocpdSchema::Rows);
            addSession(db, pid);
            db.run("UPDATE rocpd_info_process@ SET environment = '{\"SECRET\": \"x\", \"RANK\": \"" + number(pid / 10) +
                   "\"}'");
        }
        const auto parts = formatById("rocprofv3")->parts(path, {});
        QCOMPARE(parts.size(), std::size_t{2});
        for (std::size_t i = 0; i < 2; ++i) {
            const auto pid = i == 0 ? 30 : 40;
            QCOMPARE(parts[i].process, number(pid));
            QCOMPARE(parts[i].rank, std::optional(pid / 10));
            auto source = testing::sourceOf(path);
            source.process = parts[i].process;
            ImportLog log;
            Sink sink(log);
            LoadControl control;
            control.depth = LoadDepth::Deep;
            QVERIFY(formatById("rocprofv3")->load(source, sink, control));
            testing::LoadedFile file;
            for (auto &[rank, yield] : sink.take()) {
                file.traces = yield.traces;
                file.tables = yield.tables;
            }
            QVERIFY(file.track("train " + number(pid) + "/Thread 31"));
            QCOMPARE(file.table(TableKind::Kernels)->rowCount(), std::size_t{3});
        }
        auto gone = testing::sourceOf(path);
        gone.process = "50";
        ImportLog log;
        Sink sink(log);
        QVERIFY(!formatById("rocprofv3")->load(gone, sink, LoadControl{}));
    }

    void copiesLoseEnvironments() {
        auto source = testing::sourceOf(m_folder.filePath(QStringLiteral("merged.db")).toStdString());
        source.format = "rocprofv3";
        const auto copy = copyCut(source, {}, source.path + ".copy");
        const auto file = copy ? ByteSource::open(*copy) : tl::make_unexpected(copy.error());
        QVERIFY(file.has_value());
        std::string bytes(1 << 20, '\0');
        bytes.resize((*file)->read(0, bytes).value());
        QVERIFY(bytes.size() < (1 << 20) && bytes.find("SECRET") == std::string::npos);
        const auto parts = formatById("rocprofv3")->parts(*copy, {});
        QCOMPARE(parts.size(), std::size_t{2});
        QCOMPARE(parts[1].rank, std::optional(4));
        QCOMPARE(factsOf(*loaded(*copy)), factsOf(*loaded(source.path)));
    }

    void damagedDatabases() {
        const auto path = m_folder.filePath(QStringLiteral("damaged.db")).toStdString();
        const auto rewritten = [&](const std::string &damage) {
            std::remove(path.c_str());
            testing::WrittenRocpd db(path, "_1", testing::RocpdSchema::Rows);
            addSession(db, 30);
            return db.run(damage);
        };
        for (const char *table :
             {"string", "info_node", "info_process", "info_thread", "info_agent", "info_pmc", "event", "track",
              "info_kernel_symbol", "pmc_event", "region", "sample", "memory_copy", "memory_allocate"}) {
            QVERIFY(rewritten("DROP TABLE rocpd_" + std::string(table) + '@'));
            const auto file = loaded(path);
            QVERIFY(file->status);
            QCOMPARE(file->table(TableKind::Kernels)->rowCount(),
                     std::string_view(table) == "memory_copy" ? std::size_t{2} : std::size_t{3});
        }
        for (const char *value : {"9223372036854775807", "-9223372036854775808", "1e300", "'text'", "x'00ff'"}) {
            for (const char *column :
                 {"start", "end", "queue_id", "stream_id", "agent_id", "kernel_id", "event_id", "pid", "tid"}) {
                QVERIFY(rewritten("UPDATE rocpd_kernel_dispatch@ SET '" + std::string(column) + "' = " + value));
                QVERIFY(loaded(path)->status);
            }
        }
        QVERIFY(rewritten("SELECT 1"));
        std::string bytes;
        {
            std::ifstream whole(path, std::ios::binary);
            bytes.assign(std::istreambuf_iterator<char>(whole), {});
        }
        for (std::size_t size = 1024; size < bytes.size(); size += 5000) {
            std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes.substr(0, size);
            const auto file = loaded(path);
            QVERIFY(!file->status || file->log.count("db.truncated") > 0);
        }
    }

    void randomSessions_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 5; ++seed) {
            QTest::addRow("seed %u", seed) << seed;
        }
    }
    void randomSessions() {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const auto upTo = [&](unsigned most) { return static_cast<std::int64_t>(random() % most); };
        std::string dispatches;
        std::string calls;
        std::string copies;
        std::int64_t sum = 0;
        std::int64_t launches = 0;
        std::int64_t bytes = 0;
        const auto count = 50 + upTo(400);
        for (std::int64_t i = 1; i <= count; ++i) {
            const auto begin = i * 10'000 + upTo(2000);
            const auto length = upTo(30'000);
            dispatches += (i == 1 ? "" : ",") + dispatch(begin, begin + length, i, 1 + upTo(3), 4 + upTo(2));
            calls += (i == 1 ? "" : ",") + call(i * 9'000, i * 9'000 + 50, i, 0);
            sum += length;
            launches += i * 9'000;
            const auto size = upTo(1 << 20);
            copies += (i == 1 ? "" : ",") + copy(begin, begin + 10, size);
            bytes += size;
        }
        const auto file = loaded(write(
            session("'kernel_dispatch':[" + dispatches + "],'hip_api':[" + calls + "],'memory_copy':[" + copies + ']',
                    seed % 2 == 0)));
        QVERIFY(file->status.has_value());
        for (const auto &kernel : TableRecords<KernelRecord>(*file->table(TableKind::Kernels))) {
            sum -= kernel.core == "MEMCPY" ? 0 : kernel.duration;
            launches -= kernel.core == "MEMCPY" ? 0 : kernel.launch;
        }
        QCOMPARE(sum, std::int64_t{0});
        QCOMPARE(launches, std::int64_t{0});
        for (const auto &each : TableRecords<CopyRecord>(*file->table(TableKind::Copies))) {
            bytes -= each.bytes;
        }
        QCOMPARE(bytes, std::int64_t{0});
    }

    void damageIsTold() {
        const auto whole = session("'kernel_dispatch':[" + dispatch(2000, 3000, 8, 12, 4) + "]", true);
        for (std::size_t size = 40; size < whole.size(); size += 29) {
            const auto file = loaded(write(whole.substr(0, size)));
            QVERIFY2(!file->status && !file->status.error().detail.empty(), whole.substr(0, size).c_str());
        }
        const auto cut = loaded(write(whole.substr(0, whole.size() - 3)));
        QVERIFY(!cut->status);
        QVERIFY(cut->table(TableKind::Kernels) != nullptr);  // what stands before the damage was read
        for (const auto *wrong :
             {"[]", "{}", "{\"rocprofiler-sdk-tool\": 5}", "{\"rocprofiler-sdk-tool\": [[], 5, {}]}"}) {
            std::ignore = loaded(write(wrong));
        }
    }

private:
    std::string write(const std::string &text) {
        const auto path = m_folder.filePath(QStringLiteral("30_results.json")).toStdString();
        std::ofstream(path) << text;
        return path;
    }
    static std::unique_ptr<testing::LoadedFile> loaded(const std::string &path) {
        return testing::loadFile(*formatById("rocprofv3"), path, LoadDepth::Deep);
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(Rocprofv3Test)

}  // namespace tst_rocprofv3
#include "tst_rocprofv3.moc"
