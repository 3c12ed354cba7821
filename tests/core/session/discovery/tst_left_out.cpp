// What discovery finds and does not show: traces whose head is lost, files that nothing reads, captures of which
// another one is wanted.
#include "core/session/discovery/capture_order.h"
#include "core/session/discovery/discovery.h"
#include "core/session/discovery/ranks_by_hand.h"
#include "core/session/discovery/repeated_files.h"
#include "core/session/discovery/run_folder.h"
#include "core/session/loading/load_job.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/base/packed.h"
#include "tests/core/formats/written_rocpd.h"
#include "tests/core/session/discovery/traced_rank.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tst_left_out {

using namespace stagescope;
using stagescope::testing::kBegin;
using stagescope::testing::Traced;

namespace {

constexpr std::string_view kExecution = "{\"schema\": \"1.1.1-chakra.0.0.4\", \"pid\": 7, \"nodes\": []}";
constexpr std::string_view kTimeline = "[[1700000000000000], [[0, 512, 0]]]";
constexpr std::string_view kCounters = "Kernel_Name,Counter_Name,Counter_Value\nk,SQ_WAVES,1\n";

Run found(const std::string &path) {
    auto run = discover(path, RunId{0});
    return run ? std::move(*run) : Run{};
}

}  // namespace

class LeftOutTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tracesThatEndInTheirHeadAreNamed() {
        const std::string whole = "{\"other\": \"" + std::string(300, 'x') + "\", \"traceEvents\": []}";
        const auto packed = gzipped(whole);
        const auto losses = [](const std::string &name, std::string_view content) {
            const ProfileTree tree;
            tree.trace("good_0.pt.trace.json");
            const auto file = tree.file(name, content);
            const auto beside = found(tree.path()).log->count("discovery.ends_early");
            const auto alone = discover(file, RunId{0});
            return alone && alone->log->count("discovery.ends_early") == beside ? beside : std::uint64_t{99};
        };
        QCOMPARE(losses("whole_1.pt.trace.json.gz", packed), std::uint64_t{0});
        for (const std::size_t cut : {std::size_t{3}, std::size_t{12}, packed.size() / 2}) {
            QCOMPARE(losses("cut_1.pt.trace.json.gz", packed.substr(0, cut)), std::uint64_t{1});
        }
        for (const std::size_t cut : {1, 5, 100, 312}) {
            QCOMPARE(losses("cut_1.pt.trace.json", whole.substr(0, cut)), std::uint64_t{1});
            QCOMPARE(losses("any.json.zst", zstded(whole.substr(0, cut))), std::uint64_t{1});
        }
        QCOMPARE(losses("empty_1.pt.trace.json", ""), std::uint64_t{1});
        QCOMPARE(losses("empty.json.gz", ""), std::uint64_t{1});
        QCOMPARE(losses("rank3.json", ""), std::uint64_t{1});
        // Whole files of other kinds, what is no JSON, and an empty file of any name are not missed.
        for (const auto *other : {"{}", "[]", "[1, 2]", "{\"a\": {\"b\": 1}}", "words", "{} {", "{a: 1", ""}) {
            QCOMPARE(losses("settings.json", other), std::uint64_t{0});
        }
        QCOMPARE(losses("profiler_info.json", "{\"a\": "), std::uint64_t{0});
    }

    void namesInCapitalsAreRead() {
        const ProfileTree tree;
        tree.trace("RANK0/TRACE.JSON");
        tree.trace("RANK1/TRACE.JSON");
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{2});
        QCOMPARE(run.ranks(), (std::vector<int>{0, 1}));
        QVERIFY(discover(tree.path("RANK1/TRACE.JSON"), RunId{0})->captures.size() == 1);
    }

    void memoryByCategoryGoesWithItsProfile() {
        const ProfileTree tree;
        tree.trace("worker_0.pt.trace.json");
        tree.file("worker_0.json", "[[1700000000000000000, 1700000000000000512], [[0, 512], [0, 1024]]]");
        tree.file("worker_0.raw.json.gz", gzipped("[[-1, 0, 512, 0], [1700000000000000000, 1, 512, 3]]"));
        tree.file("table.json", "[[1, 2], [3, 4]]");
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{1});
        const auto &files = run.captures.front().files;
        QCOMPARE(files.size(), std::size_t{3});
        // Written twice, the one with all changes is read.
        for (const auto &file : files) {
            QCOMPARE(file.chosen, !file.path.ends_with("worker_0.json"));
        }
        QVERIFY(!run.log->hasDataLoss());
    }

    void numbersOfProcessesAreNoRanks() {
        const ProfileTree tree;
        tree.trace("rank_3.pt.trace.json");
        tree.file("908_counter_collection.csv", "Kernel_Name,Counter_Name,Counter_Value\nk,SQ_WAVES,1\n");
        tree.file("memory_compare_2026.csv",
                  ",,,Base,Compare\nEvent,Name,Device Id,Allocated Memory(byte),"
                  "Allocated Memory(byte),Diff Memory(byte)\nO,a,0,1,2,1\n");
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), std::vector<int>{3});
        QCOMPARE(run.captures.size(), std::size_t{1});
        QCOMPARE(run.captures.front().files.size(), std::size_t{3});
    }

    void memoryByCategoryWithoutARank() {
        const ProfileTree tree;
        tree.trace("node_0.pt.trace.json");
        tree.file("timeline.json.gz", gzipped("[[1700000000000000], [[0, 512, 0]]]"));
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{1});  // there is one rank that it can be of
        QCOMPARE(run.captures.front().files.size(), std::size_t{2});
        tree.trace("node_1.pt.trace.json");
        QCOMPARE(found(tree.path()).captures.size(), std::size_t{3});  // now there are two
        const auto alone = found(tree.path("timeline.json.gz"));
        QCOMPARE(alone.ranks(), std::vector<int>{0});
    }

    void whatTellsNoRankStaysWithItsJob_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("content");
        const auto row = [](const char *name, std::string_view content) {
            QTest::newRow(name) << QByteArray(name) << QByteArray(content.data(), static_cast<int>(content.size()));
        };
        row("et.json", kExecution);
        row("timeline.json", kTimeline);
        row("4711_counter_collection.csv", kCounters);
    }
    void whatTellsNoRankStaysWithItsJob() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, content);
        for (const char *folders : {"", "node"}) {  // side by side, and in a folder for each rank
            const ProfileTree tree;
            for (const int rank : {0, 1}) {
                const auto number = std::to_string(rank);
                const auto folder = *folders == '\0' ? std::string() : folders + number + '/';
                tree.file(folder + "rank" + number + ".json",
                          Traced{.rank = rank, .world = 2, .process = 4000 + rank}.text());
            }
            const auto file = tree.file(name.toStdString(), content.toStdString());
            const auto run = found(tree.path());
            QCOMPARE(run.ranks(), (std::vector<int>{0, 1}));
            QCOMPARE(run.captures.size(), std::size_t{3});
            QVERIFY(run.captures.front().rank < -1);
            QCOMPARE(run.captures.front().files.front().path, file);
            QCOMPARE(run.log->count("discovery.rank_unknown"), std::uint64_t{0});
            QVERIFY(runsWithin(run).empty());
            QCOMPARE(found(file).ranks(), std::vector<int>{0});
            // Who knows the rank may say it.
            setRanksByHand({{name.toStdString(), 1}});
            const auto told = found(tree.path());
            setRanksByHand({});
            QCOMPARE(told.captures.size(), std::size_t{2});
            QCOMPARE(told.capture(1)->files.size(), std::size_t{2});
        }
    }

    void additionsOfOneRankAloneAreOne() {
        const ProfileTree tree;
        tree.file("et_rank3.json", kExecution);
        tree.file("timeline.json", kTimeline);
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), std::vector<int>{3});
        QCOMPARE(run.captures.size(), std::size_t{1});
    }

    /// Whatever number their names have; of several that could be meant, none.
    void executionTracesGoWithTheirProcess() {
        const auto execution = [](int process) {
            auto text = std::string(kExecution);
            return text.replace(text.find('7'), 1, std::to_string(process));
        };
        const ProfileTree tree;
        for (const int rank : {0, 1}) {
            tree.file("host_" + std::to_string(4711 + rank) + ".1700000009000.pt.trace.json",
                      Traced{.rank = rank, .world = 2, .process = 4711 + rank, .beginUs = kBegin + rank}.text());
            tree.file("et_" + std::to_string(4711 + rank) + ".json", execution(4711 + rank));
        }
        tree.file("execution.json", execution(99));
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), (std::vector<int>{0, 1}));
        for (const int rank : {0, 1}) {
            QCOMPARE(run.capture(rank)->files.size(), std::size_t{2});
            QVERIFY(run.capture(rank)->files.back().path.ends_with("/et_" + std::to_string(4711 + rank) + ".json"));
        }
        QCOMPARE(std::ranges::count_if(run.captures, &isAddition), 1);
        QVERIFY(runsWithin(run).empty());
    }

    /// All processes of containers have one number.
    void executionTracesKeepTheRanksOfTheirNames() {
        auto execution = std::string(kExecution);
        execution.replace(execution.find('7'), 1, "4711");
        const ProfileTree tree;
        tree.file("rank0.json", Traced{.rank = 0, .world = 2, .process = 4711}.text());
        for (const int rank : {0, 1}) {
            tree.file("et_rank" + std::to_string(rank) + ".json", execution);
        }
        const auto run = found(tree.path());
        QCOMPARE(run.ranks(), (std::vector<int>{0, 1}));
        QCOMPARE(run.capture(0)->files.size(), std::size_t{2});
    }

    void countersGoWithTheirProcess() {
        const ProfileTree tree;
        for (const char *process : {"4711", "4712"}) {
            tree.file(process + std::string("_results.json"),
                      std::string("{\"rocprofiler-sdk-tool\": [{\"metadata\": {\"pid\": ") + process + "}}]}");
        }
        tree.file("4712_counter_collection.csv", kCounters);
        setRanksByHand({{"4711_results.json", 0}, {"4712_results.json", 1}});
        const auto run = found(tree.path());
        setRanksByHand({});
        QCOMPARE(run.ranks(), (std::vector<int>{0, 1}));
        QCOMPARE(run.captures.size(), std::size_t{2});
        QCOMPARE(run.capture(0)->files.size(), std::size_t{1});
        QCOMPARE(run.capture(1)->files.size(), std::size_t{2});
    }

    /// rocprofv3 writes a process in each form that was asked for.
    void formsOfAProcessAreOne() {
        const ProfileTree tree;
        for (const char *process : {"4711", "4712"}) {
            tree.file(process + std::string("_results.json"),
                      std::string("{\"rocprofiler-sdk-tool\": [{\"metadata\": {\"pid\": ") + process + "}}]}");
            testing::WrittenRocpd(tree.path() + '/' + process + "_results.db", "_1", testing::RocpdSchema::Rows)
                .add("info_process", {{"id", process}, {"nid", "1"}, {"pid", process}});
        }
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{2});
        for (const auto &capture : run.captures) {
            QCOMPARE(capture.files.size(), std::size_t{2});
            QVERIFY(capture.files.front().path.ends_with(".db") && capture.files.front().chosen);
            QVERIFY(!capture.files.back().chosen);
        }
    }

    /// What lies beside a trace does not hide it from what makes one of several files.
    void partsHalvesAndCopiesWithAdditions() {
        auto later = Traced{.rank = 0, .world = 1};
        later.beginUs += 5000;
        const ProfileTree parts;
        parts.file("rank0.part1.json", Traced{.rank = 0, .world = 1}.text());
        parts.file("rank0.part2.json", later.text());
        parts.file("et_rank0.json", kExecution);
        const ProfileTree halves;
        halves.file("rank0_host.json", Traced{.hasDevice = false}.text());
        halves.file("rank0_device.json", Traced{.hasHost = false}.text());
        halves.file("et_rank0.json", kExecution);
        const ProfileTree copies;
        copies.file("trace.json", Traced{}.text());
        copies.file("trace (copy).json", Traced{}.text());
        copies.file("et.json", kExecution);
        for (const auto *tree : {&parts, &halves, &copies}) {
            const auto run = found(tree->path());
            QCOMPARE(run.captures.size(), std::size_t{1});
            QCOMPARE(run.ranks(), std::vector<int>{0});
            const auto &files = run.captures.front().files;
            QCOMPARE(files.size(), std::size_t{3});
            QCOMPARE(files.back().format, std::string("execution_trace"));
            const auto used =
                std::count_if(files.begin(), files.end(), [](const FileSource &file) { return file.chosen; });
            QCOMPARE(used, tree == &copies ? 2 : 3);
            QVERIFY(runsWithin(run).empty());
        }
    }

    void aCoordinatorBesideRanksWithAdditions() {
        const ProfileTree tree;
        tree.file("rank0.json", Traced{.rank = 0, .world = 2}.text());
        tree.file("zzz.json", Traced{.process = 55, .beginUs = kBegin + 10, .hasDevice = false}.text());
        tree.file("et_rank0.json", kExecution);
        tree.file("timeline.json", kTimeline);
        const auto run = found(tree.path());
        QCOMPARE(run.captures.size(), std::size_t{2});
        QVERIFY(run.captures.front().rank < -1);
        QVERIFY(run.captures.front().files.front().path.ends_with("/zzz.json"));
        QCOMPARE(run.capture(0)->files.size(), std::size_t{3});  // there is one rank that the timeline can be of
        QVERIFY(runsWithin(run).empty());
    }

    void memoryByCategoryAsAPageIsKnownAndNotRead() {
        const ProfileTree tree;
        tree.trace("worker_0.pt.trace.json");
        const auto page = tree.file("worker_0.html",
                                    "<html>\n<head><meta charset=\"utf-8\" /><title>GPU Memory Timeline HTML</title>"
                                    "</head>\n<body>\n  <img src='data:image/png;base64,AAAA'>\n</body>\n</html>");
        tree.file("report.html", "<html><head><title>Loss curves</title></head></html>");
        const auto run = found(tree.path());
        QCOMPARE(run.log->count("discovery.memory_picture"), std::uint64_t{1});
        QCOMPARE(run.captures.size(), std::size_t{1});
        QCOMPARE(run.captures.front().files.size(), std::size_t{1});
        QVERIFY(!run.log->hasDataLoss());
        // Opened alone it says the same.
        QCOMPARE(found(page).log->count("discovery.memory_picture"), std::uint64_t{1});
    }

    void aCaptureIsChosenByName() {
        const ProfileTree tree;
        for (const char *name : {"rank0_start8_stop9", "rank0_start2_stop5", "rank1_start2_stop5"}) {
            tree.trace(std::string(name) + "/ASCEND_PROFILER_OUTPUT/trace_view.json");
        }
        setWantedCapture("start8_stop9");
        const auto run = found(tree.path());
        setWantedCapture("start2_stop5");
        const auto common = found(tree.path());
        setWantedCapture("start3_stop4");
        const auto none = discover(tree.path(), RunId{0});
        setWantedCapture({});
        QCOMPARE(run.ranks(), std::vector<int>{0});
        QVERIFY(run.captures.front().folder.ends_with("/rank0_start8_stop9"));
        QCOMPARE(run.captures.front().files.front().id, SourceId{0});
        QCOMPARE(common.ranks(), (std::vector<int>{0, 1}));
        QVERIFY(!none && none.error().kind == ErrorKind::BadArgument);
        QVERIFY(none.error().detail.find("there are start2_stop5, start8_stop9") != std::string::npos);
    }

    /// In the window: the others stay in the tree, so that one can go back.
    void aCaptureIsInUseAndTheOthersStay() {
        const ProfileTree tree;
        for (const char *name : {"rank0_start8_stop9", "rank0_start2_stop5", "rank1_start2_stop5", "rank1_start8_stop9",
                                 "rank2_start2_stop5"}) {
            tree.trace(std::string(name) + "/ASCEND_PROFILER_OUTPUT/trace_view.json");
        }
        const auto used = [&](const std::string &wanted) {
            LoadJob::Options options;
            options.capture = wanted;
            LoadJob job(tree.path(), RunId{0}, options);
            job.wait({});
            const auto run = job.snapshot();
            std::vector<std::string> names;
            for (const int rank : run->ranks()) {
                const auto &folder = run->capture(rank)->folder;
                names.push_back(folder.substr(folder.rfind('/') + 1));
            }
            return run->captures.size() == 5 ? names : std::vector<std::string>{};
        };
        using Names = std::vector<std::string>;
        const Names common{"rank0_start2_stop5", "rank1_start2_stop5", "rank2_start2_stop5"};
        QCOMPARE(used({}), common);
        QCOMPARE(used("start8_stop9"), (Names{"rank0_start8_stop9", "rank1_start8_stop9", "rank2_start2_stop5"}));
        QCOMPARE(used("start1_stop1"), common);
    }
};

TEST_SUITE(LeftOutTest)

}  // namespace tst_left_out

#include "tst_left_out.moc"
