// Folders in which profiles lie side by side: what is one job, what are several runs, what is the same once more.
#include "core/analysis/run/kernels.h"
#include "core/session/discovery/discovery.h"
#include "core/session/discovery/ranks_by_hand.h"
#include "core/session/discovery/run_folder.h"
#include "core/session/loading/load_job.h"
#include "tests/core/session/discovery/traced_rank.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <functional>

namespace tst_unrelated_runs {

using namespace stagescope;
using stagescope::testing::kBegin;
using stagescope::testing::Traced;

namespace {

constexpr std::int64_t kDay = std::int64_t{86400} * 1000000;

/// `later`: seconds.
Traced ofRank(int rank, int world, int later = 0) {
    return {.rank = rank, .world = world, .process = 4000 + rank, .beginUs = kBegin + std::int64_t{later} * 1000000};
}

std::size_t device(const QString &process) { return process.isEmpty() ? 0 : 1; }

Run found(const std::string &path) {
    auto run = discover(path, RunId{0});
    return run ? std::move(*run) : Run{};
}

/// Names of the runs in a folder, seen from it; empty: one run.
QStringList runsIn(const ProfileTree &tree) {
    QStringList names;
    for (const auto &path : runsWithin(found(tree.path()))) {
        names << QString::fromStdString(path.substr(std::min(path.size(), tree.path().size() + 1)));
    }
    return names;
}

std::string fileName(const RankCapture &capture) {
    const auto &path = capture.files.front().path;
    return path.substr(path.rfind('/') + 1);
}

}  // namespace

class UnrelatedRunsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void runsOrOneJob_data() {
        using Make = std::function<void(const ProfileTree &)>;
        QTest::addColumn<Make>("make");
        QTest::addColumn<QStringList>("runs");
        const auto row = [](const char *what, const Make &make, std::initializer_list<const char *> runs) {
            QStringList names;
            for (const char *run : runs) {
                names << QString::fromLatin1(run);
            }
            QTest::newRow(what) << make << names;
        };
        constexpr std::int64_t kSecond = 1000000;
        row("models without ranks",
            [](const ProfileTree &tree) {
                tree.file("bert.json", Traced{.operation = "bert"}.text());
                tree.file("qwen.json",
                          Traced{.process = 5000, .beginUs = kBegin + 90 * kSecond, .operation = "qwen"}.text());
            },
            {"bert.json", "qwen.json"});
        row("models at the same time",
            [](const ProfileTree &tree) {
                tree.file("bert.json", Traced{.operation = "bert"}.text());
                tree.file("qwen.json", Traced{.process = 5000, .operation = "qwen"}.text());
            },
            {"bert.json", "qwen.json"});
        row("a rank beside models",
            [](const ProfileTree &tree) {
                tree.file("bert.json", Traced{.operation = "bert"}.text());
                tree.file("resnet.json", ofRank(0, 8).text());
            },
            {"bert.json", "resnet.json"});
        row("runs of one process",
            [](const ProfileTree &tree) {
                tree.file("fused/trace.json", Traced{}.text());
                tree.file("unfused/trace.json", Traced{.beginUs = kBegin + 7 * kSecond}.text());
            },
            {"fused", "unfused"});
        row("numbers that count runs of one process",
            [](const ProfileTree &tree) {
                tree.file("1/trace.json", Traced{}.text());
                tree.file("2/trace.json", Traced{.beginUs = kBegin + 7 * kSecond}.text());
            },
            {"1", "2"});
        row("numbers that count processes",
            [](const ProfileTree &tree) {
                tree.file("0/trace.json", Traced{}.text());
                tree.file("1/trace.json", Traced{.process = 5000}.text());
            },
            {});
        row("worlds of two sizes",
            [](const ProfileTree &tree) {
                tree.file("x_rank0.json", ofRank(0, 8).text());
                tree.file("y_rank2.json", ofRank(2, 4).text());
            },
            {"x_rank0.json", "y_rank2.json"});
        row("two jobs of two ranks",
            [](const ProfileTree &tree) {
                for (const int rank : {0, 1}) {
                    tree.file("a_rank" + std::to_string(rank) + ".json", ofRank(rank, 2).text());
                    tree.file("b_rank" + std::to_string(rank) + ".json", ofRank(rank, 2, 30).text());
                }
            },
            {"{a_rank0.json,a_rank1.json}", "{b_rank0.json,b_rank1.json}"});
        row("ranks of other days",
            [](const ProfileTree &tree) {
                tree.file("rank0.json", ofRank(0, 2).text());
                auto late = ofRank(1, 2);
                late.beginUs += kDay;
                tree.file("rank1.json", late.text());
            },
            {"rank0.json", "rank1.json"});
        row("the same ranks in two folders",
            [](const ProfileTree &tree) {
                for (const char *folder : {"a/", "b/"}) {
                    tree.file(folder + std::string("rank0.json"), ofRank(0, 2, *folder == 'a' ? 0 : 60).text());
                    tree.file(folder + std::string("rank1.json"), ofRank(1, 2, *folder == 'a' ? 0 : 60).text());
                }
            },
            {"a", "b"});
        row("hosts with the same ranks",
            [](const ProfileTree &tree) {
                tree.file("node0/rank0.json", ofRank(0, 1).text());
                tree.file("node1/rank0.json", Traced{.rank = 0, .world = 1, .process = 77}.text());
            },
            {"node0", "node1"});
        row("a folder of scenes",
            [](const ProfileTree &tree) {
                tree.file("one/trace.json", Traced{.operation = "a"}.text());
                tree.file("ddp/rank0.json", ofRank(0, 2).text());
                tree.file("ddp/rank1.json", ofRank(1, 2).text());
                tree.file("pipe/GPipe/rank0.json", ofRank(0, 2, 30).text());
                tree.file("pipe/GPipe/rank1.json", ofRank(1, 2, 30).text());
                tree.file("pipe/1F1B/rank0.json", ofRank(0, 2, 60).text());
                tree.file("pipe/1F1B/rank1.json", ofRank(1, 2, 60).text());
            },
            {"ddp", "one", "pipe/1F1B", "pipe/GPipe"});
        row("profilers of other steps",
            [](const ProfileTree &tree) {
                for (const int rank : {0, 2}) {
                    const auto folder = "rank" + std::to_string(rank) + "_ascend_pt/";
                    tree.file(folder + "profiler_info_" + std::to_string(rank) + ".json",
                              "{\"config\": {\"common_config\": {\"schedule\": {\"wait\": 0, \"skip_first\": " +
                                  std::to_string(12 * (rank + 1)) + "}}}}");
                    tree.trace(folder + "ASCEND_PROFILER_OUTPUT/trace_view.json");
                }
            },
            {"rank0_ascend_pt", "rank2_ascend_pt"});

