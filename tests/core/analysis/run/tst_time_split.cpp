#include "core/analysis/run/time_split.h"
#include "core/analysis/tables/analysis.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_builder.h"
#include "core/store/trace/trace_merger.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <random>

namespace tst_time_split {

using namespace stagescope;

namespace {

std::shared_ptr<const TableStore> shared(TableBuilder &builder) {
    return std::make_shared<const TableStore>(builder.take());
}

std::shared_ptr<const TableStore> stepTable(const std::vector<std::array<std::int64_t, 3>> &steps) {
    TableBuilder builder(TableKind::Steps);
    for (const auto &[step, begin, end] : steps) {
        builder.set("step", step).set("begin_ns", begin).set("end_ns", end).endRow();
    }
    return shared(builder);
}

/// kind 0 computing, 1 communication
std::shared_ptr<const TableStore> busyTable(const std::vector<std::array<std::int64_t, 3>> &rows) {
    TableBuilder builder(TableKind::BusyIntervals);
    for (const auto &[kind, begin, end] : rows) {
        builder.set("kind", kind).set("begin_ns", begin).set("end_ns", end).endRow();
    }
    return shared(builder);
}

RankCapture captureOf(std::vector<std::shared_ptr<const TableStore>> tables) {
    RankCapture capture;
    capture.rank = 3;
    capture.loaded.push_back({SourceId{0}, {}, std::move(tables)});
    return capture;
}

/// Brute force: what one ns of the step is, from unmerged intervals.
TimeParts byCounting(const std::vector<std::array<std::int64_t, 3>> &rows, std::int64_t begin, std::int64_t end,
                     std::int64_t workEnd) {
    const auto covered = [&](std::int64_t t, std::int64_t kind) {
        return t < workEnd && std::any_of(rows.begin(), rows.end(),
                                          [&](const auto &r) { return r[0] == kind && r[1] <= t && t < r[2]; });
    };
    std::int64_t first = -1;
    std::int64_t last = -1;
    constexpr std::int64_t kHorizon = 1000;
    for (std::int64_t t = begin; t < kHorizon; ++t) {
        if (covered(t, 0) || covered(t, 1)) {
            first = first < 0 ? t : first;
            last = t + 1;
        }
    }
    TimeParts parts;
    const auto stop = std::max(end, last);
    parts.total = Nanos{stop - begin};
    for (std::int64_t t = begin; t < stop; ++t) {
        const bool computing = covered(t, 0);
        const bool communication = covered(t, 1);
        parts.computing += Nanos{computing ? 1 : 0};
        parts.communication += Nanos{communication ? 1 : 0};
        parts.overlapped += Nanos{computing && communication ? 1 : 0};
        parts.notOverlapped += Nanos{communication && !computing ? 1 : 0};
        const bool idle = !computing && !communication;
        parts.preparing += Nanos{idle && first >= 0 && t < first ? 1 : 0};
        parts.tail += Nanos{idle && first >= 0 && t >= last ? 1 : 0};
        parts.free += Nanos{idle && (first < 0 || (t >= first && t < last)) ? 1 : 0};
    }
    parts.beyond = Nanos{stop - end};
    return parts;
}

}  // namespace

class TimeSplitTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plantedPartsAreFound() {
        // step 100..200: prepare 10, compute 110..130, both 130..140, communicate 140..160, free 160..170, compute
        // 170..185
        const auto splits = timeSplits(captureOf(
            {stepTable({{7, 100, 200}}), busyTable({{0, 110, 140}, {1, 130, 160}, {0, 170, 180}, {0, 175, 185}})}));
        QCOMPARE(splits.size(), std::size_t{1});
        const auto &p = splits[0].parts;
        QCOMPARE(splits[0].rank, 3);
        QCOMPARE(*splits[0].step, std::int64_t{7});
        QCOMPARE(p.total.count(), std::int64_t{100});
        QCOMPARE(p.preparing.count(), std::int64_t{10});
        QCOMPARE(p.computing.count(), std::int64_t{45});
        QCOMPARE(p.communication.count(), std::int64_t{30});
        QCOMPARE(p.overlapped.count(), std::int64_t{10});
        QCOMPARE(p.notOverlapped.count(), std::int64_t{20});
        QCOMPARE(p.free.count(), std::int64_t{10});
        QCOMPARE(p.tail.count(), std::int64_t{15});
        QCOMPARE(p.beyond.count(), std::int64_t{0});
    }

