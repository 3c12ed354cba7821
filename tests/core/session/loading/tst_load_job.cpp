#include "core/formats/trace_json/trace_json_reader.h"
#include "core/session/item_details.h"
#include "core/session/loading/load_job.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/base/packed.h"
#include "tests/core/session/gated_formats.h"
#include "tests/core/session/small_cluster.h"
#include "tests/support/test_suite.h"

#include <QtCore/QElapsedTimer>
#include <QtCore/QThread>
#include <QtTest/QTest>

#include <algorithm>
#include <limits>
#include <numeric>

namespace tst_load_job {

using namespace stagescope;

namespace {

constexpr auto kAll = std::numeric_limits<std::uint64_t>::max();
constexpr int kPatience = 60'000;

std::size_t countIn(const Run &run, LoadState state) {
    return static_cast<std::size_t>(std::count_if(run.captures.begin(), run.captures.end(),
                                                  [&](const RankCapture &c) { return c.state == state; }));
}

LoadState stateOf(const LoadJob &job, int rank) {
    const auto run = job.snapshot();
    const auto *capture = run->capture(rank);
    return capture == nullptr ? LoadState::Missing : capture->state;
}

std::uint64_t deepBytes(const RankCapture &capture) {
    std::uint64_t sum = 0;
    for (const auto &loaded : capture.loaded) {
        for (const auto &trace : loaded.traces) {
            sum += trace->byteSize();
        }
        for (const auto &table : loaded.tables) {
            sum += table->byteSize();
        }
    }
    return sum;
}

const FileSource *fileOf(const RankCapture &capture, std::string_view format) {
    const auto it = std::find_if(capture.files.begin(), capture.files.end(),
                                 [&](const FileSource &file) { return file.format == format; });
    return it == capture.files.end() ? nullptr : &*it;
}

/// Sources of the traces that are loaded, as their formats.
std::vector<std::string> tracesFrom(const RankCapture &capture) {
    std::vector<std::string> formats;
    for (const auto &loaded : capture.loaded) {
        const auto file = std::find_if(capture.files.begin(), capture.files.end(),
                                       [&](const FileSource &f) { return f.id == loaded.source; });
        if (!loaded.traces.empty() && file != capture.files.end()) {
            formats.push_back(file->format);
        }
    }
    return formats;
}

/// Trace JSON of any size with its first part, then held by a gate.
class PreviewFormat final : public GatedFormat {
public:
    PreviewFormat(const Format &inner, ReadGate *gate) : GatedFormat(inner, gate) {}
    [[nodiscard]] Status load(const FileSource &file, Sink &sink, const LoadControl &control) const override {
        if (control.depth == LoadDepth::Shallow) {
            return readTraceHead(file, sink, control);
        }
        sink.showPreview(*readTraceStart(file, 1, control));
        return GatedFormat::load(file, sink, control);
    }
};

std::vector<std::unique_ptr<Format>> formatsWithPreview(ReadGate &gate) {
    std::vector<std::unique_ptr<Format>> formats;
    formats.push_back(std::make_unique<PreviewFormat>(*formatById("trace_json"), &gate));
    return formats;
}

LoadJob::Options onDemand() {
    LoadJob::Options options;
    options.autoDeepBytes = 0;
    return options;
}

}  // namespace

class TestLoadJob : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ranksAppearOneByOne() {
        const SmallCluster cluster;
        QVERIFY(cluster.isWritten());
        ReadGate gate;
        const auto formats = gatedFormats(gate, "profiler_db");
        auto options = onDemand();
        options.threads = 1;
        options.formats = formats;
        LoadJob job(cluster.tree.path(), RunId{3}, options);
        QTRY_COMPARE_WITH_TIMEOUT(gate.waiting.load(), 1, kPatience);
        const auto first = job.snapshot();
        auto version = job.version();
        QCOMPARE(first->id, RunId{3});
        QCOMPARE(first->ranks(), (std::vector<int>{0, 1, 2, 3}));
        QCOMPARE(countIn(*first, LoadState::Listed), std::size_t{3});
        QCOMPARE(countIn(*first, LoadState::LoadingShallow), std::size_t{1});
        for (std::size_t done = 1; done <= 4; ++done) {
            gate.permits = 1;
            QTRY_COMPARE_WITH_TIMEOUT(job.status().ranksShallow, done, kPatience);
            QVERIFY(job.version() > version);
            version = job.version();
            const auto run = job.snapshot();
            QCOMPARE(countIn(*run, LoadState::Shallow), done);
            QCOMPARE(job.status().ranksTotal, std::size_t{4});
        }
        QVERIFY(job.wait());
        QVERIFY(!job.status().running);
        QCOMPARE(job.status().bytesDone, job.status().bytesTotal);
        for (const auto &capture : first->captures) {
            QVERIFY(capture.loaded.empty());
            QVERIFY(capture.state == LoadState::Listed || capture.state == LoadState::LoadingShallow);
        }
        const auto last = job.snapshot();
        QCOMPARE(job.snapshot(), last);
        QCOMPARE(last->parallel.pp, 2);
        QCOMPARE(last->parallel.dp, 2);
        QVERIFY(!last->captures.front().hasTrace());
    }

