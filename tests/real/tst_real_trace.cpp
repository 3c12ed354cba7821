#include "core/formats/trace_json/trace_json_reader.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/summary_lanes.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/formats/trace_dump.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtTest>

#include <array>

namespace tst_real_trace {

using namespace stagescope;

namespace {

std::map<std::string, std::int64_t> eventCounts(const DumpedTrace &loaded) {
    std::map<std::string, std::int64_t> counts;
    const auto *contents = loaded.table(TableKind::Contents);
    for (std::size_t i = 0; contents != nullptr && i < contents->rowCount(); ++i) {
        counts[std::string(contents->text(i, "name"))] = contents->number(i, "rows");
    }
    return counts;
}

std::uint64_t slicesOf(const TraceStore &trace, std::string_view process) {
    std::uint64_t count = 0;
    for (const auto &track : trace.tracks()) {
        const bool isIn = track.parent.isValid() && trace.text(trace.track(track.parent).name) == process;
        count += isIn ? trace.slices(track.id).size() : 0;
    }
    return count;
}

}  // namespace

/// Counts were taken from the files with Python's json module.
class TestRealTrace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ascendTextProfile() {
        const auto path = realFile("ascend/cnn_text/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json");
        if (path.empty()) {
            QSKIP("no real data here");
        }
        const auto loaded = TraceFiles::load(path, 2);
        QVERIFY(loaded.status);
        QVERIFY(!loaded.log->hasDataLoss());
        const std::map<std::string, std::int64_t> expected{
            {"phase C", 4431}, {"phase M", 80}, {"phase X", 4384}, {"phase f", 611}, {"phase s", 606}};
        QCOMPARE(eventCounts(loaded), expected);
        QCOMPARE(loaded.trace->sliceCount(), std::uint64_t{4384});
        // 2752 of the counters carry two values.
        QCOMPARE(loaded.trace->sampleCount(), std::uint64_t{4431 + 2752});
        QCOMPARE(loaded.trace->flows().size() + loaded.log->count("trace.unmatched_flow_end"), std::size_t{611});
        QCOMPARE(ns(loaded.trace->bounds()->begin), 1736408883573887920);
        QVERIFY(loaded.dump().find("1736408883674584732 1736408883674584752 0") != std::string::npos);
        QCOMPARE(slicesOf(*loaded.trace, "Ascend Hardware"), std::uint64_t{535});
        QCOMPARE(slicesOf(*loaded.trace, "Overlap Analysis"), std::uint64_t{382});
        QCOMPARE(loaded.table(TableKind::Steps)->number(0, "step"), 50);
        for (const std::size_t window : {std::size_t{512}, std::size_t{10'000}}) {
            QVERIFY(TraceFiles::load(path, 2, {window, 64 << 20}).dump() == loaded.dump());
        }
    }

    void kinetoProfiles_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("slices");
        QTest::addColumn<int>("events");
        QTest::addColumn<int>("steps");
        QTest::newRow("dualpipe") << QStringLiteral("torch/dualpipe_chunk_train.json") << 9306 + 2 << 14240 << 1;
        QTest::newRow("alexnet") << QStringLiteral("torch/hta_alexnet.json.gz") << 868 + 2 << 1408 << 0;
        QTest::newRow("two ranks") << QStringLiteral("torch/hta_two_ranks/sampled_rank-0.json.gz") << 4811 << 4855 << 2;
    }
    void kinetoProfiles() {
        QFETCH(QString, file);
        QFETCH(int, slices);
        QFETCH(int, events);
        QFETCH(int, steps);
        const auto path = realFile(file);
        if (path.empty()) {
            QSKIP("no real data here");
        }
        const auto loaded = TraceFiles::load(path, 2);
        QVERIFY(loaded.status);
        QVERIFY(!loaded.log->hasDataLoss());
        QCOMPARE(loaded.trace->sliceCount(), static_cast<std::uint64_t>(slices));
        std::int64_t sum = 0;
        for (const auto &[phase, count] : eventCounts(loaded)) {
            sum += count;
        }
        QCOMPARE(sum, events);
        const auto *table = loaded.table(TableKind::Steps);
        QCOMPARE(table == nullptr ? 0 : static_cast<int>(table->rowCount()), steps);
        bool hasKernels = false;
        for (const auto &track : loaded.trace->tracks()) {
            hasKernels = hasKernels || (track.kind == TrackKind::DeviceStream && track.rowCount > 0);
        }
        QVERIFY(hasKernels);
        const auto *environment = loaded.table(TableKind::Environment);
        QVERIFY(environment != nullptr);
        LoadControl shallow;
        shallow.depth = LoadDepth::Shallow;
        const auto head = TraceFiles::load(path, shallow);
        QVERIFY(head.status);
        QVERIFY(head.table(TableKind::Environment) != nullptr);
    }

    void detailsOfAnAscendKernel() {
        const auto path = realFile("ascend/cnn_text/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json");
        if (path.empty()) {
            QSKIP("no real data here");
        }
        const auto loaded = TraceFiles::load(path);
        for (const auto &track : loaded.trace->tracks()) {
            const auto &table = loaded.trace->slices(track.id);
            for (std::uint32_t i = 0; !isComputedLane(*loaded.trace, track) && i < table.size(); i += 40) {
                const auto details = readTraceEvent(TraceFiles::sourceOf(path), table.row(i));
                QVERIFY(details);
                QCOMPARE(details->front().second, std::string(loaded.trace->text(table.name(i))));
            }
        }
    }
};

TEST_SUITE(TestRealTrace)

}  // namespace tst_real_trace

#include "tst_real_trace.moc"
