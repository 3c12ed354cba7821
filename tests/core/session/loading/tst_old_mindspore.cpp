#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/run/steps.h"
#include "core/session/loading/load_job.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <cmath>

namespace tst_old_mindspore {

using namespace stagescope;

namespace {

/// With ' for the quotes of JSON.
std::string json(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

std::string task(int stream, double ts, double dur, const std::string &type, int from, int to, int bytes) {
    return json("{'ph': 'X', 'tid': " + std::to_string(stream) + ", 'pid': 1, 'ts': " + std::to_string(ts) +
                ", 'dur': " + std::to_string(dur) + ", 'name': '" + type + "', 'args': {'task type': '" + type +
                "', 'src rank': " + std::to_string(from) + ", 'dst rank': " + std::to_string(to) +
                ", 'transport type': 'SDMA', 'size': " + std::to_string(bytes) + ", 'stream id': 4}}");
}

std::string traceOf(const std::vector<std::string> &tasks) {
    std::string text;
    for (const auto &each : tasks) {
        text += (text.empty() ? "" : ", ") + each;
    }
    return json("{'device id': 0, 'iteration': 2, 'traceEvents': [") + text + "]}";
}

/// Rank 0 waits 100 us, copies 1 MB in 50 us to rank 1 and as much in 200 us to rank 5, with a wait of 30 us between.
void writeProfile(const ProfileTree &tree) {
    tree.file("profiler/hccl_info_0/allReduce_7/iter2.trace",
              traceOf({task(2, 1, 400, "Memcpy", 0, 1, 9), task(3, 1000, 100, "Notify Wait", 0, 1, 0),
                       task(3, 1100, 50, "Memcpy", 0, 1, 1'000'000), task(3, 1150, 30, "Notify Wait", 0, 1, 0),
                       task(3, 1180, 200, "Reduce Inline", 0, 5, 1'000'000)}));
    tree.file("profiler/hccl_info_0/send_8/iter2.trace",
              traceOf({task(3, 2000, 10, "RDMASend", 0, 8, 500'000), task(3, 2010, 10, "RDMASend", 0, 8, 4),
                       task(3, 2020, 80, "Notify Wait", 0, 8, 0)}));
    tree.file("profiler/hccl_info_1/allReduce_7/iter2.trace", "{\"traceEvents\": [");
    tree.file("profiler/step_trace_raw_0_detail_time.csv",
              "step_num,start_point,end_point,total,fp_point,bp_point,tail,iteration_interval,bp_fp,"
              "stream_3_0_AllReduce-op7,stream_3_0_AllReduce-op7_start_point,stream_3_0_AllReduce-op7_end_point\n"
              "2,1000000,1500000,500000,0,0,0,0,0,20000,1100000,1120000\n"
              "3,1500000,2000000,500000,0,0,0,0,0,x,y,z\n-,1,2,3,4,5,6,7,8,9,10,11\n");
    tree.trace("profiler/ascend_timeline_display_0.json");
}

}  // namespace

class OldMindSporeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void filesOfAllRanksInOneFolderAreToldApart() {
        const ProfileTree tree;
        writeProfile(tree);
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        QCOMPARE(run->ranks(), (std::vector<int>{0, 1}));
        QCOMPARE(run->capture(0)->files.size(), std::size_t{4});
        QVERIFY(run->capture(0)->hasTrace());
        QVERIFY(run->capture(1)->log != nullptr && !run->capture(1)->log->isEmpty());  // cut short
    }

    void folderNamedByItsRank() {
        const ProfileTree tree;
        tree.file("5/profiler/hccl_info_5/allReduce_7/iter2.trace",
                  traceOf({task(3, 1000, 100, "Memcpy", 5, 6, 1'000'000)}));
        tree.file("6/profiler/hccl_info_6/allReduce_7/iter2.trace",
                  traceOf({task(3, 1000, 100, "Memcpy", 6, 5, 1'000'000)}));
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Shallow);
        QVERIFY(run.has_value());
        QCOMPARE(run->ranks(), (std::vector<int>{5, 6}));
    }

    void receivesAndSendsAreTransfers() {
        const ProfileTree tree;
        std::string head = "step_num,start_point,end_point,total,fp_point,bp_point,tail,iteration_interval,bp_fp";
        std::string row = "2,1000000,1500000,500000,0,0,0,0,0";
        for (const std::string name : {"stream_3_0_Receive-op7", "stream_3_1_AllReduce-op8", "stream_4_0_Send-op9"}) {
            head += "," + name + "," + name + "_start_point," + name + "_end_point";
            row += ",20000,1100000,1120000";
        }
        tree.file("profiler/step_trace_raw_0_detail_time.csv", head + "\n" + row + "\n");
        tree.trace("profiler/ascend_timeline_display_0.json");
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value() && run->capture(0) != nullptr);
        std::vector<std::string> kinds;
        for (const auto &op : recordsOf<CommOpRecord>(*run->capture(0))) {
            kinds.emplace_back(op.p2p);
        }
        QCOMPARE(kinds, (std::vector<std::string>{"receive", "", "send"}));
    }