        row("ranks that are told",
            [](const ProfileTree &tree) {
                for (const int rank : {0, 1, 2}) {
                    tree.file("t" + std::to_string(rank * 7) + ".json", ofRank(rank, 4).text());
                }
            },
            {});
        row("hosts of one job",
            [](const ProfileTree &tree) {
                tree.file("node0/rank0.json", ofRank(0, 4).text());
                tree.file("node0/rank1.json", ofRank(1, 4).text());
                tree.file("node1/rank2.json", ofRank(2, 4).text());
                tree.file("node1/rank3.json", ofRank(3, 4).text());
            },
            {});
        row("ranks without numbers that run together",
            [](const ProfileTree &tree) {
                for (const int i : {0, 1, 2}) {
                    tree.file("host_" + std::to_string(100 + i) + ".1700000009000.pt.trace.json",
                              Traced{.process = 100 + i, .beginUs = kBegin + i}.text());
                }
            },
            {});
        row("devices of one msprof",
            [](const ProfileTree &tree) {
                for (const char *name : {"PROF_000001_20240101120000123_A", "PROF_000002_20240101120003456_B"}) {
                    tree.trace(name + std::string("/mindstudio_profiler_output/msprof_20240101120000.json"));
                }
            },
            {});
        row("msprof on two days",
            [](const ProfileTree &tree) {
                for (const char *name : {"PROF_000001_20240101120000123_A", "PROF_000002_20240102120000123_B"}) {
                    tree.trace(name + std::string("/mindstudio_profiler_output/msprof_20240101120000.json"));
                }
            },
            {"PROF_000001_20240101120000123_A", "PROF_000002_20240102120000123_B"});
        row("ranks without numbers and their coordinator",
            [](const ProfileTree &tree) {
                for (const int i : {0, 1}) {
                    tree.file("host_" + std::to_string(100 + i) + ".1700000009000.pt.trace.json",
                              Traced{.process = 100 + i, .beginUs = kBegin + i}.text());
                }
                tree.file("coordinator.json", Traced{.process = 99, .operation = "serve", .hasDevice = false}.text());
            },
            {});
        row("captures of one process",
            [](const ProfileTree &tree) {
                for (const int i : {0, 1}) {
                    tree.file("host_100.170000000" + std::to_string(i) + "000.pt.trace.json",
                              Traced{.process = 100, .beginUs = kBegin + i * kSecond}.text());
                }
            },
            {});
        row("phases",
            [](const ProfileTree &tree) {
                for (const char *phase : {"DECODE", "EXTEND"}) {
                    for (const int rank : {0, 1}) {
                        tree.file("1761093483.5-TP-" + std::to_string(rank) + "-" + phase + ".trace.json",
                                  Traced{.process = 200 + rank, .operation = phase}.text());
                    }
                }
            },
            {});
        row("roles",
            [](const ProfileTree &tree) {
                for (const char *role : {"actor_update/", "rollout/"}) {
                    for (const int rank : {0, 1}) {
                        tree.file(role + std::string("rank") + std::to_string(rank) + ".json",
                                  ofRank(rank, 2, *role == 'r' ? 30 : 0).text());
                    }
                }
            },
            {});
        row("steps of one process",
            [](const ProfileTree &tree) {
                for (const char *step : {"iteration_10/", "iteration_20/"}) {
                    for (const int rank : {0, 1}) {
                        auto one = ofRank(rank, 0, step[10] == '2' ? 600 : 0);
                        one.rank = -1;
                        tree.file(step + std::string("rank") + std::to_string(rank) + "_trace.json", one.text());
                    }
                }
            },
            {});
        row("steps of two processes",
            [](const ProfileTree &tree) {
                tree.file("epoch0/rank0.json", Traced{.process = 4000}.text());
                tree.file("epoch1/rank0.json", Traced{.process = 5000, .beginUs = kBegin + 9 * kSecond}.text());
            },
            {"epoch0", "epoch1"});
        row("two runs in folders of ranks",
            [](const ProfileTree &tree) {
                for (const int rank : {0, 1}) {
                    const auto folder = "rank" + std::to_string(rank);
                    tree.file(folder + "/fused.json", ofRank(rank, 2).text());
                    tree.file(folder + "/unfused.json", ofRank(rank, 2, 30).text());
                }
            },
            {"{rank0/fused.json,rank1/fused.json}", "{rank0/unfused.json,rank1/unfused.json}"});
        row("two hosts at the same time",
            [](const ProfileTree &tree) {
                tree.file("rank0_a.json", Traced{.hasDevice = false}.text());
                tree.file("rank0_b.json", Traced{.process = 5000}.text());
            },
            {"rank0_a.json", "rank0_b.json"});
    }
    void runsOrOneJob() {
        using Make = std::function<void(const ProfileTree &)>;
        QFETCH(Make, make);
        QFETCH(QStringList, runs);
        const ProfileTree tree;
        make(tree);
        QCOMPARE(runsIn(tree), runs);
        // Each of them is one run by itself.
        for (const auto &path : runsWithin(found(tree.path()))) {
            const auto run = found(path);
            QVERIFY2(!run.captures.empty() && runsWithin(run).empty(), path.c_str());
        }
    }

