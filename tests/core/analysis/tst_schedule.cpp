#include "core/analysis/pipeline/schedule.h"

#include <QtTest/QTest>

#include <string>
#include <vector>

using namespace stagescope;

namespace {

/// "F0 F1 B0": kinds and microbatches of one rank.
QString orderText(const std::vector<PipelineAction> &actions) {
    QStringList words;
    for (const PipelineAction &action : actions) {
        const std::string_view kind = cellKindText(action.kind);
        words << QString::fromUtf8(kind.data(), qsizetype(kind.size())) + QString::number(action.microbatch);
    }
    return words.join(QLatin1Char(' '));
}

Schedule generated(const ScheduleOptions &options) {
    const Result<Schedule> schedule = generateSchedule(options);
    return schedule ? *schedule : Schedule{};
}

/// Runs the order with data dependencies only; true when every action gets its turn.
bool completes(const Schedule &schedule, int microbatches) {
    const std::size_t p = schedule.ranks.size();
    std::vector<std::vector<bool>> forward(p, std::vector<bool>(size_t(microbatches)));
    auto backward = forward;
    std::vector<std::size_t> position(p, 0);
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t r = 0; r < p; ++r) {
            while (position[r] < schedule.ranks[r].size()) {
                const PipelineAction &action = schedule.ranks[r][position[r]];
                const auto i = std::size_t(action.microbatch);
                const bool isForward = action.kind == CellKind::Forward;
                const bool ready =
                    isForward ? r == 0 || forward[r - 1][i] : (r + 1 == p ? forward[r][i] : backward[r + 1][i]);
                if (!ready)
                    break;
                (isForward ? forward : backward)[r][i] = true;
                ++position[r];
                moved = true;
            }
        }
    }
    for (std::size_t r = 0; r < p; ++r) {
        if (position[r] != schedule.ranks[r].size())
            return false;
    }
    return true;
}

}  // namespace

class TestSchedule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goldenOrders_data();
    void goldenOrders();
    void properties_data();
    void properties();
    void activationsInFlight();
    void refusals_data();
    void refusals();
    void kindTexts();
};

void TestSchedule::goldenOrders_data() {
    QTest::addColumn<ScheduleKind>("kind");
    QTest::addColumn<DrainOrder>("drain");
    QTest::addColumn<QStringList>("ranks");
    const auto list = [](std::initializer_list<const char *> texts) {
        QStringList result;
        for (const char *text : texts)
            result << QString::fromUtf8(text);
        return result;
    };
    QTest::newRow("1f1b") << ScheduleKind::OneFOneB << DrainOrder::Ascending
                          << list({"F0 F1 F2 F3 B0 F4 B1 F5 B2 F6 B3 F7 B4 B5 B6 B7",
                                   "F0 F1 F2 B0 F3 B1 F4 B2 F5 B3 F6 B4 F7 B5 B6 B7",
                                   "F0 F1 B0 F2 B1 F3 B2 F4 B3 F5 B4 F6 B5 F7 B6 B7",
                                   "F0 B0 F1 B1 F2 B2 F3 B3 F4 B4 F5 B5 F6 B6 F7 B7"});
    const char *ascending = "F0 F1 F2 F3 F4 F5 F6 F7 B0 B1 B2 B3 B4 B5 B6 B7";
    QTest::newRow("gpipe") << ScheduleKind::GPipe << DrainOrder::Ascending
                           << list({ascending, ascending, ascending, ascending});
    const char *descending = "F0 F1 F2 F3 F4 F5 F6 F7 B7 B6 B5 B4 B3 B2 B1 B0";
    QTest::newRow("gpipe descending") << ScheduleKind::GPipe << DrainOrder::Descending
                                      << list({descending, descending, descending, descending});
}

void TestSchedule::goldenOrders() {
    QFETCH(ScheduleKind, kind);
    QFETCH(DrainOrder, drain);
    QFETCH(QStringList, ranks);
    const Schedule schedule = generated({.kind = kind, .stages = 4, .microbatches = 8, .drain = drain});
    QCOMPARE(schedule.ranks.size(), std::size_t(4));
    for (int rank = 0; rank < 4; ++rank)
        QCOMPARE(orderText(schedule.ranks[std::size_t(rank)]), ranks[rank]);
}

