#include "core/analysis/trace/overall_metrics.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_overall_metrics {

using namespace stagescope;

namespace {

DeviceKernel kernel(std::string_view name, std::string_view type, std::string_view core, int cube = -1) {
    DeviceKernel result;
    result.name = name;
    result.type = type;
    result.core = core;
    result.cube = cube;
    return result;
}

std::string line(const ResultTable &table, std::string_view metric, std::string_view column) {
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (table.text(row, "metric") == metric) {
            return table.text(row, column);
        }
    }
    return "none";
}

}  // namespace

class OverallMetricsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void operatorsAreMarkedByName() {
        QCOMPARE(markOfOperator("aten::convolution_backward"), (OperatorMark{Computes::Convolution, true}));
        QCOMPARE(markOfOperator("aten::conv2d"), (OperatorMark{Computes::Convolution, false}));
        QCOMPARE(markOfOperator("npu::npu_fusion_attention"), (OperatorMark{Computes::FlashAttention, false}));
        QCOMPARE(markOfOperator("aten::_flash_attention_backward"), (OperatorMark{Computes::FlashAttention, true}));
        QCOMPARE(markOfOperator("aten::addmm"), (OperatorMark{Computes::MatrixProduct, false}));
        QCOMPARE(markOfOperator("aten::mul"), OperatorMark{});
        QCOMPARE(markOfOperator("my::aten::mm"), OperatorMark{});
    }

    void kernelsAreClassed() {
        using enum KernelClass;
        const OperatorMark none;
        QCOMPARE(kernelClass(kernel("x", "PagedAttentionMask", "AI_CORE"), none), PagedAttention);
        QCOMPARE(kernelClass(kernel("aclnnInplaceCopy_TensorMove_TensorMove", "TensorMove", "AI_VECTOR_CORE"),
                             {Computes::Convolution, false}),
                 TensorMove);
        QCOMPARE(kernelClass(kernel("AllGatherMatmul_1", "AllGatherMatmul", "MIX_AIC"), none), FusedCommunication);
        QCOMPARE(kernelClass(kernel("t", "TransData", "AI_VECTOR_CORE"), {Computes::Convolution, true}),
                 ConvolutionBackward);
        QCOMPARE(kernelClass(kernel("f", "FlashAttentionScoreGrad", "MIX_AIC"), none), AttentionBackward);
        QCOMPARE(kernelClass(kernel("c", "Conv2DBackpropInput", "AI_CORE"), none), ConvolutionBackward);
        QCOMPARE(kernelClass(kernel("m", "BatchMatMulV2", "AI_CORE"), none), MatrixProduct);
        QCOMPARE(kernelClass(kernel("r", "ReduceSum", "MIX_AIV"), none), Vector);
        QCOMPARE(kernelClass(kernel("r", "ReduceSum", "MIX_AIV", 1), none), Cube);
        QCOMPARE(kernelClass(kernel("d", "DSAGenBitMask", "DSA_SQE"), none), Other);
        // Kernels of a GPU have no type and no core: they are classed by what they compute.
        QCOMPARE(kernelClass(kernel("ampere_sgemm_128x64_tn", "", ""), none), Other);
    }

    void partsOfARank() {
        planted::RecordedRank rank;
        rank.direct("aten::conv2d", "implicit_conv", 0, 10, 1000, 3000);
        rank.direct("aten::mul", "elementwise", 100, 110, 3000, 3500);
        rank.device("ncclAllReduce", 3200, 6000, SliceClass::Communication);
        rank.direct("aten::add", "elementwise", 200, 210, 8000, 9000);
        const auto space = planted::workspace({rank.capture()});
        const auto table = planted::table("overall_metrics", {.workspace = &space});
        QCOMPARE(line(table, "Computing Time", "duration_ms"), std::string("0.0035"));
        QCOMPARE(line(table, "Computing Time", "count"), std::string("3"));
        QCOMPARE(line(table, "Convolution", "duration_ms"), std::string("0.002"));
        QCOMPARE(line(table, "Convolution", "count"), std::string("1"));
        QCOMPARE(line(table, "Elementwise", "duration_ms"), std::string("0.0015"));
        QCOMPARE(line(table, "Uncovered Communication Time", "duration_ms"), std::string("0.0025"));
        QCOMPARE(line(table, "Free Time", "duration_ms"), std::string("0.002"));
        QCOMPARE(line(table, "E2E Time", "duration_ms"), std::string("0.008"));
        QCOMPARE(line(table, "E2E Time", "e2e_share_percent"), std::string("100"));
        QCOMPARE(line(table, "Other", "duration_ms"), std::string("none"));
    }

    void aRangeTakesWhatLiesInside() {
        planted::RecordedRank rank;
        rank.direct("aten::mul", "a", 0, 10, 1000, 2000).direct("aten::mul", "b", 20, 30, 3000, 5000);
        const auto space = planted::workspace({rank.capture(0, {planted::steps({{1, 0, 2500}, {2, 2500, 6000}})})});
        const auto ranged = planted::table(
            "overall_metrics", {.workspace = &space, .range = AlignedRange{alignedTime(1500), alignedTime(4000)}});
        QCOMPARE(line(ranged, "Computing Time", "duration_ms"), std::string("0.0015"));
        QCOMPARE(line(ranged, "Computing Time", "count"), std::string("1"));
        QCOMPARE(line(ranged, "E2E Time", "duration_ms"), std::string("0.0025"));
        const auto step = planted::table("overall_metrics", {.workspace = &space, .step = 2});
        QCOMPARE(line(step, "Computing Time", "duration_ms"), std::string("0.002"));
        QCOMPARE(line(step, "Computing Time", "step"), std::string("2"));
        QVERIFY(planted::table("overall_metrics", {.workspace = &space, .step = 9}).rows.empty());
    }

    void waitsOfAGroup() {
        TraceBuilder builder;
        const auto process = builder.intern("Communication");
        const auto addSlice = [&](TraceBuilder::LocalTrack track, std::int64_t begin, std::int64_t end,
                                  std::string_view name, SliceClass klass) {
            builder.slice(track, begin, end - begin, builder.intern(name), klass, 0);
        };
        const auto group = builder.track({TrackKind::CommGroup, process, builder.intern("Group 0")});
        const auto one = builder.track({TrackKind::CommPlane, process, builder.intern("Plane 0")});
        const auto two = builder.track({TrackKind::CommPlane, process, builder.intern("Plane 1")});
        addSlice(group, 1000, 5000, "hcom_allReduce__1_0_1", SliceClass::Communication);
        addSlice(one, 1000, 2000, "Notify_Wait", SliceClass::CommTask);
        addSlice(two, 1000, 1300, "Notify_Wait", SliceClass::CommTask);
        addSlice(two, 1300, 1400, "RDMASend", SliceClass::CommTask);
        addSlice(two, 1400, 1500, "RDMASend", SliceClass::CommTask);
        addSlice(two, 1500, 4000, "Notify_Wait", SliceClass::CommTask);
        auto capture = planted::capture(0, {});
        capture.loaded[0].traces.push_back(planted::trace(std::move(builder)));
        const auto space = planted::workspace({capture});
        const auto table = planted::table("overall_metrics", {.workspace = &space});
        QCOMPARE(line(table, "Group 0", "duration_ms"), std::string("0.004"));
        QCOMPARE(line(table, "Wait", "duration_ms"), std::string("0.0003"));
        QCOMPARE(line(table, "Transmit", "duration_ms"), std::string("0.0037"));
    }

    void ranksSideBySide() {
        planted::RecordedRank slow;
        slow.direct("aten::mul", "a", 0, 10, 1000, 3000);
        planted::RecordedRank fast;
        fast.direct("aten::mul", "a", 0, 10, 1000, 2000).direct("aten::mm", "sgemm", 20, 30, 2000, 2500);
        const auto space = planted::workspace({slow.capture(0), fast.capture(1)});
        const auto table = planted::table("overall_compare", {.workspace = &space});
        QCOMPARE(line(table, "Other kernels", "baseline_duration_ms"), std::string("0.002"));
        QCOMPARE(line(table, "Other kernels", "duration_ms"), std::string("0.001"));
        QCOMPARE(line(table, "Other kernels", "difference_ms"), std::string("-0.001"));
        QCOMPARE(line(table, "Other kernels", "ratio"), std::string("0.5"));
        QCOMPARE(line(table, "GEMM", "baseline_duration_ms"), std::string("0"));
        QCOMPARE(line(table, "GEMM", "ratio"), std::string());
        const auto swapped = planted::table(
            "overall_compare", {.workspace = &space, .parameters = {{"baseline_rank", "1"}, {"rank", "0"}}});
        QCOMPARE(line(swapped, "Other kernels", "ratio"), std::string("2"));
        const auto *entry = analysisById("overall_compare");
        QVERIFY(!entry->run({.workspace = &space, .parameters = {{"rank", "7"}}}, {}));
        QVERIFY(!entry->run({.workspace = &space, .parameters = {{"rank", "x"}}}, {}));
    }
};

TEST_SUITE(OverallMetricsTest)

}  // namespace tst_overall_metrics

#include "tst_overall_metrics.moc"
