// What `check` says of folders and files that are not what they seem: several runs, guessed ranks, files that nothing
// reads.
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

namespace tst_identity {

using namespace Qt::StringLiterals;

namespace {

struct Outcome {
    int code = -1;
    QByteArray out;
    QByteArray error;
};

Outcome runCli(const QStringList &words) {
    QProcess process;
    process.start(qEnvironmentVariable("STAGESCOPE_CLI"), words);
    process.waitForFinished(60000);
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QByteArray trace(const QByteArray &operation, int process, qint64 beginUs, const QByteArray &head = {}) {
    QByteArray text = "{" + head + "\"traceEvents\": [";
    for (int i = 0; i < 30; ++i) {
        const auto time = QByteArray::number(beginUs + 100 * i);
        text += (i == 0 ? "" : ", ");
        text += "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"" + operation +
                "\", \"pid\": " + QByteArray::number(process) + ", \"tid\": 1, \"ts\": " + time + ", \"dur\": 50}";
        text += ", {\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k_" + operation +
                "\", \"pid\": 0, \"tid\": 7, \"ts\": " + time + ", \"dur\": 60}";
    }
    return text + "]}";
}

/// Steps of ten kernels of 100 us, each launched 900 us after the one before it has ended.
QByteArray lateTrace(int process, qint64 beginUs) {
    QByteArray events;
    int launches = 0;
    const auto pid = QByteArray::number(process);
    const auto add = [&](const QByteArray &cat, const QByteArray &name, const QByteArray &place, qint64 begin,
                         int duration, const QByteArray &args) {
        events += events.isEmpty() ? "" : ", ";
        events += "{\"ph\": \"X\", \"cat\": \"" + cat + "\", \"name\": \"" + name + "\", " + place +
                  ", \"ts\": " + QByteArray::number(begin) + ", \"dur\": " + QByteArray::number(duration) +
                  ", \"args\": {" + args + "}}";
    };
    const auto host = "\"pid\": " + pid + ", \"tid\": " + pid;
    for (int step = 0; step < 5; ++step) {
        const auto from = beginUs + 10'000 * step;
        add("user_annotation", "ProfilerStep#" + QByteArray::number(step), host, from, 9'990, {});
        for (int i = 0; i < 10; ++i) {
            const auto id = "\"correlation\": " + QByteArray::number(++launches);
            add("cpu_op", "aten::mm", host, from + 1000 * i + 5, 15, {});
            add("cuda_runtime", "cudaLaunchKernel", host, from + 1000 * i + 10, 5, id);
            add("kernel", "sgemm", "\"pid\": 0, \"tid\": 7", from + 1000 * i + 20, 100,
                id + ", \"device\": 0, \"stream\": 7");
        }
    }
    return "{\"schemaVersion\": 1, \"traceEvents\": [" + events + "]}";
}

}  // namespace

class IdentityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void unrelatedProfilesAreRuns() {
        const auto folder = made("unrelated");
        write(folder + u"/bert.json"_s, trace("bert", 4000, kBegin));
        write(folder + u"/qwen.json"_s, trace("qwen", 5000, kBegin + 90000000));
        const auto told = runCli({u"check"_s, folder});
        QCOMPARE(told.code, 0);
        QVERIFY2(told.out.startsWith(folder.toUtf8() + ": 2 runs, not one job"), told.out.constData());
        QVERIFY(told.out.contains("table difference") && told.out.contains("--baseline"));
        QCOMPARE(told.out.count(": 1 rank\n"), 2);
        QVERIFY(!told.out.contains("of 2 ranks") && !told.out.contains("rank 1"));
        const auto table = runCli({u"table"_s, u"ranks"_s, folder});
        QCOMPARE(table.code, 2);
        QVERIFY2(table.error.contains("2 runs, not one job") && table.error.contains("qwen.json"),
                 table.error.constData());
        QCOMPARE(runCli({u"table"_s, u"ranks"_s, folder + u"/qwen.json"_s}).code, 0);
    }

    /// Names that call them ranks make no job of programs that have nothing in common.
    void namesAloneMakeNoJob() {
        const auto folder = made("named_ranks");
        const char *programs[] = {"bert", "qwen", "resnet"};
        for (int i = 0; i < 3; ++i) {
            write(folder + u"/trace_rank%1.json"_s.arg(i), trace(programs[i], 4000 + i, kBegin + 7 * i));
        }
        const auto told = runCli({u"check"_s, folder});
        QVERIFY2(told.out.startsWith(folder.toUtf8() + ": 3 runs, not one job"), told.out.constData());
        const auto job = made("named_job");
        for (int i = 0; i < 3; ++i) {
            write(job + u"/trace_rank%1.json"_s.arg(i), trace("bert", 4000 + i, kBegin + 7 * i));
        }
        QVERIFY(runCli({u"check"_s, job}).out.startsWith(job.toUtf8() + ": 3 ranks"));
    }

    void ranksByHandAreKept() {
        const auto folder = made("by_hand");
        write(folder + u"/b.json"_s, trace("one", 4000, kBegin));
        write(folder + u"/c.json"_s, trace("other", 5000, kBegin + 90000000));
        const auto told = runCli({u"check"_s, folder, u"--rank-of"_s, u"b.json=0"_s, u"--rank-of"_s, u"c.json=1"_s});
        QVERIFY2(told.out.startsWith(folder.toUtf8() + ": 2 ranks (ranks 0-1 by hand)"), told.out.constData());
        QVERIFY(runCli({u"check"_s, folder}).out.contains("by hand"));
        QVERIFY(runCli({u"check"_s, folder, u"--rank-of"_s, u"b.json=-"_s, u"--rank-of"_s, u"c.json=-"_s})
                    .out.contains("2 runs, not one job"));
        // Those that nobody named stay with those that somebody did.
        const auto many = made("some_by_hand");
        for (int i = 0; i < 4; ++i) {
            write(many + u"/run_%1.json"_s.arg(QLatin1Char("wxyz"[i])), trace("one", 4000 + i, kBegin + 7 * i));
        }
        const auto some =
            runCli({u"check"_s, many, u"--rank-of"_s, u"run_w.json=1"_s, u"--rank-of"_s, u"run_x.json=0"_s});
        QVERIFY2(some.out.startsWith(many.toUtf8() + ": 4 ranks"), some.out.constData());
        const auto wrong = runCli({u"check"_s, folder, u"--rank-of"_s, u"d.json=0"_s});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.error.contains("no such file"), wrong.error.constData());
    }

