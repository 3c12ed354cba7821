#include "tests/core/demo/written_demo.h"
#include "tests/support/test_suite.h"

#include <QtCore/QCryptographicHash>
#include <QtCore/QDir>
#include <QtCore/QDirIterator>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sqlite3.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace tst_demo {

using namespace stagescope;

namespace {

/// Relative path and hash of every file.
std::map<QString, QByteArray> fileHashes(const QString &folder) {
    std::map<QString, QByteArray> hashes;
    QDirIterator it(folder, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        QFile file(it.next());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        QCryptographicHash hash(QCryptographicHash::Sha256);
        hash.addData(&file);
        hashes[QDir(folder).relativeFilePath(file.fileName())] = hash.result();
    }
    return hashes;
}

/// Durations of a rank's kernels, in order of start.
std::vector<qint64> kernelDurations(const Demo &demo, int rank) {
    std::vector<qint64> result;
    for (const DatabaseRow &row : query(demo.databases[std::size_t(rank)],
                                        "SELECT endNs - startNs FROM TASK JOIN COMPUTE_TASK_INFO USING (globalTaskId) "
                                        "ORDER BY startNs"))
        result.push_back(row[0].toLongLong());
    return result;
}

qint64 peak(const Demo &demo, int rank) {
    return number(demo.databases[std::size_t(rank)], "SELECT max(totalAllocated) FROM MEMORY_RECORD");
}

}  // namespace

class TestDemo : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sameOptionsSameBytes();
    void anotherSeedOtherTimes();
    void folders();
    void refusesUsedFolder();
    void takesAThousandRanks() {
        QVERIFY(parseDemoOptions(
            {{"schedule", "dualpipev"}, {"pp", "16"}, {"dp", "64"}, {"microbatches", "32"}, {"steps", "2"}}));
    }
    void cellsFollowTheSchedule_data();
    void cellsFollowTheSchedule();
    void transfersEndTogether();
    void ringEndsTogether();
    void truthIsInTheDatabases();
    void stepIsTheSumOfItsParts();
    void bubbleCloses();
    void launchesLeadToTasks();
    void slowRank();
    void slowStage();
    void slowLink();
    void slowHost();
    void slowLoader();
    void lowFrequency();
    void memoryLeak();
    void unevenCells();
    void memoryShapes();
    void stopsWhenAsked();
    void optionTexts();
    void optionRefusals_data();
    void optionRefusals();
};

void TestDemo::sameOptionsSameBytes() {
    const Pairs pairs{{"pp", "3"},           {"dp", "2"},    {"ranks-per-host", "2"},
                      {"clock-offset", "5"}, {"steps", "2"}, {"fault", "slow-rank=1:1.5"}};
    const Demo a(pairs);
    const Demo b(pairs);
    QVERIFY(a.isWritten && b.isWritten);
    const std::map<QString, QByteArray> hashes = fileHashes(a.folder());
    QCOMPARE(hashes.size(), std::size_t(6 * 4 + 1));
    QVERIFY(hashes == fileHashes(b.folder()));
}

void TestDemo::anotherSeedOtherTimes() {
    const Demo a(Pairs{{"steps", "1"}});
    const Demo b(Pairs{{"steps", "1"}, {"seed", "2"}});
    QVERIFY(kernelDurations(a, 0).size() > 100);
    QCOMPARE(kernelDurations(a, 0).size(), kernelDurations(b, 0).size());
    QVERIFY(kernelDurations(a, 0) != kernelDurations(b, 0));
}

