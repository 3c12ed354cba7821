// What rocprofv3 writes as JSON: names before and behind the records, random sessions against sums of their records,
// damage; and the stream of tokens that reads it.
#include "core/formats/format_list.h"
#include "core/formats/io/json_stream.h"
#include "core/store/tables/copy_record.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"
#include "tests/core/formats/loaded_file.h"
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

std::string call(std::int64_t begin, std::int64_t end, std::int64_t correlation, int operation) {
    return "{'kind':0,'operation':" + number(operation) +
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
    "{'kind':'MEMORY','operations':['MEMORY_ALLOCATION_ALLOCATE','MEMORY_ALLOCATION_FREE']}],"
    "'marker_api':[{'key':9,'value':'step 1'}]},"
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