    void workThatCrossesAStepIsCountedOnce() {
        // One busy run over the border at 200, and work after the last step's end at 300.
        const auto splits = timeSplits(
            captureOf({stepTable({{1, 100, 200}, {2, 200, 300}}), busyTable({{0, 150, 260}, {1, 310, 330}})}));
        QCOMPARE(splits.size(), std::size_t{2});
        QCOMPARE(splits[0].parts.computing.count(), std::int64_t{50});
        QCOMPARE(splits[0].parts.tail.count(), std::int64_t{0});
        QCOMPARE(splits[1].parts.preparing.count(), std::int64_t{0});
        QCOMPARE(splits[1].parts.computing.count(), std::int64_t{60});
        QCOMPARE(splits[1].parts.notOverlapped.count(), std::int64_t{20});
        QCOMPARE(splits[1].parts.beyond.count(), std::int64_t{30});
        QCOMPARE(splits[1].parts.total.count(), std::int64_t{130});
        QCOMPARE(splits[1].parts.sumOfParts().count(), std::int64_t{130});
    }

    void randomStepsCloseAndAgreeWithCounting() {
        std::mt19937 random(20240607);
        const auto draw = [&](std::int64_t low, std::int64_t high) {
            return std::uniform_int_distribution<std::int64_t>(low, high)(random);
        };
        for (int round = 0; round < 200; ++round) {
            std::vector<std::array<std::int64_t, 3>> rows(static_cast<std::size_t>(draw(0, 12)));
            for (auto &row : rows) {
                const auto begin = draw(0, 400);
                row = {draw(0, 1), begin, begin + draw(-3, 60)};
            }
            const auto border = draw(100, 250);
            const auto gap = draw(0, 30);
            const auto splits =
                timeSplits(captureOf({stepTable({{1, 50, border}, {2, border + gap, 350}}), busyTable(rows)}));
            if (splits.size() != 2) {
                QVERIFY(std::none_of(rows.begin(), rows.end(), [](const auto &r) { return r[1] < r[2]; }));
                continue;
            }
            const TimeParts expected[] = {byCounting(rows, 50, border, border + gap),
                                          byCounting(rows, border + gap, 350, 1000)};
            for (std::size_t i = 0; i < 2; ++i) {
                const auto &p = splits[i].parts;
                QCOMPARE(p.total.count(), p.sumOfParts().count());
                QCOMPARE(p.communication.count(), (p.notOverlapped + p.overlapped).count());
                QCOMPARE(p.total.count(), expected[i].total.count());
                QCOMPARE(p.preparing.count(), expected[i].preparing.count());
                QCOMPARE(p.computing.count(), expected[i].computing.count());
                QCOMPARE(p.overlapped.count(), expected[i].overlapped.count());
                QCOMPARE(p.notOverlapped.count(), expected[i].notOverlapped.count());
                QCOMPARE(p.free.count(), expected[i].free.count());
                QCOMPARE(p.tail.count(), expected[i].tail.count());
                QCOMPARE(p.beyond.count(), expected[i].beyond.count());
            }
        }
    }

