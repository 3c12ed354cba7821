// Folders of digests whose clocks are merged: any part of one has the clocks that all of it tells.
#include "core/analysis/overview/clock_offsets.h"
#include "core/demo/demo_options.h"
#include "core/export/digest/digest_merge.h"
#include "core/session/discovery/discovery.h"
#include "tests/support/kept_demos.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <atomic>
#include <filesystem>
#include <memory>
#include <set>

namespace tst_digest_merge {

using namespace stagescope;
using namespace Qt::StringLiterals;
namespace fs = std::filesystem;

namespace {

/// Each rank on a host of its own, whose clock is up to 50 ms off.
DemoOptions optionsOf(ScheduleKind schedule) {
    DemoOptions options;
    options.schedule = schedule;
    options.pp = 2;
    options.dp = 2;
    options.microbatches = 4;
    options.steps = 2;
    options.ranksPerHost = 1;
    options.clockOffset = std::chrono::milliseconds(50);
    return options;
}

bool isDigested(const std::string &profile, const std::string &folder, const DigestChoice &choice = {}) {
    const auto listed = discover(profile, RunId{0});
    return listed && writeDigests(*listed, choice, folder, &loadDiscovered).has_value();
}

Result<MergeOutcome> merged(const std::string &folder, const std::stop_token &stop = {}) {
    const auto listed = discover(folder, RunId{0});
    return listed ? mergeDigests(*listed, &loadDiscoveredShallow, &loadDiscovered, {}, stop)
                  : tl::make_unexpected(listed.error());
}

bool saysStale(const Run &run) {
    const auto entries = run.log ? run.log->entries() : std::vector<ImportEntry>{};
    return std::any_of(entries.begin(), entries.end(),
                       [](const ImportEntry &entry) { return entry.code == "discovery.stale_merge"; });
}

ResultTable clocksOf(const Run &run) { return tableOfRun(*analysisById("clock_offsets"), run); }

/// Rows of these ranks.
ResultTable ofRanks(ResultTable table, const std::set<std::int64_t> &ranks) {
    std::erase_if(table.rows, [&](const auto &row) { return !ranks.contains(std::get<std::int64_t>(row.front())); });
    return table;
}

}  // namespace

class DigestMergeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void sameClocks_data() {
        QTest::addColumn<int>("schedule");
        QTest::addColumn<QString>("level");
        QTest::newRow("1f1b") << static_cast<int>(ScheduleKind::OneFOneB) << u"pipeline"_s;
        QTest::newRow("interleaved") << static_cast<int>(ScheduleKind::Interleaved) << u"pipeline"_s;
        QTest::newRow("dualpipev") << static_cast<int>(ScheduleKind::DualPipeV) << u"pipeline"_s;
        QTest::newRow("full") << static_cast<int>(ScheduleKind::OneFOneB) << u"full"_s;
    }
    /// Piece by piece as at once, and of the profile itself.
    void sameClocks() {
        QFETCH(int, schedule);
        QFETCH(QString, level);
        QVERIFY(placeDemo(path("run"), optionsOf(static_cast<ScheduleKind>(schedule))));
        QVERIFY(isDigested(path("run"), path("digests"), {.level = *bundleLevelFromText(level.toStdString())}));
        const auto ofRun = clocksOf(loadedRun(path("run")));
        QCOMPARE(ofRun.rows.size(), 4);
        const auto measured = clocksOf(loadedRun(path("digests")));
        QCOMPARE(QString::fromStdString(differenceOf(ofRun, measured)), QString());
        const auto outcome = merged(path("digests"));
        QVERIFY2(outcome, outcome ? "" : outcome.error().detail.c_str());
        QVERIFY(outcome->clocks == 4 && outcome->collectives > 0 && !outcome->isUnchanged);
        QVERIFY(alignmentOf(outcome->offsets).isShifted());
        QVERIFY(fs::exists(path("digests/merged.stagescope")));
        QCOMPARE(QString::fromStdString(differenceOf(ofRun, clocksOf(loadedRun(path("digests"))))), QString());
        QCOMPARE(loadedRun(path("digests/merged.stagescope")).path, path("digests"));
    }

    /// Two ranks of two pipelines tell nothing of the others, nor of one another.
    void partHasTheClocksOfAll() {
        digestedDemo();
        const auto all = clocksOf(loadedRun(path("digests")));
        QVERIFY(merged(path("digests")));
        copyPart({"rank_0.stagescope", "rank_3.stagescope", "merged.stagescope"});
        const auto part = loadedRun(path("part"));
        QVERIFY(!saysStale(part));
        QCOMPARE(part.ranks(), std::vector<int>({0, 3}));
        QCOMPARE(QString::fromStdString(differenceOf(ofRanks(all, {0, 3}), clocksOf(part))), QString());
    }

    void secondTimeNothingIsDone() {
        digestedDemo();
        QVERIFY(merged(path("digests")));
        const auto before = fs::last_write_time(path("digests/merged.stagescope"));
        const auto listed = discover(path("digests"), RunId{0});
        QVERIFY(listed && isMerged(*listed));
        const auto again = merged(path("digests"));
        QVERIFY(again && again->isUnchanged);
        QVERIFY(fs::last_write_time(path("digests/merged.stagescope")) == before);
    }

