// Where fetched files go: what has its place is whole, and nothing that others put there is touched.
#include "core/fetch/fetch_folder.h"
#include "tests/support/test_suite.h"

#include <QtCore/QCryptographicHash>
#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <fstream>

namespace tst_fetch_folder {

using namespace stagescope;
using namespace Qt::StringLiterals;
namespace fs = std::filesystem;

namespace {

constexpr const char *kRemote = "r:run";
const SlimChoice kChoice{.answers = {SlimAnswer::Memory}, .ranks = {0}};

void put(const fs::path &path, const std::string &text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

std::int64_t timeOf(const fs::path &path) {
    const auto time = std::chrono::file_clock::to_sys(fs::last_write_time(path)).time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
}

RemoteFile remoteFile(const std::string &name, const std::string &text, const char *kind = "md5") {
    const auto algorithm = kind == std::string("sha1")     ? QCryptographicHash::Sha1
                           : kind == std::string("sha256") ? QCryptographicHash::Sha256
                                                           : QCryptographicHash::Md5;
    return {name, text.size(), 0, kind,
            QCryptographicHash::hash(QByteArray::fromStdString(text), algorithm).toHex().toStdString()};
}

}  // namespace

class FetchFolderTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_temporary = std::make_unique<QTemporaryDir>();
        m_folder = fs::path(m_temporary->path().toStdString()) / "out";
        m_arrivals = m_folder.string() + ".fetching";
    }

    void whatArrivesWholeGetsItsPlace_data() {
        QTest::addColumn<QByteArray>("kind");
        for (const auto *kind : {"md5", "sha1", "sha256"}) {
            QTest::newRow(kind) << QByteArray(kind);
        }
    }
    void whatArrivesWholeGetsItsPlace() {
        QFETCH(QByteArray, kind);
        const auto file = remoteFile("a/b.db", "content", kind.constData());
        {
            const auto folder = FetchFolder::open(m_folder.string(), kRemote);
            QVERIFY(folder);
            QVERIFY((*folder)->begin({{{file, SlimReason::Kept}}, {0}, {}}, kChoice));
            QVERIFY(!(*folder)->holds(file));
            for (const auto *wrong : {"conten", "contenT", "content+", ""}) {
                put((*folder)->arrivals() / "a/b.db", wrong);
                const auto refused = (*folder)->accept(file);
                QVERIFY(!refused);
                QCOMPARE(refused.error().kind, ErrorKind::Changed);
                QCOMPARE(refused.error().where, std::string("r:run/a/b.db"));
                QVERIFY(!fs::exists(m_folder / "a/b.db"));
            }
            put((*folder)->arrivals() / "a/b.db", "content");
            QVERIFY((*folder)->accept(file));
            QVERIFY((*folder)->holds(file));
            QVERIFY(!(*folder)->accept(file));  // it no longer exists
        }
        QVERIFY(!fs::exists(m_arrivals));
        const auto again = FetchFolder::open(m_folder.string(), kRemote);
        QVERIFY(again);
        QVERIFY((*again)->begin({{{file, SlimReason::Kept}}, {0}, {}}, kChoice));
        QVERIFY((*again)->holds(file));
        put(m_folder / "a/b.db", "conTent");
        QVERIFY(!(*again)->holds(file));
    }

