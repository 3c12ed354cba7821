// Ranks of digests that are read from what they were digested from: found where it lies, moved or changed; in place of
// the digest and back.
#include "core/demo/demo_options.h"
#include "core/export/digest/digest_folder.h"
#include "core/session/discovery/discovery.h"
#include "core/session/discovery/rank_source.h"
#include "core/session/loading/load_job.h"
#include "core/session/slice_likeness.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/kept_demos.h"
#include "tests/support/places.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <set>

namespace tst_rank_source {

using namespace stagescope;
namespace fs = std::filesystem;

namespace {

constexpr auto kUnlimited = std::numeric_limits<std::uint64_t>::max();

LoadJob::Options onDemand(std::uint64_t budget = kUnlimited) {
    LoadJob::Options options;
    options.autoDeepBytes = 0;
    options.deepBudgetBytes = budget;
    return options;
}

/// With nothing deep yet but what is asked for.
std::unique_ptr<LoadJob> opened(const std::string &path, std::vector<int> deep, std::uint64_t budget = kUnlimited) {
    auto job = std::make_unique<LoadJob>(path, RunId{0}, onDemand(budget));
    job->wait();
    if (!deep.empty()) {
        job->requestDeep(deep);
    }
    job->wait();
    return job;
}

Workspace workspaceOf(const LoadJob &job) {
    Workspace workspace;
    workspace.runs.push_back(*job.snapshot());
    return workspace;
}

/// A slice of the first track that has some, of the rank's first trace.
std::optional<SliceRef> anySlice(const Run &run, int rank) {
    for (const auto &loaded : run.capture(rank)->loaded) {
        for (const auto &trace : loaded.traces) {
            for (const auto &track : trace->tracks()) {
                const auto size = trace->slices(track.id).size();
                if (size > 2) {
                    return SliceRef{run.id, loaded.source, track.id, SliceId{static_cast<std::uint32_t>(size / 2)}};
                }
            }
        }
    }
    return std::nullopt;
}

/// What tables of some ranks say otherwise; fewer than `least` with rows are too few to tell.
std::string tablesThatDiffer(const Run &wanted, const Run &run, const std::vector<int> &ranks,
                             const std::function<bool(const std::string &id)> &isAsked, std::size_t least) {
    std::string result;
    std::size_t filled = 0;
    for (const auto &entry : analysisList()) {
        if (isAsked(entry.id)) {
            const auto table = tableOfRun(entry, wanted, {}, ranks);
            filled += table.rows.empty() ? 0 : 1;
            const auto difference = differenceOf(table, tableOfRun(entry, run, {}, ranks));
            result += difference.empty() ? difference : difference + "\n";
        }
    }
    return filled < least ? result + "only " + std::to_string(filled) + " tables have rows" : result;
}

/// All but paths, and what is of the folder that was opened.
bool isOfContent(const std::string &id) {
    const std::set<std::string> ofFiles{"ranks", "environment", "capabilities", "files", "import_log", "marks"};
    return !ofFiles.contains(id);
}
/// And but what ranks that are digests tell, too, whichever are asked about.
bool isOfRanks(const std::string &id) { return isOfContent(id) && id != "findings" && id != "remedies"; }
/// Of one rank alone.
bool isOfOne(const std::string &id) {
    const std::set<std::string> ofOne{"kernels",  "kernel_stats", "slice_stats", "api_stats",
                                      "op_stats", "dispatch",     "memory_curve"};
    return ofOne.contains(id);
}

std::uint64_t changes(const RankCapture &capture) {
    return capture.log == nullptr ? 0 : capture.log->count("source.changed");
}

}  // namespace

class RankSourceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = 2;
        options.steps = 2;
        options.ranksPerHost = 2;
        QVERIFY(placeDemo(path("run"), options));
        makeDigests(path("run"), path("digests"));
    }
    void cleanup() { setWantedSources({}); }

    void pathsAreMapped() {
        const std::vector<PathPrefix> prefixes{{"/shared", "/a"}, {"/shared/profile", "/b c"}, {"", "/root"}};
        QCOMPARE(mappedPath("/shared/profile/x/y", prefixes), std::string("/b c/x/y"));
        QCOMPARE(mappedPath("/shared/profile", prefixes), std::string("/b c"));
        QCOMPARE(mappedPath("/shared/profiles/x", prefixes), std::string("/a/profiles/x"));
        QCOMPARE(mappedPath("/sharedness/x", prefixes), std::string("/root/sharedness/x"));
        QCOMPARE(mappedPath("/elsewhere", {}), std::string("/elsewhere"));
        QVERIFY(prefixFromText("/a/b/=/c/") == PathPrefix({"/a/b", "/c"}));
        QVERIFY(prefixFromText("/a=/b=c") == PathPrefix({"/a", "/b=c"}));
        QVERIFY(prefixFromText("/=/c/../d") == PathPrefix({"", "/d"}));
        QVERIFY(prefixFromText("/a=here") == PathPrefix({"/a", fs::current_path().string() + "/here"}));
        for (const auto *text : {"", "/a", "/a=", "a=/b", "=/b"}) {
            QVERIFY2(!prefixFromText(text), text);
        }
    }

    void sourcesAreFoundAsTheyWereRead() {
        const auto direct = discover(path("run"), RunId{0});
        const auto digests = discover(path("digests"), RunId{0});
        QVERIFY(direct && digests);
        for (const int rank : direct->ranks()) {
            const auto *digest = digests->capture(rank);
            QVERIFY(!digest->digest.empty() && !digest->isFromSource());
            const auto source = findRankSource(*digest, {});
            QVERIFY2(source.has_value(), source ? "" : errorLine(source.error()).c_str());
            const auto &wanted = *direct->capture(rank);
            QCOMPARE(source->capture.files.size(), wanted.files.size());
            for (std::size_t i = 0; i < wanted.files.size(); ++i) {
                QCOMPARE(source->capture.files[i].path, wanted.files[i].path);
                QCOMPARE(source->capture.files[i].format, wanted.files[i].format);
                QCOMPARE(source->capture.files[i].chosen, wanted.files[i].chosen);
            }
            QCOMPARE(source->capture.rank, rank);
            QVERIFY(source->capture.isFromSource() && source->capture.log == nullptr);
        }
        QVERIFY(direct->capture(0)->digest.empty() && !direct->capture(0)->isFromSource());
        // One digest, opened by itself, knows what it is of, and misses no other.
        const auto single = discover(path("digests/rank_2.stagescope"), RunId{0});
        QVERIFY(single && single->captures.size() == 1 && findRankSource(single->captures.front(), {}));
        QCOMPARE(single->log->count("discovery.missing_digest"), std::uint64_t{0});
    }

    void whatMovedIsFoundByItsPrefix() {
        moved("moved", "elsewhere");
        const auto digests = discover(path("digests_moved"), RunId{0});
        const auto lost = findRankSource(*digests->capture(1), {});
        QVERIFY(!lost && lost.error().kind == ErrorKind::NotFound);
        QCOMPARE(lost.error().where, path("moved"));
        const std::vector<PathPrefix> wrong{{path("moved"), path("nowhere")}};
        const auto astray = findRankSource(*digests->capture(1), wrong);
        QVERIFY(!astray);
        QCOMPARE(astray.error().where, path("nowhere"));
        const std::vector<PathPrefix> prefix{{path("moved"), path("elsewhere")}};
        const auto found = findRankSource(*digests->capture(1), prefix);
        QVERIFY(found);
        QVERIFY(found->capture.folder.starts_with(path("elsewhere")));
        QCOMPARE(changes(found->capture), std::uint64_t{0});
    }

    void otherProfilesAreRefused() {
        DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = 3;
        options.steps = 2;
        options.ranksPerHost = 2;
        QVERIFY(placeDemo(path("stranger"), options));
        // Recorded at another time: copies of one tick of the clock would pass for the same files.
        for (const auto &file : fs::recursive_directory_iterator(path("stranger"))) {
            fs::last_write_time(file, fs::last_write_time(file) - std::chrono::hours(1));
        }
        moved("mine", "mine_elsewhere");
        const auto digests = discover(path("digests_mine"), RunId{0});
        const std::vector<PathPrefix> wrong{{path("mine"), path("stranger")}};
        const auto refused = findRankSource(*digests->capture(1), wrong);
        QVERIFY(!refused && refused.error().kind == ErrorKind::Changed);
        QCOMPARE(refused.error().where, path("stranger"));
        // Copied without its times it is the same still.
        const std::vector<PathPrefix> right{{path("mine"), path("mine_elsewhere")}};
        for (const auto &file : fs::recursive_directory_iterator(path("mine_elsewhere"))) {
            fs::last_write_time(file, fs::file_time_type::clock::now());
        }
        QVERIFY(findRankSource(*digests->capture(1), right));
        // Back where it was, it counts more than a prefix that leads elsewhere.
        fs::rename(path("mine_elsewhere"), path("mine"));
        for (const auto &prefix : {wrong, right}) {
            const auto back = findRankSource(*digests->capture(1), prefix);
            QVERIFY(back && back->capture.folder.starts_with(path("mine/")));
        }
    }

    void whatChangedIsNamed() {
        fs::copy(path("run"), path("changing"), fs::copy_options::recursive);
        makeDigests(path("changing"), path("digests_changing"));
        const auto digests = discover(path("digests_changing"), RunId{0});
        const auto source = findRankSource(*digests->capture(1), {});
        QCOMPARE(changes(source->capture), std::uint64_t{0});
        const auto &file = source->capture.files.front().path;
        fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(5));
        const auto touched = findRankSource(*digests->capture(1), {});
        QCOMPARE(changes(touched->capture), std::uint64_t{1});
        QCOMPARE(touched->capture.log->entries().front().source, file);
        QCOMPARE(changes(findRankSource(*digests->capture(2), {})->capture), std::uint64_t{0});
        const auto second = findRankSource(*digests->capture(2), {})->capture;
        std::ofstream(second.files.front().path, std::ios::app) << "x";
        QVERIFY(changes(findRankSource(*digests->capture(2), {})->capture) > 0);
        for (const auto &one : second.files) {
            fs::remove(one.path);
        }
        const auto gone = findRankSource(*digests->capture(2), {});
        QVERIFY(!gone && gone.error().where.starts_with(path("changing")));
        QVERIFY(!findRankSource(RankCapture{}, {}));
    }

    /// For commands: as the profile itself, and the others as their digests.
    void commandsReadTheSameAsTheProfile() {
        const auto direct = loadedRun(path("run"));
        setWantedSources({{1, 2}, {}});
        const auto run = loadedRun(path("digests"));
        QCOMPARE(run.ranks(), direct.ranks());
        for (const int rank : run.ranks()) {
            QCOMPARE(run.capture(rank)->isFromSource(), rank == 1 || rank == 2);
        }
        for (const auto &ranks : {std::vector<int>{1}, std::vector<int>{2}, std::vector<int>{1, 2}}) {
            const auto found = tablesThatDiffer(direct, run, ranks, &isOfRanks, 40);
            QVERIFY2(found.empty(), found.c_str());
        }
        // What is no digest is itself already.
        QVERIFY(!loadRun(path("run"), RunId{0}, LoadDepth::Shallow)->capture(1)->isFromSource());
        setWantedSources({{9}, {}});
        const auto none = loadRun(path("digests"), RunId{0}, LoadDepth::Shallow);
        QVERIFY(!none && none.error().kind == ErrorKind::BadArgument &&
                none.error().detail.find('9') != std::string::npos);
    }

    void theSourceTakesThePlaceOfTheDigest() {
        const auto job = opened(path("digests"), {0, 1});
        const auto before = workspaceOf(*job);
        const auto &digest = *before.runs[0].capture(1);
        const auto slice = anySlice(before.runs[0], 1);
        QVERIFY(slice && digest.hasTrace());
        auto source = findRankSource(digest, {});
        const auto folder = source->capture.folder;
        job->readSource(std::move(*source));
        QVERIFY(job->wait());
        const auto after = workspaceOf(*job);
        const auto &run = after.runs[0];
        QCOMPARE(run.ranks(), before.runs[0].ranks());
        const auto &capture = *run.capture(1);
        QVERIFY(capture.isFromSource() && capture.state == LoadState::Deep && capture.hasTrace());
        QCOMPARE(capture.folder, folder);
        QVERIFY(capture.version > digest.version);
        QVERIFY(!run.capture(0)->isFromSource() && run.capture(0)->hasTrace());
        QCOMPARE(run.captureOf(capture.files.front().id)->rank, 1);
        const auto found = tablesThatDiffer(loadedRun(path("run")), run, {1}, &isOfOne, 5);
        QVERIFY2(found.empty(), found.c_str());
        // Numbers of slices are others, the slice is found again.
        QVERIFY(after.trace(slice->run, slice->source) == nullptr);
        const auto likeness = likenessOf(before, *slice);
        const auto same = likeness ? sliceLike(after, *likeness) : std::nullopt;
        QVERIFY(same && same->source != slice->source);
        QCOMPARE(likenessOf(after, *same)->name, likeness->name);
        // Asked for twice nothing happens.
        job->readSource(std::move(*findRankSource(digest, {})));
        QVERIFY(job->wait());
        QCOMPARE(job->snapshot()->capture(1)->version, capture.version);
        job->leaveSource(1);
        QVERIFY(job->wait());
        const auto back = workspaceOf(*job);
        QVERIFY(!back.runs[0].capture(1)->isFromSource() && back.runs[0].capture(1)->hasTrace());
        QVERIFY(back.runs[0].capture(1)->version > capture.version);
        QVERIFY(sliceLike(back, *likeness) == slice);
    }

    /// While a source is read, and after that was cancelled, its digest is there with all that it had.
    void theDigestStaysUntilTheSourceIsThere() {
        std::atomic<bool> isOpen = true;
        auto options = onDemand();
        options.gate = [&isOpen](std::size_t, LoadDepth, const std::stop_token &stop) {
            while (!isOpen && !stop.stop_requested()) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        };
        LoadJob job(path("digests"), RunId{0}, options);
        job.wait();
        job.requestDeep({1});
        QVERIFY(job.wait());
        const auto before = job.snapshot();
        for (const bool cancels : {true, false}) {
            isOpen = false;
            job.readSource(std::move(*findRankSource(*before->capture(1), {})));
            QTRY_COMPARE(job.snapshot()->capture(1)->state, LoadState::LoadingDeep);
            QVERIFY(job.snapshot()->capture(1)->hasTrace() && !job.snapshot()->capture(1)->isFromSource());
            QCOMPARE(job.snapshot()->capture(1)->loaded.size(), before->capture(1)->loaded.size());
            if (cancels) {
                job.cancel();
                QVERIFY(!job.snapshot()->capture(1)->isFromSource());
                QCOMPARE(job.snapshot()->capture(1)->state, LoadState::Deep);
            }
            isOpen = true;
        }
        QVERIFY(job.wait());
        QVERIFY(job.snapshot()->capture(1)->isFromSource());
    }

    /// As any rank that is deep: what was asked for least recently goes.
    void memoryIsBounded() {
        std::uint64_t largest = 0;
        {
            const auto job = opened(path("run"), {0, 1, 2, 3});
            for (const auto &capture : job->snapshot()->captures) {
                std::uint64_t bytes = 0;
                for (const auto &loaded : capture.loaded) {
                    for (const auto &trace : loaded.traces) {
                        bytes += trace->byteSize();
                    }
                }
                largest = std::max(largest, bytes);
            }
        }
        const auto job = opened(path("digests"), {}, largest * 3 / 2);
        for (const int rank : {0, 1, 2}) {
            job->readSource(std::move(*findRankSource(*job->snapshot()->capture(rank), {})));
            QVERIFY(job->wait());
            for (const auto &capture : job->snapshot()->captures) {
                QCOMPARE(capture.isFromSource(), capture.rank == rank);
                QCOMPARE(capture.hasTrace(), capture.rank == rank);
                QVERIFY(!capture.loaded.empty());
            }
        }
    }

    void sourcesThatCannotBeRead() {
        fs::copy(path("run"), path("breaking"), fs::copy_options::recursive);
        makeDigests(path("breaking"), path("digests_breaking"));
        const auto job = opened(path("digests_breaking"), {1});
        auto source = findRankSource(*job->snapshot()->capture(1), {});
        for (const auto &file : source->capture.files) {
            std::ofstream(file.path, std::ios::binary | std::ios::trunc) << "no profile";
        }
        job->readSource(std::move(*source));
        QVERIFY(job->wait());
        const auto run = job->snapshot();
        const auto *capture = run->capture(1);
        QVERIFY(!capture->isFromSource() && capture->hasTrace() && capture->state == LoadState::Deep);
        QVERIFY(capture->log && capture->log->hasDataLoss());
    }

    /// Of a level that keeps no snapshots the source has them.
    void snapshotsComeWithTheSource() {
        fs::copy(path("run"), path("with_snapshot"), fs::copy_options::recursive);
        const auto listed = discover(path("with_snapshot"), RunId{0});
        const auto folder = listed->capture(1)->folder;
        fs::copy(sourcePath("tests/core/formats/snapshots/current_0.pickle").toStdString(),
                 folder + "/snapshot.pickle");
        const auto direct = loadedRun(path("with_snapshot"));
        QCOMPARE(direct.snapshots.size(), std::size_t{1});
        QCOMPARE(direct.snapshots.front().rank, std::optional(1));
        makeDigests(path("with_snapshot"), path("digests_with_snapshot"));
        const auto job = opened(path("digests_with_snapshot"), {});
        QVERIFY(job->snapshot()->snapshots.empty());
        for (const bool again : {false, true}) {
            job->readSource(std::move(*findRankSource(*job->snapshot()->capture(1), {})));
            QVERIFY(job->wait());
            QCOMPARE(job->snapshot()->snapshots.size(), std::size_t{1});
            QVERIFY(job->snapshot()->snapshots.front().store != nullptr);
            if (!again) {
                job->leaveSource(1);
                QVERIFY(job->wait());
            }
        }
        setWantedSources({{1}, {}});
        const auto found = tablesThatDiffer(direct, loadedRun(path("digests_with_snapshot")), {1}, &isOfRanks, 50);
        QVERIFY2(found.empty(), found.c_str());
    }

    void realProfiles_data() {
        QTest::addColumn<QString>("profile");
        for (const auto *profile : {"ascend/cnn_db", "ascend/qwen3_pp2dp2", "planted/modules", "mindspore",
                                    "torch/h100/gaunernst_bert-small-uncased__1016001.json.gz",
                                    "torch/h100/Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz", "torch/hta_two_ranks"}) {
            QTest::newRow(profile) << QString::fromLatin1(profile);
        }
    }
    void realProfiles() {
        QFETCH(QString, profile);
        const auto source = realPath(profile).toStdString();
        if (source.empty()) {
            QSKIP("the real profiles are not here");
        }
        const auto folder = path("real_" + std::to_string(qHash(profile)));
        makeDigests(source, folder);
        const auto direct = loadedRun(source);
        std::vector<int> ranks;
        for (const auto &capture : direct.captures) {
            if (!capture.loaded.empty() && direct.capture(capture.rank) == &capture) {
                ranks.push_back(capture.rank);
            }
        }
        setWantedSources({ranks, {}});
        const auto run = loadedRun(folder);
        for (const int rank : ranks) {
            QVERIFY(run.capture(rank)->isFromSource());
            const auto found = tablesThatDiffer(direct, run, {rank}, &isOfContent, 1);
            QVERIFY2(found.empty(), found.c_str());
        }
    }

private:
    [[nodiscard]] std::string path(const std::string &name) const {
        return m_folder.filePath(QString::fromStdString(name)).toStdString();
    }
    static void makeDigests(const std::string &profile, const std::string &folder) {
        const auto listed = discover(profile, RunId{0});
        QVERIFY(listed && writeDigests(*listed, {}, folder, &loadDiscovered));
    }
    /// Digested as `name`, lying as `now` since.
    void moved(const std::string &name, const std::string &now) const {
        fs::copy(path("run"), path(name), fs::copy_options::recursive);
        makeDigests(path(name), path("digests_" + name));
        fs::rename(path(name), path(now));
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(RankSourceTest)

}  // namespace tst_rank_source

#include "tst_rank_source.moc"
