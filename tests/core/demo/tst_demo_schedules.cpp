#include "core/analysis/pipeline/schedule/mindspeed_labels.h"
#include "tests/core/demo/written_demo.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace tst_demo_schedules {

using namespace stagescope;

namespace {

/// One cell as truth.json tells it.
struct TrueCell {
    PipelineAction action;
    qint64 begin = 0;
    qint64 end = 0;
};

/// Cells of a rank in the first step, by begin.
std::vector<TrueCell> cellsOf(const Demo &demo, int rank) {
    const QJsonObject columns = demo.rank(rank)[QStringLiteral("cells")].toObject();
    const auto at = [&columns](const char *name, qsizetype i) {
        return columns[QString::fromLatin1(name)].toArray().at(i);
    };
    std::vector<TrueCell> cells;
    for (qsizetype i = 0; i < columns[QStringLiteral("step")].toArray().size(); ++i) {
        if (at("step", i).toInt() != 5)
            continue;
        TrueCell cell;
        cell.action.rank = demo.stage(rank);
        cell.action.kind = cellKindFromText(at("kind", i).toString().toStdString()).value_or(CellKind::Other);
        cell.action.microbatch = at("microbatch", i).toInt();
        cell.action.chunk = at("chunk", i).toInt();
        cell.action.backwardMicrobatch = at("backward_microbatch", i).toInt();
        cell.action.backwardChunk = at("backward_chunk", i).toInt();
        cell.begin = at("start_ns", i).toInteger();
        cell.end = at("end_ns", i).toInteger();
        cells.push_back(cell);
    }
    std::ranges::sort(cells, {}, &TrueCell::begin);
    return cells;
}

PipelineAction withStages(PipelineAction action, const Demo &demo) {
    const StagePlacement placement = placementOf(demo.options.schedule);
    action.stage = stageOf(placement, demo.options.pp, action.rank, action.chunk);
    if (action.kind == CellKind::Overlapped)
        action.backwardStage = stageOf(placement, demo.options.pp, action.rank, action.backwardChunk);
    return action;
}

/// When each activation and each gradient was there: (is gradient, direction, stage, microbatch).
using Handover = std::tuple<bool, int, int, int>;

class Flow {
public:
    explicit Flow(const Demo &demo)
        : m_demo(demo), m_isDual(placementOf(demo.options.schedule) == StagePlacement::Dual) {
        const int chunks = chunksOf(demo.options.scheduleOptions());
        m_lastStage = demo.options.pp * (m_isDual ? 1 : chunks) - 1;
    }
    void give(const TrueCell &cell) {
        const PipelineAction a = withStages(cell.action, m_demo);
        if (a.kind == CellKind::Forward || a.kind == CellKind::Overlapped)
            m_ends[key(false, a.chunk, a.stage, a.microbatch)] = cell.end;
        if (givesGradient(a.kind))
            m_ends[key(true, a.chunk, a.stage, a.microbatch)] = cell.end;
        if (a.kind == CellKind::Overlapped)
            m_ends[key(true, a.backwardChunk, a.backwardStage, a.backwardMicrobatch)] = cell.end;
    }
    /// The latest moment at which something that the cell needs came to be.
    [[nodiscard]] qint64 ready(const TrueCell &cell) const {
        const PipelineAction a = withStages(cell.action, m_demo);
        qint64 result = 0;
        if ((a.kind == CellKind::Forward || a.kind == CellKind::Overlapped) && a.stage > 0)
            result = m_ends.at(key(false, a.chunk, a.stage - 1, a.microbatch));
        if (givesGradient(a.kind))
            result = gradient(a.chunk, a.stage, a.microbatch);
        if (a.kind == CellKind::Overlapped)
            result = std::max(result, gradient(a.backwardChunk, a.backwardStage, a.backwardMicrobatch));
        if (a.kind == CellKind::BackwardWeight)
            result = m_ends.at(key(true, a.chunk, a.stage, a.microbatch));
        return result;
    }

private:
    [[nodiscard]] Handover key(bool isGradient, int chunk, int stage, int microbatch) const {
        return {isGradient, m_isDual ? chunk : 0, stage, microbatch};
    }
    [[nodiscard]] qint64 gradient(int chunk, int stage, int microbatch) const {
        return stage == m_lastStage ? m_ends.at(key(false, chunk, stage, microbatch))
                                    : m_ends.at(key(true, chunk, stage + 1, microbatch));
    }
    const Demo &m_demo;
    bool m_isDual;
    int m_lastStage = 0;
    std::map<Handover, qint64> m_ends;
};

/// Transfers that a step needs: one per stage border between ranks, microbatch and way.
int transfersOf(const Demo &demo) {
    const ScheduleOptions options = demo.options.scheduleOptions();
    const Result<Schedule> schedule = generateSchedule(options);
    int borders = 0;
    const StagePlacement placement = placementOf(options.kind);
    for (int stage = 1; stage < schedule->stageCount; ++stage)
        borders +=
            rankOfStage(placement, options.stages, stage - 1, 0) != rankOfStage(placement, options.stages, stage, 0);
    return 2 * borders * options.microbatches;
}

Pairs small(const char *kind, const Pairs &more = {}) {
    Pairs pairs{{"schedule", kind}, {"pp", "4"}, {"dp", "1"}, {"microbatches", "8"}, {"steps", "1"}, {"layers", "1"}};
    pairs.insert(pairs.end(), more.begin(), more.end());
    return pairs;
}

/// Distinct names of marks on a rank, sorted.
QStringList messages(const Demo &demo, int rank) {
    QStringList result;
    for (const DatabaseRow &row :
         query(demo.databases[std::size_t(rank)],
               "SELECT DISTINCT s.value FROM MSTX_EVENTS e JOIN STRING_IDS s ON s.id = e.message "
               "ORDER BY s.value"))
        result << row[0].toString();
    return result;
}

}  // namespace