    void withoutHashTimesCount() {
        const auto folder = FetchFolder::open(m_folder.string(), kRemote);
        QVERIFY(folder);
        put((*folder)->arrivals() / "x", "content");
        RemoteFile file{"x", 7, timeOf((*folder)->arrivals() / "x") + 2'000'000'000};
        QVERIFY(!(*folder)->accept(file));
        file.modifiedNs -= 2'700'000'000;  // the store keeps seconds
        QVERIFY((*folder)->accept(file));
        QVERIFY((*folder)->holds(file));
        fs::last_write_time(m_folder / "x", fs::file_time_type::clock::now() + std::chrono::hours(1));
        QVERIFY(!(*folder)->holds(file));
    }

    /// A run that was killed while it made the folder of arrivals does not stand in the way of the next.
    void aHalfMadeFolderOfArrivalsIsTakenOver() {
        put(m_arrivals / ".stagescope_fetch.stagescope.part", "");
        QVERIFY(FetchFolder::open(m_folder.string(), kRemote));
        QVERIFY(!fs::exists(m_arrivals));
    }

    /// Whoever shares DIR may have put a link there: nothing is read or written where it leads.
    void linksInTheFolderAreNotFollowed() {
        const auto file = remoteFile("a/b.db", "content");
        const auto elsewhere = m_folder.parent_path() / "elsewhere";
        const auto folder = FetchFolder::open(m_folder.string(), kRemote);
        QVERIFY(folder && (*folder)->begin({{{file, SlimReason::Kept}}, {0}, {}}, kChoice));
        put(elsewhere / "b.db", "content");
        fs::create_directory_symlink(elsewhere, m_folder / "a");
        QVERIFY(!(*folder)->holds(file));
        fs::remove(elsewhere / "b.db");
        put((*folder)->arrivals() / "a/b.db", "content");
        const auto refused = (*folder)->accept(file);
        QVERIFY(!refused && refused.error().kind == ErrorKind::BadArgument);
        QVERIFY(fs::is_empty(elsewhere));
        fs::remove(m_folder / kFetchManifest);
        fs::create_symlink(elsewhere / "manifest", m_folder / kFetchManifest);
        QVERIFY(!(*folder)->begin({{{file, SlimReason::Kept}}, {0}, {}}, kChoice));
        QVERIFY(fs::is_empty(elsewhere));
    }

    void linksAreNoFiles() {
        const auto folder = FetchFolder::open(m_folder.string(), kRemote);
        QVERIFY(folder);
        const auto file = remoteFile("x", "content");
        put(m_folder.parent_path() / "elsewhere", "content");
        fs::create_symlink(m_folder.parent_path() / "elsewhere", (*folder)->arrivals() / "x");
        QVERIFY(!(*folder)->accept(file));
    }

    void filesOfOneRankKeepItsFolder() {
        const auto folder = FetchFolder::open(m_folder.string(), kRemote);
        QVERIFY(folder);
        const auto file = remoteFile("analysis.db", "content");
        QVERIFY((*folder)->begin({{{file, SlimReason::Kept}}, {3}, "rank_3_ascend_pt"}, kChoice));
        put((*folder)->arrivals() / "analysis.db", "content");
        QVERIFY((*folder)->accept(file));
        QVERIFY(fs::exists(m_folder / "rank_3_ascend_pt/analysis.db"));
    }

    void theManifestTellsAll() {
        const auto folder = FetchFolder::open(m_folder.string(), kRemote);
        QVERIFY(folder);
        const auto file = remoteFile("b", "content");
        QVERIFY((*folder)->begin({{{{"a", 5}, SlimReason::NotAsked}, {file, SlimReason::Kept}}, {0, 1}, {}}, kChoice));
        QFile text(QString::fromStdString((m_folder / kFetchManifest).string()));
        QVERIFY(text.open(QIODevice::ReadOnly));
        const auto root = QJsonDocument::fromJson(text.readAll()).object();
        QCOMPARE(root[u"of"].toString(), QString::fromLatin1(kRemote));
        QCOMPARE(root[u"for"][0].toString(), u"memory"_s);
        QCOMPARE(root[u"ranks"][0].toInt(-1), 0);
        QCOMPARE(root[u"files"][0][u"md5"].toString().toStdString(), file.hash);
        QCOMPARE(root[u"left_out"][0][u"name"].toString(), u"a"_s);
        QCOMPARE(root[u"left_out"][0][u"reason"].toString(), u"not needed for the chosen data"_s);
    }

    void othersFilesAreNotTouched() {
        put(m_folder / "mine.txt", "mine");
        const auto foreign = FetchFolder::open(m_folder.string(), kRemote);
        QVERIFY(!foreign);
        QCOMPARE(foreign.error().kind, ErrorKind::BadArgument);
        for (const auto *manifest : {"", "{}", "[]", "{\"of\": 5}", "{\"of\": \"other:run\"}"}) {
            put(m_folder / kFetchManifest, manifest);
            QVERIFY(!FetchFolder::open(m_folder.string(), kRemote));
        }
        put(m_folder / kFetchManifest, "{\"of\": \"r:run\"}");
        QVERIFY(FetchFolder::open(m_folder.string(), kRemote));
        QVERIFY(fs::exists(m_folder / "mine.txt"));

        put(m_arrivals / "mine.txt", "mine");
        const auto inTheWay = FetchFolder::open(m_folder.string(), kRemote);
        QVERIFY(!inTheWay);
        QVERIFY(fs::exists(m_arrivals / "mine.txt"));
        fs::remove_all(m_arrivals);
        put(m_arrivals, "a file");
        QVERIFY(!FetchFolder::open(m_folder.string(), kRemote));
        QVERIFY(fs::is_regular_file(m_arrivals));
        QVERIFY(!FetchFolder::open((m_folder / "mine.txt").string(), kRemote));
        QVERIFY(!FetchFolder::open("/proc/nowhere/out", kRemote));
    }

    void oneFetchAtATime() {
        const auto first = FetchFolder::open(m_folder.string(), kRemote);
        QVERIFY(first);
        put((*first)->arrivals() / "half", "hal");
        const auto second = FetchFolder::open(m_folder.string() + "/", kRemote);
        QVERIFY(!second);
        QVERIFY(second.error().detail.find("another fetch") != std::string::npos);
        QVERIFY(fs::exists((*first)->arrivals() / "half"));
    }

    void whatAKilledFetchLeftIsTakenOver() {
        {
            const auto folder = FetchFolder::open(m_folder.string(), kRemote);
            QVERIFY(folder);
            put((*folder)->arrivals() / "a/half", "hal");
            fs::copy(m_arrivals, m_arrivals.string() + "2", fs::copy_options::recursive);
        }
        fs::rename(m_arrivals.string() + "2", m_arrivals);
        const auto again = FetchFolder::open(m_folder.string(), kRemote);
        QVERIFY(again);
        QVERIFY(!fs::exists((*again)->arrivals() / "a"));
    }

private:
    std::unique_ptr<QTemporaryDir> m_temporary;
    fs::path m_folder;
    fs::path m_arrivals;
};

TEST_SUITE(FetchFolderTest)

}  // namespace tst_fetch_folder

#include "tst_fetch_folder.moc"
