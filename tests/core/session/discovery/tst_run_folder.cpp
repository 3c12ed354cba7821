#include "core/session/discovery/discovery.h"
#include "core/session/discovery/run_folder.h"
#include "tests/core/formats/loaded_file.h"
#include "tests/core/session/discovery/traced_rank.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_run_folder {

using namespace stagescope;
using stagescope::testing::kBegin;
using stagescope::testing::Traced;

namespace {

constexpr std::int64_t kTenMinutes = 600'000'000;  // us

/// The begin of what rocprofv3 writes of a process.
std::string resultsOf(int process, const std::string &host, const std::string &program = "python3\", \"train.py") {
    const auto number = std::to_string(process);
    return QStringLiteral(R"({"rocprofiler-sdk-tool": [{"metadata": {"node": {"hostname": "%1"}, "pid": %2, "init_time":
        1000000, "fini_time": 9000000, "command": ["%3", "--local-rank=%2"]},
        "agents": [{"id": {"handle": 7}, "type": 2}], "buffer_records": {}}]})")
        .arg(QString::fromStdString(host), QString::fromStdString(number), QString::fromStdString(program))
        .toStdString();
}

/// Names of the runs in the folder.
QStringList runsIn(const ProfileTree &tree) {
    QStringList names;
    if (const auto run = discover(tree.path(), RunId{0})) {
        for (const auto &path : runsWithin(*run)) {
            if (path.starts_with(tree.path() + '/')) {
                names << QString::fromStdString(path.substr(tree.path().size() + 1));
            }
        }
    }
    return names;
}

void addRank(const ProfileTree &tree, const std::string &folder, int rank) {
    const auto number = std::to_string(rank);
    tree.database(folder + "/rank_" + number + "_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_" + number +
                  ".db");
}

}  // namespace