class TestDemoSchedules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void played_data();
    void played();
    void overlappedCellsRunBothHalves();
    void weightsAreApart();
    void lossIsACell();
    void activationsHeld();
    void marks();
    void stepTaskInfo();
    void metadata();
};

void TestDemoSchedules::played_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QStringList>("more");
    for (const ScheduleKind kind : scheduleKinds()) {
        const auto name = QString::fromStdString(std::string(scheduleKindText(kind)));
        QTest::newRow(qPrintable(name)) << name << QStringList();
    }
    const auto interleaved = QStringLiteral("interleaved");
    const auto mindSpeed = QStringLiteral("mindspeed-dualpipev");
    QTest::newRow("three chunks") << interleaved << QStringList{QStringLiteral("chunks=3")};
    QTest::newRow("groups") << interleaved
                            << QStringList{QStringLiteral("microbatches=11"), QStringLiteral("group-size=6")};
    QTest::newRow("moe") << interleaved << QStringList{QStringLiteral("overlap-moe=")};
    QTest::newRow("detach") << mindSpeed << QStringList{QStringLiteral("detach="), QStringLiteral("logits=")};
    QTest::newRow("two replicas") << QStringLiteral("dualpipe") << QStringList{QStringLiteral("dp=2")};
}

void TestDemoSchedules::played() {
    QFETCH(QString, kind);
    QFETCH(QStringList, more);
    Pairs pairs = small(kind.toStdString().c_str());
    for (const QString &pair : more)
        pairs.emplace_back(pair.section(QLatin1Char('='), 0, 0).toStdString(),
                           pair.section(QLatin1Char('='), 1).toStdString());
    const Demo demo(pairs);
    QVERIFY(demo.isWritten);
    const Result<Schedule> schedule = generateSchedule(demo.options.scheduleOptions());
    QVERIFY(schedule);
    for (int replica = 0; replica < demo.options.dp; ++replica) {
        Flow flow(demo);
        std::vector<std::vector<TrueCell>> cells;
        for (int place = 0; place < 4; ++place) {
            cells.push_back(cellsOf(demo, place * demo.options.dp + replica));
            const std::vector<PipelineAction> &order = schedule->ranks[std::size_t(place)];
            QCOMPARE(cells.back().size(), order.size());
            qint64 free = 0;
            for (std::size_t i = 0; i < order.size(); ++i) {
                const TrueCell &cell = cells.back()[i];
                QVERIFY(withStages(cell.action, demo) == order[i]);
                QVERIFY(cell.begin >= free && cell.end > cell.begin);
                free = cell.end;
                flow.give(cell);
            }
        }
        for (const std::vector<TrueCell> &rank : cells) {
            for (const TrueCell &cell : rank)
                QVERIFY(cell.begin >= flow.ready(cell));
        }
    }
    qint64 sends = 0;
    qint64 receives = 0;
    for (const QString &path : demo.databases) {
        const char *sql =
            "SELECT sum(s.value = 'hcom_send_'), sum(s.value = 'hcom_receive_') FROM COMMUNICATION_OP o "
            "JOIN STRING_IDS s ON s.id = o.opType";
        const std::vector<DatabaseRow> counts = query(path, sql);
        sends += counts.at(0).at(0).toLongLong();
        receives += counts.at(0).at(1).toLongLong();
        QCOMPARE(number(path, "SELECT count(*) FROM OP_MEMORY WHERE releaseTime IS NULL"), qint64(0));
    }
    QCOMPARE(sends, qint64(demo.options.dp * transfersOf(demo)));
    QCOMPARE(receives, sends);
}

