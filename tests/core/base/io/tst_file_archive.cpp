// What lies in archives is read like files: from memory, or while it is unpacked.
#include "core/base/archive/archive_place.h"
#include "core/base/io/byte_source.h"
#include "core/base/io/file_time.h"
#include "core/base/io/memory_limit.h"
#include "core/base/io/small_file.h"
#include "tests/core/base/packed.h"
#include "tests/support/test_suite.h"
#include "tests/support/written_archive.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <random>

namespace tst_file_archive {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

/// Text that packs to about a quarter: random letters of a few.
std::string textOf(std::size_t size, unsigned seed) {
    std::mt19937 random(seed);
    std::string text(size, ' ');
    for (auto &c : text) {
        c = "abcd"[random() % 4];
    }
    return text;
}

std::string readAll(const std::string &path, std::size_t window = 100'000) {
    const auto source = ByteSource::open(path);
    std::string all;
    std::string piece(window, '\0');
    while (source) {
        const auto got = (*source)->read(all.size(), piece);
        if (!got || *got == 0) {
            break;
        }
        all.append(piece, 0, *got);
    }
    return all;
}

}  // namespace

class FileArchiveTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    int m_number = 0;

    /// A name of its own each time: those that were opened are remembered.
    std::string written(const std::string &bytes, const std::string &ending) {
        const auto path = m_folder.filePath(QString::number(++m_number)).toStdString() + ending;
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }

