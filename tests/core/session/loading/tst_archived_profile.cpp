// A profile in an archive is the profile in its folder.
#include "core/analysis/tables/analysis.h"
#include "core/demo/demo_options.h"
#include "core/session/discovery/discovery.h"
#include "tests/core/session/profile_tree.h"
#include "tests/support/kept_demos.h"
#include "tests/support/same_tables.h"
#include "tests/support/test_suite.h"
#include "tests/support/written_archive.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace tst_archived_profile {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

namespace fs = std::filesystem;

std::string bytesOf(const fs::path &path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<WrittenEntry> entriesOf(const fs::path &folder) {
    std::vector<WrittenEntry> entries;
    for (const auto &entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) {
            entries.push_back({fs::relative(entry.path(), folder.parent_path()).string(), bytesOf(entry.path())});
        }
    }
    return entries;
}

std::set<std::string> namesIn(const fs::path &folder) {
    std::set<std::string> names;
    for (const auto &entry : fs::recursive_directory_iterator(folder)) {
        names.insert(entry.path().string());
    }
    return names;
}

std::string write(const fs::path &path, const std::string &bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
    return path.string();
}

/// Wherever its files lie, they are below "profile".
ResultTable withoutPlace(ResultTable table, const std::vector<std::string> &places) {
    for (auto &row : table.rows) {
        for (auto &cell : row) {
            auto *text = std::get_if<std::string>(&cell);
            for (const auto &place : places) {
                for (auto at = text != nullptr ? text->find(place) : std::string::npos; at != std::string::npos;
                     at = text->find(place, at + 1)) {
                    text->replace(at, place.size(), "profile");
                }
            }
        }
    }
    return table;
}

/// The archive holds the folder itself.
QString firstDifference(const Run &wanted, const Run &found) {
    const auto inside = found.path + '/' + fs::path(wanted.path).filename().string();
    for (const auto &entry : analysisList()) {
        const auto difference = differenceOf(withoutPlace(tableOfRun(entry, wanted), {wanted.path}),
                                             withoutPlace(tableOfRun(entry, found), {inside, found.path}));
        if (!difference.empty()) {
            return QString::fromStdString(difference);
        }
    }
    return {};
}

}  // namespace

class ArchivedProfileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Databases, traces and tables, with a log beside a database in one of them.
    void archivesAreFolders() {
        const QTemporaryDir folder;
        const auto demo = fs::path(folder.filePath(QStringLiteral("demo")).toStdString());
        const auto options =
            parseDemoOptions({{"pp", "2"}, {"dp", "1"}, {"microbatches", "3"}, {"steps", "2"}, {"layers", "1"}});
        QVERIFY(options.has_value() && placeDemo(demo.string(), *options).has_value());
        const auto wanted = loadedRun(demo.string());
        QCOMPARE(wanted.captures.size(), std::size_t{2});
        const auto entries = entriesOf(demo);
        const auto archives = fs::path(folder.filePath(QStringLiteral("archives")).toStdString());
        fs::create_directory(archives);
        const auto check = [&](ArchiveForm form, const char *name) {
            const auto path = write(archives / name, writtenArchive(form, entries));
            const auto before = namesIn(archives);
            auto found = loadedRun(path);
            found.label = wanted.label;
            QCOMPARE(found.captures.size(), std::size_t{2});
            QCOMPARE(firstDifference(wanted, found), QString());
            QVERIFY(namesIn(archives) == before);
        };
        check(ArchiveForm::Zip, "profile.zip");
        check(ArchiveForm::TarGzip, "profile.tar.gz");
        check(ArchiveForm::TarZstd, "profile.tar.zst");

        // One rank of it, and archives of ranks beside one another.
        QCOMPARE(
            loadedRun(
                (archives / "profile.zip" / entries.front().name.substr(0, entries.front().name.find('/'))).string())
                .captures.size(),
            std::size_t{2});
        const auto ranks = fs::path(folder.filePath(QStringLiteral("ranks")).toStdString());
        fs::create_directory(ranks);
        for (const auto &rank : fs::directory_iterator(demo)) {
            if (rank.is_directory()) {
                write(ranks / (rank.path().filename().string() + ".zip"),
                      writtenArchive(ArchiveForm::Zip, entriesOf(rank.path())));
            }
        }
        QCOMPARE(loadedRun(ranks.string()).captures.size(), std::size_t{2});
    }

    void whatAnArchiveLacksIsTold() {
        const ProfileTree tree;
        const std::string trace =
            R"({"traceEvents": [{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 2}]})";
        const auto bytes =
            writtenArchive(ArchiveForm::Tar, {{"a.json", trace}, {"../b.json", trace}, {"c.json", {}, "a.json"}});
        const auto run = discover(tree.file("profile.tar", bytes), RunId{0});
        QVERIFY(run.has_value());
        QCOMPARE(run->captures.size(), std::size_t{1});
        QCOMPARE(run->log->count("discovery.archive_unsafe"), std::uint64_t{1});
        QCOMPARE(run->log->count("discovery.archive_links"), std::uint64_t{1});
        QVERIFY(run->log->hasDataLoss());

        for (const auto &[name, content] : std::vector<std::pair<std::string, std::string>>{
                 {"broken.zip", std::string("PK\x03\x04\0\0", 6) + std::string(40, 'x')},
                 {"empty.tar", std::string()},
                 {"cut.tar.gz", writtenArchive(ArchiveForm::TarGzip, {{"a.json", trace}}).substr(0, 60)},
                 {"locked.zip", writtenArchive(ArchiveForm::EncryptedZip, {{"a.json", trace}})}}) {
            const auto found = discover(tree.file(name, content), RunId{0});
            QVERIFY2(found.has_value() && found->captures.empty(), name.c_str());
            QVERIFY2(found->log->count("discovery.nothing_found") == 1, name.c_str());
        }
    }
};

TEST_SUITE(ArchivedProfileTest)

}  // namespace tst_archived_profile

#include "tst_archived_profile.moc"
