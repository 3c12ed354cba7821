// stagescope trace: what is in the one trace of several ranks, by a reader of its own, and that it opens again.
#include "tests/support/test_suite.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace tst_trace_command {

using namespace Qt::StringLiterals;

class TraceCommandTest : public QObject {
    Q_OBJECT
private:
    struct Outcome {
        int code = 0;
        QByteArray out;
        QByteArray error;
    };
    static Outcome run(const QStringList &words) {
        QProcess process;
        process.start(qEnvironmentVariable("STAGESCOPE_BINARY"), words);
        process.waitForFinished(120'000);
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    /// One row of numbers.
    [[nodiscard]] static QList<double> asked(const QString &profile, const QString &sql) {
        const auto answer = run({u"sql"_s, profile, sql, u"--format"_s, u"csv"_s});
        QList<double> row;
        for (const auto &cell : answer.out.split('\n').value(1).trimmed().split(',')) {
            row += cell.toDouble();
        }
        return row;
    }
    static QJsonArray eventsOf(const QString &file) {
        QFile json(file);
        return json.open(QIODevice::ReadOnly)
                   ? QJsonDocument::fromJson(json.readAll()).object()[u"traceEvents"_s].toArray()
                   : QJsonArray();
    }
    /// Slices of one thread, in whole ns: each begins and ends within the one that is open.
    static bool isNested(std::vector<std::pair<qint64, qint64>> slices) {
        std::sort(slices.begin(), slices.end(), [](const auto &a, const auto &b) {
            return a.first != b.first ? a.first < b.first : a.second > b.second;
        });
        std::vector<qint64> open;
        for (const auto &[begin, end] : slices) {
            while (!open.empty() && open.back() <= begin) {
                open.pop_back();
            }
            if (!open.empty() && end > open.back()) {
                return false;
            }
            open.push_back(end);
        }
        return true;
    }

    QTemporaryDir m_folder;

private Q_SLOTS:
    void initTestCase() {
        const auto made =
            run({u"demo"_s, path(u"run"_s), u"--pp"_s, u"2"_s, u"--dp"_s, u"2"_s, u"--microbatches"_s, u"4"_s,
                 u"--steps"_s, u"3"_s, u"--clock-offset"_s, u"20"_s, u"--ranks-per-host"_s, u"1"_s});
        QCOMPARE(made.code, 0);
    }

    /// The same slices, with the same times on the common clock and the same durations, in a process for each rank.
    void ranksAreProcesses() {
        const auto file = path(u"two.json"_s);
        const auto made = run({u"trace"_s, path(u"run"_s), u"--ranks"_s, u"0,3"_s, u"-o"_s, file});
        QVERIFY2(made.code == 0 && made.out.contains("2 ranks"), made.error + made.out);
        std::map<int, QString> names;
        std::map<int, qint64> counts;
        std::map<int, qint64> durations;
        std::map<std::pair<int, int>, std::vector<std::pair<qint64, qint64>>> threads;
        std::map<int, qint64> first;
        const auto nanos = [](const QJsonValue &micros) { return std::llround(micros.toDouble() * 1000); };
        for (const auto &value : eventsOf(file)) {
            const auto event = value.toObject();
            const int process = event[u"pid"_s].toInt();
            const auto phase = event[u"ph"_s].toString();
            if (phase == u"M" && event[u"name"_s].toString() == u"process_name") {
                names[process] = event[u"args"_s].toObject()[u"name"_s].toString();
            }
            if (phase == u"X" || phase == u"i") {
                const auto begin = nanos(event[u"ts"_s]);
                const auto length = nanos(event[u"dur"_s]);
                ++counts[process];
                durations[process] += length;
                first[process] = first.contains(process) ? std::min(first[process], begin) : begin;
                threads[{process, event[u"tid"_s].toInt()}].push_back({begin, begin + length});
            }
        }
        QCOMPARE(names, (std::map<int, QString>{{0, u"rank 0"_s}, {3, u"rank 3"_s}}));
        for (const int rank : {0, 3}) {
            const auto row = asked(path(u"run"_s),
                                   u"SELECT count(1), sum(dur_ns), min(begin_ns) - (SELECT min(begin_ns) FROM slice "
                                   "WHERE rank IN (0, 3)) FROM slice WHERE rank = %1"_s.arg(rank));
            QCOMPARE(static_cast<double>(counts[rank]), row.value(0));
            QCOMPARE(static_cast<double>(durations[rank]), row.value(1));
            QCOMPARE(static_cast<double>(first[rank] - std::min(first[0], first[3])), row.value(2));
        }
        for (const auto &[thread, slices] : threads) {
            QVERIFY2(isNested(slices), qPrintable(u"%1 %2"_s.arg(thread.first).arg(thread.second)));
        }
        // Opened again: the same slices, kernels among them, beside lanes that are computed when a file is opened.
        const auto again =
            asked(file, u"SELECT count(1), sum(dur_ns) FROM slice WHERE process NOT LIKE '%(computed)'"_s);
        QCOMPARE(again.value(0), static_cast<double>(counts[0] + counts[3]));
        QCOMPARE(again.value(1), static_cast<double>(durations[0] + durations[3]));
        const auto kernels = u"SELECT count(1), sum(dur_ns) FROM slice WHERE class = 'computing'%1"_s;
        QCOMPARE(asked(file, kernels.arg(QString())), asked(path(u"run"_s), kernels.arg(u" AND rank IN (0, 3)"_s)));
    }

    /// A step: what touches it on the host or, where launches are recorded, on the device.
    void aStepIsCutOut() {
        const auto file = path(u"step.json"_s);
        const auto step = static_cast<int>(asked(path(u"run"_s), u"SELECT max(step) FROM step"_s).value(0));
        const auto made =
            run({u"trace"_s, path(u"run"_s), u"--ranks"_s, u"1"_s, u"--step"_s, QString::number(step), u"-o"_s, file});
        QVERIFY2(made.code == 0, made.error);
        qint64 count = 0;
        for (const auto &value : eventsOf(file)) {
            const auto phase = value.toObject()[u"ph"_s].toString();
            count += phase == u"X" || phase == u"i" ? 1 : 0;
        }
        const auto row = asked(path(u"run"_s),
                               u"SELECT count(1) FROM slice s, (SELECT min(begin_ns, "
                               "coalesce(device_begin_ns, begin_ns)) AS b, max(end_ns, "
                               "coalesce(device_end_ns, end_ns)) AS e FROM steps WHERE rank = 1 AND "
                               "step = %1) t WHERE s.rank = 1 AND s.begin_ns < t.e AND (s.end_ns > t.b OR "
                               "(s.end_ns = s.begin_ns AND s.begin_ns = t.b))"_s.arg(step));
        QCOMPARE(static_cast<double>(count), row.value(0));
        QVERIFY(count > 0);
    }

    void packedIsTheSame() {
        const QStringList words{u"trace"_s, path(u"run"_s), u"--ranks"_s, u"2"_s, u"-o"_s};
        QCOMPARE(run(words + QStringList{path(u"one.json"_s)}).code, 0);
        QCOMPARE(run(words + QStringList{path(u"one.json.gz"_s)}).code, 0);
        QProcess unpack;
        unpack.start(u"gzip"_s, {u"-dc"_s, path(u"one.json.gz"_s)});
        QVERIFY(unpack.waitForFinished());
        QFile plain(path(u"one.json"_s));
        QVERIFY(plain.open(QIODevice::ReadOnly));
        const auto text = plain.readAll();
        QVERIFY(text.size() > 1000 && QFile(path(u"one.json.gz"_s)).size() < text.size() / 3);
        QVERIFY(unpack.readAllStandardOutput() == text);
        QCOMPARE(asked(path(u"one.json.gz"_s), u"SELECT count(1) FROM slice WHERE process NOT LIKE '%(computed)'"_s),
                 asked(path(u"run"_s), u"SELECT count(1) FROM slice WHERE rank = 2"_s));
    }

    void whatIsNotThereIsSaid_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("no file") << QStringList{} << QByteArray("-o FILE");
        QTest::newRow("rank") << QStringList{u"--ranks"_s, u"9"_s, u"-o"_s, path(u"x.json"_s)} << QByteArray("rank");
        QTest::newRow("step") << QStringList{u"--step"_s, u"99"_s, u"-o"_s, path(u"x.json"_s)} << QByteArray("step");
        QTest::newRow("inside") << QStringList{u"-o"_s, path(u"run/x.json"_s)} << QByteArray("inside the profile");
    }
    void whatIsNotThereIsSaid() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, part);
        const auto made = run(QStringList{u"trace"_s, path(u"run"_s)} + words);
        QCOMPARE(made.code, 2);
        QVERIFY2(made.error.contains(part), made.error);
        QVERIFY(!QFile::exists(path(u"x.json"_s)));
    }
};

TEST_SUITE(TraceCommandTest)

}  // namespace tst_trace_command

#include "tst_trace_command.moc"