void TestDemoSchedules::overlappedCellsRunBothHalves() {
    const Demo demo(small("dualpipev"));
    const std::vector<TrueCell> cells = cellsOf(demo, 1);
    const auto pair = std::ranges::find(cells, CellKind::Overlapped, [](const TrueCell &c) { return c.action.kind; });
    QVERIFY(pair != cells.end());
    const QByteArray sql =
        "SELECT s.value FROM TASK t JOIN COMPUTE_TASK_INFO c USING (globalTaskId) JOIN STRING_IDS s ON s.id = c.opType "
        "WHERE t.startNs >= " +
        QByteArray::number(pair->begin + demo.clockShift(1)) +
        " AND t.endNs <= " + QByteArray::number(pair->end + demo.clockShift(1)) + " ORDER BY t.startNs";
    QStringList kernels;
    for (const DatabaseRow &row : query(demo.databases[1], sql.constData()))
        kernels << row[0].toString();
    QCOMPARE(kernels.size(), 9 + 13);
    // Not one half behind the other: the backward's norm comes before the forward is through.
    const auto forward = kernels.indexOf(QStringLiteral("SwiGlu"));
    const auto backward = kernels.indexOf(QStringLiteral("SwiGluGrad"));
    QVERIFY(backward >= 0 && backward < forward);
    QVERIFY(kernels.indexOf(QStringLiteral("FlashAttentionScore")) <
            kernels.indexOf(QStringLiteral("FlashAttentionScoreGrad")));
}

void TestDemoSchedules::weightsAreApart() {
    const Demo demo(small("zb-h1"));
    for (const TrueCell &cell : cellsOf(demo, 1)) {
        const qint64 length = cell.end - cell.begin;
        // F 4.0 ms, I 5.6 ms, W 2.7 ms and the gaps between kernels.
        const qint64 nominal = cell.action.kind == CellKind::Forward          ? 4'000'000
                               : cell.action.kind == CellKind::BackwardWeight ? 2'710'000
                                                                              : 5'600'000;
        QVERIFY2(length > nominal * 9 / 10 && length < nominal * 12 / 10, qPrintable(QString::number(length)));
    }
}

void TestDemoSchedules::lossIsACell() {
    const Demo demo(small("mindspeed-dualpipev", {{"logits", ""}}));
    const Demo without(small("mindspeed-dualpipev"));
    const auto losses = [](const Demo &d, int rank) {
        return std::ranges::count(cellsOf(d, rank), CellKind::Loss, [](const TrueCell &c) { return c.action.kind; });
    };
    QCOMPARE(losses(demo, 0), 8);
    QCOMPARE(losses(demo, 1), 0);
    QCOMPARE(losses(without, 0), 0);
    // The same kernels either way, in other cells.
    const char *sql = "SELECT count(*) FROM COMPUTE_TASK_INFO";
    QCOMPARE(number(demo.databases[0], sql), number(without.databases[0], sql));
}

