#include "core/analysis/run/dispatch_paths.h"
#include "core/base/item_ref.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <set>

namespace tst_dispatch {

using namespace stagescope;
using planted::RecordedRank;

namespace {

/// Two kernels of one operator by way of the queue, the second one launched long after the first has ended, and a third
/// without a call of the host.
RankCapture queuedRank(int rank = 0) {
    RecordedRank recorded;
    recorded.host("aten::mul", 90, 1000);
    recorded.queued(
        "aclnnMuls", "Mul",
        {.op = 100, .enqueue = 150, .dequeue = 180, .launch = 200, .launchEnd = 230, .begin = 300, .end = 400});
    recorded.queued(
        "aclnnAdd", "Add",
        {.op = 500, .enqueue = 560, .dequeue = 600, .launch = 700, .launchEnd = 730, .begin = 750, .end = 800});
    recorded.device("Orphan", 900, 950);
    return recorded.capture(rank, {planted::steps({{1, 0, 1000}})});
}

}  // namespace

class TestDispatch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wayThroughTheQueue() {
        const auto paths = dispatchPaths(queuedRank());
        QCOMPARE(paths.size(), std::size_t{3});
        const auto times = dispatchTimes(paths[1]);
        QCOMPARE(times.python, Nanos{60});
        QCOMPARE(times.enqueue, Nanos{10});
        QCOMPARE(times.queue, Nanos{30});
        QCOMPARE(times.secondQueue, Nanos{100});
        QCOMPARE(times.launch, Nanos{30});
        QCOMPARE(times.deviceWait, Nanos{20});
        QCOMPARE(times.sinceOp, Nanos{250});
        QVERIFY(!paths[2].hasHost());
        QVERIFY(!dispatchTimes(paths[2]).launch && !dispatchTimes(paths[2]).python);
        QCOMPARE(dispatchTimes(paths[2]).device, Nanos{50});
    }
    void wayWithoutAQueue() {
        const auto paths = dispatchPaths(RecordedRank().direct("aten::mm", "gemm", 100, 140, 200, 300).capture());
        const auto times = dispatchTimes(paths.at(0));
        QCOMPARE(times.python, Nanos{40});
        QVERIFY(!times.enqueue && !times.queue && !times.secondQueue);
        QCOMPARE(times.launch, Nanos{10});
        QCOMPARE(times.deviceWait, Nanos{50});
    }
    /// Of several hand-overs within one operator the last one before the launch is the kernel's.
    void severalEnqueuesInOneOperator() {
        RecordedRank recorded;
        recorded.host("conv", 0, 400);
        recorded.host("Enqueue", 50, 60, SliceClass::Queue);
        recorded.queued(
            "inner", "Transpose",
            {.op = 100, .enqueue = 150, .dequeue = 260, .launch = 270, .launchEnd = 280, .begin = 300, .end = 310});
        const auto paths = dispatchPaths(recorded.capture());
        QCOMPARE(paths.at(0).enqueueBegin, std::int64_t{150});
        QCOMPARE(paths.at(0).dequeueBegin, std::int64_t{260});
    }
    /// The device's clock is a little ahead: nothing becomes negative, and the stretches still add up.
    void clocksThatDiffer() {
        RecordedRank recorded;
        recorded.queued(
            "op", "Mul",
            {.op = 100, .enqueue = 150, .dequeue = 180, .launch = 200, .launchEnd = 230, .begin = 190, .end = 400});
        const auto times = dispatchTimes(dispatchPaths(recorded.capture()).at(0));
        QCOMPARE(times.launch, Nanos{0});
        QCOMPARE(times.deviceWait, Nanos{0});
        QCOMPARE(*times.python + *times.enqueue + *times.queue + *times.secondQueue, Nanos{90});
        QCOMPARE(times.sinceOp, Nanos{90});
    }
    void idleOfTheDevice() {
        const auto paths = dispatchPaths(queuedRank());
        const auto idle = idleBefore(paths);
        QVERIFY(!idle[0].idle);
        QCOMPARE(idle[1].idle, Nanos{350});
        QCOMPARE(idle[1].hostBound, Nanos{330});
        QCOMPARE(idle[2].idle, Nanos{100});
        QVERIFY(!idle[2].hostBound);
    }
    void copiesNeitherFillNorWait() {
        RecordedRank recorded;
        recorded.device("a", 0, 10).device("memcpy", 20, 90, SliceClass::Memcpy).device("b", 100, 110);
        const auto idle = idleBefore(dispatchPaths(recorded.capture()));
        QVERIFY(!idle[1].idle);
        QCOMPARE(idle[2].idle, Nanos{90});
    }
    void tablesOfEachKind() {
        auto space = planted::workspace({queuedRank(0), queuedRank(1)});
        space.runs[0].parallel = {.tp = 1, .pp = 2, .dp = 1, .cp = 1, .ep = 0, .world = 2};
        const auto kernels = planted::table("dispatch", {.workspace = &space, .parameters = {{"top", "2"}}});
        QCOMPARE(kernels.rows.size(), std::size_t{2});
        QCOMPARE(kernels.text(0, "name"), std::string("Add"));
        QCOMPARE(kernels.text(0, "operator"), std::string("aclnnAdd"));
        QCOMPARE(kernels.text(0, "host_bound_us"), std::string("0.33"));
        QCOMPARE(kernels.text(0, "host_bound_percent"), std::string("82.5"));
        const auto item = itemFromText(kernels.text(0, "evidence"));
        QVERIFY(item && std::holds_alternative<SliceRef>(*item));
        const auto operators =
            planted::table("dispatch", {.workspace = &space, .ranks = {1}, .parameters = {{"by", "operator"}}});
        QCOMPARE(operators.rows.size(), std::size_t{2});
        QCOMPARE(operators.text(0, "operator"), std::string("aten::mul"));
        QCOMPARE(operators.text(0, "count"), std::string("2"));
        QCOMPARE(operators.text(0, "python_us"), std::string("0.11"));
        QCOMPARE(operators.text(1, "python_us"), std::string());
        const auto steps = planted::table("dispatch", {.workspace = &space, .parameters = {{"by", "step"}}});
        QCOMPARE(steps.rows.size(), std::size_t{2});
        QCOMPARE(steps.text(1, "rank"), std::string("1"));
        QCOMPARE(steps.text(1, "step"), std::string("1"));
        QCOMPARE(steps.text(1, "host_bound_percent"), std::string("33"));
        const auto stages = planted::table("dispatch", {.workspace = &space, .parameters = {{"by", "stage"}}});
        QCOMPARE(stages.rows.size(), std::size_t{2});
        QCOMPARE(stages.text(1, "stage"), std::string("1"));
        QCOMPARE(stages.text(1, "host_bound_us"), std::string("0.33"));
    }
    void withoutTheHostNotAnswerable() {
        const auto space = planted::workspace({RecordedRank().device("a", 0, 10).capture()});
        const auto table = planted::table("dispatch", {.workspace = &space});
        QVERIFY(table.rows.empty());
        QVERIFY(table.notes.at(0).starts_with("Not answerable"));
    }
    void parametersAreChecked() {
        const auto space = planted::workspace({queuedRank()});
        for (const auto &[name, value] : std::map<std::string, std::string>{{"by", "colour"}, {"top", "0"}}) {
            const auto result = analysisById("dispatch")->run({.workspace = &space, .parameters = {{name, value}}}, {});
            QVERIFY(!result.has_value());
            QCOMPARE(result.error().kind, ErrorKind::BadArgument);
        }
    }
};

TEST_SUITE(TestDispatch)

}  // namespace tst_dispatch

#include "tst_dispatch.moc"