    void tracesAreReadByClassAndSummaryTracksComeFirst() {
        TraceBuilder builder;
        const auto device = builder.intern("device");
        const auto stream = builder.track({TrackKind::DeviceStream, device, builder.intern("stream 1")});
        const auto plane = builder.track({TrackKind::CommPlane, device, builder.intern("plane 0")});
        const auto host = builder.track({TrackKind::HostThread, builder.intern("host"), builder.intern("main")});
        builder.slice(stream, 110, 20, builder.intern("MatMul"), SliceClass::Computing, 0);
        builder.slice(stream, 140, 30, builder.intern("hcom_allReduce"), SliceClass::Communication, 1);
        builder.slice(stream, 175, 5, builder.intern("copy"), SliceClass::Memcpy, 2);
        builder.slice(plane, 120, 70, builder.intern("Notify_Wait"), SliceClass::CommTask, 3);
        builder.slice(host, 100, 100, builder.intern("ProfilerStep#12"), SliceClass::Step, 4);
        auto capture = captureOf({});
        capture.loaded[0].traces.push_back(merged(std::move(builder)));
        const auto splits = timeSplits(capture);
        QCOMPARE(splits.size(), std::size_t{1});
        QCOMPARE(*splits[0].step, std::int64_t{12});
        QCOMPARE(splits[0].parts.computing.count(), std::int64_t{20});
        QCOMPARE(splits[0].parts.notOverlapped.count(), std::int64_t{30});
        QCOMPARE(splits[0].parts.free.count(), std::int64_t{10});

        TraceBuilder summary;
        const auto overlap = summary.intern("Overlap Analysis");
        const auto track = [&](const char *name) {
            const TraceBuilder::TrackKey key{TrackKind::Overlap, overlap, summary.intern(name)};
            summary.describeTrack(key, summary.intern(name), StringId{0}, TrackKind::Overlap);
            return summary.track(key);
        };
        summary.slice(track("Computing"), 110, 25, summary.intern("Computing"), SliceClass::Overlap, 0);
        summary.slice(track("Communication"), 130, 20, summary.intern("Communication"), SliceClass::Overlap, 1);
        summary.slice(track("Free"), 150, 50, summary.intern("Free"), SliceClass::Overlap, 2);
        capture.loaded[0].traces.push_back(merged(std::move(summary)));
        const auto again = timeSplits(capture);
        QCOMPARE(again[0].parts.computing.count(), std::int64_t{25});
        QCOMPARE(again[0].parts.overlapped.count(), std::int64_t{5});
        QCOMPARE(again[0].parts.notOverlapped.count(), std::int64_t{15});
    }

    void reportedFiguresStandBesideOrAlone() {
        TableBuilder report(TableKind::StepTraceTime);
        const auto add = [&](std::string_view step, std::int64_t device, std::int64_t computing) {
            report.set("step", step).set("device", device).set("computing_ns", computing);
            report.set("not_overlapped_ns", std::int64_t{420174260}).set("overlapped_ns", std::int64_t{0});
            report.set("communication_ns", std::int64_t{420174260}).set("free_ns", std::int64_t{158558000});
            report.set("preparing_ns", std::int64_t{206250}).endRow();
        };
        add("13", 4, 231290100);
        add("13", 5, 999);
        auto capture = captureOf({shared(report)});
        capture.device = 4;
        Workspace workspace;
        workspace.runs.emplace_back();
        workspace.runs[0].captures.push_back(capture);
        const AnalysisInput input{.workspace = &workspace};
        const auto *entry = analysisById("time_split");
        QVERIFY(entry != nullptr);
        const auto alone = entry->run(input, {});
        QVERIFY(alone.has_value());
        QCOMPARE(alone->rows.size(), std::size_t{1});
        QCOMPARE(alone->text(0, "source"), std::string("step_trace_time"));
        QCOMPARE(alone->text(0, "computing_us"), std::string("231290.1"));
        QCOMPARE(alone->text(0, "tail_us"), std::string());
        QCOMPARE(alone->text(0, "sum_check_us"), std::string("0"));
        QCOMPARE(alone->text(0, "difference_computing_us"), std::string());

        auto &tables = workspace.runs[0].captures[0].loaded[0].tables;
        tables.push_back(stepTable({{13, 0, 900000000}}));
        tables.push_back(busyTable({{0, 206252, 206252 + 231290099}}));
        const auto both = entry->run(input, {});
        QCOMPARE(both->rows.size(), std::size_t{1});
        QCOMPARE(both->text(0, "source"), std::string("intervals"));
        QCOMPARE(both->text(0, "computing_us"), std::string("231290.099"));
        QCOMPARE(both->text(0, "reported_computing_us"), std::string("231290.1"));
        QCOMPARE(both->text(0, "difference_computing_us"), std::string("-0.001"));
        QCOMPARE(both->text(0, "difference_preparing_us"), std::string("0.002"));
        QCOMPARE(both->rows[0].size(), both->columns.size());
    }