    /// Digests that were made anew of other files: their clocks are measured.
    void ofOtherDigestsItIsLeftOut() {
        digestedDemo();
        QVERIFY(merged(path("digests")));
        auto other = optionsOf(ScheduleKind::OneFOneB);
        other.seed = 9;
        fs::remove_all(path("run"));
        QVERIFY(placeDemo(path("run"), other));
        QVERIFY(isDigested(path("run"), path("digests")));
        const auto stale = loadedRun(path("digests"));
        QVERIFY(saysStale(stale));
        const auto ofRun = clocksOf(loadedRun(path("run")));
        QCOMPARE(QString::fromStdString(differenceOf(ofRun, clocksOf(stale))), QString());
        const auto anew = merged(path("digests"));
        QVERIFY(anew && !anew->isUnchanged);
        const auto fresh = loadedRun(path("digests"));
        QVERIFY(!saysStale(fresh));
        QCOMPARE(QString::fromStdString(differenceOf(ofRun, clocksOf(fresh))), QString());
    }

    void damagedItIsAsIfItWereNotThere() {
        digestedDemo();
        const auto measured = clocksOf(loadedRun(path("digests")));
        QVERIFY(merged(path("digests")));
        const auto size = fs::file_size(path("digests/merged.stagescope"));
        for (const auto left : {size / 2, size - 1, std::uintmax_t{10}, std::uintmax_t{0}}) {
            fs::resize_file(path("digests/merged.stagescope"), left);
            QCOMPARE(QString::fromStdString(differenceOf(measured, clocksOf(loadedRun(path("digests"))))), QString());
            const auto again = merged(path("digests"));
            QVERIFY(again && !again->isUnchanged);
            QCOMPARE(fs::file_size(path("digests/merged.stagescope")), size);
        }
    }

    void cancelledItLeavesNothing() {
        digestedDemo();
        std::stop_source stop;
        std::atomic<int> loaded = 0;
        const auto listed = discover(path("digests"), RunId{0});
        const DigestLoader loader = [&](Run run, const std::stop_token &token) {
            if (++loaded == 2) {
                stop.request_stop();
            }
            return loadDiscoveredShallow(std::move(run), token);
        };
        const auto outcome = mergeDigests(*listed, loader, &loadDiscovered, {}, stop.get_token());
        QVERIFY(!outcome && outcome.error().kind == ErrorKind::Cancelled);
        QVERIFY(!fs::exists(path("digests/merged.stagescope")));
    }

    /// Never more than a pipeline's ranks.
    void fewRanksAreHeldAtATime() {
        digestedDemo();
        std::atomic<std::size_t> most = 0;
        std::atomic<std::size_t> told = 0;
        const DigestLoader loader = [&](Run run, const std::stop_token &token) {
            most = std::max<std::size_t>(most, run.captures.size());
            return loadDiscoveredShallow(std::move(run), token);
        };
        const auto listed = discover(path("digests"), RunId{0});
        QVERIFY(mergeDigests(*listed, loader, &loadDiscovered, [&](std::size_t done, std::size_t all) {
            told = done > all ? 0 : std::max(done, +told);
        }));
        QCOMPARE(+most, std::size_t{2});
        QCOMPARE(+told, std::size_t{8});
    }

    void damagedDigestsAreNamed() {
        digestedDemo();
        const auto file = path("digests/rank_1.stagescope");
        fs::resize_file(file, fs::file_size(file) / 2);
        const auto outcome = merged(path("digests"));
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().kind, ErrorKind::Malformed);
        QCOMPARE(outcome.error().where, file);
    }

    void profilesAreRefused() {
        QVERIFY(placeDemo(path("run"), optionsOf(ScheduleKind::OneFOneB)));
        const auto outcome = merged(path("run"));
        QVERIFY(!outcome && outcome.error().kind == ErrorKind::BadArgument);
        fs::create_directories(path("nothing"));
        const auto nothing = merged(path("nothing"));
        QVERIFY(!nothing && nothing.error().kind == ErrorKind::NotFound);
    }

    void oneClockIsMergedToo() {
        auto options = optionsOf(ScheduleKind::OneFOneB);
        options.ranksPerHost = 8;
        QVERIFY(placeDemo(path("run"), options) && isDigested(path("run"), path("digests")));
        const auto outcome = merged(path("digests"));
        QVERIFY(outcome && outcome->clocks == 1 && outcome->offsets.size() == 4);
        QVERIFY(!alignmentOf(outcome->offsets).isShifted());
    }

private:
    [[nodiscard]] std::string path(const char *name) const {
        return m_folder->filePath(QString::fromUtf8(name)).toStdString();
    }
    void digestedDemo() const {
        QVERIFY(placeDemo(path("run"), optionsOf(ScheduleKind::OneFOneB)));
        QVERIFY(isDigested(path("run"), path("digests")));
    }
    void copyPart(const std::vector<const char *> &names) const {
        fs::create_directories(path("part"));
        for (const auto *name : names) {
            QVERIFY(fs::copy_file(path("digests") + "/" + name, path("part") + "/" + name));
        }
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

TEST_SUITE(DigestMergeTest)

}  // namespace tst_digest_merge

#include "tst_digest_merge.moc"
