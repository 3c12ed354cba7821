#include "core/formats/format_list.h"
#include "core/store/tables/data_records.h"
#include "core/store/tables/statistic_record.h"
#include "core/store/tables/table_records.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_data_pipeline {

using namespace stagescope;
using stagescope::testing::loadFile;

namespace {

constexpr std::int64_t kMs = 1'000'000;

}  // namespace

class FeedFilesTest : public QObject {
    Q_OBJECT

    TraceFiles m_files;
    const std::unique_ptr<Format> m_format = makeDataPipelineFormat();

    std::unique_ptr<stagescope::testing::LoadedFile> load(const std::string &text, const std::string &name) {
        return loadFile(*m_format, m_files.write(text, name), LoadDepth::Shallow);
    }
    template <class Record>
    std::vector<Record> records(const stagescope::testing::LoadedFile &loaded) {
        std::vector<Record> rows;
        const auto table = loaded.table(Record::kKind);
        for (std::size_t i = 0; table != nullptr && i < table->rowCount(); ++i) {
            rows.push_back(TableRecords<Record>(*table)[i]);
        }
        return rows;
    }

private Q_SLOTS:
    void treeWithQueues() {
        const auto loaded =
            load(json("{'sampling_interval': 10, 'op_info': ["
                      "{'op_id': 2, 'op_type': 'MapOp', 'num_workers': 8, 'metrics': "
                      "{'output_queue': {'size': [0, 120, 0, 8], 'length': 128}}},"
                      "{'op_id': 1, 'op_type': 'BatchOp', 'num_workers': 4, 'children': [2], 'metrics': null},"
                      "{'op_id': 0, 'op_type': 'Op', 'children': [1, 9], 'metrics': {}}]}"),
                 "pipeline_profiling_0.json");
        const auto rows = records<FeedOpRecord>(*loaded);
        QVERIFY(loaded->status && loaded->log.isEmpty());
        QCOMPARE(rows.size(), std::size_t{3});
        QCOMPARE(rows[0].file, std::string_view("pipeline_profiling_0.json"));
        QCOMPARE(rows[0].type, std::string_view("Map"));
        QCOMPARE(rows[0].parent, std::int64_t{1});
        QCOMPARE(rows[0].workers, std::int64_t{8});
        QCOMPARE(rows[0].samples, std::int64_t{4});
        QCOMPARE(rows[0].queueSize, 32.0);
        QCOMPARE(rows[0].queueUse, 0.25);
        QCOMPARE(rows[0].queueEmpty, 0.5);
        QCOMPARE(rows[1].parent, std::int64_t{0});
        QCOMPARE(rows[1].samples, std::int64_t{-1});
        QCOMPARE(rows[2].type, std::string_view("Op"));
        QCOMPARE(rows[2].parent, std::int64_t{-1});
    }

    /// The same as rows; queues may be empty cells, and known by their mean alone.
    void rowsWithQueues() {
        const std::string head =
            "op_id,op_type,num_workers,output_queue_size,output_queue_average_size,output_queue_length,"
            "output_queue_usage_rate,sample_interval,parent_id,children_id\n";
        const auto loaded = load(head +
                                     "0,Batch,4,,,,0,10,,[1]\n1,Shuffle,1,\"[10, 20, 30]\",20.0,64,0.3125,10,0,\"[2, "
                                     "3]\"\n2,TFReader,4,,16.0,64,0.25,10,1,\n",
                                 "minddata_pipeline_raw_0.csv");
        const auto rows = records<FeedOpRecord>(*loaded);
        QVERIFY(loaded->status && loaded->log.isEmpty());
        QCOMPARE(rows.size(), std::size_t{3});
        QCOMPARE(rows[0].queueSize, -1.0);
        QCOMPARE(rows[1].queueUse, 0.3125);
        QCOMPARE(rows[1].queueEmpty, 0.0);
        QCOMPARE(rows[1].parent, std::int64_t{0});
        QCOMPARE(rows[2].queueSize, 16.0);
        QCOMPARE(rows[2].queueUse, 0.25);
        QCOMPARE(rows[2].samples, std::int64_t{-1});

        const auto odd = load(head + "x,Map,1,,,,,,,\n1,Map,1,\"[1, -2]\",,64,,,,\n2,Map\n3,Map,-4,[],,-64,,,x,\n",
                              "minddata_pipeline_raw_1.csv");
        const auto left = records<FeedOpRecord>(*odd);
        QCOMPARE(odd->log.count("csv.bad_row"), std::uint64_t{3});
        QCOMPARE(left.size(), std::size_t{1});
        QCOMPARE(left[0].op, std::int64_t{3});
        QCOMPARE(left[0].queueLength, std::int64_t{-1});
        QCOMPARE(left[0].parent, std::int64_t{-1});
    }

