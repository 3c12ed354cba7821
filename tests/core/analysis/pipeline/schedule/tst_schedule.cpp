#include "core/analysis/pipeline/schedule/mindspeed_labels.h"
#include "core/analysis/pipeline/schedule/schedule_text.h"
#include "core/analysis/pipeline/schedule/simulator.h"
#include "tests/core/analysis/golden_orders.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace tst_schedule {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

Schedule generated(const ScheduleOptions &options) {
    const Result<Schedule> schedule = generateSchedule(options);
    return schedule ? *schedule : Schedule{};
}

/// "F0 F1 B0": one rank's order in the papers' notation.
QString orderText(const Schedule &schedule, std::size_t rank) {
    QStringList words;
    for (const PipelineAction &action : schedule.ranks[rank])
        words << QString::fromStdString(paperText(action, schedule));
    return words.join(QLatin1Char(' '));
}

QString labelText(const ScheduleOptions &options, int rank) {
    QStringList words;
    for (const MindSpeedLabel &label : mindSpeedLabels(options, rank, generated(options).ranks[std::size_t(rank)]))
        words << QString::fromStdString(label.name);
    return words.join(QLatin1Char(' '));
}

ScheduleOptions optionsOf(const std::string &golden) {
    ScheduleOptions options{.stages = 4, .microbatches = 8};
    options.kind = scheduleKindFromText(golden.substr(0, golden.find(' '))).value_or(ScheduleKind::OneFOneB);
    if (golden == "gpipe descending")
        options.drain = DrainOrder::Descending;
    return options;
}

/// All forms of a kind for p and m that it may accept.
std::vector<ScheduleOptions> formsOf(ScheduleKind kind, int p, int m) {
    const ScheduleOptions plain{.kind = kind, .stages = p, .microbatches = m};
    std::vector<ScheduleOptions> forms{plain};
    if (kind == ScheduleKind::GPipe) {
        forms.push_back(plain);
        forms.back().drain = DrainOrder::Descending;
    }
    if (kind == ScheduleKind::MindSpeedDualPipeV) {
        forms.push_back(plain);
        forms.back().detachesWeights = true;
        forms.back().hasLogits = true;
    }
    for (const int chunks : hasChunkNumber(kind) ? std::vector{3, 4} : std::vector<int>{}) {
        if (kind == ScheduleKind::LoopedBfs) {
            forms.push_back(plain);
            forms.back().chunks = chunks;
            continue;
        }
        for (const int group : {p + 1, (m + 1) / 2, m}) {
            forms.push_back(plain);
            forms.back().chunks = chunks;
            forms.back().groupSize = group;
            if (kind == ScheduleKind::Interleaved) {
                forms.push_back(forms.back());
                forms.back().overlapsMoe = true;
            }
        }
    }
    return forms;
}

/// What a whole step must contain, whatever the order.
class OrderCheck {
public:
    explicit OrderCheck(const ScheduleOptions &options) : m_options(options), m_schedule(generated(options)) {}

    /// Empty, or what is wrong.
    QString complaint() {
        for (const std::vector<PipelineAction> &rank : m_schedule.ranks) {
            for (const PipelineAction &action : rank)
                add(action);
        }
        const int copies = m_schedule.placement == StagePlacement::Dual ? 2 : 1;
        const std::size_t expected =
            std::size_t(m_schedule.stageCount) * std::size_t(copies) * std::size_t(m_options.microbatches / copies);
        if (m_forwards.size() != expected || m_backwards.size() != expected || m_weights.size() != m_inputs.size())
            m_complaint = QStringLiteral("a forward, backward or weight is missing");
        return m_complaint.isEmpty() ? QString() : QString::fromStdString(scheduleText(m_options)) + m_complaint;
    }

private:
    using Work = std::tuple<int, int, int>;  // direction, stage, microbatch

