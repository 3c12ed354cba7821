// What slices of streams are bound by, from the counters in the tables of kernels.
#include "core/analysis/operators/slice_bounds.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_slice_bounds {

using namespace stagescope;
using planted::RecordedRank;

namespace {

struct Kernel {
    std::string name;
    std::int64_t begin;
    std::string core;
    float mac;
    float vec;
};
std::shared_ptr<const TableStore> kernels(const std::vector<Kernel> &rows) {
    TableBuilder builder(TableKind::Kernels);
    std::vector<float> mac;
    std::vector<float> vec;
    for (const auto &row : rows) {
        builder.set("name", std::string_view(row.name))
            .set("core", std::string_view(row.core))
            .set("begin_ns", row.begin)
            .set("duration_ns", std::int64_t{10})
            .endRow();
        mac.push_back(row.mac);
        vec.push_back(row.vec);
    }
    builder.addMeasures("aic_mac_ratio", std::move(mac));
    builder.addMeasures("aiv_vec_ratio", std::move(vec));
    return planted::shared(builder);
}

Run runOf(RankCapture capture) {
    auto workspace = planted::workspace({std::move(capture)});
    return workspace.runs.front();
}

/// Bounds by name of slice and begin, of all streams.
std::map<std::pair<std::string, std::int64_t>, std::string> boundsOf(const Run &run) {
    std::map<std::pair<std::string, std::int64_t>, std::string> result;
    for (const auto &[trace, bounds] : sliceBounds(run, run.captures.front())) {
        for (const auto &track : trace->tracks()) {
            const auto &slices = trace->slices(track.id);
            for (std::uint32_t i = 0; i < slices.size(); ++i) {
                if (bounds->isStream(track.id)) {
                    const auto bound = bounds->of(track.id, SliceId{i});
                    result[{std::string(trace->text(slices.name(i))), ns(slices.begin(i))}] =
                        bound ? std::string(boundName(*bound)) : "";
                }
            }
        }
    }
    return result;
}

}  // namespace

class SliceBoundsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The same name is bound by one part here and by another there.
    void eachSliceHasItsOwn() {
        RecordedRank rank;
        rank.host("mm", 0, 5000)
            .device("mm", 10'000, 10'010)
            .device("mm", 20'000, 20'010)
            .device("add", 30'000, 30'010);
        rank.device("unlisted", 40'000, 40'010);
        const auto run = runOf(rank.capture(0, {kernels({{"mm", 10'000, "AI_CORE", 0.9F, 0},
                                                         {"mm", 20'400, "AI_CORE", 0.1F, 0.1F},
                                                         {"add", 30'000, "AI_VECTOR_CORE", 0, 0.8F},
                                                         {"gone", 99'000, "AI_CORE", 0.9F, 0}})}));
        const std::map<std::pair<std::string, std::int64_t>, std::string> expected{{{"mm", 10'000}, "cube"},
                                                                                   {{"mm", 20'000}, "none"},
                                                                                   {{"add", 30'000}, "vector"},
                                                                                   {{"unlisted", 40'000}, ""}};
        QCOMPARE(boundsOf(run), expected);
        const auto bounds = sliceBounds(run, run.captures.front()).begin()->second;
        QCOMPARE(bounds->present(), (std::set{KernelBound::None, KernelBound::Cube, KernelBound::Vector}));
        QVERIFY(!bounds->of(TrackId{999}, SliceId{0}) && !bounds->isStream(TrackId{999}));
        for (const auto &track : run.captures.front().loaded.front().traces.front()->tracks()) {
            QVERIFY(!bounds->of(track.id, SliceId{1'000'000}));
        }
    }

    void communicationHasNone() {
        RecordedRank rank;
        rank.device("hcom_allReduce_", 10'000, 10'010, SliceClass::Communication);
        const auto run = runOf(rank.capture(0, {kernels({{"hcom_allReduce_", 10'000, "COMMUNICATION", 0.9F, 0.9F}})}));
        for (const auto &[slice, bound] : boundsOf(run)) {
            QCOMPARE(bound, std::string());
        }
        QVERIFY(sliceBounds(run, run.captures.front()).begin()->second->present().empty());
    }

    void nothingMeasured() {
        RecordedRank rank;
        rank.device("mm", 10'000, 10'010);
        const auto run = runOf(rank.capture(0, {kernels({{"mm", 10'000, "AI_CORE", 0, 0}})}));
        QCOMPARE(boundsOf(run).begin()->second, std::string());
        QCOMPARE(whyNoBounds(run).id, std::string("bounds.missing.npu"));
        auto torch = run;
        torch.captures.front().loaded.front().tables.clear();
        QVERIFY(sliceBounds(torch, torch.captures.front()).begin()->second->present().empty());
        QVERIFY(sliceBounds(torch, RankCapture{}).empty());
    }
};

TEST_SUITE(SliceBoundsTest)

}  // namespace tst_slice_bounds

#include "tst_slice_bounds.moc"
