// XPlane and Perfetto files of real programs: figures that an independent reading in Python gives.
#include "core/formats/format.h"
#include "core/session/loading/load_job.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"
#include "tests/support/places.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>
#include <string>
#include <vector>

namespace tst_real_protobuf {

using namespace stagescope;

namespace {

Run loaded(const char *name) {
    const auto path = realFile(QStringLiteral("more/") + QLatin1String(name));
    auto run = path.empty() ? Result<Run>(Run{}) : loadRun(path, RunId{0}, LoadDepth::Deep);
    return run ? std::move(*run) : Run{};
}

/// Slices of all tracks of that name.
std::vector<Slice> slicesOf(const TraceStore &trace, std::string_view name) {
    std::vector<Slice> found;
    for (const auto &track : trace.tracks()) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t i = 0; trace.text(track.name) == name && i < slices.size(); ++i) {
            found.push_back(slices.at(SliceId{i}));
        }
    }
    return found;
}

}  // namespace

class RealProtobufTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void xplaneOfJax() {
        const auto run = loaded("xplane");
        if (run.captures.empty()) {
            QSKIP("real files are not here");
        }
        constexpr std::int64_t kProfileStart = 1'779'266'702'889'805'563;
        constexpr std::int64_t kLine = kProfileStart + 9'715'872'534;
        QCOMPARE(run.captures.size(), std::size_t{1});
        const auto &trace = *run.captures.front().loaded.front().traces.front();
        const auto kernels = slicesOf(trace, "Stream #2");
        QCOMPARE(kernels.size(), std::size_t{150});
        std::int64_t sum = 0;
        std::int64_t first = INT64_MAX;
        std::int64_t last = 0;
        for (const auto &kernel : kernels) {
            sum += kernel.duration().count();
            first = std::min(first, ns(kernel.begin));
            last = std::max(last, ns(kernel.end));
        }
        QCOMPARE(sum, 12'133'585);
        QCOMPARE(first, kLine + 660'484);
        QCOMPARE(last, kLine + 13'617'235);
        const auto calls = slicesOf(trace, "Host Threads/7");
        QCOMPARE(calls.size(), std::size_t{150});
        std::int64_t host = 0;
        for (const auto &call : calls) {
            host += call.duration().count();
        }
        QCOMPARE(host, 3'697'277);
        QCOMPARE(slicesOf(trace, "python3").size(), std::size_t{1692});
        std::size_t launched = 0;
        std::size_t described = 0;
        for (const auto &table : run.captures.front().tables(TableKind::Kernels)) {
            for (const auto &kernel : TableRecords<KernelRecord>(*table)) {
                launched += kernel.launch != kNoLaunch && kernel.launch < kernel.begin ? 1 : 0;
                described += kernel.frameworkOp.empty() ? 0 : 1;
            }
        }
        QCOMPARE(launched, std::size_t{150});
        QCOMPARE(described, std::size_t{150});
    }

    void perfettoOfThreads() {
        const auto run = loaded("perfetto/basic.perfetto-trace");
        if (run.captures.empty()) {
            QSKIP("real files are not here");
        }
        const auto &trace = *run.captures.front().loaded.front().traces.front();
        std::vector<std::int64_t> begins;
        for (const auto &track : trace.tracks()) {
            const auto &slices = trace.slices(track.id);
            for (std::uint32_t i = 0; i < slices.size(); ++i) {
                QCOMPARE(slices.at(SliceId{i}).duration().count(), 1000);
                begins.push_back(ns(slices.begin(i)));
            }
        }
        std::sort(begins.begin(), begins.end());
        QCOMPARE(begins, (std::vector<std::int64_t>{11, 12, 13}));
    }

    void perfettoOfProcesses() {
        const auto run = loaded("perfetto/event_latency.perfetto-trace");
        if (run.captures.empty()) {
            QSKIP("real files are not here");
        }
        const auto &trace = *run.captures.front().loaded.front().traces.front();
        std::vector<std::int64_t> durations;
        for (const auto &slice : slicesOf(trace, "EventLatency")) {
            durations.push_back(slice.duration().count());
        }
        std::sort(durations.begin(), durations.end());
        QCOMPARE(durations,
                 (std::vector<std::int64_t>{99'999'999, 100'000'001, 110'000'000, 200'000'000, 200'000'000}));
        const auto processes = std::count_if(trace.tracks().begin(), trace.tracks().end(),
                                             [](const Track &track) { return track.kind == TrackKind::Process; });
        QCOMPARE(processes, std::ptrdiff_t{2});
    }
};

TEST_SUITE(RealProtobufTest)

}  // namespace tst_real_protobuf
#include "tst_real_protobuf.moc"