    void pointsOfAStepHaveOneTime() {
        const ProfileTree tree;
        tree.file("profiler/step_trace_raw_0_detail_time.csv",
                  "step_num,start_point,end_point,total,fp_point,bp_point,tail,iteration_interval,bp_fp,"
                  "point,point_start,point_end,absent,absent_start,absent_end\n"
                  "2,1000000,1500000,500000,0,0,0,0,0,-,1100000,,-,-,-\n"
                  "3,1500000,-,0,0,0,0,0,0,-,-,1600000,-,-,-\n");
        tree.trace("profiler/gpu_timeline_display_0.json");
        tree.file("profiler/framework_raw_0.csv", "x");
        tree.file("profiler/dataset_iterator_profiling_0.txt", "1 64 1 3\n");
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value() && run->capture(0) != nullptr);
        QVERIFY(run->capture(0)->hasTrace());
        QCOMPARE(run->capture(0)->files.size(), std::size_t{4});  // those that nothing reads are listed
        QVERIFY(run->capture(0)->log == nullptr || run->capture(0)->log->count("csv.bad_row") == 0);
        QCOMPARE(commOps(*run).size(), std::size_t{2});
    }

    /// Every shape of columns that occurs: "NAME_start_point", "NAME_end_point" and "NAME" in any order, with and
    /// without an operator in the name, with and without a backward.
    void pointsGoByTheirNames() {
        const std::string base =
            "step_num,start_point,end_point,total,fp_point,bp_point,iteration_interval,fp_and_bp,tail";
        const auto opsOf = [&](const std::string &text) {
            const ProfileTree tree;
            tree.file("profiler/step_trace_raw_0_detail_time.csv", text);
            tree.trace("profiler/gpu_timeline_display_0.json");
            const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
            QStringList ops;
            for (const auto &op : commOps(*run->capture(0))) {
                ops << QString::fromStdString(std::string(op.name) + ' ' + std::to_string(ns(op.range.begin)) + ' ' +
                                              std::to_string(ns(op.range.end)));
            }
            const auto &log = run->capture(0)->log;
            return log != nullptr && log->count("csv.bad_row") > 0 ? QStringList{QStringLiteral("lost")} : ops;
        };
        const auto steps = std::string(",1000,2000,1000,1100,1500,100,400,500");
        // An event whose start, end or duration is 0 did not happen; the last row is an average, or all 0.
        QCOMPARE(opsOf(base + ",stream_10_parallel_0_start_point,stream_10_parallel_0_end_point,stream_10_parallel_0," +
                       "stream_10_parallel_1_start_point,stream_10_parallel_1_end_point,stream_10_parallel_1\r\n1" +
                       steps + ",1200,1300,100,0,0,0\r\n-" + steps + ",1250,1210,5,1,2,3\r\n"),
                 QStringList{QStringLiteral("stream_10_parallel_0 12000 13000")});
        QCOMPARE(opsOf(base + ",stream_48_0_Receive-op663,stream_48_0_Receive-op663_start_point," +
                       "stream_48_0_Receive-op663_end_point\n1" + steps + ",100,1200,1300\n0,0,0,0,0,0,7,0,0,0,0,0\n"),
                 QStringList{QStringLiteral("stream_48_0_Receive-op663 12000 13000")});
        QCOMPARE(opsOf("step_num,start_point,end_point,total,fp_point,iteration_interval,fp,tail," +
                       std::string("stream_4_0_AllReduce-op1_start_point,stream_4_0_AllReduce-op1_end_point,"
                                   "stream_4_0_AllReduce-op1\n1,1000,2000,1000,1100,100,400,500,1200,1300,100\n")),
                 QStringList{QStringLiteral("stream_4_0_AllReduce-op1 12000 13000")});
        QVERIFY(opsOf(base + "\n1" + steps + "\n").isEmpty());
        // Inference: fp in place of fp_and_bp, neither bp_point nor tail.
        const ProfileTree tree;
        tree.file("profiler/step_trace_raw_0_detail_time.csv",
                  "step_num,start_point,end_point,total,fp_point,iteration_interval,fp\n1,1000,3000,2000,1000,0,2000\n"
                  "2,3000,6000,3000,3100,100,2900\n");
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value() && run->capture(0) != nullptr);
        QCOMPARE(rankSteps(*run->capture(0)).size(), std::size_t{2});
    }

    /// Files of the data pipeline, of all ranks side by side, in folders of their own, and where a profiler of today
    /// leaves them: the folder tells the rank before the name does, which old files take from the device.
    void filesOfTheDataPipeline() {
        const ProfileTree tree;
        const auto filesOf = [&](const std::string &path, int rank) {
            const auto run = loadRun(tree.path(path), RunId{0}, LoadDepth::Shallow);
            return run && run->capture(rank) != nullptr ? run->capture(rank)->files.size() : 0;
        };
        const std::string batches = "0 2 1 4\n";
        for (const auto *name : {"old/dataset_iterator_profiling_0.txt", "old/device_queue_profiling_0.txt",
                                 "old/dataset_iterator_profiling_1.txt", "one/device_queue_profiling_6.txt",
                                 "rank_3/device_queue_profiling_0.txt",
                                 "new/h_1_20241122101112123_ascend_ms/FRAMEWORK/device_queue_profiling_2.txt",
                                 "new/h_1_20241122101112123_ascend_ms/ASCEND_PROFILER_OUTPUT/x.txt"}) {
            tree.file(name, batches);
        }
        tree.file("old/framework_raw_0.csv", "x");
        tree.file("rank_3/dataset.csv", "Operation,Stage,Occurrences,Avg. time (us),Custom Info\nMap,Push,1,2,\n");
        tree.file("new/h_1_20241122101112123_ascend_ms/profiler_info_2.json", "{}");
        QCOMPARE(filesOf("old", 0), std::size_t{3});
        QCOMPARE(filesOf("old", 1), std::size_t{1});
        QCOMPARE(filesOf("one", 6), std::size_t{1});
        QCOMPARE(filesOf("rank_3", 3), std::size_t{2});
        QCOMPARE(filesOf("new", 2), std::size_t{2});
    }

    /// dyn_profile_data of MindSpore: a folder for each rank and its steps, the worker's folder within.
    void foldersOfDynamicCaptures() {
        const ProfileTree tree;
        for (const auto *place :
             {"rank0_start2_stop5/host_4711_20241122101112123", "rank0_start8_stop10/host_4711_20241122101312123",
              "rank1_start2_stop5/host_4712_20241122101112130"}) {
            tree.trace(std::string("dyn_profile_data/") + place + "_ascend_ms/ASCEND_PROFILER_OUTPUT/trace_view.json");
        }
        const auto run = loadRun(tree.path("dyn_profile_data"), RunId{0}, LoadDepth::Shallow);
        QVERIFY(run.has_value());
        QCOMPARE(run->ranks(), (std::vector<int>{0, 1}));
        QCOMPARE(run->captures.size(), std::size_t{3});
        QVERIFY(run->capture(0)->captureLabel.find("start2_stop5") != std::string::npos);  // as rank 1
    }

    void tasksBecomeTimesBandwidthsAndLinks() {
        const ProfileTree tree;
        writeProfile(tree);
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Shallow);
        QVERIFY(run.has_value());
        const auto times = commTimes(*run);
        const auto reduce =
            std::find_if(times.begin(), times.end(), [](const auto &t) { return t.name == "allReduce_7"; });
        QVERIFY(reduce != times.end());
        QVERIFY(!reduce->isP2p);
        QCOMPARE(reduce->step, std::string("2"));
        QCOMPARE(reduce->startUs, 1000.0);
        QVERIFY(std::abs(reduce->elapsedMs - 0.38) < 1e-9);  // of the highest stream only
        QVERIFY(std::abs(reduce->transitMs - 0.25) < 1e-9);
        QVERIFY(std::abs(reduce->synchronizationMs - 0.1) < 1e-9);
        QVERIFY(std::abs(reduce->waitMs - 0.13) < 1e-9);  // synchronization is part of it
        const auto send = std::find_if(times.begin(), times.end(), [](const auto &t) { return t.name == "send_8"; });
        QVERIFY(send != times.end() && send->isP2p);
        QVERIFY(std::abs(send->transitMs - 0.1) < 1e-9);  // the wait of a send by RDMA is transit
        QCOMPARE(send->waitMs, 0.0);

        const auto links = commMatrix(*run).links;
        const auto rate = [&](int to, const char *transport) {
            const auto it = std::find_if(links.begin(), links.end(), [&](const auto &link) {
                return link.destination == to && link.transport == transport && link.name == kAllOperators;
            });
            return it == links.end() ? -1.0 : it->gbps();
        };
        QVERIFY(std::abs(rate(1, "HCCS") - 20) < 1e-9);
        QVERIFY(std::abs(rate(5, "PCIE") - 5) < 1e-9);  // of another operating system
        QVERIFY(rate(8, "RDMA") > 0);
    }

    void countersBecomeStepsAndOperators() {
        const ProfileTree tree;
        writeProfile(tree);
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Shallow);
        QVERIFY(run.has_value());
        const auto ops = commOps(*run->capture(0));
        QCOMPARE(ops.size(), std::size_t{1});
        QCOMPARE(ops[0].name, std::string("stream_3_0_AllReduce-op7"));
        QCOMPARE(ns(ops[0].range.begin), std::int64_t{11'000'000});  // 100 counts are a microsecond
        QCOMPARE(ops[0].range.duration(), Nanos{200'000});
        QCOMPARE(ops[0].step, std::int64_t{2});
        QCOMPARE(run->capture(0)->log->count("csv.bad_row"), std::uint64_t{1});
    }
};

TEST_SUITE(OldMindSporeTest)

}  // namespace tst_old_mindspore

#include "tst_old_mindspore.moc"
