// Folders of digests: shards, interruptions and damage leave what they should. What they say: tst_digest_tables.
#include "core/advice/finding_texts.h"
#include "core/advice/findings.h"
#include "core/analysis/run/ranks.h"
#include "core/base/io/output_file.h"
#include "core/demo/demo_options.h"
#include "core/export/bundle_cut.h"
#include "core/export/digest/digest_folder.h"
#include "core/session/discovery/discovery.h"
#include "core/session/discovery/run_folder.h"
#include "core/store/bundle/bundle_file.h"
#include "core/store/bundle/digest_note.h"
#include "core/store/tables/table_store.h"
#include "tests/core/export/digest/digested_folder.h"
#include "tests/core/formats/trace_json/written_kineto.h"
#include "tests/support/kept_demos.h"
#include "tests/support/places.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sys/stat.h>

#include <fstream>
#include <set>
#include <sstream>

namespace tst_digest_folder {

using namespace stagescope;
namespace fs = std::filesystem;

namespace {

std::map<std::string, std::string> contentOf(const std::string &folder) {
    std::map<std::string, std::string> result;
    for (const auto &entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) {
            std::stringstream bytes;
            bytes << std::ifstream(entry.path(), std::ios::binary).rdbuf();
            result[entry.path().lexically_relative(folder).string()] = bytes.str();
        }
    }
    return result;
}

/// Lost data of the file of that name.
bool hasLossOf(const Run &run, std::string_view name) {
    const auto has = [&](const std::shared_ptr<const ImportLog> &log) {
        const auto entries = log ? log->entries() : std::vector<ImportEntry>{};
        return std::any_of(entries.begin(), entries.end(), [&](const ImportEntry &entry) {
            return entry.severity == Severity::DataLoss &&
                   (entry.source.ends_with(name) ||
                    std::any_of(entry.samples.begin(), entry.samples.end(),
                                [&](const auto &sample) { return sample.where.find(name) != std::string::npos; }));
        });
    };
    return has(run.log) || std::any_of(run.captures.begin(), run.captures.end(),
                                       [&](const RankCapture &capture) { return has(capture.log); });
}

/// Steps of one process that launches each of its kernels long after the one before has ended; `slower` times as long.
/// Single quotes stand for double ones.
std::vector<std::string> lateEvents(int process, int device, int slower) {
    std::vector<std::string> events;
    const auto add = [&](const std::string &what, const std::string &place, int begin, int duration,
                         const std::string &args) {
        events.push_back("{'ph':'X'," + what + "," + place + ",'ts':" + std::to_string(begin) +
                         ",'dur':" + std::to_string(duration) + ",'args':{" + args + "}}");
    };
    const auto host = "'pid':" + std::to_string(process) + ",'tid':1";
    const auto stream = "'pid':" + std::to_string(device) + ",'tid':7";
    for (int step = 0; step < 4; ++step) {
        const int from = 100'000 + 10'000 * slower * step;
        add("'cat':'user_annotation','name':'ProfilerStep#" + std::to_string(step) + "'", host, from,
            10'000 * slower - 10, "");
        for (int i = 0; i < 10; ++i) {
            const int at = from + 1000 * slower * i;
            const auto id = "'correlation':" + std::to_string(1000 * process + 10 * step + i);
            add("'cat':'cpu_op','name':'aten::mm'", host, at + 5, 15, "");
            add("'cat':'cuda_runtime','name':'cudaLaunchKernel'", host, at + 10, 5, id);
            add("'cat':'kernel','name':'sgemm'", stream, at + 20, 100 * slower,
                id + ",'stream':7,'device':" + std::to_string(device));
        }
    }
    return events;
}

std::vector<std::string> verdictsOf(const Run &run) {
    std::vector<std::string> verdicts;
    const auto advice = adviceFor(run);
    for (const auto &finding : advice.findings) {
        verdicts.push_back(finding.rule + ": " + findingText(finding.title) + ", " +
                           std::to_string(finding.impact.count()) + ", " +
                           std::to_string(static_cast<int>(finding.severity)));
    }
    for (const auto &outcome : advice.rules) {
        verdicts.push_back(outcome.rule + (outcome.unanswered ? " unanswered" : " answered"));
    }
    return verdicts;
}

}  // namespace

class DigestFolderTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        QVERIFY(placeDemo(path("run"), small()));
    }

    void levelsAreOfTables() {
        for (const auto level : {BundleLevel::Summary, BundleLevel::Pipeline, BundleLevel::Full}) {
            QVERIFY(bundleLevelFromText(bundleLevelText(level)) == level);
            QVERIFY(std::ranges::any_of(analysisList(), [&](const auto &e) { return leastLevelFor(e.id) == level; }));
            for (const auto &[table, column] : columnsBeyond(level)) {
                QVERIFY2(analysisById(table) != nullptr, std::string(column).c_str());
                QVERIFY(leastLevelFor(table) <= level || level == BundleLevel::Summary);
            }
        }
        QVERIFY(!bundleLevelFromText("half"));
    }

    /// Whatever order they come in, and whoever was interrupted.
    void shardsAreOneRun() {
        QVERIFY(digested(path("run"), path("whole")));
        const auto before = contentOf(path("run"));
        for (const std::size_t shard : {2, 0, 1}) {
            const auto outcome = digested(path("run"), path("shards"), {.shard = shard, .shards = 3});
            QVERIFY(outcome);
            QCOMPARE(outcome->written, shard == 0 ? std::size_t{2} : std::size_t{1});
        }
        QVERIFY(contentOf(path("shards")) == contentOf(path("whole")));
        QVERIFY(contentOf(path("run")) == before);
        QCOMPARE(digestedRanks(*discover(path("run"), RunId{0}), {.ranks = {3, 1}, .shard = 1, .shards = 2}),
                 std::vector<int>{3});
        QVERIFY(!digested(path("run"), path("shards"), {.ranks = {17}}));
    }

    void onlyWhatIsMissingIsMade() {
        const auto folder = path("resumed");
        QVERIFY(digested(path("run"), folder));
        const auto whole = contentOf(folder);
        QCOMPARE(digested(path("run"), folder)->unchanged, std::size_t{4});
        // One is gone, one was cut off, one has a byte that is not as it was.
        fs::remove(folder + "/rank_1.stagescope");
        fs::resize_file(folder + "/rank_2.stagescope", 2000);
        auto bytes = whole.at("rank_3.stagescope");
        bytes[bytes.size() - 100] ^= 1;
        QVERIFY(writeWholeFile(folder + "/rank_3.stagescope", bytes));
        const auto outcome = digested(path("run"), folder);
        QCOMPARE(outcome->unchanged, std::size_t{1});
        QCOMPARE(outcome->written, std::size_t{3});
        QVERIFY(contentOf(folder) == whole);
        // One that tells less does not take the place of what is there, one that tells more does.
        const auto poorer = digested(path("run"), folder, {.level = BundleLevel::Summary});
        QVERIFY(!poorer && poorer.error().kind == ErrorKind::BadArgument);
        QVERIFY(contentOf(folder) == whole);
        QCOMPARE(digested(path("run"), folder, {.level = BundleLevel::Full})->written, std::size_t{4});
        QVERIFY(contentOf(folder) != whole);
    }

    void shardsThatAreLeft() {
        const auto listed = discover(path("run"), RunId{0});
        QVERIFY(listed);
        const auto left = [&](const DigestChoice &choice) { return shardsToDo(*listed, choice, path("left")); };
        using Shards = std::set<std::size_t>;
        QVERIFY(left({.shards = 3}) == Shards({0, 1, 2}));
        QVERIFY(!fs::exists(path("left")));
        QVERIFY(left({.ranks = {0, 3}, .shards = 3}) == Shards({0, 1}));
        QVERIFY(digested(path("run"), path("left"), {.shard = 1, .shards = 2}));
        QVERIFY(left({.shards = 2}) == Shards({0}));
        QVERIFY(left({.shards = 4}) == Shards({0, 2}));
        QVERIFY(left({.ranks = {1, 3}, .shards = 2}) == Shards());
        QVERIFY(left({.level = BundleLevel::Full, .shards = 2}) == Shards({0, 1}));
        fs::resize_file(path("left") + "/rank_3.stagescope", 2000);
        QVERIFY(left({.shards = 4}) == Shards({0, 2, 3}));
        QVERIFY(!left({.ranks = {17}}));
        QVERIFY(placeDemo(path("elsewhere"), small()));
        QVERIFY(!shardsToDo(*discover(path("elsewhere"), RunId{0}), {}, path("left")));
    }

    /// Of a memory snapshot of no rank only the level full keeps anything; the others say that they have seen it.
    void nothingToKeepIsDoneToo() {
        fs::copy(path("run"), path("snapshot_run"), fs::copy_options::recursive);
        fs::copy(sourcePath("tests/core/formats/snapshots/current.json").toStdString(),
                 path("snapshot_run") + "/snapshot.json");
        const auto listed = discover(path("snapshot_run"), RunId{0});
        for (const auto level : {BundleLevel::Pipeline, BundleLevel::Full}) {
            const auto folder = path("of_snapshot_" + std::string(bundleLevelText(level)));
            QVERIFY(shardsToDo(*listed, {.level = level, .shards = 4}, folder)->contains(0));
            const auto outcome = digested(path("snapshot_run"), folder, {.level = level});
            QVERIFY(outcome && outcome->losses.empty());
            QVERIFY(shardsToDo(*listed, {.level = level, .shards = 4}, folder)->empty());
            const auto digests = loadedRun(folder);
            QCOMPARE(digests.ranks(), (std::vector<int>{0, 1, 2, 3}));
            QCOMPARE(digests.snapshots.empty(), level != BundleLevel::Full);
        }
    }

    void changedSourcesAreReadAgain() {
        fs::copy(path("run"), path("grown"), fs::copy_options::recursive);
        QVERIFY(digested(path("grown"), path("grown_digests")));
        const auto database = databaseOf(path("grown"), 2);
        fs::last_write_time(database, fs::last_write_time(database) + std::chrono::seconds(5));
        const auto outcome = digested(path("grown"), path("grown_digests"));
        QCOMPARE(outcome->written, std::size_t{1});
        QCOMPARE(outcome->unchanged, std::size_t{3});
    }

    void stoppedRunsGoOn() {
        std::stop_source stop;
        const auto listed = discover(path("run"), RunId{0});
        std::atomic<int> loads = 0;
        const auto load = [&](Run part, const std::stop_token &token) {
            if (++loads == 3) {
                stop.request_stop();
            }
            return loadDiscovered(std::move(part), token);
        };
        const auto first = writeDigests(*listed, {}, path("stopped"), load, {}, stop.get_token());
        QVERIFY(!first && first.error().kind == ErrorKind::Cancelled);
        const auto made = contentOf(path("stopped")).size();
        QVERIFY(made < 5);
        QVERIFY(digested(path("run"), path("stopped")));
        QVERIFY(digested(path("run"), path("whole")));
        QVERIFY(contentOf(path("stopped")) == contentOf(path("whole")));
    }

    void ranksThatCannotBeRead() {
        fs::copy(path("run"), path("damaged"), fs::copy_options::recursive);
        const auto folder = fs::path(databaseOf(path("damaged"), 1)).parent_path().parent_path();
        for (const auto &entry : fs::recursive_directory_iterator(folder)) {
            if (entry.is_regular_file()) {
                std::ofstream(entry.path(), std::ios::binary | std::ios::trunc) << "no profile";
            }
        }
        const auto outcome = digested(path("damaged"), path("damaged_digests"));
        QVERIFY(outcome);
        QCOMPARE(outcome->written, std::size_t{4});
        QCOMPARE(outcome->failed.size(), std::size_t{1});
        QCOMPARE(outcome->failed.front().where, std::string("rank 1"));
        QVERIFY(!outcome->losses.empty());
        const auto digests = loadedRun(path("damaged_digests"));
        QCOMPARE(digests.ranks(), (std::vector<int>{0, 1, 2, 3}));
        QVERIFY(digests.capture(1)->state == LoadState::Damaged);
        QVERIFY(hasEntry(digests, "file.NotFound", "when it was digested"));
        const auto note = digestNoteOf(path("damaged_digests") + "/rank_1.stagescope");
        QVERIFY(note && note->rank == 1 && !note->files.empty());
        QVERIFY2(note->failure.find("rank_1_ascend_pt") != std::string::npos, note->failure.c_str());
        // Tried again, and only this one.
        QCOMPARE(digested(path("damaged"), path("damaged_digests"))->written, std::size_t{1});
    }

    void oddFilesAreNamed() {
        const auto folder = path("odd");
        QVERIFY(digested(path("run"), folder));
        fs::resize_file(folder + "/rank_1.stagescope", fs::file_size(folder + "/rank_1.stagescope") / 2);
        QVERIFY(writeWholeFile(folder + "/rank_2.stagescope", "{}"));
        auto newer = contentOf(folder).at("rank_3.stagescope");
        newer[kBundleMagic.size()] = 9;
        QVERIFY(writeWholeFile(folder + "/rank_3.stagescope", newer));
        QVERIFY(placeDemo(path("other"), small()));
        QVERIFY(digested(path("other"), path("other_digests"), {.ranks = {0}}));
        fs::copy(path("other_digests") + "/rank_0.stagescope", folder + "/rank_7.stagescope");
        fs::copy(path("other_digests") + "/rank_0.stagescope", folder + "/rank_8.stagescope");
        fs::remove(folder + "/cluster.stagescope");
        QVERIFY(writeWholeFile(folder + "/notes.txt", "of mine"));
        const auto digests = loadedRun(folder);
        std::vector<int> read;
        for (const auto &capture : digests.captures) {
            if (!capture.loaded.empty()) {
                read.push_back(capture.rank);
            }
        }
        // Most digests that can be read are of the other profile.
        QCOMPARE(read.size(), std::size_t{2});
        QVERIFY(hasEntry(digests, "discovery.foreign_digest", "rank_0.stagescope"));
        QVERIFY(hasEntry(digests, "discovery.not_a_bundle", "rank_2.stagescope"));
        QVERIFY(hasEntry(digests, "file.Truncated", "rank_1.stagescope"));
        QVERIFY(hasEntry(digests, "file.Unsupported", "rank_3.stagescope"));
    }

    /// Wherever a digest is cut off or has a bit that is another one: it is named, and the others say what they said.
    void damageAnywhereIsNamed() {
        const auto folder = path("damage");
        QVERIFY(digested(path("run"), folder, {.ranks = {0, 1}}));
        const auto file = folder + "/rank_1.stagescope";
        const auto whole = contentOf(folder).at("rank_1.stagescope");
        const auto other = tableOfRun(*analysisById("kernel_stats"), loadedRun(folder), {}, {0});
        QVERIFY(!other.rows.empty());
        const auto isNamed = [&](const std::string &bytes) {
            if (!writeWholeFile(file, bytes)) {
                return false;
            }
            const auto run = loadedRun(folder);
            return hasLossOf(run, "rank_1.stagescope") &&
                   differenceOf(other, tableOfRun(*analysisById("kernel_stats"), run, {}, {0})).empty();
        };
        const std::size_t points = 60;
        for (std::size_t i = 0; i < points; ++i) {
            const auto at = i * whole.size() / points;
            QVERIFY2(isNamed(whole.substr(0, at)), ("cut at " + std::to_string(at)).c_str());
            auto flipped = whole;
            flipped[at] = static_cast<char>(flipped[at] ^ (1 << (i % 8)));
            QVERIFY2(isNamed(flipped), ("bit at " + std::to_string(at)).c_str());
        }
    }

    /// Thousands of digests are opened: what is large waits until its rank is asked for.
    void largeTablesWait() {
        QVERIFY(digested(path("run"), path("deep")));
        const auto shallow = loadRun(path("deep"), RunId{0}, LoadDepth::Shallow);
        const auto deep = loadRun(path("deep"), RunId{0}, LoadDepth::Deep, {2});
        QVERIFY(shallow && deep);
        for (const int rank : shallow->ranks()) {
            QVERIFY(!shallow->capture(rank)->hasTrace());
            QVERIFY(shallow->capture(rank)->tables(TableKind::MemorySamples).empty());
            QVERIFY(!shallow->capture(rank)->tables(TableKind::Steps).empty());
            QCOMPARE(deep->capture(rank)->hasTrace(), rank == 2);
        }
        QCOMPARE(deep->capture(2)->tables(TableKind::MemorySamples).size(), std::size_t{1});
        QCOMPARE(deep->capture(2)->tables(TableKind::Steps).size(), std::size_t{1});
    }

    void whatIsMissingIsNamed() {
        const auto folder = path("missing");
        QVERIFY(digested(path("run"), folder, {.shard = 0, .shards = 2}));
        const auto digests = loadedRun(folder);
        QCOMPARE(digests.ranks(), (std::vector<int>{0, 2}));
        QVERIFY(hasEntry(digests, "discovery.missing_digest", "ranks 1, 3"));
    }

    void placesThatAreRefused() {
        QVERIFY(digested(path("run"), path("taken")));
        QVERIFY(placeDemo(path("another"), small()));
        const auto foreign = digested(path("another"), path("taken"));
        QVERIFY(!foreign && foreign.error().kind == ErrorKind::BadArgument);
        QVERIFY(writeWholeFile(path("file"), "x"));
        const auto file = digested(path("run"), path("file"));
        QVERIFY(!file && file.error().where.find("file") != std::string::npos);
        const auto within = digested(path("run"), path("file/below"));
        QVERIFY(!within);
        if (::geteuid() != 0) {
            fs::create_directory(path("closed"));
            fs::permissions(path("closed"), fs::perms::owner_read | fs::perms::owner_exec);
            QVERIFY(!digested(path("run"), path("closed")));
        }
    }

    void notesAreNotBelieved() {
        const DigestNote note{"/a/b", {0, 1, 5}, 5, "pipeline", {{"/a/b/c", 7, -3}}, "no"};
        const auto bytes = encodeDigestNote(note);
        QVERIFY(decodeDigestNote(bytes) == note);
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            QVERIFY(!decodeDigestNote(bytes.substr(0, length)));
        }
        QVERIFY(!decodeDigestNote(bytes + "x"));
        QVERIFY(!decodeDigestNote("\x02" + bytes.substr(1)));
        QVERIFY(!digestNoteOf(path("nowhere")));
    }

    // Two processes of one file that no name calls a rank: their numbers mean nothing, there and in what is made of it.
    void guessedRanksStayGuesses() {
        using stagescope::testing::WrittenKineto;
        WrittenKineto first(1, 20);
        WrittenKineto second(2, 20);
        second.host = 101;
        second.device = 1;
        second.firstNumber = 1000;
        auto events = first.events();
        const auto more = second.events();
        events.insert(events.end(), more.begin(), more.end());
        auto text = WrittenKineto::traceOf(events);
        std::replace(text.begin(), text.end(), '\'', '"');
        fs::create_directories(path("guessed"));
        std::ofstream(path("guessed/trace.json")) << text;
        const auto guesses = [](const Result<Run> &run) {
            return run ? std::count_if(run->captures.begin(), run->captures.end(),
                                       [&](const RankCapture &capture) { return isGuessed(*run, capture); })
                       : -1;
        };
        const auto run = loadRun(path("guessed"), RunId{0}, LoadDepth::Deep);
        QCOMPARE(guesses(run), 2);
        QVERIFY(digested(path("guessed"), path("guessed_digests")));
        const auto parts = bundleParts(*run, {});
        QVERIFY(parts && writeWholeFile(path("guessed.stagescope"), *bundleOf(*parts)));
        for (const auto *made : {"guessed_digests", "guessed.stagescope"}) {
            const auto kept = loadRun(path(made), RunId{0}, LoadDepth::Deep);
            QCOMPARE(guesses(kept), 2);
            QVERIFY(hasGuessedRanks(*kept));
            QVERIFY(runsWithin(*kept).empty());
            QCOMPARE(kept->ranks(), run->ranks());
        }
        // What is known stays known.
        QVERIFY(digested(path("run"), path("run_digests")));
        QVERIFY(!hasGuessedRanks(*loadRun(path("run_digests"), RunId{0}, LoadDepth::Deep)));
    }

    // Nor are they compared: the same verdicts from the profile, from full digests and from a bundle.
    void verdictsOnGuessedRanksAreTheSame() {
        fs::create_directories(path("guessed_late"));
        auto events = lateEvents(100, 0, 1);
        const auto more = lateEvents(101, 1, 2);
        events.insert(events.end(), more.begin(), more.end());
        auto text = stagescope::testing::WrittenKineto::traceOf(events);
        std::ranges::replace(text, '\'', '"');
        std::ofstream(path("guessed_late/trace.json")) << text;
        const auto run = loadRun(path("guessed_late"), RunId{0}, LoadDepth::Deep);
        QVERIFY(run.has_value());
        QVERIFY(hasGuessedRanks(*run));
        const auto told = verdictsOf(*run);
        QVERIFY(std::ranges::any_of(told, [](const auto &text) { return text.starts_with("host_launch: "); }));
        QVERIFY(digested(path("guessed_late"), path("guessed_late_digests"), {.level = BundleLevel::Full}));
        const auto parts = bundleParts(*run, {});
        QVERIFY(parts && writeWholeFile(path("guessed_late.stagescope"), *bundleOf(*parts)));
        for (const auto *made : {"guessed_late_digests", "guessed_late.stagescope"}) {
            QCOMPARE(verdictsOf(*loadRun(path(made), RunId{0}, LoadDepth::Deep)), told);
        }
    }

private:
    static DemoOptions small() {
        DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = 2;
        options.steps = 2;
        return options;
    }
    [[nodiscard]] std::string path(const std::string &name) const {
        return m_folder.filePath(QString::fromStdString(name)).toStdString();
    }
    static std::string databaseOf(const std::string &profile, int rank) {
        const auto wanted = "profiler_" + std::to_string(rank) + ".db";
        for (const auto &entry : fs::recursive_directory_iterator(profile)) {
            if (entry.path().string().ends_with(wanted)) {
                return entry.path().string();
            }
        }
        return {};
    }
    QTemporaryDir m_folder;
};

TEST_SUITE(DigestFolderTest)

}  // namespace tst_digest_folder

#include "tst_digest_folder.moc"
