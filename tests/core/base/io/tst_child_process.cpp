// Programs that are run: what they say arrives line by line, and none of them outlives or outlasts the call.
#include "core/base/io/child_process.h"
#include "tests/support/test_suite.h"

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <csignal>
#include <thread>

namespace tst_child_process {

using namespace stagescope;
using namespace std::chrono_literals;

namespace {

struct Said {
    std::vector<std::string> output;
    std::vector<std::string> errors;
};

ChildCall shell(const std::string &script) {
    ChildCall call;
    call.words = {"sh", "-c", script, "sh", "a b", "*"};
    return call;
}

Result<int> heard(const ChildCall &call, Said &said) {
    return runChild(call, [&](ChildStream stream, std::string_view line) {
        (stream == ChildStream::Output ? said.output : said.errors).emplace_back(line);
        return true;
    });
}

bool runs(int pid) { return ::kill(pid, 0) == 0; }

}  // namespace

class ChildProcessTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tellsLines() {
        Said said;
        const auto code = heard(shell("echo one; echo \"$1\" >&2; echo \"$2\"; cat; printf 'no end'; exit 7"), said);
        QVERIFY(code);
        QCOMPARE(*code, 7);
        QCOMPARE(said.output, (std::vector<std::string>{"one", "*", "no end"}));
        QCOMPARE(said.errors, (std::vector<std::string>{"a b"}));
    }

    void environmentIsThatOfTheCall() {
        qputenv("STAGESCOPE_TEST_KEPT", "kept");
        qputenv("STAGESCOPE_TEST_GONE", "gone");
        auto call = shell("echo $STAGESCOPE_TEST_KEPT/$STAGESCOPE_TEST_GONE/$STAGESCOPE_TEST_NEW");
        call.variables = {{"STAGESCOPE_TEST_GONE", ""}, {"STAGESCOPE_TEST_NEW", "new"}};
        Said said;
        QVERIFY(heard(call, said));
        QCOMPARE(said.output, (std::vector<std::string>{"kept//new"}));
    }

    void outputGoesToAFile() {
        const QTemporaryDir folder;
        auto call = shell("printf 'a\\0b\\n\\377'; echo said >&2");
        call.outputPath = folder.filePath(QStringLiteral("out")).toStdString();
        Said said;
        QVERIFY(heard(call, said));
        QFile file(QString::fromStdString(call.outputPath));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("a\0b\n\377", 5));
        QVERIFY(said.output.empty());
        QCOMPARE(said.errors.size(), std::size_t{1});
    }

    void endsInTime_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("part");
        const auto row = [](const char *name, const char *script, ErrorKind kind, const char *part) {
            QTest::newRow(name) << QString::fromLatin1(script) << static_cast<int>(kind) << QString::fromLatin1(part);
        };
        row("silent", "exec sleep 1000", ErrorKind::Limit, "said nothing");
        row("silent without outputs", "exec sleep 1000 >&- 2>&-", ErrorKind::Limit, "does not end");
        row("a line without end", "exec head -c 3000000 /dev/zero", ErrorKind::Limit, "more than it should");
        row("lines without end", "exec yes", ErrorKind::Limit, "more than it should");
        row("errors without end", "exec yes >&2", ErrorKind::Limit, "more than it should");
        row("killed", "kill -9 $$", ErrorKind::ReadFailed, "died: Killed");
    }
    void endsInTime() {
        QFETCH(QString, script);
        QFETCH(int, kind);
        QFETCH(QString, part);
        auto call = shell("echo $$; " + script.toStdString());
        call.silence = 300ms;
        call.maxBytes = 5'000'000;
        int pid = 0;
        const auto code = runChild(call, [&](ChildStream, std::string_view line) {
            pid = pid == 0 ? QByteArray(line.data(), static_cast<qsizetype>(line.size())).toInt() : pid;
            return true;
        });
        QVERIFY(!code);
        QCOMPARE(static_cast<int>(code.error().kind), kind);
        QVERIFY2(QString::fromStdString(code.error().detail).contains(part), code.error().detail.c_str());
        QVERIFY(pid > 0 && !runs(pid));
    }

    void theListenerEndsIt() {
        int pid = 0;
        const auto code = runChild(shell("echo $$; exec sleep 1000"), [&](ChildStream, std::string_view line) {
            pid = QByteArray(line.data(), static_cast<qsizetype>(line.size())).toInt();
            return false;
        });
        QVERIFY(code);
        QCOMPARE(*code, -1);
        QVERIFY(pid > 0 && !runs(pid));
    }

    void cancelled() {
        std::stop_source stop;
        int pid = 0;
        const auto listener = [&](ChildStream, std::string_view line) {
            pid = QByteArray(line.data(), static_cast<qsizetype>(line.size())).toInt();
            stop.request_stop();
            return true;
        };
        const auto code = runChild(shell("echo $$; exec sleep 1000"), listener, stop.get_token());
        QVERIFY(!code);
        QCOMPARE(code.error().kind, ErrorKind::Cancelled);
        QVERIFY(pid > 0 && !runs(pid));
    }

    void cannotBeStarted() {
        ChildCall call;
        call.words = {"/nowhere/at/all"};
        Said said;
        const auto none = heard(call, said);
        QVERIFY(!none);
        QCOMPARE(none.error().kind, ErrorKind::NotFound);
        call.words = {"/dev/null"};
        const auto noProgram = heard(call, said);
        QVERIFY(!noProgram);
        QCOMPARE(noProgram.error().kind, ErrorKind::ReadFailed);
        call.words = {"true"};
        call.outputPath = "/nowhere/out";
        QVERIFY(!heard(call, said));
    }

    void manyAtOnce() {
        std::vector<std::jthread> threads;
        std::array<Result<int>, 8> codes;
        for (std::size_t i = 0; i < codes.size(); ++i) {
            threads.emplace_back([&codes, i] {
                Said said;
                codes.at(i) = heard(shell("exit " + std::to_string(i)), said);
            });
        }
        threads.clear();
        for (std::size_t i = 0; i < codes.size(); ++i) {
            QVERIFY(codes.at(i));
            QCOMPARE(*codes.at(i), static_cast<int>(i));
        }
    }
};

TEST_SUITE(ChildProcessTest)

}  // namespace tst_child_process

#include "tst_child_process.moc"
