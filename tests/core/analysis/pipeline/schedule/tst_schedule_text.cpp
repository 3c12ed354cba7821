#include "core/analysis/pipeline/schedule/schedule_text.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <string>

namespace tst_schedule_text {

using namespace stagescope;

class TestScheduleText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesPyTorchsNotation();
    void roundTrip_data();
    void roundTrip();
    void skipsWhatMovesTensors();
    void readsRanges();
    void refusesOtherTexts_data();
    void refusesOtherTexts();
};

void TestScheduleText::writesPyTorchsNotation() {
    const Schedule oneFOneB = *generateSchedule({.stages = 2, .microbatches = 2});
    QCOMPARE(scheduleToText(oneFOneB), std::string("0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n"));
    const Schedule v = *generateSchedule({.kind = ScheduleKind::DualPipeV, .stages = 1, .microbatches = 2});
    QCOMPARE(scheduleToText(v), std::string("0F0,1F0,0F1,1B0,(1F1;0B0)OVERLAP_F_B,1B1,0I1,0W1\n"));
    // Both directions of DualPipe use the same stages; the second counts on from m / 2.
    const Schedule dual = *generateSchedule({.kind = ScheduleKind::DualPipe, .stages = 2, .microbatches = 4});
    QVERIFY(QString::fromStdString(scheduleToText(dual)).startsWith(QStringLiteral("0F0,1F2,")));
}

void TestScheduleText::roundTrip_data() {
    QTest::addColumn<ScheduleKind>("kind");
    for (const ScheduleKind kind : scheduleKinds())
        QTest::newRow(std::string(scheduleKindText(kind)).c_str()) << kind;
}

void TestScheduleText::roundTrip() {
    QFETCH(ScheduleKind, kind);
    const Schedule schedule = *generateSchedule({.kind = kind, .stages = 4, .microbatches = 12});
    const Result<Schedule> read = scheduleFromText(scheduleToText(schedule));
    QVERIFY(read);
    QVERIFY(read->placement == schedule.placement);
    QCOMPARE(read->chunks, schedule.chunks);
    QCOMPARE(read->stageCount, schedule.stageCount);
    QCOMPARE(read->microbatches, 12);
    QVERIFY(read->ranks == schedule.ranks);
}

void TestScheduleText::skipsWhatMovesTensors() {
    const Result<Schedule> schedule =
        scheduleFromText("0UNSHARD,0F0, 0SEND_F0,,0RECV_B0,0I0,0W0,0REDUCE_GRAD,0RESHARD\n\n\"1F0\",1I0,1W0\r\n");
    QVERIFY(schedule);
    QCOMPARE(scheduleToText(*schedule), std::string("0F0,0I0,0W0\n1F0,1I0,1W0\n"));
}

void TestScheduleText::readsRanges() {
    const std::optional<PipelineAction> forward = actionFromText("PP:3F5");
    QVERIFY(forward);
    QVERIFY(forward->kind == CellKind::Forward);
    QCOMPARE(forward->stage, 3);
    QCOMPARE(forward->microbatch, 5);
    const std::optional<PipelineAction> both = actionFromText("PP:(0F4;7B1)OVERLAP_F_B");
    QVERIFY(both);
    QVERIFY(both->kind == CellKind::Overlapped);
    QCOMPARE(both->microbatch, 4);
    QCOMPARE(both->backwardStage, 7);
    QCOMPARE(both->backwardMicrobatch, 1);
    for (const char *text : {"PP:3SEND_F5", "3X5", "F5", "3F", "3F5x", "(0F4;7F1)OVERLAP_F_B", "(0F4)OVERLAP_F_B",
                             "99999999999F1", "-1F0", ""})
        QVERIFY2(!actionFromText(text), text);
}

void TestScheduleText::refusesOtherTexts_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("empty") << QByteArray("\n \n") << QByteArray("no actions");
    QTest::newRow("only commas") << QByteArray("\",\n,,\n") << QByteArray("no actions");
    QTest::newRow("only what moves tensors") << QByteArray("0UNSHARD,0SEND_F0\n") << QByteArray("no actions");
    QTest::newRow("directions") << QByteArray("0F5,1F0\n1F5,0F0\n") << QByteArray("first direction in the second");
    QTest::newRow("field") << QByteArray("0F0,0B0\n1F0,what,1B0\n") << QByteArray("line 2, field 2");
    QTest::newRow("stages") << QByteArray("0F0,0B0\n5F0,5B0\n") << QByteArray("neither linear");
    QTest::newRow("sizes") << QByteArray("0F15999999\n1F0\n") << QByteArray("more than");
}

void TestScheduleText::refusesOtherTexts() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, word);
    const Result<Schedule> schedule = scheduleFromText(text.toStdString());
    QVERIFY(!schedule);
    QVERIFY2(QByteArray::fromStdString(schedule.error().detail).contains(word), schedule.error().detail.c_str());
}

TEST_SUITE(TestScheduleText)

}  // namespace tst_schedule_text

#include "tst_schedule_text.moc"