/// In stage activations, as the schedules promise: ZB-H1 p on every rank when W frees them, 1F1B p - r.
void TestDemoSchedules::activationsHeld() {
    const Demo demo(small("zb-h1"));
    const Demo oneFOneB(small("1f1b"));
    const qint64 unit = demo.truth[QStringLiteral("activation_bytes")].toInteger();
    const auto peak = [](const Demo &d, int rank) {
        return d.rank(rank)[QStringLiteral("peak_allocated_bytes")].toInteger();
    };
    for (const int rank : {1, 2})
        QVERIFY(peak(demo, rank) - peak(oneFOneB, rank) > unit * (rank * 2 - 1) / 2);
    QVERIFY(std::abs(peak(demo, 1) - peak(demo, 2)) < unit / 2);
}

void TestDemoSchedules::marks() {
    const Demo plain(small("1f1b"));
    QCOMPARE(messages(plain, 0),
             (QStringList{QStringLiteral("{'name': 'backward_step'}"), QStringLiteral("{'name': 'forward_step'}")}));
    const Demo mindSpeed(small("mindspeed-dualpipev", {{"logits", ""}}));
    QCOMPARE(messages(mindSpeed, 0), (QStringList{QStringLiteral("{'name': 'WeightGradStore.pop'}"),
                                                  QStringLiteral("{'name': 'backward_step'}"),
                                                  QStringLiteral("{'name': 'backward_step_with_model_graph'}"),
                                                  QStringLiteral("{'name': 'forward_backward_overlaping'}"),
                                                  QStringLiteral("{'name': 'forward_step_with_model_graph'}")}));
    const Demo named(small("zb-h2", {{"named", ""}}));
    QVERIFY(messages(named, 3).contains(QStringLiteral("{'name': 'WeightGradStore.pop', 'current_microbatch': 7}")));
}

void TestDemoSchedules::stepTaskInfo() {
    const Demo demo(small("mindspeed-dualpipev", {{"logits", ""}, {"step-task-info", ""}, {"steps", "2"}}));
    const char *sql = "SELECT name, startNs, endNs, type FROM StepTaskInfo ORDER BY startNs";
    const ScheduleOptions options = demo.options.scheduleOptions();
    const Result<Schedule> schedule = generateSchedule(options);
    for (int rank = 0; rank < 4; ++rank) {
        const std::vector<DatabaseRow> rows = query(demo.databases[std::size_t(rank)], sql);
        const std::vector<TrueCell> cells = cellsOf(demo, rank);
        const auto labels = mindSpeedLabels(options, rank, schedule->ranks[std::size_t(rank)]);
        QCOMPARE(rows.size(), 2 * labels.size());
        for (std::size_t i = 0; i < labels.size(); ++i) {
            QCOMPARE(rows[i][0].toString().toStdString(), labels[i].name);
            QCOMPARE(rows[i][3].toInt(), labels[i].phase);
            QCOMPARE(rows[i][1].toLongLong(), cells[i].begin + demo.clockShift(rank));
            QCOMPARE(rows[i][2].toLongLong(), cells[i].end + demo.clockShift(rank));
            QCOMPARE(rows[i + labels.size()][0], rows[i][0]);
        }
    }
    const Demo plain(small("1f1b", {{"step-task-info", ""}}));
    QCOMPARE(number(plain.databases[0], "SELECT count(*) FROM StepTaskInfo WHERE name = 'FP' AND type = 0"), qint64(8));
    QCOMPARE(number(plain.databases[0], "SELECT count(*) FROM StepTaskInfo WHERE name = 'BP' AND type = 1"), qint64(8));
    QCOMPARE(number(Demo(small("1f1b")).databases[0], "SELECT count(*) FROM sqlite_master WHERE name = 'StepTaskInfo'"),
             qint64(0));
}

void TestDemoSchedules::metadata() {
    const Demo demo(small("mindspeed-dualpipev"));
    const char *sql = "SELECT value FROM META_DATA WHERE name = 'pp_info'";
    const auto text = query(demo.databases[2], sql).at(0).at(0).toString();
    QVERIFY(text.contains(QStringLiteral("\"dualpipev\"")) && text.contains(QStringLiteral("\"microbatch_num\":8")));
    QCOMPARE(demo.truth[QStringLiteral("options")][QStringLiteral("schedule")].toString(),
             QStringLiteral("mindspeed-dualpipev"));
    QCOMPARE(demo.truth[QStringLiteral("options")][QStringLiteral("chunks")].toInt(), 2);
}

TEST_SUITE(TestDemoSchedules)

}  // namespace tst_demo_schedules

#include "tst_demo_schedules.moc"