    void deepOnlyWhereAsked() {
        const SmallCluster cluster;
        LoadJob job(cluster.tree.path(), RunId{0}, onDemand());
        QVERIFY(job.wait());
        const auto before = job.snapshot();
        QCOMPARE(countIn(*before, LoadState::Shallow), std::size_t{4});
        job.requestDeep({2, 77});
        QVERIFY(job.wait());
        const auto run = job.snapshot();
        QCOMPARE(run->capture(2)->state, LoadState::Deep);
        QVERIFY(run->capture(2)->hasTrace());
        QCOMPARE(countIn(*run, LoadState::Shallow), std::size_t{3});
        QVERIFY(run->capture(2)->version > before->capture(2)->version);
        QCOMPARE(run->capture(1)->version, before->capture(1)->version);
        QCOMPARE(job.status().ranksDeep, std::size_t{1});
        QCOMPARE(job.status().ranksToGoDeep, std::size_t{0});
        const auto version = job.version();
        job.requestDeep({2});
        QVERIFY(job.wait());
        QCOMPARE(job.version(), version);
    }

    void asksBeforeDiscoveryAreKept() {
        const SmallCluster cluster;
        LoadJob job(cluster.tree.path(), RunId{0}, onDemand());
        job.requestDeep({1});
        QVERIFY(job.wait());
        QCOMPARE(stateOf(job, 1), LoadState::Deep);
        QCOMPARE(stateOf(job, 0), LoadState::Shallow);
    }

    void smallRunsGoDeepByThemselves() {
        const SmallCluster cluster;
        LoadJob job(cluster.tree.path(), RunId{0}, {});
        std::size_t most = 0;
        QVERIFY(job.wait([&](const LoadStatus &status) { most = std::max(most, status.ranksTotal); }));
        QCOMPARE(countIn(*job.snapshot(), LoadState::Deep), std::size_t{4});
        QVERIFY(most <= 4);
    }