    void stepsByHandAreKept() {
        const auto folder = made("steps");
        write(folder + u"/rank0.json"_s, trace("iter 3", 4000, kBegin));
        const auto steps = [&](const QStringList &more) {
            return runCli(QStringList{u"table"_s, u"steps"_s, folder, u"--format"_s, u"csv"_s} + more).out.count('\n') -
                   1;
        };
        QCOMPARE(steps({}), 0);
        QCOMPARE(steps({u"--steps"_s, u"iter (?<step>\\d+)"_s}), 30);
        QCOMPARE(steps({}), 30);
        const auto told = runCli({u"check"_s, folder});
        QVERIFY2(told.out.contains("steps are ranges like iter (?<step>\\d+)"), told.out.constData());
        const auto other = runCli({u"check"_s, folder, u"--steps"_s, u"epoch \\d+"_s});
        QVERIFY2(other.out.contains("no range is like epoch \\d+"), other.out.constData());
        // Where nothing can be kept the answer is the same.
        const auto before = qgetenv("XDG_DATA_HOME");
        qputenv("XDG_DATA_HOME", "/proc/nowhere");
        QCOMPARE(steps({u"--steps"_s, u"iter (?<step>\\d+)"_s}), 30);
        QVERIFY(runCli({u"check"_s, folder, u"--steps"_s, u"iter"_s}).error.contains("--steps is not kept"));
        qputenv("XDG_DATA_HOME", before);
        QCOMPARE(steps({u"--steps"_s, u"-"_s}), 0);
        QCOMPARE(steps({}), 0);
        QVERIFY(!runCli({u"check"_s, folder}).out.contains("steps are ranges"));
    }

