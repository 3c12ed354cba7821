#include "core/analysis/operators/chip_peak.h"
#include "core/analysis/operators/kernel_calls.h"
#include "core/analysis/operators/step_work.h"
#include "core/analysis/operators/work_groups.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>

namespace tst_work_tables {

using namespace stagescope;

namespace {

using Tables = std::vector<std::shared_ptr<const TableStore>>;

template <class Record>
std::shared_ptr<const TableStore> tableOf(const std::vector<Record> &records) {
    TableWriter<Record> writer;
    for (const auto &record : records) {
        writer.append(record);
    }
    return std::make_shared<const TableStore>(writer.take());
}

/// 64 x 32 by 32 x 16: 65 536 FLOP, 7 168 bytes.
KernelRecord product(std::int64_t begin, std::int64_t duration) {
    KernelRecord kernel;
    kernel.name = "aclnnMm_MatMulV3";
    kernel.type = "MatMulV3";
    kernel.core = "AI_CORE";
    kernel.cube = 1;
    kernel.begin = begin;
    kernel.duration = duration;
    kernel.inputShapes = "64,32;32,16";
    kernel.inputTypes = "FLOAT16;FLOAT16";
    kernel.inputFormats = "ND;ND";
    kernel.outputShapes = "64,16";
    kernel.outputTypes = "FLOAT16";
    kernel.outputFormats = "ND";
    return kernel;
}

KernelRecord vectorKernel(std::string_view type, std::int64_t begin, std::int64_t duration) {
    KernelRecord kernel;
    kernel.name = type;
    kernel.type = type;
    kernel.core = "AI_VECTOR_CORE";
    kernel.cube = 0;
    kernel.begin = begin;
    kernel.duration = duration;
    return kernel;
}

/// A kernel that an operator of the framework launched.
KernelRecord launched(std::string_view name, std::int64_t row, std::int64_t begin, std::int64_t duration,
                      std::string_view core = {}) {
    KernelRecord kernel;
    kernel.name = name;
    kernel.core = core;
    kernel.frameworkOp = "aten::mm";
    kernel.frameworkRow = row;
    kernel.inputShapes = "[[64, 32], [32, 16]]";
    kernel.inputTypes = R"(["c10::Half", "c10::Half"])";
    kernel.begin = begin;
    kernel.duration = duration;
    kernel.launch = begin - 100;
    kernel.recompute = row == 2 ? 1 : 0;
    return kernel;
}

std::shared_ptr<const TableStore> steps(const std::vector<std::pair<std::int64_t, std::int64_t>> &bounds) {
    std::vector<StepRecord> records;
    for (const auto &[begin, end] : bounds) {
        StepRecord step;
        step.step = static_cast<std::int64_t>(records.size()) + 1;
        step.begin = begin;
        step.end = end;
        step.deviceBegin = begin;
        step.deviceEnd = end;
        records.push_back(step);
    }
    return tableOf(records);
}

/// A rank whose stream has the kernels of its table.
RankCapture recorded(int rank, const std::vector<KernelRecord> &kernels,
                     const std::vector<std::pair<std::int64_t, std::int64_t>> &bounds) {
    TraceBuilder builder;
    const auto name = builder.intern("Stream 2");
    const TraceBuilder::TrackKey key{TrackKind::DeviceStream, builder.intern("device"), name};
    builder.describeTrack(key, name, {}, TrackKind::DeviceStream);
    const auto track = builder.track(key);
    for (const auto &kernel : kernels) {
        builder.slice(track, kernel.begin, kernel.duration, builder.intern(kernel.name), SliceClass::Computing, 1);
    }
    auto capture = planted::capture(rank, {tableOf(kernels), steps(bounds)});
    capture.loaded[0].traces.push_back(planted::trace(std::move(builder)));
    return capture;
}

constexpr double kFlop = 2.0 * 64 * 32 * 16;

}  // namespace

class WorkTablesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void groupsCloseOverAllKernels() {
        const auto capture = planted::capture(
            0, {tableOf<KernelRecord>({product(0, 100), product(200, 300), vectorKernel("SoftmaxV2", 600, 50),
                                       vectorKernel("hcom_allReduce__1", 700, 1000)})});
        const auto work = rankWork(capture, std::nullopt, {});
        QCOMPARE(work.groups.size(), std::size_t{2});
        QCOMPARE(work.time.count(), std::int64_t{450});
        QCOMPARE(work.calls, std::uint64_t{3});
        QCOMPARE(work.unjudgedCalls, std::uint64_t{1});
        QCOMPARE(work.unjudgedTime.count(), std::int64_t{50});
        const auto &group = work.groups[0];
        QCOMPARE(group.name, std::string("MatMulV3"));
        QCOMPARE(group.calls, std::uint64_t{2});
        QCOMPARE(group.flop, 2 * kFlop);
        QCOMPARE(group.flops().value_or(0), 2 * kFlop / 400 * 1e9);
        QCOMPARE(group.intensity().value_or(0), kFlop / 7168);
        QVERIFY(!group.peakShare(work.peak));
        const auto late = rankWork(capture, RankRange{rankTime(150), rankTime(1000)}, {});
        QCOMPARE(late.groups[0].calls, std::uint64_t{1});
    }

