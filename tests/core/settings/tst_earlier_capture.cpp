#include "core/settings/earlier_capture.h"
#include "core/store/tables/table_store.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <memory>

namespace tst_earlier_capture {

using namespace stagescope;

namespace {

RankCapture captureOf(int rank, std::uint64_t bytes, const std::vector<std::string_view> &steps) {
    RankCapture capture;
    capture.rank = rank;
    capture.files.push_back({.id = {}, .path = "a.json", .format = "trace_json", .size = bytes - 24});
    capture.files.push_back({.id = {}, .path = "b.csv", .format = "statistics", .size = 24, .chosen = false});
    TableBuilder sums(TableKind::StepTraceTime);
    for (const auto step : steps) {
        sums.set("step", step).set("computing_ns", std::int64_t{2'000'000});
        sums.set("not_overlapped_ns", std::int64_t{1'000'000})
            .set("free_ns", std::int64_t{std::stoi(std::string(step)) * 1'000'000});
        sums.endRow();
    }
    TableBuilder settings(TableKind::Environment);
    settings.set("section", std::string_view("profiler")).set("key", std::string_view("_profiler_level"));
    settings.set("value", std::string_view("Level1")).endRow();
    settings.set("section", std::string_view("version")).set("key", std::string_view("ms_version"));
    settings.set("value", std::string_view("2.7.0")).endRow();
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
        QCOMPARE(earlier->summedMs.value_or(0), 8.0);  // of 8, 9 and 8
        QCOMPARE(earlier->versionFor(SettingKind::MindSpore), std::string("2.7.0"));
        QCOMPARE(earlier->versionFor(SettingKind::MindSporeSchedule), std::string("2.7.0"));
        QCOMPARE(earlier->versionFor(SettingKind::TorchNpu), std::string());
        QCOMPARE(earlier->versionFor(SettingKind::MindSpeed), std::string());
    }
    void whatOtherSettingsCost() {
        std::vector<EarlierCapture> captures(3);
        captures[0].summedMs = 12.5;
        captures[0].timedMs = 14.0;
        captures[2].summedMs = 10.0;
        auto steps = recordedSteps(captures);
        QCOMPARE(steps.size(), std::size_t{2});
        QCOMPARE(steps[0].capture, &captures[0]);
        QCOMPARE(steps[0].more, 2.5);
        QCOMPARE(steps[1].more, 0.0);
        captures[1].timedMs = 15.0;  // of times alone: only times can be compared
        steps = recordedSteps(captures);
        QCOMPARE(steps.size(), std::size_t{2});
        QCOMPARE(steps[0].ms, 14.0);
        QCOMPARE(steps[1].more, 1.0);
        QVERIFY(weighedCapture(captures) == nullptr);
        captures[2].bytes = 1;
        QCOMPARE(weighedCapture(captures), &captures[2]);
        QVERIFY(recordedSteps({}).empty());
    }
    void withoutSteps() {
        Run run;
        QVERIFY(!earlierCapture(run));
        run.captures = {captureOf(0, 6000, {})};
        QCOMPARE(earlierCapture(run)->bytes, 0.0);
        QCOMPARE(earlierCapture(run)->mindSporeVersion, std::string("2.7.0"));
        run.captures.front().loaded.clear();
        QVERIFY(!earlierCapture(run));
    }
};

TEST_SUITE(EarlierCaptureTest)

}  // namespace tst_earlier_capture

#include "tst_earlier_capture.moc"
