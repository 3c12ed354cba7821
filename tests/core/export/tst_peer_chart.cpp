#include "core/base/archive/archive_place.h"
#include "core/base/io/database_writer.h"
#include "core/export/peer_databases.h"
#include "tests/support/test_suite.h"
#include "tests/support/written_archive.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <sqlite3.h>

namespace tst_peer_chart {

using namespace stagescope;

namespace {

PipelineCell cell(int rank, CellKind kind, int microbatch, std::int64_t begin, int chunk = 0) {
    PipelineCell result;
    result.rank = rank;
    result.kind = kind;
    result.microbatch = microbatch;
    result.chunk = chunk;
    result.range = {rankTime(begin), rankTime(begin + 10)};
    return result;
}

P2pOp operation(int rank, P2pOp::Kind kind, std::string name, std::int64_t begin) {
    P2pOp op;
    op.rank = rank;
    op.kind = kind;
    op.name = std::move(name);
    op.range = {rankTime(begin), rankTime(begin + 5)};
    return op;
}

/// Two ranks, two transfers, one of them with an operation that carries a second edge.
PipelineChart twoStages() {
    PipelineChart chart;
    chart.group.ranks = {4, 6};
    chart.match = ScheduleMatch{};
    chart.match->candidates = {ScheduleOptions{.stages = 2, .microbatches = 8}};
    chart.cells = {cell(4, CellKind::Forward, 3, 100), cell(4, CellKind::BackwardInput, 1, 120, 1),
                   cell(4, CellKind::Optimizer, -1, 140), cell(6, CellKind::Overlapped, 7, 100)};
    chart.cells.edit()[2].name = "step";
    chart.cells.edit()[3].backwardMicrobatch = 5;
    chart.cells.edit()[3].backwardChunk = 1;
    chart.p2p = {operation(4, P2pOp::Kind::Send, "hcom_send__344_0_1", 110),
                 operation(6, P2pOp::Kind::Batch, "hcom_batchSendRecv__344_7_1", 105),
                 operation(4, P2pOp::Kind::Receive, "hcom_receive__344_0_1", 130)};
    chart.edges = {P2pEdge{.send = 0, .receive = 1, .from = 4, .to = 6},
                   P2pEdge{.send = 1, .receive = 2, .from = 6, .to = 4},
                   P2pEdge{.send = P2pEdge::kNone, .receive = 2, .from = 6, .to = 4}};
    return chart;
}

std::vector<QStringList> rowsOf(const QString &path, const char *sql) {
    std::vector<QStringList> rows;
    sqlite3 *database = nullptr;
    sqlite3_stmt *statement = nullptr;
    if (sqlite3_open_v2(path.toUtf8().constData(), &database, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK &&
        sqlite3_prepare_v2(database, sql, -1, &statement, nullptr) == SQLITE_OK) {
        while (sqlite3_step(statement) == SQLITE_ROW) {
            QStringList row;
            for (int i = 0; i < sqlite3_column_count(statement); ++i) {
                row << QString::fromUtf8(reinterpret_cast<const char *>(sqlite3_column_text(statement, i)));
            }
            rows.push_back(row);
        }
    }
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return rows;
}

QByteArray contentOf(const QString &path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class PeerChartTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("run/rank4/OUT")));
        m_source = m_folder->filePath(QStringLiteral("run/rank4/OUT/profiler.db"));
        DatabaseWriter writer(m_source.toStdString());
        writer.execute(
            "CREATE TABLE STRING_IDS(id INTEGER, value TEXT);"
            "INSERT INTO STRING_IDS VALUES(1,'hcom_send__344_0_1'),(2,'hcom_receive__344_0_1'),(3,'other');"
            "CREATE TABLE COMMUNICATION_OP(opName INTEGER, startNs TEXT, endNs TEXT);"
            "INSERT INTO COMMUNICATION_OP VALUES(1,'110','115'),(2,'130','135'),(3,'110','120');"
            "CREATE TABLE StepTaskInfo(old TEXT); CREATE TABLE caught(x);"
            "CREATE TRIGGER trap AFTER UPDATE ON COMMUNICATION_OP BEGIN INSERT INTO caught VALUES(1); END;");
        QVERIFY(writer.finish());
    }

    void numberedNamesCountOnOverChunks() {
        const auto peer = peerChart(twoStages(), PeerNames::Numbered);
        const auto &tasks = peer.ranks.at(4).tasks;
        QCOMPARE(tasks.size(), std::size_t{3});
        QCOMPARE(tasks[0].name, std::string("3F"));
        QCOMPARE(tasks[1].name, std::string("9b"));
        QCOMPARE(tasks[2].name, std::string("step"));
        QCOMPARE(tasks[0].type, std::int64_t{0});
        QCOMPARE(tasks[1].type, std::int64_t{2});
        QCOMPARE(tasks[1].beginNs, std::int64_t{120});
        QCOMPARE(tasks[1].endNs, std::int64_t{130});
        QCOMPARE(peer.ranks.at(6).tasks.at(0).name, std::string("7F+13B"));
    }

    void recipeNamesKnowTwoKinds() {
        const auto peer = peerChart(twoStages(), PeerNames::Recipe);
        QCOMPARE(peer.ranks.at(4).tasks.size(), std::size_t{2});
        QCOMPARE(peer.ranks.at(4).tasks[1].name, std::string("BP"));
        QCOMPARE(peer.ranks.at(4).tasks[1].type, std::int64_t{1});
        QCOMPARE(peer.ranks.at(6).tasks.at(0).name, std::string("FP"));
    }