    void add(const PipelineAction &a) {
        if (rankOfStage(m_schedule.placement, m_options.stages, a.stage, a.chunk) != a.rank)
            m_complaint = QStringLiteral(": a stage on the wrong rank");
        if (a.kind == CellKind::Forward || a.kind == CellKind::Overlapped)
            once(m_forwards, a.stage, a.microbatch, a.chunk, true);
        if (givesGradient(a.kind))
            once(m_backwards, a.stage, a.microbatch, a.chunk, isAscending());
        if (a.kind == CellKind::Overlapped)
            once(m_backwards, a.backwardStage, a.backwardMicrobatch, a.backwardChunk, true);
        if (a.kind == CellKind::BackwardInput)
            once(m_inputs, a.stage, a.microbatch, a.chunk, true);
        if (a.kind == CellKind::BackwardWeight) {
            once(m_weights, a.stage, a.microbatch, a.chunk, true);
            if (!m_inputs.contains({direction(a.chunk), a.stage, a.microbatch}))
                m_complaint = QStringLiteral(": W before its I");
        }
    }
    void once(std::set<Work> &seen, int stage, int microbatch, int chunk, bool isAscending) {
        const auto [place, isNew] = seen.insert({direction(chunk), stage, microbatch});
        if (!isNew)
            m_complaint = QStringLiteral(": something twice");
        const auto next = std::next(place);
        if (isAscending && next != seen.end() && std::get<0>(*next) == direction(chunk) && std::get<1>(*next) == stage)
            m_complaint = QStringLiteral(": microbatches of a stage out of order");
    }
    [[nodiscard]] bool isAscending() const {
        return m_options.drain == DrainOrder::Ascending && m_options.kind != ScheduleKind::LoopedBfs;
    }
    [[nodiscard]] int direction(int chunk) const { return m_schedule.placement == StagePlacement::Dual ? chunk : 0; }

    ScheduleOptions m_options;
    Schedule m_schedule;
    std::set<Work> m_forwards, m_backwards, m_inputs, m_weights;
    QString m_complaint;
};

}  // namespace

class TestSchedule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goldenOrders_data();
    void goldenOrders();
    void goldenRowsOfOthers();
    void mindSpeedLabelsOfItsFigure();
    void phasesOfLabels();
    void interleavedGroups();
    void loopedOrders();
    void properties_data();
    void properties();
    void refusals_data();
    void refusals();
    void texts();
};

void TestSchedule::goldenOrders_data() {
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(std::size(kGoldenOrders)); ++i)
        QTest::newRow(kGoldenOrders[i].name) << i;
}

void TestSchedule::goldenOrders() {
    QFETCH(int, index);
    const GoldenOrder &golden = kGoldenOrders[index];
    const Schedule schedule = generated(optionsOf(golden.name));
    QCOMPARE(schedule.ranks.size(), std::size_t(4));
    for (std::size_t rank = 0; rank < 4; ++rank)
        QCOMPARE(orderText(schedule, rank), QString::fromUtf8(golden.ranks[rank]));
}

void TestSchedule::goldenRowsOfOthers() {
    const Schedule moe = generated(
        {.kind = ScheduleKind::Interleaved, .stages = 4, .microbatches = 8, .chunks = 2, .overlapsMoe = true});
    QCOMPARE(orderText(moe, 3),
             QStringLiteral("F0.0 F1.0 F2.0 F3.0 F0.1 (F1.1&B0.1) (F2.1&B1.1) (F3.1&B2.1) (F4.0&B3.1) (F5.0&B0.0) "
                            "(F6.0&B1.0) (F7.0&B2.0) (F4.1&B3.0) (F5.1&B4.1) (F6.1&B5.1) (F7.1&B6.1) B7.1 B4.0 B5.0 "
                            "B6.0 B7.0"));
    const Schedule h2 = generated({.kind = ScheduleKind::ZeroBubbleH2, .stages = 4, .microbatches = 8});
    QCOMPARE(orderText(h2, 0),
             QStringLiteral("F0 F1 F2 F3 F4 F5 F6 I0 F7 W0 I1 W1 I2 W2 I3 W3 I4 W4 I5 W5 I6 W6 I7 W7"));
    QCOMPARE(orderText(h2, 3),
             QStringLiteral("F0 I0 F1 I1 F2 I2 F3 I3 F4 I4 F5 I5 F6 I6 F7 I7 W0 W1 W2 W3 W4 W5 W6 W7"));
}

