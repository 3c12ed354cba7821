#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/session/loading/load_job.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_data_loading {

using namespace stagescope;
using planted::RecordedRank;

namespace {

constexpr std::int64_t kMs = 1'000'000;

const Finding *waitsForData(const std::vector<Finding> &list) {
    const auto it = std::find_if(list.begin(), list.end(), [](const Finding &f) { return f.rule == "data_loading"; });
    return it == list.end() ? nullptr : &*it;
}

/// What MindSpore records of 20 batches of a rank, one every 100 ms: `fetch` ms each, `ready` in the queue.
void writeBatches(const ProfileTree &tree, int rank, int fetch, int ready) {
    const auto folder = "host_" + std::to_string(rank) + "_20241122101112123_ascend_ms/";
    const auto number = std::to_string(rank);
    tree.file(folder + "profiler_info_" + number + ".json", "{\"rank_id\": " + number + "}");
    std::string lines;
    for (int batch = 1; batch <= 20; ++batch) {
        const auto time = std::to_string(1000 + 100 * batch);
        const auto of = " " + std::to_string(batch) + " ";
        lines += "1 64" + of + std::to_string(ready) + " " + time + "\n0 0" + of + std::to_string(fetch) + " " + time +
                 "\n0 1" + of + "1 " + time + "\n0 2" + of + std::to_string(fetch + 1) + " " + time + "\n";
    }
    tree.file(folder + "FRAMEWORK/device_queue_profiling_" + number + ".txt", lines);
    tree.file(folder + "FRAMEWORK/pipeline_profiling_" + number + ".json",
              json("{'op_info': [{'op_id': 0, 'op_type': 'DeviceQueueOp', 'num_workers': 1, 'children': [1], "
                   "'metrics': null}, {'op_id': 1, 'op_type': 'MapOp', 'num_workers': 2, 'metrics': {'output_queue': "
                   "{'size': [" +
                   std::to_string(16 * ready) + "], 'length': 64}}}]}"));
    tree.file(folder + "FRAMEWORK/minddata_cpu_utilization_" + number + ".json",
              json("{'cpu_processor_num': 100, 'device_info': {'idle_utilization': [5]}, 'op_info': [{'op_id': 1, "
                   "'metrics': {'user_utilization': [1.9], 'sys_utilization': [0]}}]}"));
}

std::vector<Finding> findingsIn(const ProfileTree &tree, const RuleValues &values = {}) {
    const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
    return run ? findings(*run, values) : std::vector<Finding>{};
}

void hasTexts(const Finding &finding) {
    auto messages = finding.facts;
    messages.push_back(finding.title);
    messages.push_back(finding.remedy);
    messages.insert(messages.end(), finding.assumptions.begin(), finding.assumptions.end());
    for (const auto &message : messages) {
        const auto text = findingText(message);
        QVERIFY2(text != message.id && text.find("%1") == std::string::npos && text.find("%2") == std::string::npos,
                 text.c_str());
    }
}

}  // namespace

class DataLoadingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A rank whose queue is empty waits for what the pipeline takes for a batch.
    void slowPipelineOfOneRank() {
        const ProfileTree tree;
        for (const int rank : {0, 1, 2}) {
            writeBatches(tree, rank, rank == 1 ? 60 : 20, rank == 1 ? 0 : 4);
        }
        const auto list = findingsIn(tree);
        const auto *finding = waitsForData(list);
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->impact, Nanos{60 * kMs});
        QCOMPARE(*finding->share, 0.6);  // a batch every 100 ms
        QCOMPARE(finding->title, Message("finding.data_loading", {"1", "60.0"}));
        QCOMPARE(finding->evidence.ranks.at(0).rank, 1);
        QCOMPARE(finding->remedy, Message("finding.data_loading.remedy.minddata", {"Map(1)"}));
        const auto has = [&](const Message &fact) {
            return std::find(finding->facts.begin(), finding->facts.end(), fact) != finding->facts.end();
        };
        QVERIFY(has(Message("finding.data_loading.fact.bottleneck", {"Map(1)", "0.0"})));
        QVERIFY(has(Message("finding.data_loading.fact.workers", {"Map(1)", "2", "95.0"})));
        QVERIFY(has(Message("finding.data_loading.fact.host", {"1", "95.0"})));
        hasTexts(*finding);
        QVERIFY(waitsForData(findingsIn(tree, {{"data_loading.share", 0.61}})) == nullptr);
    }
    void slowPipelinesOfSomeRanks() {
        const ProfileTree tree;
        for (const int rank : {0, 1, 2, 3}) {
            writeBatches(tree, rank, rank == 1 ? 60 : rank == 3 ? 40 : 20, rank % 2 == 1 ? 0 : 4);
        }
        const auto list = findingsIn(tree);
        const auto *finding = waitsForData(list);
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->title, Message("finding.data_loading.ranks", {"1, 3", "60.0"}));
        QCOMPARE(finding->evidence.ranks.size(), std::size_t{2});
        hasTexts(*finding);
    }
    void slowPipelinesOfAllRanks() {
        const ProfileTree tree;
        for (const int rank : {0, 1}) {
            writeBatches(tree, rank, 60, 0);
        }
        const auto list = findingsIn(tree);
        const auto *finding = waitsForData(list);
        QVERIFY(finding != nullptr && finding->evidence.ranks.empty());
        QCOMPARE(finding->title, Message("finding.data_loading.all", {"60.0"}));
    }
    /// However long a batch takes: where others are ready, nothing waits for it.
    void pipelinesThatKeepUp() {
        const ProfileTree tree;
        for (const int rank : {0, 1}) {
            writeBatches(tree, rank, 90, 2);
        }
        QVERIFY(waitsForData(findingsIn(tree)) == nullptr);
    }
    /// A device waits at most for as long as it is free.
    void waitsAreNotLongerThanWhatIsFree() {
        const ProfileTree tree;
        writeBatches(tree, 0, 60, 0);
        tree.file("host_0_20241122101112123_ascend_ms/ASCEND_PROFILER_OUTPUT/step_trace_time.csv",
                  "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,"
                  "Communication(Not Overlapped and Exclude Receive),Preparing\n"
                  "0,1,70000,0,0,0,20000,90000,0,0,10000\n0,2,70000,0,0,0,20000,90000,0,0,10000\n");
        const auto list = findingsIn(tree);
        const auto *finding = waitsForData(list);
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->impact, Nanos{30 * kMs});
        QCOMPARE(*finding->share, 0.3);
    }
    /// What the device itself recorded goes before what is estimated.
    void waitsThatTheDeviceMeasured() {
        const ProfileTree tree;
        writeBatches(tree, 0, 20, 4);
        std::string lines;
        for (int i = 0; i < 10; ++i) {
            const auto begin = 100'000 * i;
            lines += "GetNext_dequeue_wait " + std::to_string(begin) + " " + std::to_string(begin + 30'000) + " 1\n";
        }
        tree.file("host_0_20241122101112123_ascend_ms/FRAMEWORK/minddata_aicpu_0.txt", lines);
        const auto list = findingsIn(tree);
        const auto *finding = waitsForData(list);
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->certainty, Certainty::Measured);
        QCOMPARE(finding->impact, Nanos{30 * kMs});
        QCOMPARE(*finding->share, 0.3);
    }
    /// Where no launch is recorded, the device's idle time beneath calls of 10 ms and more counts.
    void callsWithoutLaunches() {
        const auto rank = [](std::int64_t call) {
            RecordedRank recorded;
            recorded.device("a", 0, 50 * kMs).device("b", 80 * kMs, 100 * kMs);
            recorded.host("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 45 * kMs, 45 * kMs + call);
            return recorded.capture(0, {planted::steps({{1, 0, 100 * kMs}})});
        };
        const auto space = planted::workspace({rank(25 * kMs)});
        const auto list = findings(space.runs[0]);
        const auto *finding = waitsForData(list);
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->impact, Nanos{20 * kMs});
        QVERIFY(std::holds_alternative<SliceRef>(finding->evidence.items.at(0)));
        hasTexts(*finding);
        const auto brief = planted::workspace({rank(9 * kMs)});
        QVERIFY(waitsForData(findings(brief.runs[0])) == nullptr);
    }
    void runsThatTellNothing() {
        const auto space = planted::workspace({planted::capture(0, {planted::steps({{1, 0, 100 * kMs}})})});
        for (const auto &outcome : adviceFor(space.runs[0]).rules) {
            QVERIFY(outcome.rule != "data_loading" || outcome.unanswered);
        }
    }
};

TEST_SUITE(DataLoadingTest)

}  // namespace tst_data_loading

#include "tst_data_loading.moc"
