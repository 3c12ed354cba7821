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

/// A trace, and how many seconds after the first it began.
struct File {
    QString name;
    int process = 0;
    int later = 0;
};

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
    /// Names alone neither part what one process recorded in turn, nor join what other processes did far apart.
    void processesAndTimesOutweighNames_data() {
        QTest::addColumn<QList<File>>("files");
        QTest::addColumn<int>("runs");
        const auto row = [](const char *what, int runs, const QList<File> &files) {
            QTest::newRow(what) << files << runs;
        };
        const auto pairs = [](const char *one, const char *other, int later, int process, int otherProcess) {
            QList<File> files;
            for (const int rank : {0, 1}) {
                files << File{QString::fromUtf8(one).arg(rank), process + rank, 0}
                      << File{QString::fromUtf8(other).arg(rank), otherProcess + rank, later};
            }
            return files;
        };
        constexpr int kDay = 86'400;
        row("numbers of steps behind roles", 0, pairs("actor_10_rank%1.json", "rollout_10_rank%1.json", 0, 4000, 5000));
        row("numbers behind train and eval", 0, pairs("train_100_rank%1.json", "eval_100_rank%1.json", 60, 4000, 5000));
        row("after a restart", 0, pairs("train_100_rank%1.json", "train_200_rank%1.json", 600, 4000, 5000));
        row("one process a role", 0,
            {{QStringLiteral("rollout_1_rank0.json"), 4000, 0},
             {QStringLiteral("rollout_2_rank0.json"), 4000, 60},
             {QStringLiteral("update_1_rank0.json"), 5000, 30},
             {QStringLiteral("update_2_rank0.json"), 5000, 90}});
        row("containers a day apart", 2, pairs("teacher/rank%1.json", "student/rank%1.json", kDay, 40, 40));
        row("containers in turn", 2, pairs("policy_rank%1.json", "reference_rank%1.json", 60, 40, 40));
        row("one number a day apart", 2, pairs("teacher_rank%1.json", "student_rank%1.json", kDay, 4000, 4000));
        row("folders of one number a day apart", 2,
            pairs("teacher/rank%1.json", "student/rank%1.json", kDay, 4000, 4000));
        row("folders of ranks below steps", 0,
            {{QStringLiteral("step_1/0/trace_rank0.json"), 4000, 0},
             {QStringLiteral("step_1/1/trace_rank1.json"), 4001, 0},
             {QStringLiteral("step_2/0/trace_rank0.json"), 4000, 60},
             {QStringLiteral("step_2/1/trace_rank1.json"), 4001, 60}});
        row("stages of ZeRO", 2, pairs("stage0_gpu%1.json", "stage1_gpu%1.json", 60, 4000, 5000));
        row("stages of ZeRO beside TP", 2, pairs("stage0_tp%1.json", "stage1_tp%1.json", 60, 4000, 5000));
        for (const auto *word : {"batch", "run", "seq", "micro", "size"}) {
            const auto name = QString::fromLatin1(word) + QStringLiteral("_%2_rank%1.json");
            row(word, 0,
                pairs(qPrintable(QString(name).replace(QLatin1String("%2"), QLatin1String("10"))),
                      qPrintable(QString(name).replace(QLatin1String("%2"), QLatin1String("20"))), 60, 4000, 4000));
        }
        row("counts of cards", 2,
            {{QStringLiteral("16卡_0/trace.json"), 4000, 0}, {QStringLiteral("16卡_1/trace.json"), 5000, 60}});
        row("files by counts of cards", 2,
            {{QStringLiteral("8卡_0.json"), 4000, 0}, {QStringLiteral("8卡_1.json"), 5000, 60}});
        row("counts of devices", 2,
            {{QStringLiteral("8gpu_0.json"), 4000, 0}, {QStringLiteral("8gpu_1.json"), 5000, 60}});
        row("a variant", 2, pairs("trace_rank%1.json", "trace_sync_rank%1.json", kDay, 4000, 5000));
        row("variants", 2, pairs("llama_rank%1.json", "llama_experience_rank%1.json", kDay, 4000, 5000));
        row("roles far apart", 2, pairs("ref/rank%1.json", "target/rank%1.json", kDay, 4000, 5000));
        row("Chinese steps", 0, pairs("1步/rank%1.json", "2步/rank%1.json", 60, 4000, 4000));
        row("ordinals", 0, pairs("第1轮/rank%1.json", "第2轮/rank%1.json", 60, 4000, 4000));
        row("machines of a role", 0, pairs("nodea_train_0/%1.json", "nodeb_train_0/%1.json", 0, 4000, 5000));
        row("machines of a training", 0, pairs("hosta-train-1/%1.json", "hostb-train-1/%1.json", 0, 4000, 5000));
        row("no machines", 2, pairs("llama_multinode1/rank%1.json", "llama_multinode2/rank%1.json", 0, 4000, 5000));
    }
    void processesAndTimesOutweighNames() {
        QFETCH(QList<File>, files);
        QFETCH(int, runs);
        const ProfileTree tree;
        int begin = 0;
        for (const auto &[name, process, later] : files) {
            tree.file(name.toStdString(),
                      Traced{.process = process, .beginUs = kBegin + later * 1'000'000LL + ++begin}.text());
        }
        QCOMPARE(runsIn(tree).size(), runs);
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