    void aFewGoDeepWhereNotAllCan_data() {
        QTest::addColumn<bool>("isPacked");
        QTest::newRow("plain traces") << false;
        QTest::newRow("compressed ones, which become many times as much in memory") << true;
    }
    void aFewGoDeepWhereNotAllCan() {
        constexpr int kRanks = 20;
        QFETCH(const bool, isPacked);
        const ProfileTree tree;
        std::uint64_t bytes = 0;
        for (int rank = 0; rank < kRanks; ++rank) {
            const auto file = "rank_" + std::to_string(rank) + "_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json";
            const auto text = isPacked ? gzipped(traceText(4'000)) : traceText(4'000);
            tree.file(isPacked ? file + ".gz" : file, text);
            bytes += text.size();
        }
        const auto all = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(all.has_value());
        std::uint64_t held = 0;
        for (const auto &capture : all->captures) {
            held += deepBytes(capture);
        }
        QCOMPARE(held > 2 * bytes, isPacked);
        QCOMPARE(held < bytes, !isPacked);
        const auto more = std::max(held, bytes);
        const auto deepWith = [&](std::uint64_t limit) {
            LoadJob::Options options;
            options.autoDeepBytes = limit;
            options.threads = 2;
            LoadJob job(tree.path(), RunId{0}, options);
            return job.wait() ? countIn(*job.snapshot(), LoadState::Deep) : 0;
        };
        QCOMPARE(deepWith(more + more / 10), std::size_t{kRanks});
        QCOMPARE(deepWith(more - more / 10), std::size_t{16});
        QCOMPARE(deepWith(more / 2 + more / 40), std::size_t{10});
        QCOMPARE(deepWith(0), std::size_t{0});
    }

    void loadRunTakesTheRanksThatAreNamed() {
        const SmallCluster cluster;
        const auto shallow = loadRun(cluster.tree.path(), RunId{0}, LoadDepth::Shallow);
        QVERIFY(shallow.has_value());
        QCOMPARE(countIn(*shallow, LoadState::Shallow), std::size_t{4});
        const auto two = loadRun(cluster.tree.path(), RunId{0}, LoadDepth::Deep, {0, 3});
        QVERIFY(two.has_value());
        QCOMPARE(countIn(*two, LoadState::Deep), std::size_t{2});
        QCOMPARE(two->capture(3)->state, LoadState::Deep);
        const auto all = loadRun(cluster.tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(all.has_value());
        QCOMPARE(countIn(*all, LoadState::Deep), std::size_t{4});
    }

    void databaseOrText() {
        const SmallCluster cluster;
        cluster.tree.file(cluster.output(1) + "/trace_view.json", traceText(10));
        LoadJob job(cluster.tree.path(), RunId{0}, onDemand());
        job.requestDeep({1});
        QVERIFY(job.wait());
        const auto fromDatabase = job.snapshot();
        QCOMPARE(tracesFrom(*fromDatabase->capture(1)), std::vector<std::string>{"profiler_db"});
        const auto *text = fileOf(*fromDatabase->capture(1), "trace_json");
        const auto *database = fileOf(*fromDatabase->capture(1), "profiler_db");
        QVERIFY(text != nullptr && database != nullptr);
        job.choose(text->id);
        QVERIFY(job.wait());
        const auto fromText = job.snapshot();
        QCOMPARE(fromText->capture(1)->state, LoadState::Deep);
        QCOMPARE(tracesFrom(*fromText->capture(1)), std::vector<std::string>{"trace_json"});
        QVERIFY(!fileOf(*fromText->capture(1), "profiler_db")->chosen);
        QVERIFY(fileOf(*fromText->capture(1), "trace_json")->chosen);
        job.choose(database->id);
        QVERIFY(job.wait());
        QCOMPARE(tracesFrom(*job.snapshot()->capture(1)), std::vector<std::string>{"profiler_db"});
        QCOMPARE(tracesFrom(*fromDatabase->capture(1)), std::vector<std::string>{"profiler_db"});
        const auto version = job.version();
        job.choose(SourceId{12345});
        QVERIFY(job.wait());
        QCOMPARE(job.version(), version);
    }

    void choosingWhileTheOtherIsRead() {
        const SmallCluster cluster;
        cluster.tree.file(cluster.output(0) + "/trace_view.json", traceText(10));
        ReadGate gate;
        const auto formats = gatedFormats(gate, "profiler_db");
        auto options = onDemand();
        options.formats = formats;
        options.threads = 1;
        LoadJob job(cluster.tree.path(), RunId{0}, options);
        job.requestDeep({0});
        QTRY_COMPARE_WITH_TIMEOUT(gate.waiting.load(), 1, kPatience);
        const auto listed = job.snapshot();
        job.choose(fileOf(*listed->capture(0), "trace_json")->id);
        gate.permits = 1000;
        QVERIFY(job.wait());
        const auto run = job.snapshot();
        QCOMPARE(run->capture(0)->state, LoadState::Deep);
        QCOMPARE(tracesFrom(*run->capture(0)), std::vector<std::string>{"trace_json"});
        QCOMPARE(countIn(*run, LoadState::Shallow), std::size_t{3});
    }

    void nothingAdvancesWhilePaused() {
        const SmallCluster cluster;
        ReadGate gate;
        const auto formats = gatedFormats(gate, "profiler_db");
        auto options = onDemand();
        options.formats = formats;
        LoadJob job(cluster.tree.path(), RunId{0}, options);
        QTRY_VERIFY_WITH_TIMEOUT(gate.waiting.load() > 0, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(job.status().ranksTotal, std::size_t{4}, kPatience);
        job.setPaused(true);
        QTest::qWait(50);
        const auto version = job.version();
        gate.permits = 1000;
        QTest::qWait(200);
        QVERIFY(job.status().paused);
        QVERIFY(job.status().running);
        QCOMPARE(job.status().ranksShallow, std::size_t{0});
        QCOMPARE(job.version(), version);
        job.setPaused(false);
        QVERIFY(job.wait());
        QVERIFY(!job.status().paused);
        QCOMPARE(job.status().ranksShallow, std::size_t{4});
    }

    void cancelledWhilePaused() {
        const SmallCluster cluster;
        LoadJob job(cluster.tree.path(), RunId{0}, {});
        job.setPaused(true);
        QTRY_COMPARE_WITH_TIMEOUT(job.status().ranksTotal, std::size_t{4}, kPatience);
        job.cancel();
        QVERIFY(!job.wait());
        QVERIFY(!job.status().running);
    }

    void loadingAgainAfterCancel() {
        const SmallCluster cluster;
        ReadGate gate;
        const auto formats = gatedFormats(gate, "profiler_db");
        auto options = onDemand();
        options.formats = formats;
        LoadJob job(cluster.tree.path(), RunId{0}, options);
        QTRY_COMPARE_WITH_TIMEOUT(job.status().ranksTotal, std::size_t{4}, kPatience);
        job.cancel();
        QVERIFY(!job.wait());
        QCOMPARE(countIn(*job.snapshot(), LoadState::Listed), std::size_t{4});
        gate.permits = 1000;
        job.requestDeep({1});
        QVERIFY(job.wait());
        QCOMPARE(stateOf(job, 1), LoadState::Deep);
        QCOMPARE(countIn(*job.snapshot(), LoadState::Listed), std::size_t{3});
    }

    void damagedRankLeavesTheOthersAlone() {
        const SmallCluster cluster;
        cluster.tree.database("rank_8_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_8.db");
        cluster.tree.file("rank_9_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", traceText(100).substr(0, 3000));
        const auto run = loadRun(cluster.tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        QCOMPARE(run->ranks(), (std::vector<int>{0, 1, 2, 3, 8, 9}));
        QCOMPARE(run->capture(8)->state, LoadState::Damaged);
        QVERIFY(run->capture(8)->log != nullptr);
        QVERIFY(run->capture(8)->log->entries().front().source.ends_with("ascend_pytorch_profiler_8.db"));
        QVERIFY(!run->capture(8)->hasTrace());
        QCOMPARE(run->capture(9)->state, LoadState::Deep);
        QVERIFY(run->capture(9)->log != nullptr);
        QVERIFY(run->capture(9)->hasTrace());
        for (const int rank : {0, 1, 2, 3}) {
            QCOMPARE(run->capture(rank)->state, LoadState::Deep);
            QVERIFY(run->capture(rank)->hasTrace());
        }
    }

    void pathThatIsNotThere() {
        const ProfileTree tree;
        const auto run = loadRun(tree.path("nowhere"), RunId{0}, LoadDepth::Deep);
        QVERIFY(!run.has_value());
        QCOMPARE(run.error().kind, ErrorKind::NotFound);
        LoadJob job(tree.path("nowhere"), RunId{0}, {});
        QVERIFY(job.wait());
        QVERIFY(job.error().has_value());
        QVERIFY(job.snapshot()->captures.empty());
        job.requestDeep({0});
        QVERIFY(job.wait());
    }

    void folderWithNothingInIt() {
        const ProfileTree tree;
        tree.folder("");
        const auto run = loadRun(tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        QVERIFY(run->captures.empty());
    }

    void memoryGoesToTheRanksAskedForLast() {
        const SmallCluster cluster;
        const auto shallow = loadRun(cluster.tree.path(), RunId{0}, LoadDepth::Shallow);
        const auto deep = loadRun(cluster.tree.path(), RunId{0}, LoadDepth::Deep);
        QVERIFY(shallow.has_value() && deep.has_value());
        std::vector<std::uint64_t> bytes;
        for (const int rank : {0, 1, 2}) {
            bytes.push_back(deepBytes(*deep->capture(rank)) - deepBytes(*shallow->capture(rank)));
        }
        const auto smallest = *std::min_element(bytes.begin(), bytes.end());
        QVERIFY(smallest > 0);
        auto options = onDemand();
        // Any two of them fit, all three do not.
        options.deepBudgetBytes = std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0}) - smallest / 2;
        LoadJob job(cluster.tree.path(), RunId{0}, options);
        for (const int rank : {0, 1, 0, 2}) {
            job.requestDeep({rank});
            QVERIFY(job.wait());
            QCOMPARE(stateOf(job, rank), LoadState::Deep);
        }
        QCOMPARE(stateOf(job, 0), LoadState::Deep);
        QCOMPARE(stateOf(job, 1), LoadState::Shallow);
        QVERIFY(!job.snapshot()->capture(1)->hasTrace());
        QVERIFY(!job.snapshot()->capture(1)->loaded.empty());
        job.requestDeep({1});
        QVERIFY(job.wait());
        QCOMPARE(stateOf(job, 1), LoadState::Deep);
        QCOMPARE(stateOf(job, 0), LoadState::Shallow);
    }

    void theLastRankStaysHoweverLargeItIs() {
        const SmallCluster cluster;
        auto options = onDemand();
        options.deepBudgetBytes = 1;
        LoadJob job(cluster.tree.path(), RunId{0}, options);
        for (const int rank : {0, 1, 2}) {
            job.requestDeep({rank});
            QVERIFY(job.wait());
            QCOMPARE(stateOf(job, rank), LoadState::Deep);
            QCOMPARE(countIn(*job.snapshot(), LoadState::Deep), std::size_t{1});
        }
    }

    void theFirstPartOfATraceIsThereUntilTheWholeIs() {
        const ProfileTree tree;
        tree.file("trace_view.json", traceText(60'000));
        ReadGate gate;
        const auto formats = formatsWithPreview(gate);
        LoadJob::Options options;
        options.formats = formats;
        for (const bool cancels : {false, true}) {
            gate.permits = 0;
            LoadJob job(tree.path() + "/trace_view.json", RunId{0}, options);
            QTRY_COMPARE_WITH_TIMEOUT(gate.waiting.load(), 1, kPatience);
            Workspace workspace;
            workspace.runs.push_back(*job.snapshot());
            const auto &loading = workspace.runs.front().captures.front();
            QCOMPARE(loading.state, LoadState::LoadingDeep);
            QVERIFY(loading.preview.has_value() && !loading.hasTrace());
            const auto source = loading.preview->source;
            QVERIFY(source != loading.files.front().id);
            const auto part = workspace.trace(RunId{0}, source);
            QVERIFY(part->sliceCount() > 0 && part->sliceCount() < 60'000);
            // Arguments of what is seen already are read from the file.
            const SliceRef slice{RunId{0}, source, part->tracks().back().id, SliceId{0}};
            const auto facts = sliceDetails(workspace, slice);
            QVERIFY(facts.has_value());
            QVERIFY(std::find(facts->begin(), facts->end(), std::pair(std::string("number"), std::string("0"))) !=
                    facts->end());
            if (cancels) {
                job.cancel();
            }
            gate.permits = 1;
            QCOMPARE(job.wait(), !cancels);
            workspace.runs.front() = *job.snapshot();
            const auto &loaded = workspace.runs.front().captures.front();
            QVERIFY(!loaded.preview.has_value());
            QCOMPARE(loaded.hasTrace(), !cancels);
            QVERIFY(workspace.trace(RunId{0}, source) == nullptr);
            QVERIFY(!sliceDetails(workspace, slice).has_value());
        }
    }

    void cancelFreesTheThreadsAtOnce() {
        const SmallCluster cluster(4, 16, 4);
        cluster.tree.file("rank_9_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", traceText(200'000));
        LoadJob::Options options;
        options.autoDeepBytes = kAll;
        options.threads = 2;
        QElapsedTimer timer;
        timer.start();
        QVERIFY(LoadJob(cluster.tree.path(), RunId{0}, options).wait());
        // A slow machine is cancelled in the first seconds of its load.
        const auto whole = std::min<qint64>(timer.elapsed(), 2000);
        constexpr int kPoints = 20;
        qint64 longest = 0;
        int cancelled = 0;
        for (int point = 0; point < kPoints; ++point) {
            auto job = std::make_unique<LoadJob>(cluster.tree.path(), RunId{0}, options);
            QThread::msleep(static_cast<unsigned long>(whole * point / kPoints));
            timer.restart();
            job->cancel();
            cancelled += job->wait() ? 0 : 1;
            QVERIFY(job->snapshot() != nullptr);
            job.reset();
            longest = std::max(longest, timer.elapsed());
        }
        qInfo("points within %lld ms, cancel latency at most %lld ms", static_cast<long long>(whole),
              static_cast<long long>(longest));
        QCOMPARE(cancelled, kPoints);
        QVERIFY(longest < 1000);
    }
};

TEST_SUITE(TestLoadJob)

}  // namespace tst_load_job

#include "tst_load_job.moc"