void TestSchedule::mindSpeedLabelsOfItsFigure() {
    ScheduleOptions options{.kind = ScheduleKind::MindSpeedDualPipeV, .stages = 4, .microbatches = 10};
    QCOMPARE(labelText(options, 0),
             QStringLiteral("0 1 2 3 4 5 6 10 10b 10w 11 11b 11w 12 12b 12w 13 7F+13B 14F+0B 8F+14B 15F+1B 9F+15B "
                            "16F+2B 16B 17F+3B 17B 18F+4B 18B 19F+5B 19B 6B 7B 8B 9B"));
    // The figure leaves the F off the lone forward of the steady phase; the recipe writes it.
    QCOMPARE(labelText(options, 3),
             QStringLiteral("0 10 1 11 2 12 3 13 4F 10B 14F+0B 5F+11B 15F+1B 6F+12B 16F+2B 7F+13B 17F+3B 8F+14B "
                            "18F+4B 9F+15B 19F+5B 16B 6B 17B 7B 18B 8B 19B 9B"));
    options.detachesWeights = true;
    QVERIFY(labelText(options, 1).endsWith(QStringLiteral("19F+5B 18B 6B 19b 7b 19w 8b 7w 9b 8w 9w")));
    options.hasLogits = true;
    QVERIFY(labelText(options, 0).startsWith(QStringLiteral("0 1 2 3 4 5 6 10 logits 10b 10w 11 logits 11b")));
    QVERIFY(!labelText(options, 1).contains(QStringLiteral("logits")));
}

void TestSchedule::phasesOfLabels() {
    const ScheduleOptions options{
        .kind = ScheduleKind::MindSpeedDualPipeV, .stages = 2, .microbatches = 4, .hasLogits = true};
    const auto phases = [&options](int rank) {
        QString text;
        for (const MindSpeedLabel &label : mindSpeedLabels(options, rank, generated(options).ranks[std::size_t(rank)]))
            text += QString::number(label.phase);
        return text;
    };
    QCOMPARE(phases(0), QStringLiteral("001122223334445566"));
    QCOMPARE(phases(1), QStringLiteral("1111333335566"));
}

/// The last group may be short when it still fills the pipeline.
void TestSchedule::interleavedGroups() {
    const Schedule schedule =
        generated({.kind = ScheduleKind::Interleaved, .stages = 2, .microbatches = 5, .chunks = 2, .groupSize = 3});
    QCOMPARE(orderText(schedule, 1), QStringLiteral("F0.0 F1.0 F2.0 F0.1 B0.1 F1.1 B1.1 F2.1 B2.1 F3.0 B0.0 F4.0 B1.0 "
                                                    "F3.1 B2.0 F4.1 B3.1 B4.1 B3.0 B4.0"));
}

/// Orders that PyTorch's ScheduleLoopedBFS and ScheduleInterleavedZeroBubble printed.
void TestSchedule::loopedOrders() {
    const Schedule looped = generated({.kind = ScheduleKind::LoopedBfs, .stages = 4, .microbatches = 3});
    QCOMPARE(orderText(looped, 3), QStringLiteral("F0.0 F1.0 F2.0 F0.1 F1.1 F2.1 B2.1 B1.1 B0.1 B2.0 B1.0 B0.0"));
    const Schedule split = generated({.kind = ScheduleKind::InterleavedZeroBubble, .stages = 4, .microbatches = 8});
    QCOMPARE(orderText(split, 0),
             QStringLiteral("F0.0 F1.0 F2.0 F3.0 F0.1 F1.1 F2.1 F3.1 I0.1 W0.1 F4.0 I1.1 W1.1 F5.0 I2.1 W2.1 F6.0 I3.1 "
                            "W3.1 F7.0 I0.0 W0.0 F4.1 I1.0 W1.0 F5.1 I2.0 W2.0 F6.1 I3.0 W3.0 F7.1 I4.1 W4.1 I5.1 W5.1 "
                            "I6.1 W6.1 I7.1 W7.1 I4.0 W4.0 I5.0 W5.0 I6.0 W6.0 I7.0 W7.0"));
    QCOMPARE(orderText(split, 3),
             QStringLiteral("F0.0 F1.0 F2.0 F3.0 F0.1 I0.1 F1.1 I1.1 F2.1 I2.1 F3.1 I3.1 W0.1 F4.0 I0.0 W1.1 F5.0 I1.0 "
                            "W2.1 F6.0 I2.0 W3.1 F7.0 I3.0 W0.0 F4.1 I4.1 W1.0 F5.1 I5.1 W2.0 F6.1 I6.1 W3.0 F7.1 I7.1 "
                            "W4.1 I4.0 W5.1 I5.0 W6.1 I6.0 W7.1 I7.0 W4.0 W5.0 W6.0 W7.0"));
}

