#include "core/settings/earlier_capture.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <memory>

using namespace stagescope;

namespace {

RankCapture captureOf(int rank, std::uint64_t bytes, const std::vector<std::string_view> &steps) {
    RankCapture capture;
    capture.rank = rank;
    capture.files.push_back({.id = {}, .path = "a.json", .format = "trace_json", .size = bytes - 24});
    capture.files.push_back({.id = {}, .path = "b.csv", .format = "statistics", .size = 24, .chosen = false});
    TableBuilder sums(TableKind::StepTraceTime);
    for (const auto step : steps) {
        sums.set("step", step).endRow();
    }
    TableBuilder settings(TableKind::Environment);
    settings.set("section", std::string_view("profiler")).set("key", std::string_view("_profiler_level"));
    settings.set("value", std::string_view("Level1")).endRow();
    capture.loaded.push_back(
        {.source = {},
         .traces = {},
         .tables = {std::make_shared<TableStore>(sums.take()), std::make_shared<TableStore>(settings.take())}});
    return capture;
}

}  // namespace

class EarlierCaptureTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bytesOfAStepOfARank() {
        Run run;
        run.label = "job";
        run.captures = {captureOf(0, 6000, {"5", "6"}), captureOf(1, 3000, {"5"}), captureOf(2, 7000, {})};
        const auto earlier = earlierCapture(run);
        QVERIFY(earlier.has_value());
        QCOMPARE(earlier->bytes, 3000.0);  // a rank without known steps says nothing
        QCOMPARE(earlier->steps, 3);
        QCOMPARE(earlier->ranks, 2);
        QCOMPARE(earlier->levelText(), std::string(" at Level1"));
    }
    void nothingWithoutSteps() {
        Run run;
        QVERIFY(!earlierCapture(run));
        run.captures = {captureOf(0, 6000, {})};
        QVERIFY(!earlierCapture(run));
    }
};

TEST_SUITE(EarlierCaptureTest)
#include "tst_earlier_capture.moc"