class TestRunFolder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rolesThatRanAtOnceAreOneRun() {
        const ProfileTree tree;
        int process = 4000;
        for (const char *file : {"actor/rank0", "actor/rank1", "reward_model/rank0", "rollout/rank0"}) {
            ++process;
            tree.file(file + std::string(".json"),
                      Traced{.process = process, .beginUs = kBegin + process, .operation = {file[0], file[3]}}.text());
        }
        QCOMPARE(runsIn(tree), QStringList());
    }
    void versionsOfALibraryAreRuns() {
        for (const auto &[one, other] : {std::pair("2.3", "2.4"), {"2.10.0", "2.11.0"}}) {
            const ProfileTree tree;
            tree.file("torch-" + std::string(one) + "_rank0.json", Traced{.process = 4001}.text());
            tree.file("torch-" + std::string(other) + "_rank0.json",
                      Traced{.process = 4002, .beginUs = kBegin + kTenMinutes}.text());
            QCOMPARE(runsIn(tree).size(), 2);
        }
    }
    /// Settings in names, also behind words that stand before ranks.
    void settingsAreRuns() {
        for (const auto *setting :
             {"lora_rank%1_rank%2.json", "rank%2_lora_r%1.json", "zero_stage_%1_rank%2.json", "zero%1_rank%2.json",
              "bs%1/rank%2.json", "stage%1_rank%2.json", "bs_%1_rank%2.json", "seed-%1_rank%2.json",
              "job_%1_rank%2.json", "lora_r_%1_rank%2.json"}) {
            const ProfileTree tree;
            for (const auto &[value, rank] : {std::pair(2, 0), {2, 1}, {3, 0}, {3, 1}}) {
                tree.file(
                    QString::fromLatin1(setting).arg(value).arg(rank).toStdString(),
                    Traced{.process = 4000 + 10 * value + rank, .beginUs = kBegin + kTenMinutes / 10 * value}.text());
            }
            QVERIFY2(runsIn(tree).size() == 2, setting);
        }
    }
    /// Numbers of folders that are no ranks: days, jobs.
    void numbersOfFoldersMayBeDays() {
        for (const bool isOne : {true, false}) {
            const ProfileTree tree;
            for (const auto &[day, rank] : {std::pair(1, 0), {1, 1}, {2, 0}, {2, 1}}) {
                tree.file("2024/01/0" + std::to_string(day) + "/rank" + std::to_string(rank) + ".json",
                          Traced{.process = 4000 + rank + (isOne ? 0 : 10 * day), .beginUs = kBegin + kTenMinutes * day}
                              .text());
            }
            QCOMPARE(runsIn(tree).size(), isOne ? 0 : 2);
        }
    }
    /// Ranks of one job are recorded at once; bare numbers may count its runs.
    void bareNumbersInTurnAreRuns() {
        for (const auto *pattern : {"%1.json", "multirun/12-00-00/%1/trace.json", "trace.json.%1"}) {
            for (const bool atOnce : {true, false}) {
                const ProfileTree tree;
                for (const int i : {0, 1}) {
                    tree.file(
                        QString::fromLatin1(pattern).arg(i).toStdString(),
                        Traced{.process = 4000 + i, .beginUs = kBegin + (atOnce ? i : i * kTenMinutes / 20)}.text());
                }
                QVERIFY2(runsIn(tree).size() == (atOnce ? 0 : 2), pattern);
            }
        }
    }
    /// Who prefills and who decodes does much the same at the same time.
    void rolesWithoutRanksAreNoRanksOfOneJob() {
        for (const auto *pattern : {"%1.json", "%1-0.json", "%1/trace.json", "%1_engine_1/trace.json"}) {
            const ProfileTree tree;
            for (const auto *role : {"prefill", "decode"}) {
                tree.file(QString::fromLatin1(pattern).arg(QLatin1String(role)).toStdString(),
                          Traced{.process = 4000 + *role, .beginUs = kBegin + *role}.text());
            }
            QVERIFY2(runsIn(tree).size() == 2, pattern);
        }
    }
    /// Each process of a container is the first: words and clocks must show that they are one.
    void stepsOfContainersAreOneRun_data() {
        QTest::addColumn<QString>("word");
        QTest::addColumn<qint64>("laterUs");  // 0: the begin is not told
        QTest::addColumn<int>("runs");
        for (const auto *word : {"step", "iteration_", "epoch-", "global_step_", "checkpoint-", "迭代"}) {
            QTest::addRow("%s", word) << QString::fromUtf8(word) << qint64{kTenMinutes} << 0;
            QTest::addRow("%s without a clock", word) << QString::fromUtf8(word) << qint64{0} << 2;
        }
        for (const auto *word : {"profile", "session_", "capture"}) {
            QTest::addRow("%s", word) << QString::fromLatin1(word) << qint64{kTenMinutes} << 2;
        }
    }
    void stepsOfContainersAreOneRun() {
        QFETCH(QString, word);
        QFETCH(qint64, laterUs);
        QFETCH(int, runs);
        const ProfileTree tree;
        for (const int step : {0, 1}) {
            for (const int rank : {0, 1}) {
                const auto begin = laterUs == 0 ? 1000 + 70 * step + rank : kBegin + laterUs * step + rank;
                tree.file(word.toStdString() + std::to_string(step) + "/rank" + std::to_string(rank) + ".json",
                          Traced{.process = 1, .beginUs = begin}.text());
            }
        }
        QCOMPARE(runsIn(tree).size(), runs);
    }
    /// Clocks of two machines tell nothing about one another.
    void processesOfOneMachineAreOneRun() {
        for (const char *other : {"a", "b"}) {
            const ProfileTree tree;
            tree.file("4711_results.json", resultsOf(4711, "a"));
            tree.file("4712_results.json", resultsOf(4712, other));
            QCOMPARE(runsIn(tree).size(), *other == 'a' ? 0 : 2);
        }
    }
    /// They share the interpreter, or the script.
    void otherProgramsOfOneMachineAreRuns() {
        for (const char *other : {"python3\", \"eval.py", "torchrun\", \"train.py"}) {
            const ProfileTree tree;
            tree.file("4711_results.json", resultsOf(4711, "a"));
            tree.file("4712_results.json", resultsOf(4712, "a", other));
            QCOMPARE(runsIn(tree).size(), 2);
        }
    }
    /// Engines that count their ranks from 0 each are no captures of one another, whether at once or in turn.
    void enginesAreRuns_data() {
        QTest::addColumn<QString>("pattern");
        for (const auto *pattern :
             {"%1-%2/TP-%3.json", "%1_%2/rank%3.json", "%1-%2-TP-%3.json", "%1_%2_rank%3.json", "%1%2_rank%3.json",
              "rank%3_%1-%2.json", "%1-engine-%2/rank_%3.json", "%1_engine_%2_rank%3.json", "%1-server-%2/rank%3.json",
              "llm-%1-worker-%2/rank%3.json", "%1/engine%2/rank%3.json", "%1/%2/rank%3.json"}) {
            QTest::newRow(pattern) << QString::fromLatin1(pattern);
        }
    }
    void enginesAreRuns() {
        QFETCH(QString, pattern);
        for (const qint64 later : {qint64{0}, qint64{kTenMinutes / 10}}) {
            const ProfileTree tree;
            int process = 4000;
            for (const auto *role : {"prefill", "decode"}) {
                for (const auto &[engine, rank] : {std::pair(0, 0), {0, 1}, {1, 0}, {1, 1}}) {
                    ++process;
                    tree.file(pattern.arg(QLatin1String(role)).arg(engine).arg(rank).toStdString(),
                              Traced{.process = process,
                                     .beginUs = kBegin + process + later * (engine + (*role == 'p' ? 0 : 2)),
                                     .operation = role}
                                  .text());
                }
            }
            QCOMPARE(runsIn(tree).size(), 4);
            for (const auto &path : runsWithin(discover(tree.path(), RunId{0}).value())) {
                const auto run = discover(path, RunId{0}).value();
                QCOMPARE(run.ranks(), (std::vector<int>{0, 1}));
                QCOMPARE(run.captures.size(), std::size_t{2});
            }
        }
    }
    /// One process that counts how often it did so, and ranks that engines share.
    void numbersOfARoleMayCountTimes() {
        for (const bool isOne : {true, false}) {
            const ProfileTree tree;
            for (const auto &[time, rank] : {std::pair(1, 0), {1, 1}, {2, 0}, {2, 1}}) {
                tree.file("rollout_" + std::to_string(time) + "_rank" + std::to_string(isOne ? rank : 2 * time + rank) +
                              ".json",
                          Traced{.process = 4000 + (isOne ? rank : 2 * time + rank),
                                 .beginUs = kBegin + (isOne ? kTenMinutes / 10 * time : 0) + rank}
                              .text());
            }
            QCOMPARE(runsIn(tree).size(), 0);
        }
    }
    /// Words that may name a role or a run: by what ran at once.
    void rolesInTurnOfOneProcessAreOneRun() {
        for (const auto &[one, other] : {std::pair("policy/rank0.json", "learner/rank0.json"),
                                         {"sampler_rank0.json", "judge_rank0.json"},
                                         {"make_experience/rank0.json", "train/rank0.json"},
                                         {"gen_rank0.json", "adv_rank0.json"}}) {
            const ProfileTree tree;
            tree.file(one, Traced{.process = 4001, .operation = "a"}.text());
            tree.file(other, Traced{.process = 4001, .beginUs = kBegin + kTenMinutes / 10, .operation = "b"}.text());
            QCOMPARE(runsIn(tree).size(), 0);
        }
    }
    /// "reference" may be a baseline, but not beside an actor.
    void rolesBesideThoseOfTrainingAreOneRun() {
        for (const auto *sure : {"actor", "rollout", "critic_update", "make_experience", "train", "baseline"}) {
            const ProfileTree tree;
            int process = 4000;
            for (const auto *role : {sure, "reference", "policy"}) {
                for (const int rank : {0, 1}) {
                    ++process;
                    tree.file(role + std::string("/rank") + std::to_string(rank) + ".json",
                              Traced{.process = process, .beginUs = kBegin + process * 20'000'000LL, .operation = role}
                                  .text());
                }
            }
            const bool isOther = std::string_view(sure) == "train" || std::string_view(sure) == "baseline";
            QVERIFY2(isOther ? runsIn(tree).size() > 1 : runsIn(tree).isEmpty(), sure);
        }
    }
    void rolesInTurnAreRuns() {
        for (const auto &[one, other] :
             {std::pair("teacher/rank0.json", "student/rank0.json"), {"policy_rank0.json", "learner_rank0.json"}}) {
            for (const bool atOnce : {true, false}) {
                const ProfileTree tree;
                tree.file(one, Traced{.process = 4001, .operation = "a"}.text());
                tree.file(
                    other,
                    Traced{.process = 4002, .beginUs = kBegin + (atOnce ? 1 : kTenMinutes), .operation = "b"}.text());
                QCOMPARE(runsIn(tree).size(), atOnce ? 0 : 2);
            }
        }
        const ProfileTree tree;
        tree.file("reference/rank0.json", Traced{.process = 4001}.text());
        tree.file("rank0.json", Traced{.process = 4002, .beginUs = kBegin + 30'000'000}.text());
        QCOMPARE(runsIn(tree).size(), 2);
    }
    void theSameRanksAgainAreRuns() {
        ProfileTree tree;
        for (const auto *run : {"run10", "run9", "run2"}) {
            addRank(tree, run, 0);
            addRank(tree, run, 1);
        }
        tree.file("notes.txt");
        tree.folder("empty");
        QCOMPARE(runsIn(tree), (QStringList{QStringLiteral("run2"), QStringLiteral("run9"), QStringLiteral("run10")}));
    }
    void runsOfUnequalSize() {
        ProfileTree tree;
        addRank(tree, "small/inner", 0);
        for (int rank = 0; rank < 4; ++rank) {
            addRank(tree, "large", rank);
        }
        QCOMPARE(runsIn(tree), (QStringList{QStringLiteral("large"), QStringLiteral("small")}));
    }
    void ranksMayLieTogetherInAFolder() {
        ProfileTree tree;
        for (const auto *run : {"a", "b"}) {
            for (const auto *rank : {"0", "1"}) {
                tree.database(std::string(run) + "/ascend_pytorch_profiler_" + rank + ".db");
            }
        }
        QCOMPARE(runsIn(tree), (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
    }
    void hostsOfOneClusterAreOneRun() {
        ProfileTree tree;
        addRank(tree, "node0", 0);
        addRank(tree, "node0", 1);
        addRank(tree, "node1", 2);
        addRank(tree, "node1", 3);
        QVERIFY(runsIn(tree).isEmpty());
    }
    void ranksAndTheirCapturesAreOneRun() {
        ProfileTree tree;
        for (const auto *name : {"rank0_start2_stop5", "rank0_start8_stop9", "rank1_start2_stop5"}) {
            tree.trace(std::string(name) + "/trace_view.json");
        }
        QVERIFY(runsIn(tree).isEmpty());
        ProfileTree plain;
        addRank(plain, ".", 0);
        addRank(plain, ".", 1);
        QVERIFY(runsIn(plain).isEmpty());
    }
    void aRankBesideRunsIsOne() {
        ProfileTree tree;
        addRank(tree, "run1", 0);
        addRank(tree, "run2", 0);
        addRank(tree, ".", 0);
        QCOMPARE(runsIn(tree),
                 (QStringList{QStringLiteral("rank_0_ascend_pt"), QStringLiteral("run1"), QStringLiteral("run2")}));
    }
    /// Nsight Systems tells when its session began and what ran.
    void reportsThatRanTogetherAreOneJob_data() {
        QTest::addColumn<qint64>("laterNs");
        QTest::addColumn<int>("runs");
        QTest::newRow("at once") << qint64{0} << 0;
        QTest::newRow("an hour apart") << qint64{3'600'000'000'000} << 2;
    }
    void reportsThatRanTogetherAreOneJob() {
        QFETCH(qint64, laterNs);
        QFETCH(int, runs);
        ProfileTree tree;
        tree.folder(".");
        for (const int i : {0, 1}) {
            testing::WrittenDatabase report(tree.path("report_" + std::to_string(i) + ".sqlite"));
            const auto began = std::to_string(1'700'000'000'000'000'000 + i * laterNs);
            const auto process = std::to_string((100 + i) * 0x1000000LL);
            QVERIFY(report.run(
                "CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);"
                "CREATE TABLE StringIds(id INT, value TEXT); INSERT INTO StringIds VALUES(3, 'gemm');"
                "CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs INT);"
                "INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES(" +
                began +
                ");"
                "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT, end INT, deviceId INT, contextId INT, streamId INT,"
                " correlationId INT, globalPid INT, demangledName INT, shortName INT);"
                "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(1000, 9000, 0, 1, 7, 1, " +
                process + ", 3, 3);"));
        }
        QCOMPARE(runsIn(tree).size(), runs);
    }
    void nothingAndOneAreNone() {
        ProfileTree tree;
        tree.folder("run1");
        QVERIFY(runsIn(tree).isEmpty());
        addRank(tree, "run1", 0);
        QVERIFY(runsIn(tree).isEmpty());
        QVERIFY(runsWithin(Run{}).empty());
    }
};

TEST_SUITE(TestRunFolder)

}  // namespace tst_run_folder

#include "tst_run_folder.moc"