void TestDemo::folders() {
    const Demo one(Pairs{{"pp", "2"}, {"dp", "1"}, {"steps", "1"}});
    QVERIFY(QFile::exists(one.folder() + QStringLiteral("/rank_1_ascend_pt/profiler_info_1.json")));
    QVERIFY(QFile::exists(one.folder() + QStringLiteral("/rank_1_ascend_pt/profiler_metadata.json")));
    QVERIFY(one.databases[1].endsWith(
        QStringLiteral("/rank_1_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_1.db")));
    const Demo hosts(Pairs{{"pp", "2"}, {"dp", "2"}, {"steps", "1"}, {"ranks-per-host", "2"}});
    QVERIFY(hosts.databases[3].startsWith(hosts.folder() + QStringLiteral("/node001/rank_3_")));
    QCOMPARE(number(hosts.databases[3], "SELECT deviceId FROM RANK_DEVICE_MAP WHERE rankId = 3"), qint64(1));
    QCOMPARE(query(hosts.databases[0], "SELECT hostName FROM HOST_INFO").at(0).at(0).toString(),
             QStringLiteral("node000"));
    qint64 largest = 0;
    const Demo standard;
    for (const QString &path : standard.databases)
        largest = std::max(largest, QFileInfo(path).size());
    QVERIFY(largest > 100'000);
    QVERIFY2(largest < 3'000'000, qPrintable(QString::number(largest)));
}

void TestDemo::refusesUsedFolder() {
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("mine.txt")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    const Status status = writeDemo(folder.path().toStdString(), {});
    QVERIFY(!status);
    QCOMPARE(status.error().kind, ErrorKind::BadArgument);
    QCOMPARE(QDir(folder.path()).entryList(QDir::NoDotAndDotDot | QDir::AllEntries),
             QStringList{QStringLiteral("mine.txt")});
    const Status onFile = writeDemo(file.fileName().toStdString(), {});
    QVERIFY(!onFile);
    QCOMPARE(onFile.error().kind, ErrorKind::BadArgument);
}

void TestDemo::cellsFollowTheSchedule_data() {
    QTest::addColumn<QString>("schedule");
    QTest::newRow("1f1b") << QStringLiteral("1f1b");
    QTest::newRow("gpipe") << QStringLiteral("gpipe");
}

void TestDemo::cellsFollowTheSchedule() {
    QFETCH(QString, schedule);
    const Demo demo(Pairs{{"schedule", schedule.toStdString()}, {"pp", "4"}, {"dp", "2"}, {"microbatches", "6"}});
    QVERIFY(demo.isWritten);
    QCOMPARE(demo.cells.size(), std::size_t(8 * 3 * 6 * 2));
    for (const auto &[key, cell] : demo.cells) {
        const auto &[rank, step, microbatch, kind] = key;
        QVERIFY(cell.begin < cell.end);
        const int stage = demo.stage(rank);
        if (kind == QLatin1String("F") && stage > 0)
            QVERIFY(cell.begin >= demo.cell(rank - 2, step, microbatch, "F").end);
        if (kind == QLatin1String("B") && stage < 3)
            QVERIFY(cell.begin >= demo.cell(rank + 2, step, microbatch, "B").end);
        if (kind == QLatin1String("B") && stage == 3)
            QVERIFY(cell.begin >= demo.cell(rank, step, microbatch, "F").end);
    }
    const Result<Schedule> expected = generateSchedule({demo.options.schedule, 4, 6, DrainOrder::Ascending});
    QVERIFY(expected);
    for (int rank = 0; rank < 8; ++rank) {
        qint64 free = 0;
        for (const PipelineAction &action : expected->ranks[std::size_t(demo.stage(rank))]) {
            const CellSpan cell = demo.cell(rank, 6, action.microbatch, action.kind == CellKind::Forward ? "F" : "B");
            QVERIFY(cell.begin >= free);
            free = cell.end;
        }
    }
}

void TestDemo::transfersEndTogether() {
    const Demo demo(Pairs{{"pp", "3"}, {"dp", "2"}, {"ranks-per-host", "2"}, {"clock-offset", "7"}, {"steps", "2"}});
    const auto ends = [&](int rank, const char *type, int towards) {
        std::vector<CellSpan> result;
        const QByteArray sql =
            QByteArray(
                "SELECT o.startNs, o.endNs FROM COMMUNICATION_OP o JOIN STRING_IDS s ON s.id = o.opType "
                "WHERE s.value = '") +
            type + "' AND (SELECT max(dstRank) FROM COMMUNICATION_TASK_INFO t WHERE t.opId = o.opId) = " +
            QByteArray::number(towards) + " ORDER BY o.startNs";
        for (const DatabaseRow &row : query(demo.databases[std::size_t(rank)], sql.constData()))
            result.push_back(
                {row[0].toLongLong() - demo.clockShift(rank), row[1].toLongLong() - demo.clockShift(rank)});
        return result;
    };
    QVERIFY(demo.clockShift(0) != demo.clockShift(2));
    QCOMPARE(demo.clockShift(0), demo.clockShift(1));
    for (const auto &[from, to] : {std::pair{0, 2}, {2, 0}, {1, 3}, {3, 5}, {5, 3}}) {
        const std::vector<CellSpan> sends = ends(from, "hcom_send_", to / 2);
        const std::vector<CellSpan> receives = ends(to, "hcom_receive_", from / 2);
        QCOMPARE(sends.size(), std::size_t(16));
        QCOMPARE(receives.size(), sends.size());
        for (std::size_t i = 0; i < sends.size(); ++i) {
            QCOMPARE(sends[i].end, receives[i].end);
            // Nothing moves before both have come: 8 MiB between hosts take 0.69 ms at the nominal speed.
            QVERIFY(sends[i].end - std::max(sends[i].begin, receives[i].begin) > 600'000);
        }
    }
}

void TestDemo::ringEndsTogether() {
    const Demo demo(Pairs{{"pp", "2"}, {"dp", "4"}, {"steps", "2"}});
    const char *sql =
        "SELECT o.endNs, o.startNs FROM COMMUNICATION_OP o JOIN STRING_IDS s ON s.id = o.groupName "
        "WHERE s.value = 'group_name_1' ORDER BY o.startNs";
    const std::vector<DatabaseRow> first = query(demo.databases[0], sql);
    QCOMPARE(first.size(), std::size_t(2));
    qint64 latest = 0;
    for (int rank = 0; rank < 4; ++rank) {
        const std::vector<DatabaseRow> rows = query(demo.databases[std::size_t(rank)], sql);
        QCOMPARE(rows.size(), first.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
            QCOMPARE(rows[i][0].toLongLong(), first[i][0].toLongLong());
        latest = std::max(latest, rows[0][1].toLongLong());
    }
    // 100 MiB over four ranks at 25 GB/s: 6 rounds of 26.2 MB.
    const qint64 duration = first[0][0].toLongLong() - latest;
    QVERIFY2(duration > 6'000'000 && duration < 7'000'000, qPrintable(QString::number(duration)));
    QCOMPARE(query(demo.databases[4], sql).size(), std::size_t(0));
}

void TestDemo::truthIsInTheDatabases() {
    const Demo demo(Pairs{{"pp", "2"},
                          {"dp", "2"},
                          {"ranks-per-host", "2"},
                          {"clock-offset", "3"},
                          {"microbatches", "4"},
                          {"named", ""}});
    const char *sql =
        "SELECT s.value, t.startNs, t.endNs, e.startNs, e.endNs, st.id FROM MSTX_EVENTS e "
        "JOIN STRING_IDS s ON s.id = e.message JOIN TASK t ON t.connectionId = e.connectionId "
        "JOIN STEP_TIME st ON e.startNs >= st.startNs AND e.startNs < st.endNs";
    for (int rank = 0; rank < 4; ++rank) {
        const std::vector<DatabaseRow> rows = query(demo.databases[std::size_t(rank)], sql);
        QCOMPARE(rows.size(), std::size_t(3 * 4 * 2));
        std::set<CellKey> seen;
        for (const DatabaseRow &row : rows) {
            const QString message = row[0].toString();
            const bool isForward =
                message.startsWith(QStringLiteral("{'name': 'forward_step', 'current_microbatch': "));
            QVERIFY(isForward ||
                    message.startsWith(QStringLiteral("{'name': 'backward_step', 'current_microbatch': ")));
            const int microbatch = message.section(QLatin1Char(' '), -1).chopped(1).toInt();
            const int step = row[5].toInt();
            const CellSpan cell = demo.cell(rank, step, microbatch, isForward ? "F" : "B");
            QCOMPARE(row[1].toLongLong(), cell.begin + demo.clockShift(rank));
            QCOMPARE(row[2].toLongLong(), cell.end + demo.clockShift(rank));
            QVERIFY(row[3].toLongLong() <= row[1].toLongLong());  // the host marks before the device works
            seen.insert({rank, step, microbatch, isForward ? QStringLiteral("F") : QStringLiteral("B")});
        }
        QCOMPARE(seen.size(), rows.size());
        QCOMPARE(peak(demo, rank), demo.rank(rank)[QStringLiteral("peak_allocated_bytes")].toInteger());
    }
}

void TestDemo::stepIsTheSumOfItsParts() {
    const Demo demo;
    const char *span =
        "SELECT st.id, min(x.startNs), max(x.endNs), st.startNs FROM STEP_TIME st, "
        "(SELECT startNs, endNs FROM COMMUNICATION_OP UNION ALL "
        " SELECT startNs, endNs FROM TASK JOIN COMPUTE_TASK_INFO USING (globalTaskId)) x "
        "WHERE x.startNs >= st.startNs AND x.startNs < st.endNs GROUP BY st.id ORDER BY st.id";
    const char *receives =
        "SELECT sum(o.endNs - o.startNs) FROM COMMUNICATION_OP o JOIN STRING_IDS s ON s.id = o.opType, STEP_TIME st "
        "WHERE s.value = 'hcom_receive_' AND o.startNs >= st.startNs AND o.startNs < st.endNs GROUP BY st.id ORDER BY "
        "st.id";
    for (const int rank : {0, 3, 7}) {
        const std::vector<DatabaseRow> spans = query(demo.databases[std::size_t(rank)], span);
        const std::vector<DatabaseRow> bubbles = query(demo.databases[std::size_t(rank)], receives);
        const std::vector<DatabaseRow> steps = query(
            demo.analyses[std::size_t(rank)],
            "SELECT step, computing, communication_not_overlapped, overlapped, communication, free, stage, bubble, "
            "communication_not_overlapped_and_exclude_receive, preparing FROM StepTraceTime ORDER BY step");
        QCOMPARE(steps.size(), std::size_t(3));
        QCOMPARE(spans.size(), steps.size());
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const auto ns = [&](int column) { return qRound64(steps[i][std::size_t(column)].toDouble() * 1000); };
            QCOMPARE(steps[i][0].toString(), spans[i][0].toString());
            const qint64 whole = spans[i][2].toLongLong() - spans[i][1].toLongLong();
            QCOMPARE(ns(1) + ns(2) + ns(5), whole);
            QCOMPARE(ns(2) + ns(3), ns(4));
            QCOMPARE(ns(6) + ns(7), whole);
            QCOMPARE(ns(7), bubbles[i][0].toLongLong());
            QCOMPARE(ns(8), ns(2) - ns(7));
            QCOMPARE(ns(9), spans[i][1].toLongLong() - spans[i][3].toLongLong());
            QVERIFY(ns(1) > 0 && ns(5) > 0 && ns(8) > 0);
        }
    }
}

void TestDemo::bubbleCloses() {
    const Demo demo(Pairs{{"pp", "4"}, {"dp", "1"}, {"microbatches", "8"}});
    for (int rank = 0; rank < 4; ++rank) {
        const QJsonArray steps = demo.rank(rank)[QStringLiteral("steps")].toArray();
        for (const QJsonValue &value : steps) {
            const int step = value[QStringLiteral("step")].toInt();
            qint64 busy = 0;
            for (const auto &[key, cell] : demo.cells) {
                if (std::get<0>(key) == rank && std::get<1>(key) == step)
                    busy += cell.end - cell.begin;
            }
            const qint64 makespan = value[QStringLiteral("makespan_ns")].toInteger();
            QCOMPARE(value[QStringLiteral("bubble_ns")].toInteger(), makespan - busy);
            // At least the bubble that 1F1B must have: (p - 1) (F + B).
            QVERIFY(value[QStringLiteral("bubble_ns")].toInteger() > busy * 3 / 8 * 9 / 10);
        }
    }
}

void TestDemo::launchesLeadToTasks() {
    const Demo demo(Pairs{{"pp", "2"}, {"dp", "2"}, {"steps", "1"}});
    const QString &path = demo.databases[1];
    const qint64 kernels = number(path, "SELECT count(*) FROM COMPUTE_TASK_INFO");
    QVERIFY(kernels > 300);
    QCOMPARE(
        number(path,
               "SELECT count(*) FROM COMPUTE_TASK_INFO JOIN TASK t USING (globalTaskId) "
               "JOIN CANN_API c ON c.connectionId = t.connectionId AND c.endNs <= t.startNs "
               "JOIN CONNECTION_IDS l ON l.connectionId = t.connectionId JOIN PYTORCH_API p ON p.connectionId = l.id "
               "WHERE CAST(p.endNs AS INTEGER) <= c.startNs"),
        kernels);
    // Kernels of a stream do not overlap.
    QCOMPARE(number(path,
                    "SELECT count(*) FROM (SELECT startNs, lag(endNs) OVER (ORDER BY startNs) AS before FROM TASK "
                    "JOIN COMPUTE_TASK_INFO USING (globalTaskId)) WHERE startNs < before"),
             qint64(0));
    QCOMPARE(
        number(path,
               "SELECT count(*) FROM COMMUNICATION_TASK_INFO WHERE opId NOT IN (SELECT opId FROM COMMUNICATION_OP)"),
        qint64(0));
    // A forward and its backward share a connection.
    QCOMPARE(number(path,
                    "SELECT count(*) FROM (SELECT l.connectionId FROM CONNECTION_IDS l JOIN PYTORCH_API p ON "
                    "p.connectionId = l.id "
                    "JOIN STRING_IDS s ON s.id = p.name WHERE s.value LIKE '%usionAttention%' OR s.value LIKE "
                    "'%usion_attention%' "
                    "GROUP BY l.connectionId HAVING count(*) = 2)"),
             qint64(2 * 8));
}

void TestDemo::slowRank() {
    const Demo plain(Pairs{{"steps", "1"}});
    const Demo slow(Pairs{{"steps", "1"}, {"fault", "slow-rank=3:1.5"}});
    for (int rank = 0; rank < 8; ++rank) {
        const std::vector<qint64> before = kernelDurations(plain, rank);
        const std::vector<qint64> after = kernelDurations(slow, rank);
        QCOMPARE(before.size(), after.size());
        if (rank != 3) {
            QVERIFY(before == after);
            continue;
        }
        for (std::size_t i = 0; i < before.size(); ++i)
            QVERIFY(std::abs(after[i] - before[i] * 3 / 2) <= 2);
    }
}

void TestDemo::slowStage() {
    const Demo plain(Pairs{{"steps", "1"}, {"pp", "3"}, {"dp", "2"}});
    const Demo slow(Pairs{{"steps", "1"}, {"pp", "3"}, {"dp", "2"}, {"fault", "slow-stage=1:1.25"}});
    for (int rank = 0; rank < 6; ++rank)
        QCOMPARE(kernelDurations(plain, rank) != kernelDurations(slow, rank), plain.stage(rank) == 1);
}

void TestDemo::slowLink() {
    const Pairs base{{"steps", "1"}, {"pp", "4"}, {"dp", "1"}};
    Pairs faulty = base;
    faulty.emplace_back("fault", "slow-link=2-1:4");
    const Demo plain(base);
    const Demo slow(faulty);
    const char *sql =
        "SELECT src_rank || '-' || dst_rank, transit_time FROM CommAnalyzerMatrix WHERE hccl_op_name = 'send-total' "
        "ORDER BY 1";
    for (int rank = 0; rank < 4; ++rank) {
        const std::vector<DatabaseRow> before = query(plain.analyses[std::size_t(rank)], sql);
        const std::vector<DatabaseRow> after = query(slow.analyses[std::size_t(rank)], sql);
        QCOMPARE(before.size(), std::size_t(rank == 0 || rank == 3 ? 1 : 2));
        for (std::size_t i = 0; i < before.size(); ++i) {
            const QString link = before[i][0].toString();
            const double ratio = after[i][1].toDouble() / before[i][1].toDouble();
            const bool isSlow = link == QLatin1String("1-2") || link == QLatin1String("2-1");
            QVERIFY2(std::abs(ratio - (isSlow ? 4.0 : 1.0)) < 1e-4, qPrintable(link));
        }
        QVERIFY(kernelDurations(plain, rank) == kernelDurations(slow, rank));
    }
}

void TestDemo::slowHost() {
    const Demo plain(Pairs{{"steps", "1"}, {"pp", "2"}, {"dp", "1"}});
    const Demo slow(Pairs{{"steps", "1"}, {"pp", "2"}, {"dp", "1"}, {"fault", "slow-host=0:60"}});
    QVERIFY(kernelDurations(plain, 0) == kernelDurations(slow, 0));
    // Host-bound: the same kernels with gaps between them.
    const CellSpan before = plain.cell(0, 5, 4, "F");
    const CellSpan after = slow.cell(0, 5, 4, "F");
    QVERIFY(after.end - after.begin > 2 * (before.end - before.begin));
    const CellSpan other = slow.cell(1, 5, 4, "B");
    QVERIFY(other.end - other.begin < 2 * (before.end - before.begin) * 3 / 2);
}

void TestDemo::slowLoader() {
    const Pairs small{{"steps", "2"}, {"pp", "2"}, {"dp", "1"}};
    Pairs faulty = small;
    faulty.emplace_back("fault", "slow-loader=0:20");
    const Demo plain(small);
    const Demo slow(faulty);
    QVERIFY(kernelDurations(plain, 0) == kernelDurations(slow, 0));
    const auto loading = [](const Demo &demo, int rank) {
        return number(demo.databases[std::size_t(rank)],
                      "SELECT sum(endNs - startNs) FROM PYTORCH_API JOIN STRING_IDS ON name = id "
                      "WHERE value LIKE '%DataLoader%'");
    };
    QVERIFY(loading(plain, 0) > 0);
    QVERIFY(loading(slow, 0) > 19 * loading(plain, 0));
    QCOMPARE(loading(slow, 1), loading(plain, 1));
}

void TestDemo::lowFrequency() {
    const Demo demo(Pairs{{"steps", "1"}, {"pp", "2"}, {"dp", "1"}, {"fault", "low-frequency=1:1.5"}});
    const Demo slow(Pairs{{"steps", "1"}, {"pp", "2"}, {"dp", "1"}, {"fault", "slow-rank=1:1.5"}});
    const char *sql = "SELECT min(freq) * 10000 + max(freq) FROM AICORE_FREQ";
    QCOMPARE(number(demo.databases[0], sql), qint64(18'001'800));
    QCOMPARE(number(demo.databases[1], sql), qint64(12'001'200));
    QVERIFY(kernelDurations(demo, 1) == kernelDurations(slow, 1));
    QVERIFY(kernelDurations(demo, 1) != kernelDurations(demo, 0));
}

void TestDemo::memoryLeak() {
    const Demo demo(Pairs{{"steps", "4"}, {"pp", "2"}, {"dp", "1"}, {"fault", "memory-leak=1:67108864"}});
    const char *sql =
        "SELECT (SELECT totalAllocated FROM MEMORY_RECORD m WHERE m.timestamp < st.endNs ORDER BY m.rowid DESC LIMIT "
        "1) "
        "FROM STEP_TIME st ORDER BY st.id";
    const std::vector<DatabaseRow> sound = query(demo.databases[0], sql);
    const std::vector<DatabaseRow> leaking = query(demo.databases[1], sql);
    QCOMPARE(leaking.size(), std::size_t(4));
    for (std::size_t i = 1; i < 4; ++i) {
        QCOMPARE(sound[i][0].toLongLong(), sound[0][0].toLongLong());
        QCOMPARE(leaking[i][0].toLongLong() - leaking[i - 1][0].toLongLong(), qint64(67'108'864));
    }
    QCOMPARE(number(demo.databases[0], "SELECT count(*) FROM OP_MEMORY WHERE releaseTime IS NULL"), qint64(0));
    QCOMPARE(number(demo.databases[1], "SELECT count(*) FROM OP_MEMORY WHERE releaseTime IS NULL"), qint64(4));
    QCOMPARE(number(demo.databases[1],
                    "SELECT count(*) FROM OP_MEMORY WHERE releaseTime - allocationTime <> duration OR size <= 0"),
             qint64(0));
}

/// By chance from half to one and a half times as long, all kernels of a cell alike; the mean of the cells stays.
void TestDemo::unevenCells() {
    const Pairs small{{"steps", "2"}, {"pp", "2"}, {"dp", "1"}, {"microbatches", "16"}};
    Pairs faulty = small;
    faulty.emplace_back("fault", "uneven-cells=1:2");
    const Demo plain(small);
    const Demo uneven(faulty);
    QVERIFY(kernelDurations(plain, 0) == kernelDurations(uneven, 0));
    const std::vector<qint64> before = kernelDurations(plain, 1);
    const std::vector<qint64> after = kernelDurations(uneven, 1);
    QCOMPARE(before.size(), after.size());
    double sum = 0;
    double least = 2;
    double most = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const double times = double(after[i]) / double(before[i]);
        sum += times;
        least = std::min(least, times);
        most = std::max(most, times);
    }
    QVERIFY(least > 0.499 && least < 0.6);
    QVERIFY(most < 1.501 && most > 1.4);
    QVERIFY(std::abs(sum / double(before.size()) - 1) < 0.1);
    // Another draw for forward and backward, for each step.
    const auto times = [&](int step, const char *kind) {
        const CellSpan slow = uneven.cell(1, step, 3, kind);
        const CellSpan usual = plain.cell(1, step, 3, kind);
        return double(slow.end - slow.begin) / double(usual.end - usual.begin);
    };
    const std::set<int> draws{int(100 * times(5, "F")), int(100 * times(5, "B")), int(100 * times(6, "F"))};
    QCOMPARE(draws.size(), std::size_t(3));
}

void TestDemo::memoryShapes() {
    const Demo oneFOneB(Pairs{{"steps", "1"}, {"pp", "4"}, {"dp", "1"}, {"microbatches", "8"}});
    const Demo gpipe(Pairs{{"steps", "1"}, {"pp", "4"}, {"dp", "1"}, {"microbatches", "8"}, {"schedule", "gpipe"}});
    const qint64 unit = oneFOneB.truth[QStringLiteral("activation_bytes")].toInteger();
    QVERIFY(unit > 100'000'000);
    // Stage s holds p - s microbatches under 1F1B; what a kernel works on comes on top, alike on the middle stages.
    QCOMPARE(peak(oneFOneB, 1) - peak(oneFOneB, 2), unit);
    QVERIFY(std::abs(peak(oneFOneB, 0) - peak(oneFOneB, 1) - unit) < unit / 10);
    QVERIFY(std::abs(peak(oneFOneB, 2) - peak(oneFOneB, 3) - unit) < unit / 4);
    QCOMPARE(peak(gpipe, 1), peak(gpipe, 2));
    QCOMPARE(peak(gpipe, 1) - peak(oneFOneB, 1), (8 - 3) * unit);
}

void TestDemo::stopsWhenAsked() {
    QTemporaryDir folder;
    std::stop_source source;
    source.request_stop();
    const Status status = writeDemo(folder.filePath(QStringLiteral("x")).toStdString(), {}, source.get_token());
    QVERIFY(!status);
    QCOMPARE(status.error().kind, ErrorKind::Cancelled);
}

void TestDemo::optionTexts() {
    DemoOptions defaults;
    for (const DemoOptionSpec &spec : demoOptionSpecs()) {
        QVERIFY(!spec.meaning.empty());
        if (!spec.isRepeatable) {
            DemoOptions options;
            QVERIFY2(setDemoOption(options, spec.name, spec.defaultValue), spec.name.c_str());
            QVERIFY(options.pp == defaults.pp && options.clockOffset == defaults.clockOffset &&
                    options.seed == defaults.seed && options.schedule == defaults.schedule);
        }
    }
    for (const char *text :
         {"slow-rank=3:1.25", "slow-stage=0:2", "slow-link=0-7:12.000001", "slow-host=1:0.5", "slow-loader=1:20",
          "low-frequency=0:1.5", "memory-leak=2:1048576", "uneven-cells=3:1.5", "uneven-data=1:2"}) {
        const Result<DemoFault> fault = demoFaultFromText(text);
        QVERIFY2(fault, text);
        QCOMPARE(demoFaultText(*fault), std::string(text));
    }
    const Result<DemoOptions> options =
        parseDemoOptions({{"clock-offset", "2.5"}, {"fault", "slow-rank=0:2"}, {"fault", "slow-rank=1:2"}});
    QVERIFY(options);
    QCOMPARE(options->clockOffset, Nanos{2'500'000});
    QCOMPARE(options->faults.size(), std::size_t(2));
    QCOMPARE(parseDemoOptions({{"clock-offset", "250us"}})->clockOffset, Nanos{250'000});
}

void TestDemo::optionRefusals_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("value");
    const auto add = [](const char *name, const char *value) {
        QTest::addRow("%s=%s", name, value) << QByteArray(name) << QByteArray(value);
    };
    add("pp", "0");
    add("pp", "four");
    add("pp", "99999999999999");
    add("dp", "-1");
    add("pp", "4096");  // times dp = 2
    add("steps", "");
    add("microbatches", "10000");  // times everything else: too large
    add("schedule", "1F1B");
    add("drain", "descending");  // of 1f1b
    add("chunks", "2");          // the same
    add("chunks", "1000");
    add("logits", "");
    add("named", "yes");
    add("clock-offset", "soon");
    add("clock-offset", "-1");
    add("seed", "-1");
    add("colour", "red");
    add("fault", "slow-rank");
    add("fault", "slow-rank=3");
    add("fault", "slow-rank=8:2");
    add("fault", "slow-rank=1:0");
    add("fault", "slow-rank=1:-2");
    add("fault", "slow-rank=1:1e9");
    add("fault", "slow-stage=4:2");
    add("fault", "slow-link=3:2");
    add("fault", "slow-link=3-3:2");
    add("fault", "slow-link=0-8:2");
    add("fault", "memory-leak=0:0");
    add("fault", "memory-leak=0:1.5");
    add("fault", "uneven-cells=0:0.5");
    add("fault", "uneven-data=2:2");
    add("fault", "fast-rank=0:2");
    add("recompute", "half");
    add("recompute", "full:");
    add("recompute", "full:4");
}

void TestDemo::optionRefusals() {
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, value);
    const Result<DemoOptions> options = parseDemoOptions({{name.toStdString(), value.toStdString()}});
    QVERIFY(!options);
    QCOMPARE(options.error().kind, ErrorKind::BadArgument);
    QVERIFY(!options.error().detail.empty());
}

TEST_SUITE(TestDemo)

}  // namespace tst_demo

#include "tst_demo.moc"