    /// The fill before a product is part of its call; the same operator twice is two calls.
    void kernelsOfOneOperatorAreOneCall() {
        const auto capture = planted::capture(
            0, {tableOf<KernelRecord>({launched("Memset (Device)", 1, 1000, 10, "MEMSET"),
                                       launched("sm90_gemm", 1, 1010, 90), launched("sm90_gemm", 2, 1100, 100),
                                       launched("Memcpy DtoH", 3, 1300, 100, "MEMCPY")})});
        const auto found = kernelCalls(capture);
        QCOMPARE(found.calls.size(), std::size_t{2});
        QCOMPARE(found.calls[0].duration, std::int64_t{100});
        QCOMPARE(found.calls[0].kernels, std::uint32_t{2});
        QCOMPARE(found.calls[0].flop, kFlop);
        const auto work = rankWork(capture, std::nullopt, {});
        QCOMPARE(work.groups.size(), std::size_t{1});
        QCOMPARE(work.groups[0].name, std::string("aten::mm"));
        QCOMPARE(work.groups[0].flop, 2 * kFlop);
        QCOMPARE(work.groups[0].kernels, std::uint64_t{3});
    }

    void peakFromCounters() {
        TableWriter<KernelRecord> writer;
        TableStore::Measures time;
        TableStore::Measures cycles;
        for (int i = 0; i < 5; ++i) {
            auto kernel = product(i * 1000, 500);
            kernel.blockDim = i == 0 ? 20 : 16;
            writer.append(kernel);
            time.push_back(0.5F);
            cycles.push_back(i == 4 ? 7 : static_cast<float>(kernel.blockDim * 825));  // 1650 MHz, and damage
        }
        writer.addMeasures("aic_time_us", time);
        writer.addMeasures("aic_total_cycles", cycles);
        const auto capture = planted::capture(0, {std::make_shared<const TableStore>(writer.take())});
        const auto peak = peakOf(capture);
        QCOMPARE(peak.flopsOrigin, PeakOrigin::Counters);
        QCOMPARE(peak.cores, 20);
        QCOMPARE(peak.flops.value_or(0), 20 * 1650e6 * 8192);
        QCOMPARE(peak.flopsOf(NumberType::Bf16).value_or(0), 20 * 1650e6 * 8192);
        QCOMPARE(peak.flopsOf(NumberType::Int8).value_or(0), 2 * 20 * 1650e6 * 8192);
        QVERIFY(!peak.flopsOf(NumberType::Fp32) && !peak.flopsOf(NumberType::Hf32) &&
                !peak.flopsOf(NumberType::Unknown));
        QCOMPARE(originText(peak, peak.flopsOrigin), std::string("20 cores at 1650 MHz"));
        QVERIFY(!peak.bandwidth);
        const auto given = peakOf(capture, {.teraflops = 100, .gbps = 800});
        QCOMPARE(given.flops.value_or(0), 1e14);
        QCOMPARE(given.flopsOrigin, PeakOrigin::Given);
        QCOMPARE(given.roof(10, NumberType::Fp16).value_or(0), 8e12);
        QVERIFY(!given.roof(10, NumberType::Fp32));
        QCOMPARE(given.roof(1e6, NumberType::Int8).value_or(0), 2e14);
    }