private Q_SLOTS:
    void initTestCase() { openArchivesAsFolders(); }

    void everyFormGivesItsMembers_data() {
        QTest::addColumn<int>("form");
        QTest::addColumn<QString>("ending");
        const auto row = [](ArchiveForm form, const char *ending) {
            QTest::newRow(ending) << static_cast<int>(form) << QString::fromLatin1(ending);
        };
        row(ArchiveForm::Tar, ".tar");
        row(ArchiveForm::TarGzip, ".tar.gz");
        row(ArchiveForm::TarGzip, ".tgz");
        row(ArchiveForm::TarZstd, ".tar.zst");
        row(ArchiveForm::TarXz, ".tar.xz");
        row(ArchiveForm::TarBzip2, ".tar.bz2");
        row(ArchiveForm::Zip, ".zip");
        row(ArchiveForm::StoredZip, ".stored.zip");
        row(ArchiveForm::Zip, ".named_otherwise");
    }
    void everyFormGivesItsMembers() {
        QFETCH(int, form);
        QFETCH(QString, ending);
        // Beyond what of a zip is kept in memory; of a tar that is packed as one all is.
        const std::size_t longest = ending.endsWith(u".zip") ? 4'400'000 : 400'000;
        const std::map<std::string, std::string> files{{"rank_0/small.json", textOf(1000, 1)},
                                                       {"rank_0/inner/large.json", textOf(longest, 2)},
                                                       {"empty", ""},
                                                       {"über.json", "{}"},
                                                       {"a b/c d", "blank"}};
        std::vector<WrittenEntry> entries;
        for (const auto &[name, bytes] : files) {
            entries.push_back({name, bytes});
        }
        entries.push_back({"rank_0/packed.json.gz", gzipped(textOf(300'000, 3))});
        const auto path = written(writtenArchive(static_cast<ArchiveForm>(form), entries), ending.toStdString());
        for (const auto &[name, bytes] : files) {
            QVERIFY2(readAll(path + '/' + name) == bytes, name.c_str());
            QCOMPARE(sizeOfFile(path + '/' + name), bytes.size());
            QVERIFY(isInArchive(path + '/' + name));
        }
        QVERIFY(readAll(path + "/rank_0/packed.json.gz") == textOf(300'000, 3));

        // To and fro: what is not kept is unpacked again from its begin.
        const auto &large = files.at("rank_0/inner/large.json");
        const auto source = ByteSource::open(path + "/rank_0/inner/large.json");
        QVERIFY(source.has_value());
        for (const auto at : {longest - 1000, std::size_t{10}, longest / 2, longest / 2 - 1, longest, longest + 7}) {
            std::array<char, 5000> piece{};
            const auto got = (*source)->read(at, piece);
            QVERIFY(got.has_value());
            const auto wanted = at < large.size() ? large.substr(at, piece.size()) : std::string();
            QCOMPARE(std::string(piece.data(), *got), wanted);
        }

        const auto place = archivePlace(path);
        QVERIFY(place.has_value() && place->isFolder());
        std::vector<std::string> names;
        std::vector<std::string> folders;
        place->archive->list("", names, folders);
        std::sort(names.begin(), names.end());
        std::sort(folders.begin(), folders.end());
        QCOMPARE(names, (std::vector<std::string>{"empty", "über.json"}));
        QCOMPARE(folders, (std::vector<std::string>{"a b", "rank_0"}));
        struct stat facts {};
        QCOMPARE(statFile(path + "/rank_0", facts), 0);
        QVERIFY(S_ISDIR(facts.st_mode));
        QVERIFY(statFile(path + "/rank", facts) != 0 && statFile(path + "/rank_0/small", facts) != 0);
        QCOMPARE(ByteSource::open(path + "/none").error().kind, ErrorKind::NotFound);
    }

    void whatIsNoFileInsideIsLeftOut() {
        const auto path = written(writtenArchive(ArchiveForm::Tar, {{"../out", "x"},
                                                                    {"a/../../out", "x"},
                                                                    {"/absolute", "x"},
                                                                    {"./kept", "first"},
                                                                    {"link", {}, "/etc/passwd"},
                                                                    {"hard", {}, {}, "kept"},
                                                                    {"kept", "last"}}),
                                  ".tar");
        const auto place = archivePlace(path);
        QVERIFY(place.has_value() && place->archive);
        const auto &skipped = place->archive->skipped();
        QCOMPARE(skipped.unsafe, std::uint64_t{3});
        QCOMPARE(skipped.links, std::uint64_t{2});
        QCOMPARE(skipped.first, std::string("../out"));
        QCOMPARE(readAll(path + "/kept"), std::string("last"));
        QCOMPARE(sizeOfFile(path + "/link"), std::uint64_t{0});
        QVERIFY(!isInArchive(path + "/../out") && !isInArchive(path + "/absolute"));
    }

    void encryptedEntriesAreCounted() {
        const auto bytes = writtenArchive(ArchiveForm::EncryptedZip, {{"secret.json", textOf(100, 1)}});
        QVERIFY(!bytes.empty());
        const auto place = archivePlace(written(bytes, ".zip"));
        QVERIFY(place.has_value() && place->archive);
        QCOMPARE(place->archive->skipped().encrypted, std::uint64_t{1});
        QVERIFY(place->member() == nullptr && !place->archive->hasFolder("x"));
    }

    /// Wherever it breaks off, what came before is there, and something is said.
    void cutArchives() {
        for (const auto form : {ArchiveForm::Tar, ArchiveForm::TarGzip, ArchiveForm::TarZstd, ArchiveForm::Zip}) {
            const auto first = textOf(3000, 1);
            const auto whole = writtenArchive(form, {{"a.json", first}, {"b.json", textOf(200'000, 2)}});
            for (int tenth = 0; tenth < 10; ++tenth) {
                const auto length = whole.size() * static_cast<std::size_t>(tenth) / 10 + 1;
                const auto path = written(whole.substr(0, length), form == ArchiveForm::Zip ? ".zip" : ".tar");
                const auto archive = FileArchive::open(path);
                QVERIFY(!archive || !(*archive)->soundness() || length > whole.size() * 8 / 10);
                QVERIFY(first.starts_with(readAll(path + "/a.json")));
                // By then the first of the packed blocks (128 KiB at most) is there.
                QVERIFY(form == ArchiveForm::Zip || tenth < 8 || readAll(path + "/a.json") == first);
                const auto second = readAll(path + "/b.json");
                QVERIFY(textOf(200'000, 2).starts_with(second));
            }
        }
        QCOMPARE(FileArchive::open(written("no archive", ".tar")).error().kind, ErrorKind::Malformed);
        QCOMPARE(FileArchive::open(m_folder.path().toStdString()).error().kind, ErrorKind::Unsupported);
    }

    /// Also where it is larger than what is read at once, so that nobody comes by what is lacking.
    void aCutPlainTarIsTold() {
        const auto first = textOf(600'000, 1);
        const auto second = textOf(900'000, 2);
        const auto whole = writtenArchive(ArchiveForm::Tar, {{"a.json", first}, {"b.json", second}});
        const auto sound = FileArchive::open(written(whole, ".tar"));
        QVERIFY(sound.has_value() && (*sound)->soundness().has_value());
        const auto *member = (*sound)->find("b.json");
        QVERIFY(member != nullptr && member->position.has_value());
        QVERIFY(member->bytes == nullptr);
        const auto path = written(whole.substr(0, 1'200'000), ".tar");
        const auto cut = FileArchive::open(path);
        QVERIFY(cut.has_value() && !(*cut)->soundness().has_value());
        QVERIFY(readAll(path + "/a.json") == first);
        const auto rest = readAll(path + "/b.json");
        QVERIFY(!rest.empty() && rest.size() < second.size() && second.starts_with(rest));
    }

    /// What a path inside names is not looked at: that would open the archive.
    void pathsLeadIntoArchives() {
        const auto path = written(writtenArchive(ArchiveForm::Zip, {{"a", "one"}}), ".zip");
        QVERIFY(leadsIntoArchive(path + "/a") && leadsIntoArchive(path + "/none"));
        QVERIFY(!leadsIntoArchive(path) && !leadsIntoArchive(path + "x/a"));
        QVERIFY(!leadsIntoArchive(written("no archive", ".txt") + "/a"));
    }

    void whatExpandsWithoutEndIsNotRead() {
        const std::string zeros(std::size_t{16} << 20, '\0');
        for (const auto form : {ArchiveForm::TarGzip, ArchiveForm::TarZstd, ArchiveForm::Zip}) {
            const auto bytes = writtenArchive(form, {{"a", zeros}});
            const auto archive = FileArchive::open(written(bytes, ".x"));
            QVERIFY(!archive.has_value());
            QCOMPARE(archive.error().kind, ErrorKind::Limit);
        }
    }

    void aChangedArchiveIsOpenedAgain() {
        const auto path = written(writtenArchive(ArchiveForm::Zip, {{"a", "one"}}), ".zip");
        QCOMPARE(readAll(path + "/a"), std::string("one"));
        std::ofstream(path, std::ios::binary) << writtenArchive(ArchiveForm::Zip, {{"a", "another"}});
        QCOMPARE(readAll(path + "/a"), std::string("another"));
    }
};

TEST_SUITE(FileArchiveTest)

}  // namespace tst_file_archive

#include "tst_file_archive.moc"
