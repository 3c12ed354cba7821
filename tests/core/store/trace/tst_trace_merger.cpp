#include "core/store/trace/trace_merger.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/test_suite.h"

#include <QtTest>

#include <random>

namespace tst_trace_merger {

using namespace stagescope;

namespace {

using Key = TraceBuilder::TrackKey;

struct Merged {
    std::unique_ptr<ImportLog> log = std::make_unique<ImportLog>();
    std::shared_ptr<const TraceStore> trace;
};

Merged merged(std::vector<TraceBuilder> builders, unsigned workers = 1) {
    Merged result;
    MergeOptions options;
    options.source = "test";
    options.log = result.log.get();
    options.workers = workers;
    result.trace = mergeTraces(std::move(builders), options).value();
    return result;
}

/// All that the log says, samples too.
QStringList told(const ImportLog &log) {
    QStringList lines;
    for (const auto &entry : log.entries()) {
        lines << QStringLiteral("%1 %2").arg(QString::fromStdString(entry.code)).arg(entry.count);
        for (const auto &[where, detail] : entry.samples) {
            lines << QString::fromStdString(where + ": " + detail);
        }
    }
    return lines;
}

TraceBuilder::LocalTrack threadOf(TraceBuilder &builder, const std::string &process, const std::string &thread) {
    return builder.track({TrackKind::HostThread, builder.intern(process), builder.intern(thread)});
}

const SliceTable &onlySlices(const TraceStore &trace) { return trace.slices(trace.tracks().back().id); }

/// A trace of every kind of row, dealt out to so many builders by turns of varying length, as workers take windows.
std::vector<TraceBuilder> dealt(std::size_t count) {
    std::vector<TraceBuilder> builders(count);
    std::mt19937 random(9);
    std::size_t turn = 0;
    for (std::uint64_t row = 0; row < 5000; ++row) {
        turn = row % 37 == 0 ? turn + 1 : turn;
        auto &b = builders[turn % count];
        const auto t = threadOf(b, "p" + std::to_string(random() % 3), "t" + std::to_string(random() % 4));
        const auto time = static_cast<std::int64_t>(random() % 20'000);
        const auto name = b.intern("name " + std::to_string(random() % 50));
        switch (random() % 7) {
            case 0:
                b.slice(t, time, static_cast<std::int64_t>(random() % 90), name, SliceClass::HostOp, row);
                break;
            case 1:
                b.begin(t, time, name, SliceClass::Other, row);
                break;
            case 2:
                b.end(t, time, row);
                break;
            case 3:
                b.asyncBegin(t, time, b.intern(std::to_string(random() % 9)), name, SliceClass::Other, row);
                break;
            case 4:
                b.asyncEnd(t, time, b.intern(std::to_string(random() % 9)), name, row);
                break;
            case 5:
                b.sample(b.track({TrackKind::Counter, b.intern("p1"), name}), time / 100,
                         static_cast<double>(random() % 100), row);
                break;
            default:
                b.flow(static_cast<FlowPhase>(random() % 3), t, time, random() % 400, b.intern("cat"));
                break;
        }
    }
    return builders;
}

}  // namespace

class TestTraceMerger : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void beginsAndEndsPairAcrossBuilders() {
        std::vector<TraceBuilder> builders(2);
        const auto a = threadOf(builders[0], "p", "t");
        const auto b = threadOf(builders[1], "p", "t");
        builders[0].begin(a, 10, builders[0].intern("outer"), SliceClass::Other, 1);
        builders[1].begin(b, 20, builders[1].intern("inner"), SliceClass::Other, 2);
        builders[1].end(b, 30, 3);
        builders[1].end(b, 40, 4);
        builders[0].end(a, 50, 5);
        builders[0].begin(a, 60, builders[0].intern("open"), SliceClass::Other, 6);
        const auto result = merged(std::move(builders));
        const auto &slices = onlySlices(*result.trace);
        QCOMPARE(slices.size(), std::size_t{3});
        QCOMPARE(ns(slices.end(0)), 40);
        QCOMPARE(result.trace->text(slices.name(1)), std::string_view("open"));  // to the end of all
        QCOMPARE(ns(slices.begin(1)), 60);
        QCOMPARE(result.trace->text(slices.name(2)), std::string_view("inner"));
        QCOMPARE(slices.depthOf(2), 1U);
        QCOMPARE(result.log->count("trace.unmatched_end"), std::uint64_t{1});
        QCOMPARE(result.log->count("trace.unmatched_begin"), std::uint64_t{1});
    }

    void flowsHaveStartsStepsAndSeveralEnds() {
        std::vector<TraceBuilder> builders(1);
        auto &b = builders[0];
        const auto from = threadOf(b, "p", "a");
        const auto to = threadOf(b, "p", "b");
        b.slice(from, 0, 1, b.intern("x"), SliceClass::Other, 0);
        const auto cat = b.intern("c");
        b.flow(FlowPhase::Start, from, 10, 1, cat);
        b.flow(FlowPhase::End, to, 20, 1, cat);
        b.flow(FlowPhase::End, to, 30, 1, cat);
        b.flow(FlowPhase::Start, from, 10, 2, cat);
        b.flow(FlowPhase::Step, to, 15, 2, cat);
        b.flow(FlowPhase::End, from, 18, 2, cat);
        b.flow(FlowPhase::End, to, 5, 3, cat);
        b.flow(FlowPhase::Start, from, 5, 4, cat);
        b.flow(FlowPhase::End, to, 8, 5, cat);  // before its start: the device's clock runs ahead
        b.flow(FlowPhase::Start, from, 9, 5, cat);
        const auto result = merged(std::move(builders));
        const auto &flows = result.trace->flows();
        QCOMPARE(flows.size(), std::size_t{5});
        const auto first = result.trace->tracks()[1].id;
        const auto second = result.trace->tracks()[2].id;
        QCOMPARE(flows.leaving(first, rankTime(10), rankTime(10)).size(), std::size_t{3});
        QCOMPARE(flows.reaching(second, rankTime(20), rankTime(30)).size(), std::size_t{2});
        QCOMPARE(flows.reaching(first, rankTime(18), rankTime(18)).size(), std::size_t{1});
        QCOMPARE(flows.reaching(second, rankTime(8), rankTime(8)).at(0).from, rankTime(9));
        QCOMPARE(result.log->count("trace.unmatched_flow_end"), std::uint64_t{1});
        QCOMPARE(result.log->count("trace.unmatched_flow_start"), std::uint64_t{1});
    }