void TestSchedule::properties_data() {
    QTest::addColumn<ScheduleKind>("kind");
    QTest::addColumn<int>("p");
    QTest::addColumn<int>("m");
    for (const ScheduleKind kind : {ScheduleKind::GPipe, ScheduleKind::OneFOneB}) {
        for (const int p : {1, 2, 3, 4, 7, 16}) {
            for (const int m : {1, 2, 3, 8, 33}) {
                const QString name = QStringLiteral("%1 p=%2 m=%3");
                const std::string text(scheduleKindText(kind));
                QTest::newRow(qPrintable(name.arg(QString::fromStdString(text)).arg(p).arg(m))) << kind << p << m;
            }
        }
    }
}

void TestSchedule::properties() {
    QFETCH(ScheduleKind, kind);
    QFETCH(int, p);
    QFETCH(int, m);
    const Schedule schedule = generated({.kind = kind, .stages = p, .microbatches = m});
    QCOMPARE(int(schedule.ranks.size()), p);
    for (int rank = 0; rank < p; ++rank) {
        int nextForward = 0;
        int nextBackward = 0;
        for (const PipelineAction &action : schedule.ranks[std::size_t(rank)]) {
            QCOMPARE(action.rank, rank);
            QCOMPARE(action.stage, rank);
            QCOMPARE(action.chunk, 0);
            int &next = action.kind == CellKind::Forward ? nextForward : nextBackward;
            QVERIFY(action.kind == CellKind::Forward || action.kind == CellKind::Backward);
            QCOMPARE(action.microbatch, next++);
        }
        QCOMPARE(nextForward, m);
        QCOMPARE(nextBackward, m);
    }
    QVERIFY(completes(schedule, m));
}

void TestSchedule::activationsInFlight() {
    const int p = 5;
    const int m = 9;
    for (const ScheduleKind kind : {ScheduleKind::GPipe, ScheduleKind::OneFOneB}) {
        const Schedule schedule = generated({.kind = kind, .stages = p, .microbatches = m});
        for (int rank = 0; rank < p; ++rank) {
            int held = 0;
            int peak = 0;
            for (const PipelineAction &action : schedule.ranks[std::size_t(rank)]) {
                held += action.kind == CellKind::Forward ? 1 : -1;
                peak = std::max(peak, held);
            }
            QCOMPARE(held, 0);
            QCOMPARE(peak, kind == ScheduleKind::GPipe ? m : std::min(p - rank, m));
        }
    }
}

void TestSchedule::refusals_data() {
    QTest::addColumn<ScheduleKind>("kind");
    QTest::addColumn<int>("p");
    QTest::addColumn<int>("m");
    QTest::addColumn<DrainOrder>("drain");
    QTest::addColumn<ErrorKind>("error");
    const auto up = DrainOrder::Ascending;
    QTest::newRow("no stage") << ScheduleKind::OneFOneB << 0 << 8 << up << ErrorKind::BadArgument;
    QTest::newRow("negative stages") << ScheduleKind::GPipe << -3 << 8 << up << ErrorKind::BadArgument;
    QTest::newRow("no microbatch") << ScheduleKind::GPipe << 4 << 0 << up << ErrorKind::BadArgument;
    QTest::newRow("1f1b descending") << ScheduleKind::OneFOneB << 4 << 8 << DrainOrder::Descending
                                     << ErrorKind::BadArgument;
    QTest::newRow("absurd") << ScheduleKind::GPipe << 2'000'000'000 << 2'000'000'000 << up << ErrorKind::Limit;
}

void TestSchedule::refusals() {
    QFETCH(ScheduleKind, kind);
    QFETCH(int, p);
    QFETCH(int, m);
    QFETCH(DrainOrder, drain);
    QFETCH(ErrorKind, error);
    const Result<Schedule> schedule = generateSchedule({.kind = kind, .stages = p, .microbatches = m, .drain = drain});
    QVERIFY(!schedule);
    QCOMPARE(schedule.error().kind, error);
    QVERIFY(!schedule.error().detail.empty());
}

void TestSchedule::kindTexts() {
    for (const CellKind kind : {CellKind::Forward, CellKind::Backward, CellKind::BackwardInput,
                                CellKind::BackwardWeight, CellKind::Overlapped, CellKind::Other})
        QCOMPARE(cellKindFromText(cellKindText(kind)), std::optional(kind));
    QVERIFY(!cellKindFromText("FP"));
    for (const ScheduleKind kind : {ScheduleKind::GPipe, ScheduleKind::OneFOneB})
        QCOMPARE(scheduleKindFromText(scheduleKindText(kind)), std::optional(kind));
    QVERIFY(!scheduleKindFromText("1F1B "));
}

QTEST_GUILESS_MAIN(TestSchedule)
#include "tst_schedule.moc"