void TestSchedule::properties_data() {
    QTest::addColumn<ScheduleKind>("kind");
    for (const ScheduleKind kind : scheduleKinds())
        QTest::newRow(std::string(scheduleKindText(kind)).c_str()) << kind;
}

void TestSchedule::properties() {
    QFETCH(ScheduleKind, kind);
    using namespace std::chrono_literals;
    const SimulationCosts costs = simulationCosts({.forward = 10ns, .backwardInput = 11ns, .backwardWeight = 8ns});
    int accepted = 0;
    for (const int p : {1, 2, 3, 4, 7, 8, 13, 16}) {
        for (const int m : {1, 2, 5, 8, 16, 31, 32, 64}) {
            for (const ScheduleOptions &options : formsOf(kind, p, m)) {
                const Result<Schedule> schedule = generateSchedule(options);
                if (!schedule)
                    continue;
                ++accepted;
                QCOMPARE(OrderCheck(options).complaint(), QString());
                const Result<Simulation> simulation = simulateSchedule(*schedule, costs);
                QVERIFY2(simulation.has_value(), scheduleText(options).c_str());
                // Dual pipelines run half of the microbatches in each of two directions.
                const int perRank = m * (schedule->placement == StagePlacement::Dual ? 1 : schedule->chunks);
                for (const RankFigures &figures : rankFigures(*schedule, *simulation)) {
                    QCOMPARE(figures.busy, 29ns * perRank);
                    QVERIFY(figures.innerIdle >= 0ns && figures.globalIdle >= figures.innerIdle);
                }
            }
        }
    }
    QVERIFY(accepted >= 8);
}

void TestSchedule::refusals_data() {
    QTest::addColumn<ScheduleOptions>("options");
    QTest::addColumn<QString>("word");
    using Kind = ScheduleKind;
    const auto row = [](const char *name, const ScheduleOptions &options, const char *word) {
        QTest::newRow(name) << options << QString::fromUtf8(word);
    };
    row("no stage", {.kind = Kind::OneFOneB, .stages = 0, .microbatches = 8}, "at least one stage");
    row("negative stages", {.kind = Kind::GPipe, .stages = -3, .microbatches = 8}, "at least one stage");
    row("no microbatch", {.kind = Kind::GPipe, .stages = 4, .microbatches = 0}, "at least one microbatch");
    row("1f1b descending", {.kind = Kind::OneFOneB, .stages = 4, .microbatches = 8, .drain = DrainOrder::Descending},
        "descending");
    row("1f1b chunks", {.kind = Kind::OneFOneB, .stages = 4, .microbatches = 8, .chunks = 2}, "chunk");
    row("zb-v groups", {.kind = Kind::ZeroBubbleV, .stages = 4, .microbatches = 8, .groupSize = 4}, "group size");
    row("dualpipev moe", {.kind = Kind::DualPipeV, .stages = 4, .microbatches = 8, .overlapsMoe = true}, "MoE");
    row("dualpipev detach", {.kind = Kind::DualPipeV, .stages = 4, .microbatches = 8, .detachesWeights = true},
        "detached");
    row("dualpipe logits", {.kind = Kind::DualPipe, .stages = 4, .microbatches = 8, .hasLogits = true}, "logits");
    row("groups below p", {.kind = Kind::Interleaved, .stages = 4, .microbatches = 8, .groupSize = 2},
        "group size = 2");
    row("groups beyond m", {.kind = Kind::Interleaved, .stages = 4, .microbatches = 8, .groupSize = 9}, "at most m");
    row("ragged group", {.kind = Kind::Interleaved, .stages = 4, .microbatches = 10}, "leaves 2");
    row("one chunk", {.kind = Kind::Interleaved, .stages = 4, .microbatches = 8, .chunks = 1}, "at least 2 chunks");
    row("zb-h2 short", {.kind = Kind::ZeroBubbleH2, .stages = 4, .microbatches = 6}, "2p - 1 = 7");
    row("dualpipe odd p", {.kind = Kind::DualPipe, .stages = 3, .microbatches = 8}, "even number of ranks");
    row("dualpipe odd m", {.kind = Kind::DualPipe, .stages = 4, .microbatches = 9}, "even number of microbatches");
    row("dualpipe short", {.kind = Kind::DualPipe, .stages = 4, .microbatches = 6}, "2p = 8");
    row("dualpipev short", {.kind = Kind::DualPipeV, .stages = 4, .microbatches = 7}, "2p = 8");
    row("mindspeed short", {.kind = Kind::MindSpeedDualPipeV, .stages = 4, .microbatches = 6}, "2p - 1 = 7");
}