    void aPatternOpensWhatItChooses() {
        const ProfileTree tree;
        for (const int rank : {0, 1}) {
            tree.file("a_rank" + std::to_string(rank) + ".json", ofRank(rank, 2).text());
            tree.file("b_rank" + std::to_string(rank) + ".json", ofRank(rank, 2, 30).text());
        }
        for (const char *pattern : {"{a_rank0.json,a_rank1.json}", "a_*"}) {
            const auto run = found(tree.path(pattern));
            QCOMPARE(run.ranks(), (std::vector<int>{0, 1}));
            QCOMPARE(fileName(run.captures.front()), std::string("a_rank0.json"));
        }
        QVERIFY(!discover(tree.path("no/a_*"), RunId{0}));
    }

    void phasesAreCapturesOfTheirRank() {
        const ProfileTree tree;
        for (const char *phase : {"DECODE", "EXTEND"}) {
            for (const int rank : {0, 1}) {
                tree.file("1761093483.5-TP-" + std::to_string(rank) + "-" + phase + ".trace.json",
                          Traced{.process = 200 + rank, .operation = phase}.text());
            }
        }
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), (std::vector<int>{0, 1}));
        QCOMPARE(run.captures.size(), std::size_t{4});
        QStringList labels;
        for (const auto &capture : run.captures) {
            labels << QString::fromStdString(capture.captureLabel);
            QCOMPARE(capture.origin, RankOrigin::FileName);
        }
        labels.removeDuplicates();
        QCOMPARE(labels.size(), 2);
        QVERIFY(labels.contains(u"DECODE") && labels.contains(u"EXTEND"));
    }

    void aMergedFileIsNotTakenTwice() {
        for (const char *name : {"merged-1761093483.5.trace.json", "everything.json"}) {
            const ProfileTree tree;
            tree.file("1761093483.5-TP-0.trace.json", ofRank(0, 2).text());
            tree.file("1761093483.5-TP-1.trace.json", ofRank(1, 2).text());
            auto merged = ofRank(0, 2).text();
            for (auto at = merged.find("\"pid\": 4000"); at != std::string::npos; at = merged.find("\"pid\": 4000")) {
                merged.replace(at, 11, "\"pid\": \"[TP00] 4000\"");
            }
            tree.file(name, merged);
            const auto run = found(tree.path());
            QCOMPARE(run.captures.size(), std::size_t{2});
            QCOMPARE(run.log->count("discovery.repeats"), std::uint64_t{1});
            QCOMPARE(run.captures.front().files.size(), std::size_t{2});
            QVERIFY(run.captures.front().files.front().chosen && !run.captures.front().files.back().chosen);
            QVERIFY(run.captures.front().captureLabel.empty());
            QVERIFY(runsWithin(run).empty());
            // Alone it is what there is.
            QCOMPARE(found(tree.path(name)).captures.size(), std::size_t{1});
        }
    }

    void aFileOfAllProcessesIsNotTakenTwice() {
        const auto events = [](int rank) {
            std::string text;
            for (int i = 0; i < 20; ++i) {
                const auto time = std::to_string(kBegin + 100 * i + rank);
                const auto id = "\"args\": {\"correlation\": " + std::to_string(100 * rank + i + 1);
                text += text.empty() ? "" : ", ";
                text += "{\"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 400" +
                        std::to_string(rank) + ", \"tid\": 1, \"ts\": " + time + ", \"dur\": 4, " + id + "}}";
                text += ", {\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"pid\": " + std::to_string(rank) +
                        ", \"tid\": 7, \"ts\": " + time + ", \"dur\": 40, " + id + ", \"stream\": 7}}";
            }
            return text;
        };
        const auto trace = [](const std::string &text) {
            return R"({"schemaVersion": 1, "traceEvents": [)" + text + "]}";
        };
        const ProfileTree tree;
        tree.file("rank0.json", trace(events(0)));
        tree.file("rank1.json", trace(events(1)));
        const auto all = tree.file("all.json", trace(events(0) + ", " + events(1)));
        QCOMPARE(found(all).captures.size(), std::size_t{2});
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), (std::vector<int>{0, 1}));
        QCOMPARE(run.captures.size(), std::size_t{2});
        QCOMPARE(run.log->count("discovery.repeats"), std::uint64_t{1});
        QVERIFY(runsWithin(run).empty());
    }

    void aCopyIsToldAsOne() {
        const ProfileTree tree;
        tree.file("rank0.json", ofRank(0, 2).text());
        tree.file("rank1.json", ofRank(1, 2).text());
        tree.file("rank1 (copy).json", ofRank(1, 2).text());
        auto spaced = Traced{.operation = "jax"}.text();
        const ProfileTree other;
        other.file("plugins/profile/2026/host.trace.json", spaced);
        for (auto at = spaced.find(", "); at != std::string::npos; at = spaced.find(", ", at)) {
            spaced.erase(at + 1, 1);
        }
        other.file("plugins/profile/2026/perfetto_trace.json", spaced);
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{2});
        QCOMPARE(run.log->count("discovery.repeats"), std::uint64_t{1});
        const auto jax = found(other.path());
        QCOMPARE(jax.captures.size(), std::size_t{1});
        QCOMPARE(fileName(jax.captures.front()), std::string("host.trace.json"));
        QCOMPARE(jax.captures.front().origin, RankOrigin::OnlyOne);
    }

    /// The profiler of XLA writes the same profile twice, the JSON with fewer events.
    void convertedTracesStayWithTheirXPlane() {
        const ProfileTree tree;
        const auto text = Traced{.operation = "jax"}.text();
        const std::string xspace("\x0a\x0e\x12\x0c/device:TPU0", 16);
        for (const auto *host : {"host1", "host2"}) {
            const std::string folder = "plugins/profile/2026/";
            tree.file(folder + host + ".xplane.pb", xspace);
            tree.file(folder + host + ".trace.json", text);
        }
        tree.file("plugins/profile/2026/perfetto_trace.json", text);
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{2});
        QCOMPARE(run.log->count("discovery.repeats"), std::uint64_t{3});
        for (const auto &capture : run.captures) {
            QCOMPARE(capture.files.front().format, std::string("xplane"));
            QVERIFY(std::none_of(capture.files.begin() + 1, capture.files.end(),
                                 [](const FileSource &file) { return file.chosen; }));
        }
    }

    void partsAreOneCapture() {
        const ProfileTree tree;
        for (const int rank : {0, 1}) {
            for (const int part : {1, 2, 10}) {
                auto trace = ofRank(rank, 2);
                trace.beginUs += part * 1000;
                tree.file("rank" + std::to_string(rank) + "_part" + std::to_string(part) + ".json", trace.text());
            }
        }
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{2});
        QCOMPARE(run.captures.front().files.size(), std::size_t{3});
        QVERIFY(run.captures.front().files.back().path.ends_with("_part10.json"));
        QVERIFY(runsWithin(run).empty());
    }

    void hostAndDeviceApartAreOneRank() {
        for (const auto &[host, device] : {std::pair("rank0_host.json", "rank0_device.json"),
                                           {"cpu.json", "gpu.json"},
                                           {"rank_0/b.json", "rank_0/a.json"}}) {
            const ProfileTree tree;
            tree.file(host, Traced{.hasDevice = false}.text());
            tree.file(device, Traced{.hasHost = false}.text());
            const auto run = found(tree.path());
            QCOMPARE(run.captures.size(), std::size_t{1});
            QCOMPARE(run.captures.front().files.size(), std::size_t{2});
            QVERIFY(runsWithin(run).empty());
        }
    }

    void aCoordinatorIsNoRank() {
        for (const char *name : {"node1_55.async_llm.1700000009.pt.trace.json", "zzz.json"}) {
            const ProfileTree tree;
            tree.file("dp0_pp0_tp0_rank0.170000000.pt.trace.json", ofRank(0, 2).text());
            tree.file("dp0_pp0_tp1_rank1.170000001.pt.trace.json", ofRank(1, 2).text());
            tree.file(name, Traced{.process = 55, .hasDevice = false}.text());
            const auto run = found(tree.path());
            QCOMPARE(run.captures.size(), std::size_t{3});
            QVERIFY(run.captures.front().rank < 0);
            QCOMPARE(fileName(run.captures.front()), std::string(name));
            QVERIFY(runsWithin(run).empty());
            QCOMPARE(run.log->count("discovery.rank_unknown"), std::uint64_t{0});
        }
    }

    void theCaptureOfAGraphIsNotItsExecution() {
        const ProfileTree tree;
        tree.file("sglang_decode.json", Traced{.operation = "run"}.text());
        tree.file("capture_traces/bs_32_rank0.json", Traced{.operation = "capture"}.text());
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), (std::vector<int>{0}));
        QCOMPARE(run.captures.size(), std::size_t{2});
        QCOMPARE(fileName(*run.capture(0)), std::string("sglang_decode.json"));
        QVERIFY(runsWithin(run).empty());
    }

    /// A file of several host processes is as many ranks, each named as the file names it.
    void processesOfAFileAreRanks_data() {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("second");
        QTest::addColumn<QString>("firstDevice");
        QTest::addColumn<QString>("secondDevice");
        QTest::addColumn<QString>("metadata");
        QTest::addColumn<QList<int>>("ranks");
        const QString none;
        const QList<int> two{0, 1};
        QTest::newRow("marks, out of order") << "\"[TP01] 300\""
                                             << "\"[TP00] 301\""
                                             << "\"[TP01] 0\""
                                             << "\"[TP00] 0\"" << none << two;
        QTest::newRow("bare numbers") << "300"
                                      << "301"
                                      << "0"
                                      << "1" << none << two;
        QTest::newRow("names of ranks") << "300"
                                        << "301"
                                        << "0"
                                        << "1"
                                        << "rank %1" << QList<int>{6, 7};
        QTest::newRow("names of workers") << "300"
                                          << "301"
                                          << "0"
                                          << "1"
                                          << "VLLM::Worker_TP%1" << two;
        QTest::newRow("one device") << "300"
                                    << "301"
                                    << "0"
                                    << "0" << none << two;
        QTest::newRow("one process") << "300"
                                     << "300"
                                     << "0"
                                     << "1" << none << QList<int>{0};
        QTest::newRow("no device") << "300"
                                   << "301" << none << none << none << two;
    }
    void processesOfAFileAreRanks() {
        QFETCH(QString, first);
        QFETCH(QString, second);
        QFETCH(QString, firstDevice);
        QFETCH(QString, secondDevice);
        QFETCH(QString, metadata);
        QFETCH(QList<int>, ranks);
        QString events;
        const auto add = [&events](const QString &event) {
            events += (events.isEmpty() ? QString() : QStringLiteral(",\n")) + event;
        };
        int number = 0;
        for (const auto &[host, device, rank] :
             {std::tuple(first, firstDevice, 0), std::tuple(second, secondDevice, 1)}) {
            if (!metadata.isEmpty()) {
                const auto shown = metadata.startsWith(QLatin1String("rank")) ? 7 - rank : rank;
                add(QStringLiteral(R"({"ph":"M","name":"process_name","pid":%1,"tid":0,"args":{"name":"%2"}})")
                        .arg(host, metadata.arg(shown)));
            }
            add(QStringLiteral("{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#1\",\"pid\":%1,"
                               "\"tid\":1,\"ts\":1000,\"dur\":900}")
                    .arg(host));
            for (int i = 0; i < 10 && !device.isEmpty(); ++i) {
                ++number;
                add(QStringLiteral(
                        R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":%1,"tid":1,"ts":%2,"dur":4,)"
                        R"("args":{"correlation":%3}})")
                        .arg(host)
                        .arg(1010 + 50 * i)
                        .arg(number));
                add(QStringLiteral(R"({"ph":"X","cat":"kernel","name":"k","pid":%1,"tid":7,"ts":%2,"dur":20,)"
                                   R"("args":{"correlation":%3,"stream":7}})")
                        .arg(device)
                        .arg(1030 + 50 * i + rank)
                        .arg(number));
            }
        }
        const ProfileTree tree;
        const auto path =
            tree.file("trace.json", (QStringLiteral("{\"schemaVersion\":1,\"distributedInfo\":{\"rank\":9,"
                                                    "\"world_size\":16},\"traceEvents\":[") +
                                     events + QStringLiteral("]}"))
                                        .toStdString());
        for (const auto &opened : {path, tree.path()}) {
            const auto run = loadRun(opened, RunId{0}, LoadDepth::Deep);
            QVERIFY(run);
            const auto found = run->ranks();
            const bool isOne = ranks.size() == 1;
            QCOMPARE(QList<int>(found.begin(), found.end()), isOne ? QList<int>{9} : ranks);
            QVERIFY(runsWithin(*run).empty());
            for (const int rank : found) {
                const auto &capture = *run->capture(rank);
                QCOMPARE(deviceKernels(capture).size(), device(firstDevice) * (isOne ? 20U : 10U));
                QCOMPARE(capture.files.front().process.empty(), isOne);
                const auto entries = capture.log ? capture.log->entries() : std::vector<ImportEntry>{};
                QVERIFY(
                    std::ranges::all_of(entries, [](const auto &entry) { return entry.severity == Severity::Info; }));
            }
        }
        if (ranks.size() == 2) {
            setRanksByHand({{"trace.json#" + first.toStdString(), 4}});
            const auto run = discover(tree.path(), RunId{0});
            setRanksByHand({});
            QVERIFY(first.startsWith(u'"') || (run && run->capture(4) != nullptr));
        }
    }

    void ranksByHandWin() {
        const ProfileTree tree;
        const auto first = tree.file("b.json", Traced{.operation = "one"}.text());
        tree.file("c.json", Traced{.process = 5000, .operation = "other"}.text());
        QCOMPARE(runsIn(tree).size(), 2);
        setRanksByHand({{first, 3}, {"c.json", 5}});
        const auto run = found(tree.path());
        const auto runs = runsIn(tree);
        const bool isTold = isByHand(run.captures.front());
        setRanksByHand({});
        QCOMPARE(run.ranks(), (std::vector<int>{3, 5}));
        QVERIFY(runs.isEmpty());
        QVERIFY(isTold);
        const auto told = rankByHandFromText("x/b.json=3");
        QVERIFY(told && told->place == "x/b.json" && told->rank == 3);
        for (const char *text : {"b.json", "=3", "b.json=x", "b.json=-2", "b.json=99999999"}) {
            QVERIFY2(!rankByHandFromText(text), text);
        }
    }
};

TEST_SUITE(UnrelatedRunsTest)

}  // namespace tst_unrelated_runs

#include "tst_unrelated_runs.moc"
