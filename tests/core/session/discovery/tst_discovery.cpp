#include "core/session/discovery/discovery.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

namespace tst_discovery {

using namespace stagescope;
namespace fs = std::filesystem;

namespace {

Run found(const std::string &path) {
    auto run = discover(path, RunId{0});
    return run ? std::move(*run) : Run{};
}

std::string baseName(const std::string &path) { return path.substr(path.rfind('/') + 1); }

const FileSource *fileNamed(const RankCapture &capture, std::string_view name) {
    const auto it = std::find_if(capture.files.begin(), capture.files.end(),
                                 [&](const FileSource &f) { return baseName(f.path) == name; });
    return it == capture.files.end() ? nullptr : &*it;
}

bool isChosen(const RankCapture &capture, std::string_view name) {
    const auto *file = fileNamed(capture, name);
    return file != nullptr && file->chosen;
}

void makeTextRank(const ProfileTree &tree, const std::string &folder, int rank) {
    tree.file(folder + "/profiler_info_" + std::to_string(rank) + ".json", "{}");
    tree.trace(folder + "/ASCEND_PROFILER_OUTPUT/trace_view.json");
    tree.file(folder + "/ASCEND_PROFILER_OUTPUT/step_trace_time.csv");
    tree.file(folder + "/ASCEND_PROFILER_OUTPUT/kernel_details.csv");
}

}  // namespace

class TestDiscovery : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rankFolderOfText() {
        const ProfileTree tree;
        makeTextRank(tree, "host_77_20240101120000000_ascend_pt", 5);
        tree.file("host_77_20240101120000000_ascend_pt/profiler_metadata.json", "{}");
        tree.file("host_77_20240101120000000_ascend_pt/FRAMEWORK/torch.op_range");
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{1});
        const auto &capture = run.captures.front();
        QCOMPARE(capture.rank, 5);
        QCOMPARE(capture.origin, RankOrigin::ProfilerInfo);
        QCOMPARE(capture.files.size(), std::size_t{5});
        QCOMPARE(fileNamed(capture, "trace_view.json")->format, std::string("trace_json"));
        QCOMPARE(fileNamed(capture, "step_trace_time.csv")->format, std::string("step_trace_time"));
        QCOMPARE(fileNamed(capture, "profiler_metadata.json")->format, std::string("profiler_metadata"));
        QCOMPARE(fileNamed(capture, "kernel_details.csv")->format, std::string("kernel_table"));
        QVERIFY(isChosen(capture, "trace_view.json") && isChosen(capture, "kernel_details.csv"));
        QVERIFY(run.log->isEmpty());
        QVERIFY(capture.captureLabel.empty());
    }

    void partsOfARankFolderOpenAsTheRank_data() {
        QTest::addColumn<QString>("inner");
        QTest::addColumn<int>("files");
        QTest::newRow("rank folder") << "rank_3_ascend_pt" << 4;
        QTest::newRow("trailing slash") << "rank_3_ascend_pt/" << 4;
        QTest::newRow("output") << "rank_3_ascend_pt/ASCEND_PROFILER_OUTPUT" << 4;
        QTest::newRow("trace") << "rank_3_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json" << 1;
    }
    void partsOfARankFolderOpenAsTheRank() {
        QFETCH(QString, inner);
        QFETCH(int, files);
        const ProfileTree tree;
        makeTextRank(tree, "rank_3_ascend_pt", 3);
        const auto run = found(tree.path(inner.toStdString()));
        QCOMPARE(run.captures.size(), std::size_t{1});
        QCOMPARE(run.captures.front().rank, 3);
        QCOMPARE(run.captures.front().origin, RankOrigin::ProfilerInfo);
        QCOMPARE(run.captures.front().files.size(), static_cast<std::size_t>(files));
    }

    void rankNumbers_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<int>("rank");
        QTest::addColumn<int>("origin");
        const auto name = static_cast<int>(RankOrigin::FolderName);
        QTest::newRow("rank_N") << "rank_7_ascend_pt" << 7 << name;
        QTest::newRow("rankN") << "rank12_20240101120000000_ascend_ms" << 12 << name;
        QTest::newRow("Rank-N") << "Rank-4" << 4 << name;
        QTest::newRow("bare") << "6" << 6 << name;
        QTest::newRow("outer folder") << "rank_8/host_1_20240101120000000_ascend_pt" << 8 << name;
        QTest::newRow("device is no rank") << "device_4_ascend_pt" << 0 << static_cast<int>(RankOrigin::OnlyOne);
        QTest::newRow("letters before") << "frank_4_ascend_pt" << 0 << static_cast<int>(RankOrigin::OnlyOne);
        QTest::newRow("stamp") << "20240101120000" << 0 << static_cast<int>(RankOrigin::OnlyOne);
    }
    void rankNumbers() {
        QFETCH(QString, folder);
        QFETCH(int, rank);
        QFETCH(int, origin);
        const ProfileTree tree;
        tree.trace(folder.toStdString() + "/ASCEND_PROFILER_OUTPUT/trace_view.json");
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{1});
        QCOMPARE(run.captures.front().rank, rank);
        QCOMPARE(static_cast<int>(run.captures.front().origin), origin);
    }

    void infoWithoutNumberIsReadForTheRank() {
        const ProfileTree tree;
        tree.file("a_ascend_pt/profiler_info.json", R"({"config": {}, "rank_id" : 9})");
        tree.file("b_ascend_pt/profiler_info.json", R"({"config": {}, "rank_id": -1})");
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), (std::vector<int>{0, 9}));
        QCOMPARE(run.capture(9)->origin, RankOrigin::ProfilerInfo);
        QCOMPARE(run.capture(0)->origin, RankOrigin::Unknown);
        QCOMPARE(run.log->count("discovery.rank_unknown"), std::uint64_t{1});
    }

    void databaseBesideText() {
        const ProfileTree tree;
        makeTextRank(tree, "rank0_ascend_pt", 0);
        tree.database("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db");
        tree.database("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/analysis.db");
        tree.database("rank0_ascend_pt/PROF_000001_20240101120000_AAAA/msprof_20240101120000.db");
        const auto run = found(tree.path());
        const auto &capture = run.captures.front();
        QVERIFY(isChosen(capture, "ascend_pytorch_profiler_0.db"));
        QVERIFY(isChosen(capture, "analysis.db"));
        QVERIFY(isChosen(capture, "step_trace_time.csv"));
        QVERIFY(isChosen(capture, "profiler_info_0.json"));
        QVERIFY(fileNamed(capture, "trace_view.json") != nullptr);
        QVERIFY(!isChosen(capture, "trace_view.json"));
        QVERIFY(fileNamed(capture, "msprof_20240101120000.db") != nullptr);
        QVERIFY(!isChosen(capture, "msprof_20240101120000.db"));
    }

    void damagedDatabaseYieldsToText() {
        const ProfileTree tree;
        makeTextRank(tree, "rank0_ascend_pt", 0);
        const std::string db = "rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db";
        for (const std::string_view content : {"", "SQLite format 9 and more", "SQLite"}) {
            tree.file(db, content);
            const auto run = found(tree.path());
            QVERIFY(isChosen(run.captures.front(), "trace_view.json"));
            QVERIFY(!isChosen(run.captures.front(), "ascend_pytorch_profiler_0.db"));
        }
    }

    void msprofDatabaseDoesNotHideTheHost() {
        const ProfileTree tree;
        makeTextRank(tree, "rank0_ascend_pt", 0);
        tree.database("rank0_ascend_pt/PROF_1/msprof_20240101120000.db");
        tree.trace("rank0_ascend_pt/PROF_1/mindstudio_profiler_output/msprof_20240101120000.json");
        const auto run = found(tree.path());
        QVERIFY(isChosen(run.captures.front(), "trace_view.json"));
        QVERIFY(!isChosen(run.captures.front(), "msprof_20240101120000.db"));
        QVERIFY(!isChosen(run.captures.front(), "msprof_20240101120000.json"));
    }

    void slicesOfOneMsprofExportStayTogether() {
        const ProfileTree tree;
        const std::string out = "PROF_1/mindstudio_profiler_output/";
        tree.trace(out + "msprof_slice_0_20240102000000.json");
        tree.trace(out + "msprof_slice_1_20240102000000.json");
        tree.trace(out + "msprof_20240101000000.json");
        tree.file(out + "op_summary_20240102000000.csv");
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{1});
        QVERIFY(isChosen(run.captures.front(), "msprof_slice_0_20240102000000.json"));
        QVERIFY(isChosen(run.captures.front(), "msprof_slice_1_20240102000000.json"));
        QVERIFY(!isChosen(run.captures.front(), "msprof_20240101000000.json"));
    }

    void kernelsOfMsprofStandBesideItsTrace() {
        const ProfileTree tree;
        const std::string out = "PROF_1/mindstudio_profiler_output/";
        tree.trace(out + "msprof_20240102000000.json");
        tree.file(out + "op_summary_slice_0_20240102000000.csv", "x");
        tree.file(out + "op_summary_slice_1_20240102000000.csv", "x");
        tree.file(out + "op_summary_20240101000000.csv", "x");
        const auto run = found(tree.path());
        QVERIFY(isChosen(run.captures.front(), "msprof_20240102000000.json"));
        QVERIFY(isChosen(run.captures.front(), "op_summary_slice_0_20240102000000.csv"));
        QVERIFY(isChosen(run.captures.front(), "op_summary_slice_1_20240102000000.csv"));
        QVERIFY(!isChosen(run.captures.front(), "op_summary_20240101000000.csv"));
    }

    void kernelsAreNotTakenTwice() {
        const ProfileTree tree;
        makeTextRank(tree, "rank0_ascend_pt", 0);
        tree.file("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv", "x");
        tree.file("rank0_ascend_pt/PROF_1/mindstudio_profiler_output/op_summary_20240102000000.csv", "x");
        const auto run = found(tree.path());
        QVERIFY(isChosen(run.captures.front(), "kernel_details.csv"));
        QVERIFY(!isChosen(run.captures.front(), "op_summary_20240102000000.csv"));
    }

    void exportsOfOlderMsprofLieInFoldersOfDevices() {
        const ProfileTree tree;
        tree.trace("PROF_1/device_0/timeline/msprof_0_1_1.json");
        tree.trace("PROF_1/device_0/timeline/msprof_0_1_2.json");
        tree.file("PROF_1/device_0/summary/op_summary_0_1_1.csv", "x");
        tree.file("PROF_1/device_0/data/stars.data.0.slice_0");
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{1});
        for (const auto *name : {"msprof_0_1_1.json", "msprof_0_1_2.json", "op_summary_0_1_1.csv"}) {
            QVERIFY2(isChosen(run.captures.front(), name), name);
        }
        QCOMPARE(run.log->count("discovery.raw_prof"), std::uint64_t{0});
    }

    void whatNothingReadsIsListed() {
        const ProfileTree tree;
        const std::string folder = "PROF_1/mindstudio_profiler_output/";
        tree.trace(folder + "msprof_20240101120000.json");
        const std::vector<std::string> names{"aicpu_intermediate_1.csv", "prof_rule_0_20240101120000.json",
                                             "framework_raw_1.csv",      "flops_1.txt",
                                             "flops_summary_1.json",     "output_timeline_data_1.txt"};
        for (const auto &name : names) {
            tree.file(folder + name, "{}");
        }
        const auto run = found(tree.path());
        for (const auto &name : names) {
            const auto &files = run.captures.front().files;
            QVERIFY2(std::any_of(files.begin(), files.end(),
                                 [&](const FileSource &file) {
                                     return file.path.ends_with("/" + name) && file.format.empty();
                                 }),
                     name.c_str());
        }
    }

    void msprofFoldersTellTheirRank() {
        const ProfileTree tree;
        for (const int rank : {2, 3}) {
            const auto prof = "PROF_00000" + std::to_string(rank);
            const auto device = std::to_string(rank + 4);
            tree.file(prof + "/device_" + device + "/info.json." + device,
                      R"({"rank_id": )" + std::to_string(rank) + "}");
            tree.trace(prof + "/mindstudio_profiler_output/msprof_20240101120000.json");
        }
        for (const char *opened : {"", "PROF_000002/mindstudio_profiler_output", "PROF_000002"}) {
            const auto run = found(tree.path(opened));
            QVERIFY(!run.captures.empty());
            QCOMPARE(run.captures.front().files.size(), std::size_t{1});
        }
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), (std::vector<int>{2, 3}));
        QCOMPARE(run.capture(3)->device, 7);
        QCOMPARE(run.capture(3)->origin, RankOrigin::Metadata);
    }

    void kinetoTraces() {
        const ProfileTree tree;
        tree.trace("worker_a.pt.trace.json",
                   R"("distributedInfo": {"backend": "nccl", "rank": 11, "world_size": 16}, )");
        tree.trace("sampled_rank-10.json");
        tree.trace("trace_r9.json");
        tree.trace("8.json");
        tree.trace("rank_7/worker.pt.trace.json");
        tree.file("config.json", R"({"rank": 3})");
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), (std::vector<int>{7, 8, 9, 10, 11}));
        QCOMPARE(run.capture(11)->origin, RankOrigin::TraceHead);
        QCOMPARE(run.capture(10)->origin, RankOrigin::FileName);
        QCOMPARE(run.capture(9)->origin, RankOrigin::FileName);
        QCOMPARE(run.capture(8)->origin, RankOrigin::FileName);
        QCOMPARE(run.capture(7)->origin, RankOrigin::FolderName);
        QVERIFY(run.log->isEmpty());
    }

    void rankOfAPartnerInTheHeadIsNotTaken() {
        const ProfileTree tree;
        tree.trace("a.json", R"("distributedInfo": {"backend": "nccl"}, "other": {"rank": 5}, )");
        const auto run = found(tree.path("a.json"));
        QCOMPARE(run.captures.front().rank, 0);
        QCOMPARE(run.captures.front().origin, RankOrigin::OnlyOne);
    }

    void unknownTracesGetFreeNumbersThatSaySo() {
        const ProfileTree tree;
        tree.trace("rank0.json");
        tree.trace("b.json");
        tree.trace("a.json");
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), (std::vector<int>{0, 1, 2}));
        QCOMPARE(baseName(run.capture(1)->files.front().path), std::string("a.json"));
        QCOMPARE(run.capture(1)->origin, RankOrigin::Unknown);
        QCOMPARE(run.log->count("discovery.rank_unknown"), std::uint64_t{2});
    }

    void gatheredDatabases() {
        const ProfileTree tree;
        tree.database("ascend_pytorch_profiler_0.db");
        tree.database("ascend_pytorch_profiler_10.db");
        tree.database("ascend_mindspore_profiler_2.db");
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), (std::vector<int>{0, 2, 10}));
        QCOMPARE(run.capture(10)->origin, RankOrigin::FileName);
        QCOMPARE(run.capture(10)->files.size(), std::size_t{1});
        QVERIFY(run.capture(10)->files.front().chosen);
    }

    void snapshotsAreBoundByNameOrPlace() {
        const ProfileTree tree;
        makeTextRank(tree, "rank_1_ascend_pt", 1);
        tree.file("rank_1_ascend_pt/memory.pickle");
        tree.file("dumps/dump_ranks_2.pkl");
        tree.file("dumps/snapshot_2026-11-21-10-30_5.pickle");  // as MindSpeed-MM names them
        tree.file("dumps/rank12.pkl");
        tree.file("dumps/snapshot_rank_3.pickle");
        tree.file("dumps/snapshot.pkl");
        tree.file("dumps/4/snapshot.pkl");
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), (std::vector<int>{1}));
        std::map<std::string, std::optional<int>> byPath;
        for (const auto &snapshot : run.snapshots) {
            byPath[snapshot.file.path.substr(tree.path().size() + 1)] = snapshot.rank;
            QVERIFY(snapshot.file.id.isValid());
        }
        QCOMPARE(byPath.size(), std::size_t{7});
        QCOMPARE(byPath.at("rank_1_ascend_pt/memory.pickle"), std::optional(1));
        QCOMPARE(byPath.at("dumps/dump_ranks_2.pkl"), std::optional(2));
        QCOMPARE(byPath.at("dumps/snapshot_2026-11-21-10-30_5.pickle"), std::optional(5));
        QCOMPARE(byPath.at("dumps/rank12.pkl"), std::optional(12));
        QCOMPARE(byPath.at("dumps/snapshot_rank_3.pickle"), std::optional(3));
        QCOMPARE(byPath.at("dumps/snapshot.pkl"), std::optional<int>());
        QCOMPARE(byPath.at("dumps/4/snapshot.pkl"), std::optional(4));
    }

    /// Of dynamic captures all ranks use the one that most of them have, of two of these the later one.
    void allRanksUseOneCapture() {
        const ProfileTree tree;
        for (const char *name : {"rank0_start8_stop9", "rank0_start2_stop5", "rank1_start2_stop5"}) {
            tree.trace(std::string(name) + "/ASCEND_PROFILER_OUTPUT/trace_view.json");
        }
        tree.age("rank0_start8_stop9/ASCEND_PROFILER_OUTPUT/trace_view.json", 10);
        tree.age("rank0_start2_stop5/ASCEND_PROFILER_OUTPUT/trace_view.json", 100);
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{3});
        QCOMPARE(run.captures[0].captureLabel, std::string("start8_stop9"));
        QCOMPARE(run.captures[1].captureLabel, std::string("start2_stop5"));
        QCOMPARE(run.capture(0), &run.captures[1]);
        QCOMPARE(run.captures[2].captureLabel, std::string());
        QCOMPARE(run.log->count("discovery.duplicate_rank"), std::uint64_t{0});
        tree.trace("rank1_start8_stop9/ASCEND_PROFILER_OUTPUT/trace_view.json");
        tree.age("rank1_start2_stop5/ASCEND_PROFILER_OUTPUT/trace_view.json", 100);
        const auto both = found(tree.path());
        QCOMPARE(both.capture(0)->captureLabel, std::string("start8_stop9"));
        QCOMPARE(both.capture(1)->captureLabel, std::string("start8_stop9"));
        const auto alone = found(tree.path("rank0_start2_stop5"));
        QCOMPARE(alone.captures.size(), std::size_t{1});
        QCOMPARE(alone.captures.front().rank, 0);
    }

    void capturesOfOneRankNewestLast() {
        const ProfileTree tree;
        for (const char *name : {"rank0_start8_stop9", "rank0_start2_stop5"}) {
            tree.trace(std::string(name) + "/ASCEND_PROFILER_OUTPUT/trace_view.json");
        }
        tree.age("rank0_start8_stop9/ASCEND_PROFILER_OUTPUT/trace_view.json", 10);
        tree.age("rank0_start2_stop5/ASCEND_PROFILER_OUTPUT/trace_view.json", 100);
        const auto run = found(tree.path());
        QCOMPARE(run.captures[0].captureLabel, std::string("start2_stop5"));
        QCOMPARE(run.capture(0), &run.captures[1]);
    }

    void stampInTheNameBeatsTheTimeOfTheFile() {
        const ProfileTree tree;
        for (const char *name : {"rank0_20240102000000000_ascend_pt", "rank0_20240101000000000_ascend_pt"}) {
            makeTextRank(tree, name, 0);
        }
        for (const char *file : {"trace_view.json", "step_trace_time.csv", "kernel_details.csv"}) {
            tree.age(std::string("rank0_20240102000000000_ascend_pt/ASCEND_PROFILER_OUTPUT/") + file, 5000);
        }
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{2});
        QVERIFY(run.capture(0)->folder.ends_with("rank0_20240102000000000_ascend_pt"));
        QVERIFY(run.captures[0].captureLabel != run.captures[1].captureLabel);
    }

    void hostsAndTheirDuplicates() {
        const ProfileTree tree;
        makeTextRank(tree, "node-a/rank_0_ascend_pt", 0);
        makeTextRank(tree, "node-b/rank_1_ascend_pt", 1);
        auto run = found(tree.path());
        QCOMPARE(run.capture(0)->host, std::string("node-a"));
        QCOMPARE(run.capture(1)->host, std::string("node-b"));
        QVERIFY(run.log->isEmpty());
        makeTextRank(tree, "node-b/rank_0_ascend_pt", 0);
        run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{3});
        QCOMPARE(run.log->count("discovery.duplicate_rank"), std::uint64_t{1});
        QVERIFY(run.captures[0].captureLabel != run.captures[1].captureLabel);
        QVERIFY(found(tree.path("node-b")).capture(0)->host.empty());
    }

    void clusterOutputIsListed() {
        const ProfileTree tree;
        makeTextRank(tree, "rank_0_ascend_pt", 0);
        tree.file("cluster_analysis_output/cluster_step_trace_time.csv");
        tree.file("cluster_analysis_output/communication_group.json", R"({"traceEvents": []})");
        for (const char *opened : {"", "cluster_analysis_output"}) {
            const auto run = found(tree.path(opened));
            QCOMPARE(run.clusterFiles.size(), std::size_t{2});
            QCOMPARE(run.clusterFiles[0].format, std::string("step_trace_time"));
            QCOMPARE(run.clusterFiles[1].format, std::string("cluster_output"));
            QVERIFY(run.clusterFiles[0].id.isValid());
            QCOMPARE(run.captures.size(), std::size_t{*opened == 0 ? 1U : 0U});
            QVERIFY(run.log->isEmpty());
        }
    }

    void linksAreFollowedOnceAndCyclesEnd() {
        const ProfileTree tree;
        makeTextRank(tree, "a/rank_0_ascend_pt", 0);
        fs::create_directory_symlink(tree.path(), tree.path("a/up"));
        fs::create_directory_symlink(".", tree.path("a/here"));
        fs::create_directory_symlink(tree.path("a/rank_0_ascend_pt"), tree.path("again"));
        fs::create_symlink("nowhere", tree.path("broken"));
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{1});
        QCOMPARE(run.log->count("discovery.link_cycle"), std::uint64_t{2});
        QCOMPARE(run.log->count("discovery.seen_twice"), std::uint64_t{1});
        // The opened folder may itself be reached by a link.
        const ProfileTree other;
        other.folder("x");
        fs::create_directory_symlink(tree.path(), other.path("x/link"));
        const auto linked = found(other.path("x/link"));
        QCOMPARE(linked.captures.size(), std::size_t{1});
        QCOMPARE(linked.log->count("discovery.leads_out"), std::uint64_t{0});
    }

    void linksOutOfTheOpenedFolderAreListedOnly() {
        const ProfileTree tree;
        makeTextRank(tree, "mine/rank_0_ascend_pt", 0);
        makeTextRank(tree, "theirs/rank_1_ascend_pt", 1);
        fs::create_directory_symlink("..", tree.path("mine/up"));
        fs::create_directory_symlink("/", tree.path("mine/root"));
        fs::create_directory_symlink("../theirs/rank_1_ascend_pt", tree.path("mine/rank_1_ascend_pt"));
        const auto run = found(tree.path("mine"));
        QCOMPARE(run.ranks(), (std::vector<int>{0}));
        QCOMPARE(run.log->count("discovery.leads_out"), std::uint64_t{3});
    }

    void pipesAndDeepFoldersDoNotHang() {
        const ProfileTree tree;
        tree.folder("rank_0_ascend_pt/ASCEND_PROFILER_OUTPUT");
        QCOMPARE(::mkfifo(tree.path("rank_0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json").c_str(), 0600), 0);
        QCOMPARE(::mkfifo(tree.path("a.json").c_str(), 0600), 0);
        makeTextRank(tree, "1/2/3/4/5/6/7/rank_8_ascend_pt", 8);
        makeTextRank(tree, "1/2/3/4/5/6/7/8/9/rank_9_ascend_pt", 9);
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), (std::vector<int>{8}));
        QCOMPARE(run.log->count("discovery.too_deep"), std::uint64_t{1});
    }

    void unreadableFoldersAreLogged() {
        if (::geteuid() == 0) {
            QSKIP("root may read everything");
        }
        const ProfileTree tree;
        makeTextRank(tree, "rank_0_ascend_pt", 0);
        makeTextRank(tree, "rank_1_ascend_pt", 1);
        fs::permissions(tree.path("rank_1_ascend_pt"), fs::perms::none);
        const auto run = found(tree.path());
        const auto alone = discover(tree.path("rank_1_ascend_pt"), RunId{0});
        fs::permissions(tree.path("rank_1_ascend_pt"), fs::perms::owner_all);
        QCOMPARE(run.ranks(), (std::vector<int>{0}));
        QCOMPARE(run.log->count("discovery.unreadable"), std::uint64_t{1});
        QVERIFY(!alone);
        QCOMPARE(alone.error().kind, ErrorKind::NoPermission);
    }

    void whatHasTheNameOfAFileAndIsNone() {
        const ProfileTree tree;
        tree.trace("r_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json");
        tree.folder("r_ascend_pt/ASCEND_PROFILER_OUTPUT/communication.json");
        QCOMPARE(::mkfifo(tree.path("r_ascend_pt/ASCEND_PROFILER_OUTPUT/memory_record.csv").c_str(), 0600), 0);
        QCOMPARE(::mkfifo(tree.path("r_ascend_pt/ASCEND_PROFILER_OUTPUT/socket").c_str(), 0600), 0);
        const auto run = discover(tree.path(), RunId{0});
        QVERIFY(run.has_value());
        QCOMPARE(run->log->count("discovery.unreadable"), std::uint64_t{1});
        QCOMPARE(run->log->count("discovery.folder_as_file"), std::uint64_t{1});
    }

    void errorsOfThePathItself() {
        const ProfileTree tree;
        const auto absent = discover(tree.path("absent"), RunId{0});
        QVERIFY(!absent);
        QCOMPARE(absent.error().kind, ErrorKind::NotFound);
        tree.folder("empty");
        const auto empty = discover(tree.path("empty"), RunId{0});
        QVERIFY(empty.has_value());
        QCOMPARE(empty->log->count("discovery.nothing_found"), std::uint64_t{1});
        for (const auto *name : {"notes/README.md", "notes/profile.db.txt"}) {
            const auto text = discover(tree.file(name, "some words"), RunId{0});
            QVERIFY(text.has_value());
            QCOMPARE(text->log->count("discovery.nothing_found"), std::uint64_t{1});
        }
        std::stop_source stop;
        stop.request_stop();
        const auto cancelled = discover(tree.path(), RunId{0}, stop.get_token());
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().kind, ErrorKind::Cancelled);
    }

    void manyRanks() {
        const ProfileTree tree;
        constexpr int kRanks = 10'000;
        for (int rank = 0; rank < kRanks; ++rank) {
            const auto folder = "rank_" + std::to_string(rank) + "_ascend_pt";
            tree.file(folder + "/profiler_info_" + std::to_string(rank) + ".json", "{}");
        }
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{kRanks});
        for (int rank = 0; rank < kRanks; ++rank) {
            const auto &capture = run.captures[static_cast<std::size_t>(rank)];
            QCOMPARE(capture.rank, rank);
            QCOMPARE(capture.files.front().id, SourceId{static_cast<std::uint32_t>(rank)});
        }
        QCOMPARE(run.captureOf(SourceId{77})->rank, 77);
        QCOMPARE(run.captureOf(SourceId{kRanks}), nullptr);
    }

    void repeatable() {
        const ProfileTree tree;
        for (const int rank : {0, 2, 10, 1}) {
            makeTextRank(tree, "rank_" + std::to_string(rank) + "_ascend_pt", rank);
        }
        const auto first = found(tree.path());
        const auto second = found(tree.path());
        QCOMPARE(first.ranks(), (std::vector<int>{0, 1, 2, 10}));
        for (std::size_t i = 0; i < first.captures.size(); ++i) {
            for (std::size_t j = 0; j < first.captures[i].files.size(); ++j) {
                QCOMPARE(first.captures[i].files[j].path, second.captures[i].files[j].path);
                QCOMPARE(first.captures[i].files[j].id, second.captures[i].files[j].id);
            }
        }
    }
};

TEST_SUITE(TestDiscovery)

}  // namespace tst_discovery

#include "tst_discovery.moc"