    void anOperationCarriesOneConnection() {
        const auto peer = peerChart(twoStages(), PeerNames::Numbered);
        const auto &sent = peer.ranks.at(4).connections;
        QCOMPARE(sent.size(), std::size_t{1});
        QCOMPARE(sent[0].operation, std::string("hcom_send__344_0_1"));
        QCOMPARE(sent[0].id, std::string("344_0_1_0"));
        QCOMPARE(peer.ranks.at(6).connections.at(0).id, sent[0].id);
    }

    void copiesCarryTheChartAndOriginalsStay() {
        const auto before = contentOf(m_source);
        const auto target = m_folder->filePath(QStringLiteral("copies"));
        const auto result =
            writePeerDatabases(run(), peerChart(twoStages(), PeerNames::Numbered), target.toStdString());
        QVERIFY(result);
        QCOMPARE(result->written.size(), std::size_t{1});
        QCOMPARE(result->written[0].tasks, std::size_t{3});
        const auto copy = target + QStringLiteral("/rank4/OUT/profiler.db");
        QCOMPARE(QString::fromStdString(result->written[0].path), copy);
        const auto tasks = rowsOf(copy, "SELECT name, startNs, endNs, type FROM StepTaskInfo");
        QCOMPARE(tasks.size(), std::size_t{3});
        QCOMPARE(tasks[0], (QStringList{QStringLiteral("3F"), QStringLiteral("100"), QStringLiteral("110"),
                                        QStringLiteral("0")}));
        const auto marked = rowsOf(copy, "SELECT opName FROM COMMUNICATION_OP WHERE opConnectionId='344_0_1_0'");
        QCOMPARE(marked, std::vector<QStringList>{{QStringLiteral("1")}});
        QVERIFY(rowsOf(copy, "SELECT x FROM caught").empty());
        QCOMPARE(contentOf(m_source), before);
        QCOMPARE(QDir(m_folder->filePath(QStringLiteral("run/rank4/OUT"))).entryList(QDir::Files).size(), 1);
    }

    void archivedDatabasesAreCopiedAsTheyRead() {
        openArchivesAsFolders();
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("archived")));
        const auto packed = m_folder->filePath(QStringLiteral("archived/run.zip"));
        const auto bytes = testing::writtenArchive(testing::ArchiveForm::Zip,
                                                   {{"rank4/profiler.db", contentOf(m_source).toStdString()}});
        QFile file(packed);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(QByteArray::fromStdString(bytes)), static_cast<qint64>(bytes.size()));
        file.close();
        auto archived = run();
        archived.path = packed.toStdString();
        archived.captures[0].files[0].path = archived.path + "/rank4/profiler.db";
        const auto target = m_folder->filePath(QStringLiteral("copies"));
        const auto peer = peerChart(twoStages(), PeerNames::Numbered);
        const auto result = writePeerDatabases(archived, peer, target.toStdString());
        QVERIFY(result);
        QCOMPARE(result->written.size(), std::size_t{1});
        const auto copy = QString::fromStdString(result->written[0].path);
        QCOMPARE(rowsOf(copy, "SELECT value FROM STRING_IDS").size(), std::size_t{3});
        QCOMPARE(rowsOf(copy, "SELECT name FROM StepTaskInfo").size(), std::size_t{3});

        archived.captures[0].files[0].path = archived.path + "/rank4/none.db";
        QVERIFY(!writePeerDatabases(archived, peer, m_folder->filePath(QStringLiteral("none")).toStdString()));
    }

    void refusesToWriteIntoTheProfileOrOverFiles() {
        const auto peer = peerChart(twoStages(), PeerNames::Numbered);
        const auto inside = writePeerDatabases(run(), peer, m_folder->filePath(QStringLiteral("run/x")).toStdString());
        QVERIFY(!inside);
        QCOMPARE(inside.error().kind, ErrorKind::BadArgument);
        const auto target = m_folder->filePath(QStringLiteral("copies")).toStdString();
        QVERIFY(writePeerDatabases(run(), peer, target));
        const auto again = writePeerDatabases(run(), peer, target);
        QVERIFY(!again);
        QCOMPARE(again.error().kind, ErrorKind::BadArgument);
    }

    void leavesNothingHalfDone() {
        std::stop_source stop;
        stop.request_stop();
        const auto target = m_folder->filePath(QStringLiteral("copies"));
        const auto result = writePeerDatabases(run(), peerChart(twoStages(), PeerNames::Numbered), target.toStdString(),
                                               stop.get_token());
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::Cancelled);
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
                 QStringList{QStringLiteral("run")});
    }

    void tellsRanksWithoutDatabase() {
        auto bare = run();
        bare.captures[0].files.clear();
        const auto result = writePeerDatabases(bare, peerChart(twoStages(), PeerNames::Numbered),
                                               m_folder->filePath(QStringLiteral("copies")).toStdString());
        QVERIFY(result);
        QVERIFY(result->written.empty());
        QCOMPARE(result->without, std::vector<int>{4});
    }

private:
    [[nodiscard]] Run run() const {
        Run run;
        run.path = m_folder->filePath(QStringLiteral("run")).toStdString();
        RankCapture capture;
        capture.rank = 4;
        FileSource file;
        file.path = m_source.toStdString();
        file.format = "profiler_db";
        capture.files = {file};
        run.captures = {capture};
        return run;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_source;
};

TEST_SUITE(PeerChartTest)

}  // namespace tst_peer_chart

#include "tst_peer_chart.moc"
