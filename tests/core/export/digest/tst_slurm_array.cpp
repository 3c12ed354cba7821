// What Slurm answers, and what it may answer; commands are scripts of the test.
#include "core/base/io/output_file.h"
#include "core/export/digest/slurm_array.h"
#include "tests/support/test_suite.h"

#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <filesystem>

namespace tst_slurm_array {

using namespace stagescope;
namespace fs = std::filesystem;

class SlurmArrayTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        QVERIFY(qputenv("PATH", (path("bin") + ":" + qEnvironmentVariable("PATH").toStdString()).c_str()));
        fs::create_directory(path("bin"));
    }

    void numbers_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("command");  // empty: refused
        QTest::newRow("number") << "12"
                                << "scancel 12";
        QTest::newRow("of a cluster") << "12;east-1"
                                      << "scancel 12 --clusters=east-1";
        for (const auto *text :
             {"", " 12", "12 ", "-1", "12;a b", "12;$(x)", "12_3", "0x1", "Submitted batch job 12"}) {
            QTest::newRow(qPrintable(QStringLiteral("'%1'").arg(QString::fromLatin1(text)))) << text << "";
        }
    }
    void numbers() {
        QFETCH(QString, text);
        QFETCH(QString, command);
        const auto array = SlurmArray::fromText(text.toStdString());
        QCOMPARE(array.has_value(), !command.isEmpty());
        if (array) {
            QCOMPARE(array->commandLine("scancel"), command.toStdString());
            QCOMPARE(array->text(), text.toStdString());
        } else {
            QVERIFY(array.error().kind == ErrorKind::Malformed);
        }
    }

    void states_data() {
        QTest::addColumn<QString>("script");
        QTest::addColumn<int>("running");  // -1: an error
        QTest::addColumn<int>("waiting");
        QTest::addColumn<QString>("told");  // the reason, or a part of the error
        QTest::newRow("nothing") << "" << 0 << 0 << "";
        QTest::newRow("some") << "printf 'RUNNING None\\nPENDING Resources\\nPENDING Priority\\nCOMPLETING None\\n'"
                              << 2 << 2 << "Resources";
        QTest::newRow("of a cluster") << "printf 'CLUSTER: east\\nPENDING (a b)\\n'" << 0 << 1 << "(a b)";
        QTest::newRow("no reason") << "echo PENDING" << 0 << 1 << "";
        QTest::newRow("forgotten") << "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1" << 0 << 0
                                   << "";
        QTest::newRow("no controller") << "echo 'Unable to contact slurm controller' >&2; exit 1" << -1 << 0
                                       << "Unable to contact";
        QTest::newRow("silent failure") << "exit 3" << -1 << 0 << "exit code 3";
        QTest::newRow("words") << "echo 'slurm is down for today'" << -1 << 0 << "slurm is down";
        QTest::newRow("bytes") << "printf '\\001\\377\\n'" << -1 << 0 << "no state of a job";
        QTest::newRow("killed") << "kill -KILL $$" << -1 << 0 << "died";
    }
    void states() {
        QFETCH(QString, script);
        QFETCH(int, running);
        QFETCH(int, waiting);
        QFETCH(QString, told);
        putCommand("squeue", script.toStdString());
        const auto state = SlurmArray::fromText("12")->state();
        QCOMPARE(state.has_value(), running >= 0);
        if (!state) {
            QVERIFY2(state.error().where == "squeue" && QString::fromStdString(state.error().detail).contains(told),
                     errorLine(state.error()).c_str());
            return;
        }
        QCOMPARE(static_cast<int>(state->running), running);
        QCOMPARE(static_cast<int>(state->waiting), waiting);
        QCOMPARE(state->reason, told.toStdString());
    }

    /// Nothing of what is passed is read by a shell, and the folder of logs is no pattern.
    void submissions() {
        putCommand("sbatch", "printf '%s\\n' \"$@\" \"$MARK\" > " + path("asked") + "; echo warning; echo '9;west'");
        const auto array = SlurmArray::submit({.script = "/a b/script",
                                               .words = {"4", "--", "$HOME *"},
                                               .tasks = {2, 3, 4, 9},
                                               .logs = "/logs 50%",
                                               .partition = "p q",
                                               .variables = {{"MARK", "of \"mine\""}}});
        QVERIFY2(array.has_value(), array ? "" : errorLine(array.error()).c_str());
        QCOMPARE(array->text(), std::string("9;west"));
        QFile asked(QString::fromStdString(path("asked")));
        QVERIFY(asked.open(QIODevice::ReadOnly));
        QCOMPARE(asked.readAll(),
                 "--parsable\n--export=ALL\n--array=2-4,9\n--output=/logs 50%%/%a.log\n"
                 "--partition=p q\n/a b/script\n4\n--\n$HOME *\nof \"mine\"\n");
        std::stop_source stop;
        stop.request_stop();
        putCommand("sbatch", "sleep 100");
        const auto cancelled = SlurmArray::submit({.script = "x", .tasks = {1}}, stop.get_token());
        QVERIFY(!cancelled && cancelled.error().kind == ErrorKind::Cancelled);
    }

    void logs_data() {
        QTest::addColumn<QByteArray>("log");
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("lines");
        QTest::newRow("empty") << QByteArray() << -1 << 0;
        QTest::newRow("ended well") << QByteArray("a\nshard 3/4: exit code 0\n") << 0 << 2;
        QTest::newRow("ended badly") << QByteArray("a\nb\nc\nd\nshard 3/4: exit code 2\n") << 2 << 3;
        QTest::newRow("went on") << QByteArray("shard 3/4: exit code 0\nslurmstepd: error: killed\n") << -1 << 2;
        QTest::newRow("no number") << QByteArray("shard 3/4: exit code \n") << -1 << 1;
        QTest::newRow("words") << QByteArray("shard 3/4: exit code of none\n") << -1 << 1;
        QTest::newRow("long") << QByteArray(100'000, 'x') + "\nshard 3/4: exit code 1\n" << 1 << 2;
        QTest::newRow("bytes") << QByteArray("\0\xff\n\n\n\n\n", 7) << -1 << 3;
    }
    void logs() {
        QFETCH(QByteArray, log);
        QFETCH(int, code);
        QFETCH(int, lines);
        QVERIFY(writeWholeFile(path("3.log"), log.toStdString()));
        const auto read = slurmTaskLog(path(""), 3, 3);
        QCOMPARE(read.code, code);
        QCOMPARE(static_cast<int>(read.tail.size()), lines);
        const auto none = slurmTaskLog(path("nowhere"), 3, 3);
        QVERIFY(none.code == -1 && none.tail.empty());
    }

private:
    [[nodiscard]] std::string path(const std::string &name) const {
        return m_folder.filePath(QString::fromStdString(name)).toStdString();
    }
    void putCommand(const std::string &name, const std::string &script) const {
        const auto file = path("bin/" + name);
        QVERIFY(writeWholeFile(file, "#!/bin/sh\n" + script + "\n"));
        fs::permissions(file, fs::perms::owner_all);
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(SlurmArrayTest)

}  // namespace tst_slurm_array

#include "tst_slurm_array.moc"
