#include "core/remote/remote_stream.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace tst_remote_stream {

using namespace stagescope;

namespace {

/// All that a reader heard.
struct Heard {
    std::vector<std::pair<std::string, std::string>> files;
    std::vector<std::string> same;
    std::vector<std::pair<std::size_t, std::size_t>> progress;
    std::size_t finished = 0;
    std::uint64_t from = 0;  ///< of the last file
    Status status;
    bool isGreeted = false;
    bool isEnded = false;
};

Heard heard(std::string_view text, std::size_t piece, RemoteLimits limits = {}) {
    Heard all;
    RemoteReader reader("1.0",
                        {.progress = [&](std::size_t done, std::size_t of) { all.progress.emplace_back(done, of); },
                         .begin =
                             [&](const std::string &name, std::uint64_t, std::uint64_t from) {
                                 all.files.emplace_back(name, std::string());
                                 all.from = from;
                                 return Status();
                             },
                         .bytes =
                             [&](std::string_view bytes) {
                                 all.files.back().second += bytes;
                                 return Status();
                             },
                         .finish =
                             [&] {
                                 ++all.finished;
                                 return Status();
                             },
                         .same =
                             [&](const std::string &name) {
                                 all.same.push_back(name);
                                 return Status();
                             }},
                        limits);
    for (std::size_t at = 0; at < text.size() && all.status; at += piece) {
        all.status = reader.take(text.substr(at, piece));
    }
    all.isGreeted = reader.isGreeted();
    all.isEnded = reader.isEnded();
    return all;
}

std::string frame(char kind, const std::string &bytes) {
    std::string text(1, kind);
    for (int i = 0; i < 4; ++i) {
        text += static_cast<char>(bytes.size() >> (8 * i) & 0xffU);
    }
    return text + bytes;
}

const std::string kGreeting = "stagescope-serve 2 1.0\n";

}  // namespace

class RemoteStreamTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void requestsAreReadAgain() {
        const RemoteRequest request{.path = "/data/\xe4\xbd\xa0 \"x\"",
                                    .level = "pipeline",
                                    .capture = "a",
                                    .ranks = {0, 7, 1023},
                                    .mostBytes = std::uint64_t{1} << 40,
                                    .have = {{"rank_0.stagescope", "12"}},
                                    .part = RemotePart{"rank_1.stagescope", std::uint64_t{5} << 32, "ab"}};
        QVERIFY(decodeRemoteRequest(encodeRemoteRequest(request)) == request);
        const RemoteRequest least{.path = "x", .level = "full"};
        QVERIFY(decodeRemoteRequest(encodeRemoteRequest(least)) == least);
        for (const char *text : {"", "{}", "[", "{\"path\":3}", "\xff\xfe"}) {
            QVERIFY(!decodeRemoteRequest(text));
        }
    }

    /// Whatever the pieces in which it comes, and what a shell said before.
    void answersAreReadAgain() {
        const QTemporaryDir folder;
        std::string content(std::size_t{3} << 20, 'x');
        for (std::size_t i = 0; i < content.size(); ++i) {
            content[i] = static_cast<char>(i * i / 7);
        }
        const auto path = folder.filePath(QStringLiteral("f"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) &&
                file.write(content.data(), qint64(content.size())) == qint64(content.size()));
        file.close();
        QFile empty(folder.filePath(QStringLiteral("e")));
        QVERIFY(empty.open(QIODevice::WriteOnly));
        std::string text = "Welcome\nto node 7\n";
        RemoteWriter writer([&](std::string_view bytes) {
            text += bytes;
            return true;
        });
        QVERIFY(writer.greet("1.0") && writer.progress(1, 3) && writer.file("rank_0.stagescope", path.toStdString()));
        QVERIFY(writer.same("rank_1.stagescope") && writer.file("a/e", empty.fileName().toStdString()) &&
                writer.content("b", content) && writer.end());
        for (const std::size_t piece : {std::size_t{1} << 16, std::size_t{997}, text.size()}) {
            const auto all = heard(text, piece);
            QVERIFY2(all.status.has_value() && all.isEnded && all.finished == 3,
                     all.status ? "" : all.status.error().detail.c_str());
            QCOMPARE(all.files.size(), std::size_t{3});
            QVERIFY(all.files[2] == std::make_pair(std::string("b"), content));
            QVERIFY(all.files[0].first == "rank_0.stagescope" && all.files[0].second == content);
            QVERIFY(all.files[1] == std::make_pair(std::string("a/e"), std::string()));
            QVERIFY(all.same == std::vector<std::string>{"rank_1.stagescope"});
            QVERIFY(all.progress == (std::vector<std::pair<std::size_t, std::size_t>>{{1, 3}}));
        }
        // Wherever it is cut nothing is taken for whole that is not.
        for (std::size_t cut = 0; cut < text.size(); cut += 30011) {
            const auto all = heard(std::string_view(text).substr(0, cut), 4096);
            QVERIFY(all.status.has_value() && !all.isEnded);
            QVERIFY(all.finished == 0 || all.files[0].second == content);
        }
    }

    /// What is there of a file does not come again.
    void filesGoOn() {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("f")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("0123456789") == 10);
        file.close();
        const auto path = file.fileName().toStdString();
        QCOMPARE(remoteHash(path, 4), remoteHashOf("0123"));
        QCOMPARE(remoteHash(path), remoteHashOf("0123456789"));
        QVERIFY(remoteHash(path, 11).empty());
        std::string text;
        RemoteWriter writer([&](std::string_view bytes) {
            text += bytes;
            return true;
        });
        QVERIFY(writer.greet("1.0") && writer.file("f", path, 4) && writer.file("f", path, 10) && writer.end());
        const auto all = heard(text, 3);
        QVERIFY(all.status.has_value() && all.isEnded && all.finished == 2 && all.from == 10);
        QCOMPARE(all.files[0].second, std::string("456789"));
        QVERIFY(!writer.file("f", path, 11));
    }

    /// Files of one answer have room together, and so have their names.
    void answersAreBounded() {
        const auto answer = [](int files) {
            auto text = kGreeting;
            for (int i = 0; i < files; ++i) {
                text += frame('f', R"({"name":"f)" + std::to_string(i) + R"(","size":3})") + frame('d', "abc");
            }
            return text + frame('e', "");
        };
        QVERIFY(heard(answer(4), 9, {.bytes = 12}).isEnded);
        const auto much = heard(answer(5), 9, {.bytes = 12});
        QVERIFY(!much.status && much.status.error().kind == ErrorKind::Limit && much.finished == 4);
        const auto names = heard(answer(5), 9, {.nameBytes = 8});
        QVERIFY(!names.status && names.status.error().kind == ErrorKind::Limit && names.finished == 4);
        // One that goes on counts by what still comes: the rest takes its room on the disk already.
        const auto goesOn = kGreeting + frame('f', R"({"name":"a","size":13,"from":12})");
        QVERIFY(heard(goesOn, 9, {.bytes = 1}).status.has_value());
        const auto noRoom = heard(goesOn, 9, {.bytes = 0});
        QVERIFY(!noRoom.status && noRoom.status.error().kind == ErrorKind::Limit);
        const auto words =
            kGreeting + frame('x', R"({"kind":"NotFound","detail":")" + std::string(100'000, 'x') + R"("})");
        QVERIFY(heard(words, 4096).status.error().detail.size() < 2000);
        const auto progress = kGreeting + frame('p', R"({"done":9007199254740992,"all":9007199254740991})");
        const auto said = heard(progress, 4096).progress;
        QVERIFY(said.size() == 1 && said[0].first <= said[0].second && said[0].second < 1'000'000);
    }

    void nobodyListens() {
        int calls = 0;
        RemoteWriter writer([&](std::string_view) { return ++calls < 2; });
        QVERIFY(writer.greet("1.0"));
        QVERIFY(!writer.progress(1, 2) && !writer.progress(2, 2) && !writer.end());
        QCOMPARE(calls, 2);
    }

    void errorsArrive() {
        std::string text;
        RemoteWriter writer([&](std::string_view bytes) {
            text += bytes;
            return true;
        });
        QVERIFY(writer.greet("1.0") && writer.refuse({ErrorKind::NoPermission, "may not\x1b[31m", "/x"}));
        const auto all = heard(text, 5);
        QVERIFY(!all.status && all.status.error().kind == ErrorKind::NoPermission && all.status.error().where == "/x");
        QCOMPARE(all.status.error().detail, std::string("may not [31m"));
    }

    void otherVersionsAreTold() {
        const auto all = heard("stagescope-serve 2 0.9\n", 3);
        QVERIFY(!all.status && all.status.error().kind == ErrorKind::Unsupported);
        QVERIFY(all.status.error().detail.find("0.9") != std::string::npos);
        QVERIFY(heard("stagescope-serve 1 1.0\n", 3).status.error().kind == ErrorKind::Unsupported);
    }

    void hostileAnswersEnd_data() {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char *name, const std::string &text) {
            QTest::newRow(name) << QByteArray::fromStdString(text);
        };
        row("no greeting", std::string(std::size_t{70} << 10, 'x'));
        row("unknown frame", kGreeting + frame('?', "x"));
        row("too long", kGreeting + "d\xff\xff\xff\x7f");
        row("bytes of no file", kGreeting + frame('d', "x"));
        row("more than promised",
            kGreeting + frame('f', R"({"name":"rank_0.stagescope","size":2})") + frame('d', "abc"));
        row("file in a file",
            kGreeting + frame('f', R"({"name":"a","size":2})") + frame('f', R"({"name":"b","size":2})"));
        row("end amid a file", kGreeting + frame('f', R"({"name":"a","size":2})") + frame('e', ""));
        row("goes on behind its end", kGreeting + frame('f', R"({"name":"a","size":2,"from":3})"));
        row("size of all", kGreeting + frame('f', R"({"name":"a","size":9007199254740992})"));
        for (const char *name : {"", "..", "../x", "/etc/x", "a/../x", "a//b", "./a", "a\\u0000b", "a\\nb"}) {
            row(name, kGreeting + frame('f', R"({"name":")" + std::string(name) + R"(","size":1})"));
        }
        row("name elsewhere", kGreeting + frame('s', "../x"));
        row("no JSON", kGreeting + frame('f', "\xff{"));
    }
    void hostileAnswersEnd() {
        QFETCH(QByteArray, text);
        const auto all = heard(text.toStdString(), 7);
        QVERIFY(!all.status && !all.isEnded && all.finished == 0);
    }
};

TEST_SUITE(RemoteStreamTest)

}  // namespace tst_remote_stream

#include "tst_remote_stream.moc"