    void withoutStepsTheWholeCaptureIsOne() {
        const auto splits = timeSplits(captureOf({busyTable({{0, 500, 600}, {1, 700, 750}})}));
        QCOMPARE(splits.size(), std::size_t{1});
        QVERIFY(!splits[0].step.has_value());
        QCOMPARE(splits[0].parts.total.count(), std::int64_t{250});
        QCOMPARE(splits[0].parts.free.count(), std::int64_t{100});
        QCOMPARE(splits[0].parts.preparing.count(), std::int64_t{0});
    }

    /// Kernels of a GPU run long after the host's step: each counts in the step that launched it, and steps lie side by
    /// side. What the warm-up left behind is in none.
    void launchedWorkMakesSteps() {
        TableBuilder steps(TableKind::Steps);
        for (const auto &[step, begin, end, first, last] :
             std::vector<std::array<std::int64_t, 5>>{{6, 0, 100, 200, 300}, {7, 100, 200, 310, 420}}) {
            steps.set("step", step).set("begin_ns", begin).set("end_ns", end);
            steps.set("device_begin_ns", first).set("device_end_ns", last).endRow();
        }
        TableBuilder kernels(TableKind::Kernels);
        const auto add = [&](std::string_view core, std::int64_t begin, std::int64_t duration, std::int64_t launch) {
            kernels.set("name", std::string_view("k")).set("core", core).set("begin_ns", begin);
            kernels.set("duration_ns", duration).set("launch_ns", launch).endRow();
        };
        add("", 20, 150, kNoLaunch);
        add("", 200, 60, 10);
        add("MEMSET", 265, 5, 20);
        add("MEMCPY", 280, 20, 30);
        add("COMMUNICATION", 310, 50, 110);
        add("", 340, 80, 120);
        Workspace workspace;
        workspace.runs.emplace_back();
        workspace.runs[0].captures.push_back(captureOf({shared(steps), shared(kernels)}));
        const auto splits = timeSplits(workspace.runs[0]);
        QCOMPARE(splits.size(), std::size_t{2});
        const auto &first = splits[0].parts;
        QCOMPARE(first.total, Nanos{130});  // from the end of what the warm-up left in flight at the mark
        QCOMPARE(first.preparing, Nanos{30});
        QCOMPARE(first.computing, Nanos{65});
        QCOMPARE(first.fills.value_or(Nanos{-1}), Nanos{5});
        QCOMPARE(first.free, Nanos{35});
        QCOMPARE(first.copies.value_or(Nanos{-1}), Nanos{20});
        const auto &second = splits[1].parts;
        QCOMPARE(second.total, Nanos{120});  // from the end of the first
        QCOMPARE(second.preparing, Nanos{10});
        QCOMPARE(second.notOverlapped, Nanos{30});
        QCOMPARE(second.overlapped, Nanos{20});
        QCOMPARE(second.total, second.sumOfParts());
        const auto table = analysisById("time_split")->run({.workspace = &workspace}, {});
        QVERIFY(table.has_value());
        QCOMPARE(table->text(0, "source"), std::string("launches"));
        QCOMPARE(table->notes.size(), std::size_t{1});
        QVERIFY(table->notes.front().starts_with("1 kernels and copies of rank 3"));
    }

    void aStopRequestIsHeard() {
        std::stop_source source;
        source.request_stop();
        Workspace workspace;
        workspace.runs.emplace_back();
        workspace.runs[0].captures.push_back(captureOf({busyTable({{0, 1, 2}})}));
        const auto result = analysisById("time_split")->run({.workspace = &workspace}, source.get_token());
        QVERIFY(!result.has_value());
        QCOMPARE(result.error().kind, ErrorKind::Cancelled);
    }

private:
    static std::shared_ptr<const TraceStore> merged(TraceBuilder builder) {
        ImportLog log;
        std::vector<TraceBuilder> builders;
        builders.push_back(std::move(builder));
        auto result = mergeTraces(std::move(builders), {.source = "test", .log = &log});
        return result.value_or(nullptr);
    }
};

TEST_SUITE(TimeSplitTest)

}  // namespace tst_time_split

#include "tst_time_split.moc"
