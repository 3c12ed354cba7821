#include "core/analysis/data/data_pipeline.h"
#include "core/analysis/data/data_supply.h"
#include "core/analysis/data/data_waits.h"
#include "core/session/loading/load_job.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>

namespace tst_data_tables {

using namespace stagescope;
using planted::RecordedRank;

namespace {

/// Places of a file in the folder of a rank.
std::string inOutput(std::string_view name) {
    std::string path = "host_1_20241122101112123_ascend_ms/ASCEND_PROFILER_OUTPUT/";
    return path.append(name);
}
std::string inFramework(std::string_view name) {
    std::string path = "host_1_20241122101112123_ascend_ms/FRAMEWORK/";
    return path.append(name);
}

Workspace loaded(const ProfileTree &tree) {
    tree.file("host_1_20241122101112123_ascend_ms/profiler_info_3.json", "{\"rank_id\": 3}");
    Workspace workspace;
    if (auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep)) {
        workspace.runs.push_back(std::move(*run));
    }
    return workspace;
}

std::string opJson(int number, const std::string &type, const std::string &children, const std::string &queue) {
    std::string text = "{'op_id': ";
    text.append(std::to_string(number)).append(", 'op_type': '").append(type);
    text.append("Op', 'num_workers': 4, 'children': [").append(children).append("], 'metrics': ");
    if (queue.empty()) {
        return text.append("null}");
    }
    return text.append("{'output_queue': {'size': [").append(queue).append("], 'length': 100}}}");
}

std::string treeJson(const std::string &operators) {
    std::string text = "{'op_info': [";
    text.append(operators).append("]}");
    return json(text);
}

/// DeviceQueue(0) < Batch(1) < Map(2) < source(3): Map holds up the rest.
std::string slowMap() {
    return json("{'sampling_interval': 10, 'op_info': [" + opJson(3, "GeneratorDataset", "", "90, 100") + "," +
                opJson(2, "Map", "3", "0, 2, 0, 6") + "," + opJson(1, "Batch", "2", "0, 0, 0, 8") + "," +
                opJson(0, "DeviceQueue", "1", "") + "]}");
}

/// The cells of a column, one after the other.
std::string column(const ResultTable &table, std::string_view name) {
    std::string texts;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (row > 0) {
            texts += '|';
        }
        texts += table.text(row, name);
    }
    return texts;
}

}  // namespace

class DataTablesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Files of both folders of a rank say of the same operators.
    void operatorsOfAllFiles() {
        const ProfileTree tree;
        tree.file(inFramework("pipeline_profiling_3.json"), slowMap());
        tree.file(inFramework("minddata_cpu_utilization_3.json"),
                  json("{'cpu_processor_num': 100, 'device_info': {'idle_utilization': [10, 20]}, 'op_info': ["
                       "{'op_id': 2, 'metrics': {'user_utilization': [3], 'sys_utilization': [0.6]}},"
                       "{'op_id': 3, 'metrics': {'user_utilization': [0.4], 'sys_utilization': [0]}}]}"));
        tree.file(
            inOutput("minddata_pipeline_summary_3.csv"),
            "op_ids,0,1,2,3\nop_names,DeviceQueue,Batch,Other,GeneratorDataset\nqueue_utilization_pct,-1,50,50,50\n"
            "avg_cpu_pct,7,-1,900,900\nqueue_analysis_details,Batch(id=1) waits,Other(id=2) is another\n");
        tree.file(
            inOutput("dataset.csv"),
            "Operation,Stage,Occurrences,Avg. time (us),Custom Info\nMap,Execute,4,100.5,\nMap,Push,2,1,of two\n");
        const auto workspace = loaded(tree);
        const auto table = planted::table("data_pipeline", {.workspace = &workspace});
        QCOMPARE(column(table, "operator"), std::string("DeviceQueue(0)|Batch(1)|Map(2)|GeneratorDataset(3)|(host)"));
        QCOMPARE(column(table, "rank"), std::string("3|3|3|3|3"));
        QCOMPARE(column(table, "depth"), std::string("0|1|2|3|0"));
        QCOMPARE(column(table, "queue_use_percent"), std::string("|2|2|95|"));
        QCOMPARE(column(table, "queue_empty_percent"), std::string("|75|50|0|"));
        QCOMPARE(column(table, "input_use_percent"), std::string("2|2|95||"));
        QCOMPARE(column(table, "queue_verdict"), std::string("starved|fine|slow|fine|"));
        QCOMPARE(column(table, "worker_verdict"), std::string("fewer||more|fewer|"));
        const auto busy = QByteArray::fromStdString(table.text(2, "busy_workers_percent")).toDouble();
        QVERIFY(std::abs(busy - 90) < 1e-9);
        QVERIFY(table.text(1, "busy_workers_percent").empty());
        QCOMPARE(QByteArray::fromStdString(table.text(4, "processors")).toDouble(), 85.0);
        QCOMPARE(column(table, "bottleneck"), std::string("no|no|yes|no|no"));
        QCOMPARE(column(table, "stages_us"), std::string("||404||"));
        QCOMPARE(column(table, "profiler_says"), std::string("|Batch(id=1) waits|||"));
        const auto stages = planted::table("data_stages", {.workspace = &workspace});
        QCOMPARE(column(stages, "total_us"), std::string("402|2"));
        QCOMPARE(column(stages, "mean_us"), std::string("100.5|1"));
        QCOMPARE(column(stages, "custom"), std::string("|of two"));
    }

    void treesThatAreNone() {
        const ProfileTree tree;
        // 1 and 2 feed each other, 3 itself, 4 comes twice, the parent of 5 is not there.
        tree.file(inFramework("pipeline_profiling_3.json"),
                  json("{'op_info': [" + opJson(1, "A", "2", "1") + "," + opJson(2, "B", "1", "1") + "," +
                       opJson(3, "C", "3", "1") + "," + opJson(4, "D", "", "100") + "," + opJson(4, "E", "", "1") +
                       "," + opJson(5, "F", "77", "-1") + "]}"));
        const auto workspace = loaded(tree);
        const auto pipeline = dataPipeline(*workspace.runs.at(0).capture(3));
        QCOMPARE(pipeline.operators.size(), std::size_t{5});
        QCOMPARE(pipeline.operators[0].name(), std::string("C(3)"));
        QCOMPARE(pipeline.operators[1].name(), std::string("D(4)"));
        QVERIFY(pipeline.bottleneck() != nullptr);
        QVERIFY(FeedPipeline{}.bottleneck() == nullptr);
        QVERIFY(dataPipeline(planted::capture(0, {})).operators.empty());
    }

    /// A pipeline whose queues are full holds up nothing, and neither does one that tells no queue.
    void pipelinesThatKeepUp() {
        for (const char *queue : {"90, 100", ""}) {
            const ProfileTree tree;
            auto text = opJson(0, "DeviceQueue", "1", "");
            text.append(", ").append(opJson(1, "Batch", "", queue));
            tree.file(inFramework("pipeline_profiling_3.json"), treeJson(text));
            const auto workspace = loaded(tree);
            QVERIFY(dataPipeline(*workspace.runs.at(0).capture(3)).bottleneck() == nullptr);
        }
    }

    void batchesByStation() {
        const ProfileTree tree;
        tree.file(inFramework("device_queue_profiling_3.txt"),
                  "1 64 1 0 1000\n0 0 1 400 1400\n0 1 1 1 1401\n0 2 1 401 1401\n1 64 2 0 1500\n0 0 2 21 1521\n"
                  "0 1 2 0 1521\n0 2 2 22 1522\n1 64 3 1 1530\n0 0 3 20 1550\n0 1 3 1 1551\n0 2 3 21 1551\n");
        tree.file(inFramework("minddata_aicpu_3.txt"), "GetNext_dequeue_wait 100 105 0\nGetNext_a 200 203 2\n");
        tree.file(inOutput("minddata_pipeline_summary_3.json"),
                  json("{'op_ids': [0], 'op_names': ['DeviceQueue'], 'per_pipeline_time': [9]}"));
        const auto workspace = loaded(tree);
        const auto table = planted::table("data_supply", {.workspace = &workspace});
        QCOMPARE(column(table, "station"), std::string("device_queue|get_next"));
        QCOMPARE(column(table, "batches"), std::string("3|2"));
        QCOMPARE(column(table, "empty_queues"), std::string("2|1"));
        QCOMPARE(column(table, "fetch_us"), std::string("20500|"));
        QCOMPARE(column(table, "push_us"), std::string("500|"));
        QCOMPARE(column(table, "total_us"), std::string("21500|"));
        QCOMPARE(column(table, "wait_us"), std::string("|3"));
        QCOMPARE(column(table, "starved_us"), std::string("10500|"));
        const auto batches = planted::table("data_batches", {.workspace = &workspace});
        QCOMPARE(batches.rows.size(), std::size_t{5});
        QCOMPARE(batches.text(1, "queue_size"), std::string("0"));
        QCOMPARE(batches.text(2, "time_ns"), std::string("1530000000"));
    }

    void eventsOfQueuesAsTheyStand() {
        ProfileTree tree;
        tree.file(inOutput("dp_20241122101112.csv"),
                  "Device_id,Timestamp(us),Action,Source,Cached Buffer Size\n"
                  "0,\"1000.125\t\",Last dequeue,train,16\n0,\"1200.000\t\",Enqueue,train,N/A\n");
        const auto workspace = loaded(tree);
        const auto table = planted::table("data_events", {.workspace = &workspace});
        QCOMPARE(column(table, "time_ns"), std::string("1000125|1200000"));
        QCOMPARE(column(table, "action"), std::string("Last dequeue|Enqueue"));
        QCOMPARE(column(table, "source"), std::string("train|train"));
        QCOMPARE(column(table, "cached"), std::string("16|"));
        const AlignedRange first{alignedTime(0), alignedTime(1'100'000)};
        QCOMPARE(planted::table("data_events", {.workspace = &workspace, .range = first}).rows.size(), std::size_t{1});
    }

    /// Steps of 1 us; the loader is called in the first and from the second into the third, Python frames within.
    void waitsOfSteps() {
        constexpr std::string_view kCall = "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__";
        RecordedRank recorded;
        recorded.device("a", 1000, 1100).device("b", 1500, 2000).device("c", 2600, 2700);
        recorded.host(kCall, 1050, 1250).host("torch/utils/data/dataloader.py(700): next", 1060, 1240);
        recorded.host(kCall, 1900, 2100).host("other", 2200, 2300);
        const auto workspace = planted::workspace(
            {recorded.capture(0, {planted::steps({{1, 1000, 1500}, {2, 1500, 2000}, {3, 2000, 3000}})})});
        const auto table = planted::table("data_waits", {.workspace = &workspace});
        QCOMPARE(column(table, "step"), std::string("1|2|3"));
        QCOMPARE(column(table, "calls"), std::string("1|1|0"));
        QCOMPARE(column(table, "loading_us"), std::string("0.2|0.1|0.1"));
        QCOMPARE(column(table, "idle_us"), std::string("0.15|0|0.1"));
        QCOMPARE(column(table, "idle_percent"), std::string("30|0|10"));
        QCOMPARE(column(table, "longest_us"), std::string("0.2|0.2|"));
        QCOMPARE(planted::table("data_waits", {.workspace = &workspace, .step = 2}).rows.size(), std::size_t{1});
        QCOMPARE(loaderCalls(workspace.runs[0], workspace.runs[0].captures[0], Nanos{201}).size(), std::size_t{0});

        RecordedRank without;
        without.device("a", 1000, 1100).host("aten::mm", 1000, 1010);
        const auto none = planted::workspace({without.capture(0, {planted::steps({{1, 1000, 1500}})})});
        const auto empty = planted::table("data_waits", {.workspace = &none});
        QVERIFY(empty.rows.empty() && !empty.notes.empty());
    }
};

TEST_SUITE(DataTablesTest)

}  // namespace tst_data_tables

#include "tst_data_tables.moc"
