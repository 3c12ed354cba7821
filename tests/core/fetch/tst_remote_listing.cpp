// What rclone tells of a folder: names lead nowhere else, and whatever is no listing is an error.
#include "core/fetch/remote_listing.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_remote_listing {

using namespace stagescope;

namespace {

Result<RemoteListing> listed(const std::vector<std::string> &lines) {
    ListingReader reader("r:run");
    for (const auto &line : lines) {
        if (auto status = reader.add(line); !status) {
            return tl::make_unexpected(status.error());
        }
    }
    return reader.finish();
}

std::string entry(const std::string &name, const std::string &size = "5") {
    // No raw text that ends in a quotation mark: moc 6.4 loses the namespace behind it.
    return "{\"Path\":\"" + name + "\",\"Name\":\"x\",\"Size\":" + size +
           R"(,"ModTime":"2026-11-23T23:31:28.596434242Z","IsDir":false},)";
}

}  // namespace

class RemoteListingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsEntries() {
        const auto listing = listed(
            {"[",
             R"({"Path":"b/y.db","Name":"y.db","Size":300000,"ModTime":"2026-11-24T07:31:28.5+08:00","IsDir":false,)"
             R"("Hashes":{"md5":"826837FDC999830E69D45817FFCE17E6","crc32":"1"}},)",
             R"({"Path":"d","Name":"d","Size":-1,"ModTime":"2026-11-24T07:31:28Z","IsDir":true},)",
             R"({"Path":"a","Name":"a","Size":0,"ModTime":"2026-11-23T23:31:28.596434242Z","IsDir":false})", "]"});
        QVERIFY(listing);
        QVERIFY(listing->refused.empty());
        constexpr std::int64_t kSeconds = 1'795'476'688;
        const std::vector<RemoteFile> expected{
            {"a", 0, kSeconds * 1'000'000'000 + 596'434'242, {}, {}},
            {"b/y.db", 300'000, kSeconds * 1'000'000'000 + 500'000'000, "md5", "826837fdc999830e69d45817ffce17e6"}};
        QVERIFY(listing->files == expected);
        const auto nothing = listed({"[", "]"});
        QVERIFY(nothing && nothing->files.empty());
        QVERIFY(listed({"[]"}));
    }

    void namesStayBelow_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("isTaken");
        const auto row = [](const char *title, const QByteArray &name, bool isTaken) {
            QTest::newRow(title) << name << isTaken;
        };
        row("plain", "rank_0_ascend_pt/ASCEND_PROFILER_OUTPUT/x.db", true);
        row("blanks and more", "-rf a/ä # ; $(x) ..b/...", true);
        row("absolute", "/etc/passwd", false);
        row("up", "../x", false);
        row("up inside", "a/../../x", false);
        row("up at the end", "a/..", false);
        row("here", "a/./x", false);
        row("empty", "", false);
        row("empty part", "a//x", false);
        row("folder", "a/", false);
        row("nul", R"(a\u0000b)", false);
        row("new line", R"(a\nb)", false);
        row("escape", R"(a\u001b[31m)", false);
        row("long part", QByteArray(256, 'a'), false);
        row("longest part", QByteArray(255, 'a'), true);
        row("deep", QByteArray("a/").repeated(2000) + "x", false);
    }
    void namesStayBelow() {
        QFETCH(QByteArray, name);
        QFETCH(bool, isTaken);
        const auto listing = listed({"[", entry(name.toStdString()), entry("other"), "]"});
        QVERIFY(listing);
        QCOMPARE(listing->files.size(), isTaken ? std::size_t{2} : std::size_t{1});
        QCOMPARE(listing->refused.size(), isTaken ? std::size_t{0} : std::size_t{1});
    }

    void strangeFiles() {
        const auto listing = listed({"[", entry("twice"), entry("one"), entry("twice", "6"), entry("nosize", "-1"),
                                     entry("text", "\"7\""), entry("huge", "1e30"), "]"});
        QVERIFY(listing);
        QCOMPARE(listing->files.size(), std::size_t{1});
        QCOMPARE(listing->files.front().name, std::string("one"));
        QCOMPARE(listing->refused.size(), std::size_t{4});
        QVERIFY(listing->refused.front().where.starts_with("r:run/"));
    }

    void aFileIsNoFolder() {
        const auto listing = listed({"[", entry("a.db"), entry("a.db-wal"), entry("a.db/b/c"), entry("a.db/b"), "]"});
        QVERIFY(listing);
        QCOMPARE(listing->files.size(), std::size_t{2});
        QCOMPARE(listing->files.front().name, std::string("a.db-wal"));
        QCOMPARE(listing->files.back().name, std::string("a.db/b/c"));
        QCOMPARE(listing->refused.size(), std::size_t{2});
    }

    void noListing_data() {
        QTest::addColumn<QStringList>("lines");
        QTest::addColumn<int>("kind");
        const auto row = [](const char *name, const QStringList &lines, ErrorKind kind) {
            QTest::newRow(name) << lines << static_cast<int>(kind);
        };
        const auto good = QString::fromStdString(entry("a"));
        row("nothing", {}, ErrorKind::Truncated);
        row("no end", {QStringLiteral("["), good}, ErrorKind::Truncated);
        row("text", {QStringLiteral("hello")}, ErrorKind::Malformed);
        row("no array", {good}, ErrorKind::Malformed);
        row("half an entry", {QStringLiteral("["), good.left(20)}, ErrorKind::Malformed);
        row("a number", {QStringLiteral("["), QStringLiteral("5,")}, ErrorKind::Malformed);
        row("more behind the end", {QStringLiteral("["), QStringLiteral("]"), good}, ErrorKind::Malformed);
    }
    void noListing() {
        QFETCH(QStringList, lines);
        QFETCH(int, kind);
        std::vector<std::string> texts;
        for (const auto &line : lines) {
            texts.push_back(line.toStdString());
        }
        const auto listing = listed(texts);
        QVERIFY(!listing);
        QCOMPARE(static_cast<int>(listing.error().kind), kind);
        QCOMPARE(listing.error().where, std::string("r:run"));
    }
};

TEST_SUITE(RemoteListingTest)

}  // namespace tst_remote_listing

#include "tst_remote_listing.moc"