    void peakOfKnownChips() {
        QCOMPARE(peakOfChip("NVIDIA H100 80GB HBM3").flops.value_or(0), 989.4e12);
        QCOMPARE(peakOfChip("NVIDIA H100 PCIe").flops.value_or(0), 756e12);
        QCOMPARE(peakOfChip("NVIDIA A100-SXM4-80GB").bandwidth.value_or(0), 2039e9);
        QCOMPARE(peakOfChip("AMD Instinct MI300X VF").flops.value_or(0), 1307.4e12);
        QVERIFY(!peakOfChip("Ascend910B").flops);
        EnvironmentRecord name;
        name.section = "device";
        name.key = "name";
        name.value = "NVIDIA A100-SXM4-40GB";
        const auto peak = peakOf(planted::capture(0, {tableOf<EnvironmentRecord>({name})}));
        QCOMPARE(peak.flopsOrigin, PeakOrigin::Chip);
        QCOMPARE(originText(peak, peak.bandwidthOrigin), std::string("data sheet of NVIDIA A100-SXM4-40GB"));
    }

    void stepsHoldTheirKernels() {
        const auto capture =
            recorded(0, {product(100, 100), vectorKernel("SoftmaxV2", 300, 60), product(1100, 100), product(1300, 100)},
                     {{0, 1000}, {1000, 2000}});
        const auto found = stepWork(capture);
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].flop, kFlop);
        QCOMPARE(found[0].kernels.count(), std::int64_t{160});
        QCOMPARE(found[0].judged.count(), std::int64_t{160});
        QCOMPARE(found[0].matrix.count(), std::int64_t{100});
        QVERIFY(!found[0].modelShare({}));
        QCOMPARE(found[1].flop, 2 * kFlop);
        ChipPeak peak;
        peak.flops = 1e12;
        QVERIFY(std::abs(found[1].hardwareShare(peak).value_or(0) - 2 * kFlop / 1000e-9 / 1e12) < 1e-12);
    }

    void recomputationIsNotTheModel() {
        const auto capture =
            recorded(0, {launched("gemm", 1, 1000, 100), launched("gemm", 2, 1200, 100)}, {{500, 2500}});
        const auto found = stepWork(capture);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].flop, 2 * kFlop);
        QCOMPARE(found[0].recomputed.value_or(0), kFlop);
        ChipPeak peak;
        peak.flops = 1e12;
        QVERIFY(std::abs(*found[0].hardwareShare(peak) - 2 * *found[0].modelShare(peak)) < 1e-12);
    }

    /// A mark tells more than shapes: here of a convolution whose layout does not say.
    void marksComeFirst() {
        TraceBuilder builder;
        const auto process = builder.intern("host");
        const auto name = builder.intern("MSTX 1");
        const TraceBuilder::TrackKey key{TrackKind::Mstx, process, name};
        builder.describeTrack(key, name, {}, TrackKind::Mstx);
        const auto track = builder.track(key);
        builder.slice(track, 0, 1000, builder.intern("3000-aten::conv2d"), SliceClass::Mstx, 1);
        builder.slice(track, 1500, 1000, builder.intern("7000-without kernels"), SliceClass::Mstx, 2);
        builder.slice(track, 3000, 1000, builder.intern("12 apostles"), SliceClass::Mstx, 3);
        auto first = product(5000, 100);
        auto second = product(5200, 200);
        auto copy = vectorKernel("TransData", 5400, 300);
        auto later = product(5800, 100);
        first.launch = 100;
        second.launch = 900;
        copy.launch = 950;
        later.launch = 3100;
        auto capture = planted::capture(0, {tableOf<KernelRecord>({first, second, copy, later})});
        capture.loaded[0].traces.push_back(planted::trace(std::move(builder)));
        const auto found = kernelCalls(capture);
        QCOMPARE(found.marked, std::size_t{2});
        QCOMPARE(found.calls[0].flop, 1000.0);
        QCOMPARE(found.calls[1].flop, 2000.0);
        QVERIFY(!found.calls[2].hasFlop());
        QCOMPARE(found.calls[3].flop, kFlop);
    }

    void tablesTellWhatIsMissing() {
        const auto space =
            planted::workspace({recorded(3, {product(0, 100), vectorKernel("SoftmaxV2", 600, 100)}, {{0, 1000}})});
        const auto work = planted::table("kernel_work", {.workspace = &space});
        QCOMPARE(work.rows.size(), std::size_t{2});
        QCOMPARE(work.text(0, "gflop_each"), std::string("0.000065536"));
        QCOMPARE(work.text(0, "matrix"), std::string("yes"));
        QCOMPARE(work.text(0, "peak_percent"), std::string());
        QCOMPARE(work.notes.size(), std::size_t{2});
        QVERIFY(work.notes[0].find("1 of 2 calls (50.0 %") != std::string::npos);
        QVERIFY(work.notes[1].find("peak_tflops") != std::string::npos);
        const auto given = planted::table(
            "mfu", {.workspace = &space, .parameters = {{"peak_tflops", "0.65536"}, {"bandwidth_gbps", "1"}}});
        QCOMPARE(given.rows.size(), std::size_t{1});
        QCOMPARE(given.text(0, "rank"), std::string("3"));
        QCOMPARE(given.text(0, "hfu_percent"), std::string("10"));
        QCOMPARE(given.text(0, "matrix_percent"), std::string("100"));
        QCOMPARE(given.text(0, "judged_percent"), std::string("100"));
        QVERIFY(given.notes.empty());
        QVERIFY(!analysisById("mfu")->run({.workspace = &space, .parameters = {{"peak_tflops", "-1"}}}, {}));
        QVERIFY(!analysisById("kernel_work")->run({.workspace = &space, .parameters = {{"bandwidth_gbps", "x"}}}, {}));
    }

    /// The work of all ranks over the time of all: 1 and 2 products in a step of 1 us each.
    void useOfThePeakOverRanks() {
        const auto space = planted::workspace({recorded(0, {product(0, 100)}, {{0, 1000}}),
                                               recorded(1, {product(0, 100), product(200, 100)}, {{0, 1000}})});
        const auto by = [&](const std::string &mode) {
            return planted::table("mfu",
                                  {.workspace = &space, .parameters = {{"peak_tflops", "0.65536"}, {"by", mode}}});
        };
        QCOMPARE(by("rank").text(0, "hfu_percent"), std::string("10"));
        QCOMPARE(by("rank").text(1, "hfu_percent"), std::string("20"));
        const auto run = by("run");
        QCOMPARE(run.rows.size(), std::size_t{1});
        QCOMPARE(run.text(0, "ranks"), std::string("2"));
        QCOMPARE(run.text(0, "rank"), std::string());
        QCOMPARE(run.text(0, "step_us"), std::string("1"));
        QCOMPARE(run.text(0, "hfu_percent"), std::string("15"));
        QCOMPARE(run.text(0, "kernels_us"), std::string("0.3"));
        QVERIFY(by("stage").rows.empty());  // no pipeline
        QVERIFY(!analysisById("mfu")->run({.workspace = &space, .parameters = {{"by", "rack"}}}, {}));
    }
};

TEST_SUITE(WorkTablesTest)

}  // namespace tst_work_tables

#include "tst_work_tables.moc"