void TestSchedule::refusals() {
    QFETCH(ScheduleOptions, options);
    QFETCH(QString, word);
    const Result<Schedule> schedule = generateSchedule(options);
    QVERIFY(!schedule);
    QCOMPARE(schedule.error().kind, ErrorKind::BadArgument);
    QVERIFY2(QString::fromStdString(schedule.error().detail).contains(word), schedule.error().detail.c_str());
    const Result<Schedule> absurd = generateSchedule({.stages = 2'000'000'000, .microbatches = 2'000'000'000});
    QVERIFY(!absurd);
    QCOMPARE(absurd.error().kind, ErrorKind::Limit);
    const Result<Schedule> chunks =
        generateSchedule({.kind = ScheduleKind::Interleaved, .stages = 4, .microbatches = 8, .chunks = 2'000'000'000});
    QVERIFY(!chunks);
    QCOMPARE(chunks.error().kind, ErrorKind::Limit);
}

void TestSchedule::texts() {
    for (const CellKind kind :
         {CellKind::Forward, CellKind::Backward, CellKind::BackwardInput, CellKind::BackwardWeight,
          CellKind::Overlapped, CellKind::Loss, CellKind::GradientSync, CellKind::Optimizer, CellKind::Other})
        QCOMPARE(cellKindFromText(cellKindText(kind)), std::optional(kind));
    QVERIFY(!cellKindFromText("FP"));
    QCOMPARE(scheduleKinds().size(), std::size_t(11));
    for (const ScheduleKind kind : scheduleKinds())
        QCOMPARE(scheduleKindFromText(scheduleKindText(kind)), std::optional(kind));
    QVERIFY(!scheduleKindFromText("1F1B "));
    const ScheduleOptions interleaved{
        .kind = ScheduleKind::Interleaved, .stages = 4, .microbatches = 12, .groupSize = 6, .overlapsMoe = true};
    QCOMPARE(scheduleText(interleaved), std::string("interleaved p=4 v=2 m=12 g=6 overlap-moe"));
    QCOMPARE(scheduleText({.kind = ScheduleKind::MindSpeedDualPipeV,
                           .stages = 4,
                           .microbatches = 10,
                           .detachesWeights = true,
                           .hasLogits = true}),
             std::string("mindspeed-dualpipev p=4 m=10 detach logits"));
    QCOMPARE(scheduleText({.stages = 4, .microbatches = 8}), std::string("1f1b p=4 m=8"));
}

TEST_SUITE(TestSchedule)

}  // namespace tst_schedule

#include "tst_schedule.moc"