    void rangesThatFollowOneAnotherAreOfferedAsSteps_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("behind");
        QTest::newRow("number last") << QByteArray("chunk ") << QByteArray();
        QTest::newRow("number first") << QByteArray() << QByteArray(" steps done");
        QTest::newRow("several numbers") << QByteArray("iter ") << QByteArray(" of 90 loss=0.25");
    }
    void rangesThatFollowOneAnotherAreOfferedAsSteps() {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, behind);
        const auto folder = made("offered");
        auto text = lateTrace(100, kBegin);
        for (int step = 0; step < 5; ++step) {
            const auto number = QByteArray::number(step);
            text.replace("ProfilerStep#" + number, before + number + behind);
        }
        write(folder + u"/rank0.json"_s, text);
        const auto told = runCli({u"check"_s, folder}).out;
        const QByteArray option = "5 ranges on rank 0 follow one another; if they are the steps: --steps '";
        const auto at = told.indexOf(option) + option.size();
        QVERIFY2(told.contains(option), told.constData());
        const auto pattern = QString::fromUtf8(told.mid(at, told.indexOf('\'', at) - at));
        const auto steps = runCli({u"table"_s, u"steps"_s, folder, u"--format"_s, u"csv"_s, u"--steps"_s, pattern});
        QCOMPARE(steps.out.count('\n'), 6);
        QVERIFY(!runCli({u"check"_s, folder}).out.contains("follow one another"));
    }

    void whatIsGuessedStandsInTheFirstLine() {
        const auto folder = made("guessed");
        for (const int i : {0, 1}) {
            write(folder + u"/host_10%1.1700000009000.pt.trace.json"_s.arg(i), trace("same", 100 + i, kBegin + i));
        }
        const auto line = runCli({u"check"_s, folder}).out.split('\n').first();
        QVERIFY2(line.contains("2 ranks (ranks 0-1 inferred from the order of names"), line.constData());
        QVERIFY(line.contains("--rank-of"));
    }

    /// What holds for each rank by itself is found whoever they are.
    void guessedRanksKeepWhatHoldsForAll() {
        const auto folder = made("guessed_late");
        for (const int i : {0, 1}) {
            write(folder + u"/host_10%1.1700000009000.pt.trace.json"_s.arg(i), lateTrace(100 + i, kBegin + i));
        }
        const auto told = runCli({u"check"_s, folder});
        QVERIFY2(told.out.contains("inferred from the order of names"), told.out.constData());
        QVERIFY2(told.out.contains("Late kernel launches: "), told.out.constData());
    }

    void filesThatNothingReads_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("sentence");
        const auto row = [](const char *name, const QByteArray &content, const char *sentence) {
            QTest::newRow(name) << QString::fromLatin1(name) << content << QByteArray(sentence);
        };
        row("prefill.json", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 52428800\n",
            "the data (52.4 MB) is not here: git lfs pull");
        row("rank0.json", QByteArray::fromHex("fffe7b007d0020002000"), "UTF-8 is expected");
        row("rank1.json", QByteArray::fromHex("fffe00007b0000000d00000020000000"), "UTF-32");
        row("rank2.json", QByteArray::fromHex("0000007b0000000d00000020"), "UTF-32");
        row("rank5.json", QByteArray::fromHex("0000005b00000020"), "UTF-32");
        row("rank3.json", "<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>",
            "error message of a server");
        row("rank4.json", "{\"schemaVersion\": 1, \"traceEvents\": []}", "hold no events");
        row("traces.zip", "PK\x03\x04zzzz", "the archive is damaged");
        row("traces.7z", QByteArray::fromHex("377abcaf271c0004"), "unpack it");
        row("report1.nsys-rep", "NVIDIA", "Nsight Systems");
        row("out.pftrace", "\x0a\x02zz", "Perfetto");
        row("config.json", R"({"hidden_size": 4096, "layers": [{"x": 1}]})", "Its members: hidden_size, layers");
        row("rank6.json", R"({"message": "Not Found"})", R"(It starts with: {"message": "Not Found"})");
        row("job.parquet", "PAR1", "Parquet file, not a profile");
        row("cpu.pstats", "{(s", "Output of cProfile is not read here: record with torch.profiler");
    }
    void filesThatNothingReads() {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, sentence);
        const auto folder = made("unread");
        write(folder + u'/' + name, content);
        for (const auto &path : {folder, QString(folder + u'/' + name)}) {
            const auto told = runCli({u"check"_s, path});
            QCOMPARE(told.code, 2);
            QVERIFY2(told.error.contains(sentence), told.error.constData());
            QVERIFY2(!told.out.contains("no finding"), told.out.constData());
        }
    }

    void filesOfAFolderWithoutProfilesAreNamed() {
        const auto folder = made("unknown");
        for (const char *name : {"a.xyz", "b.xyz", "c.xyz", "d.xyz", "e.xyz"}) {
            write(folder + u'/' + QString::fromLatin1(name), "zz");
        }
        const auto told = runCli({u"check"_s, folder});
        QCOMPARE(told.code, 2);
        QVERIFY2(told.error.contains("files there: a.xyz, b.xyz, c.xyz and 2 more"), told.error.constData());
    }

    void rawFoldersNameTheirCommand() {
        const auto folder = made("raw");
        write(folder + u"/host_1_20250709101010_ascend_pt/profiler_info.json"_s, "{}");
        write(folder + u"/host_1_20250709101010_ascend_pt/PROF_1/device_0/data/x"_s, "x");
        const auto told = runCli({u"check"_s, folder});
        QCOMPARE(told.code, 2);
        QVERIFY2(told.error.contains("torch_npu.profiler.profiler import analyse"), told.error.constData());
        QVERIFY2(!told.out.contains("no finding"), told.out.constData());
    }

private:
    static constexpr qint64 kBegin = qint64(1700000000) * 1000000;

    QString made(const char *name) {
        const auto folder = m_folder.filePath(QString::fromLatin1(name));
        QDir(folder).removeRecursively();
        QDir().mkpath(folder);
        return folder;
    }
    static void write(const QString &path, const QByteArray &content) {
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    QTemporaryDir m_folder;
};

TEST_SUITE(IdentityTest)

}  // namespace tst_identity

#include "tst_identity.moc"
