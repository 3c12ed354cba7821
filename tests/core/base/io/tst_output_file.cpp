// What takes the place of a file of the user: whole, with all that belonged to it, or not at all.
#include "core/base/io/file_lock.h"
#include "core/base/io/output_file.h"
#include "core/base/io/output_folder.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace tst_output_file {

using namespace stagescope;

namespace fs = std::filesystem;

namespace {

std::string contentOf(const fs::path &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

struct stat factsOf(const fs::path &path) {
    struct stat facts {};
    ::lstat(path.c_str(), &facts);
    return facts;
}

}  // namespace

class OutputFileTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_folder.emplace(); }

    void modeOwnerAndAttributesStay() {
        const auto file = made("train.yaml", "old");
        QCOMPARE(::chmod(file.c_str(), 0604), 0);
        const bool isRoot = ::geteuid() == 0;
        QVERIFY(!isRoot || ::chown(file.c_str(), 65534, 65533) == 0);
        const bool hasAttributes = ::setxattr(file.c_str(), "user.origin", "a\0b", 3, 0) == 0;
        QVERIFY(writeWholeFile(file, "new"));
        QCOMPARE(contentOf(file), std::string("new"));
        const auto facts = factsOf(file);
        QCOMPARE(facts.st_mode & 07777, mode_t{0604});
        QVERIFY(!isRoot || (facts.st_uid == 65534 && facts.st_gid == 65533));
        if (hasAttributes) {
            std::string value(8, ' ');
            QCOMPARE(::getxattr(file.c_str(), "user.origin", value.data(), value.size()), ssize_t{3});
            QCOMPARE(value.substr(0, 3), std::string("a\0b", 3));
        }
        QCOMPARE(names(), std::vector<std::string>{"train.yaml"});
    }

    /// While it is written, nobody may read more of it than of the one it replaces.
    void theModeIsThatOfTheOldOneFromTheBeginning() {
        const auto file = made("secret", "old");
        QCOMPARE(::chmod(file.c_str(), 0600), 0);
        const auto output = OutputFile::create(file);
        QVERIFY(output && (*output)->write("new"));
        for (const auto &name : names()) {
            QCOMPARE(factsOf(place(name)).st_mode & 07777, mode_t{0600});
        }
        QCOMPARE(names().size(), std::size_t{2});
    }

    void whatIsNoFileIsNeverReplaced_data() {
        QTest::addColumn<QString>("name");
        for (const auto *name : {"fifo", "socket", "device", "folder", "link to a fifo"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
    void whatIsNoFileIsNeverReplaced() {
        QFETCH(QString, name);
        const auto kind = name.toStdString();
        auto path = place(kind);
        if (kind == "socket") {
            const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
            struct sockaddr_un address {};
            address.sun_family = AF_UNIX;
            QVERIFY(path.size() < sizeof address.sun_path);
            path.copy(address.sun_path, path.size());
            QCOMPARE(::bind(socket, reinterpret_cast<struct sockaddr *>(&address), sizeof address), 0);
            ::close(socket);
        } else if (kind == "device") {
            path = "/dev/null";
        } else if (kind == "folder") {
            fs::create_directory(path);
        } else {
            QCOMPARE(::mkfifo(place("fifo").c_str(), 0600), 0);
            if (kind != "fifo") {
                fs::create_symlink("fifo", path);
            }
        }
        const auto before = factsOf(path);
        const auto written = writeWholeFile(path, "new");
        QVERIFY(!written);
        QCOMPARE(written.error().kind, ErrorKind::BadArgument);
        QCOMPARE(written.error().where, path);
        QCOMPARE(factsOf(path).st_ino, before.st_ino);
        QCOMPARE(factsOf(path).st_mode, before.st_mode);
    }

    void oneOfSeveralNamesIsRefused() {
        const auto file = made("one", "old");
        fs::create_hard_link(file, place("other"));
        const auto written = writeWholeFile(file, "new");
        QVERIFY(!written && written.error().kind == ErrorKind::BadArgument);
        QCOMPARE(contentOf(file), std::string("old"));
        QCOMPARE(factsOf(file).st_ino, factsOf(place("other")).st_ino);
        QCOMPARE(names(), (std::vector<std::string>{"one", "other"}));
    }

    void linksStayAndLead_data() {
        QTest::addColumn<bool>("isThere");
        QTest::newRow("to a file") << true;
        QTest::newRow("dangling") << false;
    }
    void linksStayAndLead() {
        QFETCH(bool, isThere);
        fs::create_directory(place("below"));
        if (isThere) {
            made("below/file", "old");
        }
        fs::create_symlink("second", place("first"));
        fs::create_symlink("below/file", place("second"));
        QVERIFY(writeWholeFile(place("first"), "new"));
        QCOMPARE(contentOf(place("below/file")), std::string("new"));
        QCOMPARE(fs::read_symlink(place("first")), fs::path("second"));
        QCOMPARE(fs::read_symlink(place("second")), fs::path("below/file"));
        QCOMPARE(names(), (std::vector<std::string>{"below", "first", "second"}));
        fs::create_symlink("round", place("round"));
        QVERIFY(!writeWholeFile(place("round"), "new"));
        // A folder, the same.
        fs::create_symlink("below/folder", place("third"));
        const auto folder = OutputFolder::create(place("third"));
        QVERIFY(folder && writeWholeFile(((*folder)->path() / "x").string(), "x") && (*folder)->commit());
        QCOMPARE(contentOf(place("below/folder/x")), std::string("x"));
        QVERIFY(fs::is_symlink(place("third")));
    }

    /// What a killed run leaves is there and locked by nobody.
    void whatAKilledRunLeftGoesWithTheNext() {
        const std::string part = "x.csv.stagescope.part";
        made(part, "half");
        QCOMPARE(::chmod(place(part).c_str(), 0400), 0);
        QVERIFY(writeWholeFile(place("x.csv"), "whole"));
        QCOMPARE(names(), std::vector<std::string>{"x.csv"});
        const std::string folderPart = "demo.stagescope.part";
        fs::create_directories(place(folderPart + "/rank_0"));
        made(folderPart + "/rank_0/half", "half");
        {
            const auto folder = OutputFolder::create(place("demo"));
            QVERIFY(folder && fs::is_empty((*folder)->path()) && (*folder)->commit());
        }
        QCOMPARE(names(), (std::vector<std::string>{"demo", "x.csv"}));
        made(part, "half");
        fs::create_directories(place(folderPart));
        removeDeadParts(place(""));
        QCOMPARE(names(), (std::vector<std::string>{"demo", "x.csv"}));
    }

    void whatALivingRunWritesStays() {
        const auto first = OutputFile::create(place("x.csv"));
        const auto second = OutputFolder::create(place("demo"));
        QVERIFY(first && second && (*first)->write("first"));
        for (const auto &refused :
             {writeWholeFile(place("x.csv"), "second"), OutputFolder::create(place("demo")).map([](const auto &) {})}) {
            QVERIFY(!refused && refused.error().kind == ErrorKind::BadArgument);
            QVERIFY(refused.error().detail.find("another run is writing it") != std::string::npos);
        }
        removeDeadParts(place(""));
        QVERIFY((*first)->commit() && (*second)->commit());
        QCOMPARE(contentOf(place("x.csv")), std::string("first"));
        QVERIFY(fs::is_directory(place("demo")));
    }

    void withoutCommitNothingIsLeft() {
        {
            const auto file = OutputFile::create(place("x.csv"));
            const auto folder = OutputFolder::create(place("demo"));
            QVERIFY(file && folder && (*file)->write("half"));
            made(fs::path((*folder)->path() / "half").lexically_relative(place("")).string(), "half");
        }
        QVERIFY(names().empty());
    }

    void anEmptyFolderKeepsItsMode() {
        fs::create_directory(place("out"));
        QCOMPARE(::chmod(place("out").c_str(), 0750), 0);
        const auto folder = OutputFolder::create(place("out") + "/");
        QVERIFY(folder && (*folder)->commit());
        QCOMPARE(factsOf(place("out")).st_mode & 07777, mode_t{0750});
        made("out/x", "x");
        const auto full = OutputFolder::create(place("out"));
        QVERIFY(!full && full.error().kind == ErrorKind::BadArgument);
        QCOMPARE(names(), std::vector<std::string>{"out"});
    }

    void namesAsLongAsCanBe() {
        const std::string longest(255, 'n');
        QVERIFY(writeWholeFile(place(longest), "x"));
        QCOMPARE(names(), std::vector<std::string>{longest});
        QVERIFY(!writeWholeFile(place(longest + "n"), "x"));
    }

    void nothingIsMovedThroughALink() {
        fs::create_directories(place("elsewhere"));
        fs::create_directories(place("root"));
        fs::create_symlink("../elsewhere", place("root/rank_0"));
        fs::create_symlink("../elsewhere/file", place("root/file"));
        for (const auto *name : {"rank_0/file", "file"}) {
            const auto moved = moveInto(place("root"), name, made("arrived", "x"));
            QVERIFY(!moved);
            QCOMPARE(moved.error().kind, ErrorKind::BadArgument);
        }
        QVERIFY(fs::is_empty(place("elsewhere")));
        QVERIFY(moveInto(place("root"), "rank_1/OUT/file", place("arrived")));
        QCOMPARE(contentOf(place("root/rank_1/OUT/file")), std::string("x"));
    }

    void aFolderIsLockedForOne() {
        const auto first = FolderLock::take(place(""), std::chrono::milliseconds(0));
        QVERIFY(first);
        const auto second = FolderLock::take(place(""), std::chrono::milliseconds(0));
        QVERIFY(!second && second.error().kind == ErrorKind::NoPermission);
        QVERIFY(names().empty());
    }

private:
    [[nodiscard]] std::string place(const std::string &name) const {
        return m_folder->path().toStdString() + '/' + name;
    }
    std::string made(const std::string &name, const std::string &content) const {
        std::ofstream(place(name), std::ios::binary) << content;
        return place(name);
    }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const auto &entry : fs::directory_iterator(place(""))) {
            names.push_back(entry.path().filename());
        }
        std::sort(names.begin(), names.end());
        return names;
    }

    std::optional<QTemporaryDir> m_folder;
};

TEST_SUITE(OutputFileTest)

}  // namespace tst_output_file

#include "tst_output_file.moc"
