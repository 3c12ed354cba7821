// Which files of a remote folder are needed: those that a smaller copy of the same folder keeps.
#include "core/demo/demo_options.h"
#include "core/fetch/fetch_plan.h"
#include "core/session/discovery/discovery.h"
#include "tests/support/kept_demos.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtCore/QDirIterator>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <filesystem>
#include <fstream>

namespace tst_fetch_plan {

using namespace stagescope;
using namespace Qt::StringLiterals;
namespace fs = std::filesystem;

namespace {

RemoteListing listingOf(const std::string &folder) {
    RemoteListing listing;
    for (const auto &entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) {
            listing.files.push_back({entry.path().lexically_relative(folder).generic_string(), entry.file_size()});
        }
    }
    std::sort(listing.files.begin(), listing.files.end(), [](const auto &a, const auto &b) { return a.name < b.name; });
    return listing;
}

/// Cuts heads out of a folder, as rclone does of a remote one.
HeadReader headsOf(const std::string &source, std::vector<std::string> &asked) {
    return [&asked, source](const std::vector<RemoteFile> &files, const std::string &folder) -> Status {
        for (const auto &file : files) {
            asked.push_back(file.name);
            std::ifstream in(fs::path(source) / file.name, std::ios::binary);
            std::string head(std::min(file.bytes, kFetchedHead), '\0');
            in.read(head.data(), static_cast<std::streamsize>(head.size()));
            std::ofstream(fs::path(folder) / file.name, std::ios::binary) << head;
        }
        return {};
    };
}

Status noHeads(const std::vector<RemoteFile> &, const std::string &) { return {}; }

std::vector<std::string> namesOf(const std::vector<RemoteFile> &files) {
    std::vector<std::string> names;
    std::transform(files.begin(), files.end(), std::back_inserter(names), [](const auto &file) { return file.name; });
    return names;
}

RemoteListing listingOfNames(const std::vector<std::string> &names) {
    RemoteListing listing;
    for (const auto &name : names) {
        listing.files.push_back({name, 100});
    }
    std::sort(listing.files.begin(), listing.files.end(), [](const auto &a, const auto &b) { return a.name < b.name; });
    return listing;
}

}  // namespace

class FetchPlanTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        DemoOptions options;
        options.pp = 2;
        options.dp = 2;
        options.microbatches = 4;
        options.steps = 2;
        QVERIFY(placeDemo(path("demo"), options));
    }

    void keepsWhatSlimKeeps_data() {
        QTest::addColumn<QString>("profile");
        for (const auto *profile :
             {"demo", "demo/rank_1_ascend_pt", "ascend/cnn_text", "ascend/cnn_db", "ascend/qwen3_pp2dp2",
              "ascend/cluster16", "snapshots/", "mindspore/", "mindspore/old", "torch/", "deliverables/", "planted/"}) {
            QTest::newRow(profile) << QString::fromLatin1(profile);
        }
    }
    void keepsWhatSlimKeeps() {
        QFETCH(QString, profile);
        const auto source = profile.startsWith(u"demo") ? path(profile.toStdString()) : realFile(profile);
        if (source.empty()) {
            QSKIP("no real profiles");
        }
        const auto run = discover(source, RunId{0});
        QVERIFY(run);
        const auto listing = listingOf(source);
        for (const auto answer :
             {SlimAnswer::Pipeline, SlimAnswer::Communication, SlimAnswer::Memory, SlimAnswer::All}) {
            for (const auto &ranks :
                 {std::vector<int>{}, std::vector<int>{run->captures.empty() ? 0 : run->captures.front().rank}}) {
                if (!ranks.empty() && run->captures.empty()) {
                    continue;
                }
                const SlimChoice choice{.answers = {answer}, .ranks = ranks};
                const auto kept = slimPlan(*run, choice);
                QVERIFY(kept);
                std::vector<std::string> expected;
                for (const auto &part : *kept) {
                    if (part.reason == SlimReason::Kept) {
                        expected.push_back(part.name);
                    }
                }
                std::vector<std::string> asked;
                const QTemporaryDir scratch;
                const auto plan = planFetch(listing, fs::path(source).filename().string(), choice,
                                            headsOf(source, asked), scratch.path().toStdString());
                QVERIFY2(plan, plan ? "" : plan.error().detail.c_str());
                QCOMPARE(namesOf(plan->needed()), expected);
                QCOMPARE(plan->base, slimBase(*run));
                QCOMPARE(plan->parts.size(), listing.files.size());
            }
        }
    }

    void asksForFewHeads() {
        std::vector<std::string> asked;
        const QTemporaryDir scratch;
        const auto plan = planFetch(listingOf(path("demo")), "demo", {.answers = {SlimAnswer::All}},
                                    headsOf(path("demo"), asked), scratch.path().toStdString());
        QVERIFY(plan);
        QCOMPARE(asked, std::vector<std::string>{"truth.json"});
        QCOMPARE(plan->ranks, (std::vector<int>{0, 1, 2, 3}));
    }

    void ranksByContent() {
        const auto folder = path("by_content");
        for (const auto *rank : {"5", "6"}) {
            const auto prof = folder + "/PROF_" + rank + "/device_0";
            fs::create_directories(prof + "/../mindstudio_profiler_output");
            std::ofstream(prof + "/info.json.0") << R"({"rank_id": )" << rank << "}";
            std::ofstream(prof + "/../mindstudio_profiler_output/op_summary_20260101000000.csv") << "Op Name\n";
        }
        std::vector<std::string> asked;
        const QTemporaryDir scratch;
        const auto plan = planFetch(listingOf(folder), "x", {.answers = {SlimAnswer::All}, .ranks = {6}},
                                    headsOf(folder, asked), scratch.path().toStdString());
        QVERIFY(plan);
        QCOMPARE(plan->ranks, (std::vector<int>{5, 6}));
        QCOMPARE(namesOf(plan->needed()),
                 std::vector<std::string>{"PROF_6/mindstudio_profiler_output/op_summary_20260101000000.csv"});
    }

    void strangeListings() {
        const QTemporaryDir scratch;
        const auto planOf = [&](const std::string &name, const RemoteListing &listing, const SlimChoice &choice) {
            return planFetch(listing, name, choice, &noHeads, scratch.path().toStdString());
        };
        const SlimChoice all{.answers = {SlimAnswer::All}};
        const auto nothing = planOf("a", {}, all);
        QVERIFY(!nothing);
        QCOMPARE(nothing.error().kind, ErrorKind::NotFound);
        QVERIFY(!planOf("b", listingOfNames({"readme.txt", "x/photo.jpg"}), all));

        const auto bundle = planOf("c", listingOfNames({"run.stagescope", "readme.txt"}),
                                   {.answers = {SlimAnswer::Memory}, .ranks = {3}});
        QVERIFY(bundle);
        QCOMPARE(namesOf(bundle->needed()), std::vector<std::string>{"run.stagescope"});

        const auto other = planOf("d", listingOfNames({"rank_0_ascend_pt/ASCEND_PROFILER_OUTPUT/analysis.db"}),
                                  {.answers = {SlimAnswer::All}, .ranks = {1}});
        QVERIFY(!other);
        QVERIFY(other.error().detail.find("rank 1") != std::string::npos);

        std::stop_source stop;
        stop.request_stop();
        const auto cancelled =
            planFetch(listingOf(path("demo")), "f", all, &noHeads, scratch.path().toStdString(), stop.get_token());
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().kind, ErrorKind::Cancelled);
    }

    void trouble() {
        const QTemporaryDir scratch;
        const auto refuse = [](const std::vector<RemoteFile> &, const std::string &) -> Status {
            return fail(ErrorKind::ReadFailed, "no heads today");
        };
        const auto plan = planFetch(listingOf(path("demo")), "x", {.answers = {SlimAnswer::All}}, refuse,
                                    scratch.path().toStdString());
        QVERIFY(!plan);
        QCOMPARE(plan.error().detail, std::string("no heads today"));
        QVERIFY(!planFetch(listingOf(path("demo")), "x", {.answers = {SlimAnswer::All}}, &noHeads, "/proc/nowhere"));
    }

private:
    [[nodiscard]] std::string path(const std::string &name) const {
        return m_folder.filePath(QString::fromStdString(name)).toStdString();
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(FetchPlanTest)

}  // namespace tst_fetch_plan

#include "tst_fetch_plan.moc"