    void summaries() {
        const std::string csv =
            "op_ids,0,1\nop_names,DeviceQueue,Batch\nnum_workers,1,4\nqueue_average_size,-1,2.0\n"
            "queue_utilization_pct,-1,3.125\nqueue_empty_freq_pct,-1,62.5\nparent_id,-1,0\navg_cpu_pct,0.5,310\n"
            "per_pipeline_time,21.5,20.9\nper_push_queue_time,0.4\nper_batch_time,22.0,21.6\n"
            "queue_analysis_details,Batch(id=1) is slow.\nbottleneck_suggestion,of no operator\n";
        const auto text = json(
            "{'op_ids': [0, 1], 'op_names': ['DeviceQueue', 'Batch'], 'num_workers': [1, 4],"
            "'queue_average_size': [-1, 2.0], 'queue_utilization_pct': [-1, 3.125],"
            "'queue_empty_freq_pct': [-1, 62.5], 'parent_id': [-1, 0], 'avg_cpu_pct': [0.5, 310],"
            "'per_pipeline_time': [21.5, 20.9], 'per_push_queue_time': [0.4],"
            "'per_batch_time': [22.0, 21.6], 'queue_analysis_details': ['Batch(id=1) is slow.'],"
            "'bottleneck_suggestion': ['of no operator'], 'other': 7}");
        for (const auto &[bytes, name] : {std::pair(csv, std::string("minddata_pipeline_summary_0.csv")),
                                          std::pair(text, std::string("minddata_pipeline_summary_0.json"))}) {
            const auto loaded = load(bytes, name);
            const auto ops = records<FeedOpRecord>(*loaded);
            QVERIFY(loaded->status && loaded->log.isEmpty());
            QCOMPARE(ops.size(), std::size_t{2});
            QCOMPARE(ops[0].queueUse, -1.0);
            QCOMPARE(ops[0].note, std::string_view("of no operator"));
            QCOMPARE(ops[1].type, std::string_view("Batch"));
            QCOMPARE(ops[1].parent, std::int64_t{0});
            QCOMPARE(ops[1].queueUse, 0.03125);
            QCOMPARE(ops[1].queueEmpty, 0.625);
            QCOMPARE(ops[1].cpu, 3.1);
            QCOMPARE(ops[1].note, std::string_view("Batch(id=1) is slow."));
            const auto batches = records<FeedBatchRecord>(*loaded);
            QCOMPARE(batches.size(), std::size_t{2});
            QCOMPARE(batches[0].batch, std::int64_t{2});
            QCOMPARE(batches[0].fetch, 21'500'000);
            QCOMPARE(batches[0].push, 400'000);
            QCOMPARE(batches[1].push, std::int64_t{-1});
            QCOMPARE(batches[1].total, 21'600'000);
        }
    }

    /// In processors: of an operator, of the rest, and of the machine what is not idle.
    void processorTimes() {
        const auto loaded =
            load(json("{'cpu_processor_num': 200, 'device_info': {'idle_utilization': [66, 64, NaN]}, 'op_info': ["
                      "{'op_id': -1, 'metrics': {'user_utilization': [1], 'sys_utilization': [0]}},"
                      "{'op_id': 1, 'metrics': {'user_utilization': [1.5, 2.5], 'sys_utilization': [0.25, 0.25]}},"
                      "{'op_id': 2, 'metrics': {'user_utilization': [], 'sys_utilization': [1]}}, {'op_id': 3}, 7]}"),
                 "minddata_cpu_utilization_0.json");
        const auto rows = records<FeedOpRecord>(*loaded);
        QVERIFY(loaded->status.has_value());
        QCOMPARE(rows.size(), std::size_t{3});
        QCOMPARE(rows[0].op, kWholeHost);
        QCOMPARE(rows[0].workers, std::int64_t{200});
        QCOMPARE(rows[0].cpu, 70.0);
        QCOMPARE(rows[1].op, kOtherDataThreads);
        QCOMPARE(rows[1].cpu, 2.0);
        QCOMPARE(rows[2].cpu, 4.5);
        QCOMPARE(loaded->log.count("data.bad_row"), std::uint64_t{1});  // NaN, an operator without figures, and 7
    }

    void batches() {
        const auto loaded = load(
            "1 64 1 0 1000\n0 0 1 400 1400\n0 1 1 1 1401\n0 2 1 401 1401\n1\t64\t2\t5\t1500\n0,2,2,22\n"
            "0 0 2 -3 1\n0 3 2 1 1\n2 0 2 1 1\n0 0 2\nx\n0 0 99999999999999999999 1\n0 0 3 99999999999999999 1\n",
            "device_queue_profiling_0.txt");
        const auto rows = records<FeedBatchRecord>(*loaded);
        QVERIFY(loaded->status.has_value());
        QCOMPARE(rows.size(), std::size_t{2});
        QCOMPARE(rows[0].station, std::string_view("device_queue"));
        QCOMPARE(rows[0].fetch, 400 * kMs);
        QCOMPARE(rows[0].push, kMs);
        QCOMPARE(rows[0].total, 401 * kMs);
        QCOMPARE(rows[0].queueLength, std::int64_t{64});
        QCOMPARE(rows[0].queueSize, std::int64_t{0});
        QCOMPARE(rows[0].time, 1000 * kMs);
        QCOMPARE(rows[1].queueSize, std::int64_t{5});
        QCOMPARE(rows[1].total, 22 * kMs);
        QCOMPARE(rows[1].fetch, std::int64_t{-1});
        QCOMPARE(loaded->log.count("data.bad_row"), std::uint64_t{7});

        const auto handed = load("0 2 1 4\n", "dataset_iterator_profiling_3.txt");
        QCOMPARE(records<FeedBatchRecord>(*handed).at(0).station, std::string_view("iterator"));
        QCOMPARE(records<FeedBatchRecord>(*handed).at(0).time, std::int64_t{-1});
    }

    void takenOnTheDevice() {
        const std::string lines =
            "GetNext_dequeue_wait 100 102 3\nGetNext_dequeue_wait 200 200 0\nother 1 2\n"
            "GetNext_dequeue_wait 300 299 1\nGetNext 5\n";
        for (const auto &[name, unit] : {std::pair(std::string("minddata_aicpu_1.txt"), std::int64_t{1000}),
                                         std::pair(std::string("minddata_getnext_profiling_1.txt"), std::int64_t{1})}) {
            const auto loaded = load(lines, name);
            const auto rows = records<FeedBatchRecord>(*loaded);
            QCOMPARE(rows.size(), std::size_t{2});
            QCOMPARE(rows[0].station, std::string_view("get_next"));
            QCOMPARE(rows[0].time, 100 * unit);
            QCOMPARE(rows[0].wait, 2 * unit);
            QCOMPARE(rows[0].queueSize, std::int64_t{3});
            QCOMPARE(rows[1].batch, std::int64_t{2});
            QCOMPARE(loaded->log.count("data.bad_row"), std::uint64_t{2});
        }
        const auto csv = load(
            "Device_id,Node Name,Start Time(us),End Time(us),Queue Size\n"
            "0,GetNext_dequeue_wait,\"100.000\t\",\"102.500\t\",3\n0,GetNext_dequeue_wait,9,8,N/A\n0,Else,x,y,\n",
            "aicpu_mi_20241122101112.csv");
        QCOMPARE(records<FeedBatchRecord>(*csv).at(0).wait, std::int64_t{2500});
        QCOMPARE(csv->log.count("csv.bad_row"), std::uint64_t{1});
    }

    void eventsOfQueues() {
        const auto csv = load(
            "Device_id,Timestamp(us),Action,Source,Cached Buffer Size\n"
            "0,\"1732270272000001.125\t\",Last dequeue,train_data,16\n0,2,Enqueue,eval,N/A\n0,x,Enqueue,eval,1\n0,3\n",
            "dp_20241122101112.csv");
        const auto rows = records<FeedEventRecord>(*csv);
        QCOMPARE(rows.size(), std::size_t{2});
        QCOMPARE(rows[0].at, std::int64_t{1'732'270'272'000'001'125});
        QCOMPARE(rows[0].action, std::string_view("Last dequeue"));
        QCOMPARE(rows[0].source, std::string_view("train_data"));
        QCOMPARE(rows[0].cached, std::int64_t{16});
        QCOMPARE(rows[1].cached, std::int64_t{-1});
        QCOMPARE(csv->log.count("csv.bad_row"), std::uint64_t{2});
        QVERIFY(csv->log.hasDataLoss());
    }

    void stagesOfThePipeline() {
        const auto format = makeStatisticsFormat();
        const auto loaded = loadFile(*format,
                                     m_files.write("Operation,Stage,Occurrences,Avg. time (us),Custom Info\n"
                                                   "Map,Execute,2048,812.5,of two\nMap,Push,3,-1,\n"
                                                   "Map,Push,999999999999999999,9999999,\n",
                                                   "dataset.csv"),
                                     LoadDepth::Shallow);
        const auto rows = records<StatisticRecord>(*loaded);
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(rows[0].of, std::string_view("data"));
        QCOMPARE(rows[0].group, std::string_view("Execute"));
        QCOMPARE(rows[0].total, std::int64_t{1'664'000'000});
        QCOMPARE(rows[0].min, std::int64_t{-1});
        QCOMPARE(rows[0].note, std::string_view("of two"));
        QCOMPARE(loaded->log.count("csv.bad_row"), std::uint64_t{2});
    }

    /// No file is passed over in silence: what gives no row gives a reason.
    void whatIsNoneIsSaid_data() {
        QTest::addColumn<QByteArray>("bytes");
        for (const auto *bytes : {"", "  \n", "{", "[]", "{}", "null", "{\"op_info\": 3}", "\xff\xfe\x01",
                                  "a;b;c\n1;2;3\n", "{\"op_info\": [{\"op_id\": -5}]}", "op_ids\n", "0 0 x y\n",
                                  "GetNext -1 -2 3\n", "op_id,op_type\n", "{\"op_ids\": [\"x\"]}"}) {
            QTest::newRow(bytes) << QByteArray(bytes);
        }
    }
    void whatIsNoneIsSaid() {
        QFETCH(const QByteArray, bytes);
        for (const std::string name :
             {"pipeline_profiling_0.json", "minddata_pipeline_raw_0.csv", "minddata_pipeline_summary_0.csv",
              "minddata_pipeline_summary_0.json", "minddata_cpu_utilization_0.json", "device_queue_profiling_0.txt",
              "dataset_iterator_profiling_0.txt", "minddata_aicpu_0.txt", "aicpu_mi_20241122101112.csv",
              "dp_20241122101112.csv"}) {
            QVERIFY(m_format->sniff(name, {}));
            const auto loaded = load(bytes.toStdString(), name);
            const bool isPassedOver = name.starts_with("minddata_aicpu") && !bytes.startsWith("GetNext") &&
                                      !bytes.isEmpty();  // lines of other names
            QVERIFY2(!loaded->status || !loaded->log.isEmpty() || isPassedOver ||
                         (bytes == "op_ids\n" && name == "minddata_pipeline_summary_0.csv"),
                     name.c_str());
        }
        QVERIFY(!m_format->sniff("dataset.csv", {}));
    }
};

TEST_SUITE(FeedFilesTest)

}  // namespace tst_data_pipeline

#include "tst_data_pipeline.moc"
