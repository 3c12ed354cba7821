// Ranks that count from 0 on each host, and files numbered "0_of_2": which ranks of the job they are.
#include "core/session/discovery/discovery.h"
#include "core/session/discovery/rank_names.h"
#include "core/session/discovery/role_names.h"
#include "core/session/discovery/run_folder.h"
#include "tests/core/session/discovery/traced_rank.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/small_traces.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_ranks_of_hosts {

using namespace stagescope;
using stagescope::testing::kBegin;
using stagescope::testing::sliceOf;
using stagescope::testing::threadName;
using stagescope::testing::Traced;
using stagescope::testing::traceOf;

namespace {

Run found(const std::string &path) {
    auto run = discover(path, RunId{0});
    return run ? std::move(*run) : Run{};
}

}  // namespace

class RanksOfHostsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ranksWithinNodesAreOfTheJob() {
        const ProfileTree tree;
        for (const int node : {0, 1}) {
            for (const int local : {0, 1}) {
                tree.file("node" + std::to_string(node) + "/local_rank" + std::to_string(local) + ".json",
                          Traced{.process = 1000 + 10 * node + local}.text());
            }
        }
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), (std::vector<int>{0, 1, 2, 3}));
        QVERIFY(run.capture(2)->folder.ends_with("/node1"));
        QVERIFY(runsWithin(run).empty());
    }

    void ranksWithinNamedHostsAreGuessedWhereTheyRanTogether_data() {
        QTest::addColumn<QString>("hosts");
        QTest::addColumn<QString>("local");
        QTest::addColumn<bool>("ranTogether");
        const auto node = QStringLiteral("node-%1");
        QTest::newRow("folders, together") << node << QStringLiteral("local_rank%1/trace.json") << true;
        QTest::newRow("files, together") << node << QStringLiteral("local_rank%1.json") << true;
        QTest::newRow("Slurm, together") << node << QStringLiteral("localid_%1.json") << true;
        QTest::newRow("bare numbers, together") << node << QStringLiteral("%1.json") << true;
        QTest::newRow("ranks, together") << node << QStringLiteral("rank%1.json") << true;
        QTest::newRow("SageMaker, together") << QStringLiteral("algo-%1") << QStringLiteral("%1.json") << true;
        QTest::newRow("an hour apart") << node << QStringLiteral("local_rank%1.json") << false;
    }
    void ranksWithinNamedHostsAreGuessedWhereTheyRanTogether() {
        QFETCH(QString, hosts);
        QFETCH(QString, local);
        QFETCH(bool, ranTogether);
        const ProfileTree tree;
        int process = 1000;
        for (const auto *host : {"a", "b"}) {
            for (const int rank : {0, 1}) {
                const bool isLater = *host == 'b' && !ranTogether;
                tree.file(hosts.arg(QLatin1String(host)).toStdString() + '/' + local.arg(rank).toStdString(),
                          Traced{.process = ++process, .beginUs = kBegin + (isLater ? 3'600'000'000LL : 0)}.text());
            }
        }
        const auto run = found(tree.path());
        QCOMPARE(runsWithin(run).size(), std::size_t{ranTogether ? 0U : 2U});
        QCOMPARE(run.ranks().size(), std::size_t{ranTogether ? 4U : 2U});
        QCOMPARE(run.captures.front().origin == RankOrigin::Unknown, ranTogether);
        if (ranTogether) {
            QVERIFY(run.capture(2)->files.front().path.find("-b/") != std::string::npos);
        }
    }

    /// What several captures tell of their ranks together.
    void ranksThatPathsTell_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QList<int>>("ranks");
        const auto row = [](const char *what, std::initializer_list<const char *> files, const QList<int> &ranks) {
            QStringList names;
            for (const char *file : files) {
                names << QString::fromUtf8(file);
            }
            QTest::newRow(what) << names << ranks;
        };
        row("axes in folders", {"pp0/tp0/t.json", "pp0/tp1/t.json", "pp1/tp0/t.json", "pp1/tp1/t.json"}, {0, 1, 2, 3});
        row("axes in folders and files",
            {"dp_rank_0/tp_rank_0.json", "dp_rank_0/tp_rank_1.json", "dp_rank_1/tp_rank_0.json",
             "dp_rank_1/tp_rank_1.json"},
            {0, 1, 2, 3});
        row("a job below the rank", {"rank0/4701/trace.json", "rank1/4711/trace.json"}, {0, 1});
        row("a year below the rank", {"rank_0/prof/2025/trace.json", "rank_1/prof/2025/trace.json"}, {0, 1});
        row("a step below the place", {"tp0/12/trace.json", "tp1/12/trace.json"}, {0, 1});
        row("a year above the rank", {"2025/rank0/trace.json", "2025/rank1/trace.json"}, {0, 1});
        row("bare numbers", {"5/trace.json", "6/trace.json"}, {5, 6});
        row("workers", {"worker-1.json", "worker-2.json"}, {1, 2});
        row("workers and their master", {"llama-master-0.json", "llama-worker-0.json", "llama-worker-1.json"},
            {0, 1, 2});
        row("pods of workers and of their master",
            {"llama-master-0/t.json", "llama-worker-0/t.json", "llama-worker-1/t.json"}, {0, 1, 2});
        row("ranks that pods count anew", {"w-master-0/rank0.json", "w-worker-0/rank0.json", "w-worker-1/rank0.json"},
            {0, 1, 2});
        row("devices of hosts whose names tell no number", {"a_gpu0.json", "a_gpu1.json", "b_gpu0.json", "b_gpu1.json"},
            {0, 1, 2, 3});
        row("devices of addresses",
            {"10.0.0.1_gpu0.json", "10.0.0.1_gpu1.json", "10.0.0.2_gpu0.json", "10.0.0.2_gpu1.json"}, {0, 1, 2, 3});
        row("engines that count from 0 each",
            {"dp0_pp0_tp0_ep0_rank0.17000000001.pt.trace.json", "dp0_pp0_tp1_ep1_rank1.17000000002.pt.trace.json",
             "dp1_pp0_tp0_ep0_rank0.17000000003.pt.trace.json", "dp1_pp0_tp1_ep1_rank1.17000000004.pt.trace.json"},
            {0, 1, 2, 3});
        row("numbers behind the ending", {"trace.json.2", "trace.json.3"}, {2, 3});
        row("numbers behind and before a packing", {"trace.json.gz.2", "trace.json.3.gz"}, {2, 3});
        row("a number behind the ending beside a rank", {"rank_5.json.0", "rank_6.json.0"}, {5, 6});
        row("a rank behind the ending", {"trace.json.rank2", "trace.json.rank_3"}, {2, 3});
        row("hosts and ranks in them", {"host0-rank0.json", "host0-rank1.json", "host1-rank0.json", "host1-rank1.json"},
            {0, 1, 2, 3});
        row("hosts called like ranks",
            {"rank1/rank_0.json", "rank1/rank_1.json", "rank2/rank_0.json", "rank2/rank_1.json"}, {0, 1, 2, 3});
        row("so many ranks", {"run_ranks16/0/trace.json", "run_ranks16/1/trace.json"}, {0, 1});
        row("an experiment called so", {"rank3_test/0/trace.json", "rank3_test/1/trace.json"}, {0, 1});
        row("the rank of an adapter", {"lora_rank16_rank0.json", "rank1_lora_rank16.json"}, {0, 1});
        row("a folder of the rank of an adapter", {"lora-rank-64/0/trace.json", "lora-rank-64/1/trace.json"}, {0, 1});
        row("devices that others have before them", {"gpu2.json", "gpu5.json"}, {2, 5});
        row("devices in longer names", {"llama_npu4_trace.json", "llama_npu6_trace.json"}, {4, 6});
        row("devices by other words", {"card2.json", "card10.json", "card5.json"}, {2, 5, 10});
        row("bare numbers in names", {"profile_4.json", "profile_6.json"}, {4, 6});
        row("numbers of pods", {"trainer-2/trace.json", "trainer-5/trace.json"}, {2, 5});
        row("numbers of so many", {"trace_2_of_4.json", "trace_3_of_4.json"}, {2, 3});
        row("numbers beside times", {"t_2_1700000000123.json", "t_3_1700000000456.json"}, {2, 3});
        row("numbers of processes", {"t_1001.json", "t_1002.json"}, {0, 1});
        row("several numbers", {"g3_l1.json", "g4_l0.json"}, {0, 1});
        row("numbers of settings", {"seed_1.json", "seed_2.json"}, {0, 1});
        row("sizes", {"bs16.json", "bs32.json"}, {0, 1});
        row("clocks", {"trace_12-00-01.json", "trace_12-00-04.json"}, {0, 1});
        row("clocks without signs", {"trace_120001.json", "trace_120004.json"}, {0, 1});
        row("stages in folders", {"dp0/stage0/t.json", "dp0/stage1/t.json", "dp1/stage0/t.json", "dp1/stage1/t.json"},
            {0, 1, 2, 3});
        row("stages in files", {"dp0/stage0.json", "dp0/stage1.json", "dp1/stage0.json"}, {0, 1, 2});
        row("Chinese words of cards", {"卡2.json", "卡3.json"}, {2, 3});
        row("Chinese words of nodes", {"节点0_卡0.json", "节点0_卡1.json", "节点1_卡0.json"}, {0, 1, 2});
        row("other words of ranks", {"rank_id_2.json", "rankid3.json"}, {2, 3});
        row("other words of devices", {"device_id_2.json", "device_id_3.json"}, {2, 3});
        row("endings in large and small letters", {"rank2.Json", "rank3.JSON"}, {2, 3});
        row("stages alone", {"stage2.json", "stage3.json"}, {2, 3});
        row("processes alone", {"1001.json", "1002.json"}, {0, 1});
        row("large numbers alone", {"4711.json", "4715.json"}, {0, 1});
        row("large numbers of workers", {"worker_4711.json", "worker_4715.json"}, {0, 1});
        row("large numbers behind", {"trace.json.4711", "trace.json.4715"}, {0, 1});
        row("large numbers of folders", {"4711/trace.json", "4715/trace.json"}, {0, 1});
        row("large numbers in a row",
            {"200.json", "201.json", "202.json", "203.json", "205.json", "206.json", "207.json", "208.json"},
            {200, 201, 202, 203, 205, 206, 207, 208});
        row("large numbers of ranks", {"rank4711.json", "rank4715.json"}, {4711, 4715});
        row("numbers of hosts", {"host2_trace.json", "host3_trace.json"}, {0, 1});
        row("processes of hosts called workers",
            {"w-worker-0_101.1700000000123.pt.trace.json", "w-worker-0_102.1700000000123.pt.trace.json",
             "w-worker-1_103.1700000000123.pt.trace.json"},
            {0, 1, 2});
    }
    void ranksThatPathsTell() {
        QFETCH(QStringList, files);
        QFETCH(QList<int>, ranks);
        const ProfileTree tree;
        int process = 1000;
        for (const auto &file : std::as_const(files)) {
            ++process;
            tree.file(file.toStdString(), Traced{.process = process, .beginUs = kBegin + process}.text());
        }
        const auto run = found(tree.path());
        QVERIFY(runsWithin(run).empty());
        const auto told = run.ranks();
        QCOMPARE(QList<int>(told.begin(), told.end()), ranks);
        QCOMPARE(run.captures.size(), static_cast<std::size_t>(files.size()));
        // A pod of its own is a host of its own; no other of these folders is one.
        QVERIFY(std::ranges::all_of(run.captures, [](const RankCapture &capture) {
            return capture.host.empty() || workerInName(capture.host);
        }));
    }

    /// Host and device of one process in two files are no two hosts.
    void filesOfOneProcessAreNoHosts() {
        const ProfileTree tree;
        for (const int rank : {0, 1}) {
            for (const bool isDevice : {false, true}) {
                tree.file("gpu" + std::to_string(rank) + (isDevice ? "_b.json" : "_a.json"),
                          Traced{.process = 500 + rank, .beginUs = kBegin + (isDevice ? 300 : 0)}.text());
            }
        }
        QCOMPARE(found(tree.path()).ranks(), (std::vector<int>{0, 1}));
    }

    /// A number beside no word of a device is a guess, as the order is.
    void numbersWithoutWordsAreGuesses() {
        for (const char *word : {"gpu", "profile_"}) {
            const ProfileTree tree;
            for (const int i : {4, 6}) {
                tree.file(word + std::to_string(i) + ".json", Traced{.process = 500 + i, .beginUs = kBegin + i}.text());
            }
            const auto run = found(tree.path());
            QCOMPARE(run.ranks(), (std::vector<int>{4, 6}));
            QCOMPARE(run.log->count("discovery.rank_unknown"), std::uint64_t{*word == 'g' ? 0U : 2U});
        }
    }

    /// Small as numbers of processes are in containers: "31.json" of process 31.
    void numbersOfTheirProcessesAreNoRanks_data() {
        QTest::addColumn<QString>("name");
        for (const auto *name : {"%1.json", "trace_%1.json", "worker_%1.json", "trace.json.%1", "%1/trace.json"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
    void numbersOfTheirProcessesAreNoRanks() {
        QFETCH(QString, name);
        for (const bool areTheirs : {true, false}) {
            const ProfileTree tree;
            for (const int i : {31, 37}) {
                tree.file(name.arg(i).toStdString(),
                          Traced{.process = areTheirs ? i : 500 + i, .beginUs = kBegin + i}.text());
            }
            QCOMPARE(found(tree.path()).ranks(), areTheirs ? (std::vector<int>{0, 1}) : (std::vector<int>{31, 37}));
        }
    }

    /// Ranks of which only some were recorded: each file tells another process.
    void numbersOfOtherProcessesAreRanks() {
        for (const auto *name : {"%1.json", "trace_r%1.json", "worker_%1.json"}) {
            const ProfileTree tree;
            std::vector<int> ranks;
            for (const int i : {0, 64, 128, 192}) {
                ranks.push_back(i + 96);
                tree.file(QString::fromLatin1(name).arg(i + 96).toStdString(),
                          Traced{.process = 4000 + i, .beginUs = kBegin + i}.text());
            }
            const auto run = found(tree.path());
            QCOMPARE(run.ranks(), ranks);
            QCOMPARE(run.log->count("discovery.rank_unknown"), std::uint64_t{0});
        }
    }

    /// Processes of one file whose ranks nothing but the names of their threads tells.
    void threadsTellRanksOfProcesses_data() {
        QTest::addColumn<QString>("thread");
        QTest::addColumn<QList<int>>("ranks");
        for (const auto *thread : {"rank %1", "[rank%1]: python", "pt_main_thread of Rank %1", "tp0-stage%1 main"}) {
            QTest::newRow(thread) << QString::fromLatin1(thread) << QList<int>{1, 0};
        }
        QTest::newRow("ranks of others") << QStringLiteral("rank 1%1") << QList<int>{11, 10};
        QTest::newRow("no ranks") << QStringLiteral("thread %1") << QList<int>{0, 1};
    }
    void threadsTellRanksOfProcesses() {
        QFETCH(QString, thread);
        QFETCH(QList<int>, ranks);
        QStringList events;
        for (const int process : {0, 1}) {
            const auto host = QString::number(700 + process);
            events << threadName(host, host, thread.arg(1 - process));
            for (int i = 0; i < 10; ++i) {
                const auto args = QStringLiteral("'correlation':%1,'stream':7").arg(10 * process + i);
                const auto begin = 1000 + 50 * i + process;
                events << sliceOf(QStringLiteral("cuda_runtime"), QStringLiteral("cudaLaunchKernel"), host, host, begin,
                                  5, args)
                       << sliceOf(QStringLiteral("kernel"), QStringLiteral("k"), QString::number(process),
                                  QStringLiteral("7"), begin + 10, 5, args);
            }
        }
        const ProfileTree tree;
        tree.file("trace.json", traceOf(events).toStdString());
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{2});
        for (const auto &capture : run.captures) {
            QCOMPARE(capture.rank, ranks[capture.files.front().process == "700" ? 0 : 1]);
        }
    }

    /// Whatever the order of names is.
    void theMasterIsTheFirst_data() {
        QTest::addColumn<QString>("master");
        QTest::addColumn<QString>("worker");
        QTest::newRow("files") << QStringLiteral("x-head.json") << QStringLiteral("a-worker-%1.json");
        QTest::newRow("pods") << QStringLiteral("job-master-0/trace.json") << QStringLiteral("a-worker-%1/trace.json");
    }
    void theMasterIsTheFirst() {
        QFETCH(QString, master);
        QFETCH(QString, worker);
        const ProfileTree tree;
        tree.file(master.toStdString(), Traced{.process = 999}.text());
        for (const int i : {1, 2}) {
            tree.file(worker.arg(i).toStdString(), Traced{.process = 500 + i, .beginUs = kBegin + i}.text());
        }
        const auto run = found(tree.path());
        QCOMPARE(run.ranks().size(), std::size_t{3});
        const auto &first = run.capture(0)->files.front().path;
        QVERIFY2(first.ends_with(master.toStdString()), first.c_str());
    }

    /// One process that was recorded again, under names that tell no rank, is one rank; what ran at once is not.
    void aProcessRecordedAgainIsOneRank_data() {
        QTest::addColumn<QStringList>("names");
        QTest::newRow("steps") << QStringList{QStringLiteral("step0.json"), QStringLiteral("step1.json")};
        QTest::newRow("iterations") << QStringList{QStringLiteral("iter_0000100.json"),
                                                   QStringLiteral("iter_0000200.json")};
        QTest::newRow("checkpoints") << QStringList{QStringLiteral("epoch=0-step=100.json"),
                                                    QStringLiteral("epoch=1-step=200.json")};
        QTest::newRow("epochs") << QStringList{QStringLiteral("epoch0.json"), QStringLiteral("epoch1.json")};
        QTest::newRow("a counter") << QStringList{QStringLiteral("trace_0.json"), QStringLiteral("trace_1.json")};
    }
    void aProcessRecordedAgainIsOneRank() {
        QFETCH(QStringList, names);
        for (const bool isAtOnce : {false, true}) {
            const ProfileTree tree;
            for (int i = 0; i < 2; ++i) {
                const auto begin = kBegin + (isAtOnce ? i : 30'000'000 * i);
                tree.file(names.at(i).toStdString(), Traced{.process = 500, .beginUs = begin}.text());
            }
            const auto run = found(tree.path());
            QCOMPARE(run.ranks().size(), std::size_t{isAtOnce ? 2U : 1U});
            QCOMPARE(run.captures.size(), std::size_t{2});
            QVERIFY(runsWithin(run).empty());
        }
    }

    /// Processes of containers share a number: two at once show that the third, later, need not be one of them.
    void aNumberOfTwoAtOnceTellsNothing() {
        const ProfileTree tree;
        for (const int i : {0, 1, 2}) {
            const auto begin = kBegin + (i == 2 ? 30'000'000 : i);
            tree.file("trace_" + std::to_string(i) + ".json", Traced{.process = 500, .beginUs = begin}.text());
        }
        QCOMPARE(found(tree.path()).ranks().size(), std::size_t{3});
    }

    /// Nor where each drove a device of its own.
    void aNumberOfTwoDevicesTellsNothing() {
        for (const bool areTwo : {true, false}) {
            const ProfileTree tree;
            for (const int i : {0, 1}) {
                tree.file("trace_" + std::to_string(i) + ".json", Traced{.process = 500,
                                                                         .beginUs = kBegin + 30'000'000 * i,
                                                                         .device = areTwo && i == 1 ? "GPU-b" : "GPU-a"}
                                                                      .text());
            }
            QCOMPARE(found(tree.path()).ranks().size(), std::size_t{areTwo ? 2U : 1U});
        }
    }

    /// "0/step10.json", "1/step10.json": folders of ranks with several captures each.
    void capturesInFoldersOfBareNumbers() {
        const ProfileTree tree;
        for (const int step : {10, 20}) {
            for (const int rank : {0, 1}) {
                tree.file(std::to_string(rank) + "/step" + std::to_string(step) + ".json",
                          Traced{.process = 500 + rank, .beginUs = kBegin + 1'000'000 * step + rank}.text());
            }
        }
        const auto run = found(tree.path());
        QVERIFY(runsWithin(run).empty());
        QCOMPARE(run.ranks(), (std::vector<int>{0, 1}));
        QCOMPARE(run.captures.size(), std::size_t{4});
        for (const int rank : {0, 1}) {
            QVERIFY(run.capture(rank)->files.front().path.ends_with("step20.json"));
        }
    }

    /// "4711/N0G0.json" beside "4711/N0G1.json": the number of the folder is not that of a rank, nor is that of an
    /// opened one.
    void processesOfOneFolderAreSeveralRanks() {
        for (const char *name : {"4711", "rank9"}) {
            const ProfileTree tree;
            for (const int i : {0, 1, 2}) {
                tree.file(std::string(name) + "/N0G" + std::to_string(i) + ".json",
                          Traced{.process = 500 + i, .beginUs = kBegin + i}.text());
            }
            const auto run = found(tree.path() + '/' + name);
            QCOMPARE(run.ranks(), (std::vector<int>{0, 1, 2}));
            QVERIFY(runsWithin(run).empty());
        }
    }

    /// RANK was not set: all heads say 0.
    void namesCorrectHeadsThatCollide() {
        const ProfileTree tree;
        for (const int rank : {0, 1, 2}) {
            tree.file("rank" + std::to_string(rank) + ".json",
                      Traced{.rank = 0, .world = 3, .process = 500 + rank, .beginUs = kBegin + rank}.text());
        }
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), (std::vector<int>{0, 1, 2}));
        QVERIFY(runsWithin(run).empty());
    }

    void aFolderOfARoleIsNoHost() {
        const ProfileTree tree;
        for (const char *role : {"rollout", "ref"}) {
            tree.file(std::string(role) + "/rank0.json", Traced{.process = 500}.text());
        }
        QVERIFY(std::ranges::all_of(found(tree.path()).captures,
                                    [](const RankCapture &capture) { return capture.host.empty(); }));
    }

    /// "0_of_2" is a part of a file that was cut, or a rank.
    void numbersOfSoManyAreRanksWhereProcessesDiffer() {
        for (const bool areRanks : {true, false}) {
            const ProfileTree tree;
            for (const int i : {0, 1}) {
                const Traced one{.process = areRanks ? 500 + i : 500, .beginUs = kBegin + (areRanks ? i : 2000 * i)};
                tree.file("run_" + std::to_string(i) + "_of_2.json", one.text());
            }
            const auto run = found(tree.path());
            QCOMPARE(run.captures.size(), std::size_t{areRanks ? 2U : 1U});
            QCOMPARE(run.captures.front().files.size(), std::size_t{areRanks ? 1U : 2U});
            QVERIFY(runsWithin(run).empty());
        }
    }
};

TEST_SUITE(RanksOfHostsTest)

}  // namespace tst_ranks_of_hosts

#include "tst_ranks_of_hosts.moc"