    void tracksAreOrderedAndNamed() {
        std::vector<TraceBuilder> builders(2);
        for (auto &b : builders) {
            for (const char *thread : {"10", "9", "1"}) {
                b.slice(threadOf(b, "7", thread), 1, 1, b.intern("s"), SliceClass::Other, 0);
            }
        }
        auto &b = builders[1];
        b.describeProcess(b.intern("7"), b.intern("Python"), b.intern("CPU"));
        b.describeTrack({TrackKind::HostThread, b.intern("7"), b.intern("1")}, b.intern("Stream 10"), {},
                        TrackKind::Other);
        b.describeTrack({TrackKind::HostThread, b.intern("7"), b.intern("10")}, b.intern("Stream 9"), {},
                        TrackKind::Other);
        b.sortTrack({TrackKind::HostThread, b.intern("7"), b.intern("9")}, -5);
        const auto result = merged(std::move(builders));
        QStringList names;
        for (const auto &track : result.trace->tracks()) {
            const auto text = result.trace->text(track.name);
            names << QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
        }
        QCOMPARE(names, QStringList({QStringLiteral("Python"), QStringLiteral("9"), QStringLiteral("Stream 9"),
                                     QStringLiteral("Stream 10")}));
        QCOMPARE(result.trace->sliceCount(), std::uint64_t{6});
    }

    void extremeTimesDoNotOverflow() {
        std::vector<TraceBuilder> builders(1);
        auto &b = builders[0];
        const auto t = threadOf(b, "p", "t");
        constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
        b.slice(t, kMax, kMax, b.intern("late"), SliceClass::Other, 0);
        b.slice(t, -kMax, kMax, b.intern("early"), SliceClass::Other, 1);
        b.slice(t, 5, -3, b.intern("negative"), SliceClass::Other, 2);
        const auto result = merged(std::move(builders));
        const auto &slices = onlySlices(*result.trace);
        QCOMPARE(slices.size(), std::size_t{3});
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            QVERIFY(slices.end(i) >= slices.begin(i));
        }
        QCOMPARE(result.log->count("trace.negative_duration"), std::uint64_t{1});
    }

    void sameForAnyNumberOfBuildersAndWorkers() {
        const auto one = merged(dealt(1));
        const auto reference = dumped(*one.trace);
        for (const auto *code :
             {"trace.unmatched_begin", "trace.unmatched_end", "trace.overlap", "trace.unmatched_flow_end"}) {
            QVERIFY2(one.log->count(code) > 0, code);
        }
        QVERIFY(one.trace->sliceCount() > 1000 && one.trace->sampleCount() > 500 && one.trace->flows().size() > 100);
        for (const std::size_t builders : {2U, 4U, 9U}) {
            for (const unsigned workers : {1U, 4U}) {
                const auto other = merged(dealt(builders), workers);
                QVERIFY(dumped(*other.trace) == reference);
                QCOMPARE(told(*other.log), told(*one.log));
            }
        }
    }

    /// The longest lanes are built first, by whichever worker is free.
    void samplesAreOfTheFirstLanes() {
        std::vector<TraceBuilder> builders(1);
        auto &b = builders[0];
        QStringList expected;
        for (int lane = 0; lane < 7; ++lane) {
            const auto name = "thread " + std::to_string(lane);
            const auto t = threadOf(b, "p", name);
            for (int i = 0; i < 2 + lane * 10; ++i) {
                b.slice(t, i * 10, i == 1 ? -5 : 15, b.intern("call"), SliceClass::Other,
                        std::uint64_t(lane) * 100 + std::uint64_t(i));
            }
            expected << QString::fromStdString("track " + name);
        }
        const auto result = merged(std::move(builders), 2);
        for (const auto &entry : result.log->entries()) {
            QStringList lanes;
            for (const auto &sample : entry.samples) {
                lanes << QString::fromStdString(sample.where);
            }
            QCOMPARE(lanes, expected.mid(entry.code == "trace.overlap" ? 1 : 0, lanes.size()));
            QVERIFY(lanes.size() >= 5);
        }
        QCOMPARE(result.log->entries().size(), std::size_t{2});
    }

    void stopped() {
        std::stop_source stop;
        stop.request_stop();
        ImportLog log;
        MergeOptions options;
        options.log = &log;
        options.stop = stop.get_token();
        const auto result = mergeTraces(dealt(2), options);
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::Cancelled);
    }
};

TEST_SUITE(TestTraceMerger)

}  // namespace tst_trace_merger

#include "tst_trace_merger.moc"
