#include "core/analysis/operators/fusion/fusible_kernels.h"
#include "core/analysis/operators/fusion/stream_rate.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/recorded_rank.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <algorithm>

namespace tst_fusible_kernels {

using namespace stagescope;

namespace {

struct PlantedKernel {
    std::string_view type;
    std::string_view inputs;
    std::string_view outputs;
    std::int64_t duration = 1000;
    std::string_view inputTypes = "DT_BF16;DT_BF16";
    std::string_view outputTypes = "DT_BF16";
    std::string_view core = "AI_VECTOR_CORE";
    std::int64_t stream = 2;
};

/// One after the other, ns apart.
RankCapture captureOf(const std::vector<PlantedKernel> &kernels, std::int64_t apart = 10) {
    TableBuilder builder(TableKind::Kernels);
    std::int64_t at = 1000;
    for (const auto &kernel : kernels) {
        builder.set("name", kernel.type).set("type", kernel.type).set("core", kernel.core);
        builder.set("cube", std::int64_t{0}).set("stream", kernel.stream).set("step", std::int64_t{1});
        builder.set("begin_ns", at).set("duration_ns", kernel.duration).set("wait_ns", std::int64_t{-1});
        builder.set("input_shapes", kernel.inputs).set("input_types", kernel.inputTypes);
        builder.set("output_shapes", kernel.outputs).set("output_types", kernel.outputTypes).endRow();
        at += kernel.duration + apart;
    }
    return planted::capture(0, {planted::shared(builder)});
}

FusibleKernels found(const std::vector<PlantedKernel> &kernels, Fusion fusion, std::int64_t apart = 10) {
    const auto capture = captureOf(kernels, apart);
    const auto all = fusibleKernels(capture);
    return all ? all->at(static_cast<std::size_t>(fusion)) : FusibleKernels{};
}

/// A norm of 8 x 4096 rows of 1024, written out.
std::vector<PlantedKernel> normAt(std::int64_t stream = 2) {
    constexpr std::string_view kRows = "32768,1024";
    std::vector<PlantedKernel> chain = {
        {"Pow", kRows, kRows},           {"ReduceMean", kRows, "32768,1"},     {"Adds", "32768,1", "32768,1"},
        {"Rsqrt", "32768,1", "32768,1"}, {"Mul", "32768,1024;32768,1", kRows}, {"Mul", "32768,1024;1024", kRows}};
    for (auto &kernel : chain) {
        kernel.stream = stream;
    }
    return chain;
}

}  // namespace

class FusibleKernelsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aNormWrittenOutIsOneChain() {
        const auto norm = found(normAt(), Fusion::Norm);
        QCOMPARE(norm.chains, std::size_t{1});
        QCOMPARE(norm.kernels, std::size_t{6});
        QCOMPARE(norm.time, Nanos{6000});
        // In: the rows and the weight, once; out: the rows. What passes within is not moved.
        const StreamRate rate(deviceKernels(captureOf(normAt())));
        const double bytes = 2.0 * (2 * 32768.0 * 1024 + 1024);
        QVERIFY(std::abs(double(norm.floor.count()) - *rate.timeFor(bytes)) <= 1);
    }
    /// The kernels lie 10 ns apart; longer waits are not for the launch of one.
    void whatLiesBetweenThemIsSavedToo() {
        const auto norm = found(normAt(), Fusion::Norm);
        QCOMPARE(norm.between, Nanos{50});
        QCOMPARE(norm.gaps.size(), std::size_t{5});
        QCOMPARE(norm.saved(), norm.time + Nanos{50} - norm.floor);
        const auto wide = found(normAt(), Fusion::Norm, 200'000);
        QCOMPARE(wide.kernels, std::size_t{6});
        QCOMPARE(wide.between, Nanos{0});
    }
    void aKernelCountsOnce() {
        auto kernels = normAt();
        std::ranges::copy(normAt(), std::back_inserter(kernels));
        const auto norm = found(kernels, Fusion::Norm);
        QCOMPARE(norm.chains, std::size_t{2});
        QCOMPARE(norm.kernels, std::size_t{12});
        QCOMPARE(norm.ranges.size(), std::size_t{12});
    }
    void whatIsBrokenOffIsNoChain() {
        for (std::size_t without = 1; without < 5; ++without) {
            auto kernels = normAt();
            kernels.erase(kernels.begin() + static_cast<std::ptrdiff_t>(without));
            QCOMPARE(found(kernels, Fusion::Norm).kernels, std::size_t{0});
        }
    }
    void kernelsOfAnotherStreamDoNotBelong() {
        auto kernels = normAt();
        kernels[2].stream = 3;
        QCOMPARE(found(kernels, Fusion::Norm).kernels, std::size_t{0});
    }
    void attentionNeedsSquareScores() {
        const auto attention = [](std::string_view scores) {
            return std::vector<PlantedKernel>{
                {"BatchMatMulV2", "16,512,64;16,64,512", scores, 500, "DT_BF16;DT_BF16", "DT_BF16", "AI_CORE"},
                {"Muls", scores, scores},
                {"SoftmaxV2", scores, scores},
                {"BatchMatMulV2", scores, "16,512,64", 500, "DT_BF16;DT_BF16", "DT_BF16", "AI_CORE"}};
        };
        const auto square = found(attention("16,512,512"), Fusion::Attention);
        QCOMPARE(square.chains, std::size_t{1});
        QCOMPARE(square.kernels, std::size_t{2});  // the products stay
        QCOMPARE(square.saved(), Nanos{2010});     // and the idle time between the two is gone
        QCOMPARE(found(attention("16,512,32"), Fusion::Attention).kernels, std::size_t{0});
    }
    void gradientsOfSixteenBitsAreAddedToThirtyTwo() {
        const PlantedKernel sum{"Add", "64,64;64,64", "64,64", 700, "FLOAT;DT_BF16", "FLOAT"};
        auto plain = sum;
        plain.inputTypes = "FLOAT;FLOAT";
        auto other = sum;
        other.inputs = "64,64;64";
        const auto found3 = found({sum, plain, other}, Fusion::GradientAccumulation);
        QCOMPARE(found3.kernels, std::size_t{1});
        QCOMPARE(found3.saved(), Nanos{700});
    }
    void whatIsFusedIsCounted() {
        QCOMPARE(found({{"RmsNorm", "8,8", "8,8"}, {"RmsNormGrad", "8,8", "8,8"}}, Fusion::Norm).fused, std::size_t{2});
        QCOMPARE(found({{"SwiGlu", "8,8", "8,8"}}, Fusion::SwiGlu).fused, std::size_t{1});
        QCOMPARE(found({{"FlashAttentionScore", "8,8", "8,8"}}, Fusion::Attention).fused, std::size_t{1});
    }
    void strangeKernelsDoNoHarm() {
        QVERIFY(!fusibleKernels(RankCapture{}).has_value());
        QVERIFY(!fusibleKernels(captureOf({{"Add", "", ""}})).has_value());
        const std::string_view huge = "999999999999,999999999999;-1,x";
        const auto all = fusibleKernels(captureOf({{"Add", huge, huge, INT64_MAX / 4, "FLOAT;?", "??"},
                                                   {"Mul", ";;;", "N/A", 0, "", ""},
                                                   {"Pow", "\"1,2\"", "\"1,2\"", -5}}));
        QVERIFY(all.has_value());
        for (const auto &kernels : *all) {
            QCOMPARE(kernels.kernels, std::size_t{0});
        }
    }
};

TEST_SUITE(FusibleKernelsTest)

}  // namespace tst_fusible_kernels

#include "tst_fusible_kernels.moc"
