#include "core/analysis/operators/kernel_calls.h"
#include "core/analysis/operators/kernel_work.h"
#include "core/analysis/operators/step_work.h"
#include "core/analysis/operators/work_groups.h"
#include "core/store/tables/kernel_record.h"
#include "core/store/tables/table_records.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

#include <cmath>

namespace tst_flop_registry {

using namespace stagescope;

namespace {

/// An operator that torch/utils/flop_counter.py counts, with arguments as Kineto writes them, and what it does.
struct Registered {
    const char *name;
    const char *shapes;
    const char *types;
    const char *values;
    double flop;
};

constexpr const char *kTwo = R"(["c10::BFloat16", "c10::BFloat16"])";
constexpr const char *kThree = R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16"])";
constexpr const char *kFive =
    R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "c10::BFloat16", "c10::BFloat16"])";
constexpr const char *kQkv = "[[2, 4, 64, 32], [2, 4, 64, 32], [2, 4, 64, 32]]";
constexpr const char *kQkvBySequence = "[[2, 64, 4, 32], [2, 64, 4, 32], [2, 64, 4, 32]]";
constexpr const char *kGradQkv = "[[2, 4, 64, 32], [2, 4, 64, 32], [2, 4, 64, 32], [2, 4, 64, 32], [2, 4, 64, 32]]";
constexpr const char *kGradQkvBySequence =
    "[[2, 64, 4, 32], [2, 64, 4, 32], [2, 64, 4, 32], [2, 64, 4, 32], [2, 64, 4, 32]]";
constexpr double kForward = 4.0 * 2 * 4 * 64 * 64 * 32;
constexpr double kBackward = 2.5 * kForward;
constexpr const char *kImage = "[[2, 3, 8, 8], [16, 3, 3, 3]]";
constexpr double kConv = 2.0 * 2 * 6 * 6 * 16 * 27;

const Registered kRegistry[] = {
    {"aten::mm", "[[64, 32], [32, 16]]", kTwo, "", 2.0 * 64 * 32 * 16},
    {"aten::addmm", "[[16], [64, 32], [32, 16]]", kThree, "", 2.0 * 64 * 32 * 16 + 64 * 16},
    {"aten::bmm", "[[4, 64, 32], [4, 32, 16]]", kTwo, "", 8.0 * 64 * 32 * 16},
    {"aten::baddbmm", "[[4, 64, 16], [4, 64, 32], [4, 32, 16]]", kThree, "", 8.0 * 64 * 32 * 16 + 4 * 64 * 16},
    {"aten::_scaled_mm", "[[64, 32], [32, 16]]", R"(["c10::Float8_e4m3fn", "c10::Float8_e4m3fn"])", "",
     2.0 * 64 * 32 * 16},
    {"aten::_grouped_mm", "[[100, 32], [4, 32, 16], [4]]", kTwo, "", 2.0 * 100 * 32 * 16},
    {"aten::_scaled_grouped_mm", "[[32, 100], [100, 16]]", R"(["c10::Float8_e4m3fn", "c10::Float8_e4m3fn"])", "",
     2.0 * 100 * 32 * 16},
    {"aten::convolution", kImage, kTwo, R"(["", "", "", "[1, 1]", "[0, 0]", "[1, 1]", "False", "[0, 0]", "1"])", kConv},
    {"aten::_convolution", kImage, kTwo, R"(["", "", "", "[1, 1]", "[0, 0]", "[1, 1]", "False", "[0, 0]", "1"])",
     kConv},
    {"aten::cudnn_convolution", kImage, kTwo, R"(["", "", "[0, 0]", "[1, 1]", "[1, 1]", "1"])", kConv},
    {"aten::_slow_conv2d_forward", kImage, kTwo, R"(["", "", "[3, 3]", "", "[1, 1]", "[0, 0]"])", kConv},
    {"aten::convolution_overrideable", kImage, kTwo,
     R"(["", "", "", "[1, 1]", "[0, 0]", "[1, 1]", "False", "[0, 0]", "1"])", kConv},
    {"aten::convolution_backward", "[[2, 16, 6, 6], [2, 3, 8, 8], [16, 3, 3, 3]]", kThree,
     R"(["", "", "", "[0]", "[1, 1]", "[0, 0]", "[1, 1]", "False", "[0, 0]", "1", "[True, True, False]"])", 2 * kConv},
    {"aten::_scaled_dot_product_efficient_attention", kQkv, kThree, R"(["", "", "", "", "True", "0.", "False"])",
     kForward},
    {"aten::_scaled_dot_product_flash_attention", kQkv, kThree, R"(["", "", "", "0.", "True", "False"])", kForward / 2},
    {"aten::_scaled_dot_product_cudnn_attention", kQkv, kThree, R"(["", "", "", "", "True", "0.", "True", "False"])",
     kForward / 2},
    {"aten::_scaled_dot_product_fused_attention_overrideable", kQkv, kThree, R"(["", "", "", "", "0.", "False"])",
     kForward},
    {"aten::_flash_attention_forward", kQkvBySequence, kThree,
     R"(["", "", "", "", "", "64", "64", "0.", "False", "False"])", kForward},
    {"aten::_efficient_attention_forward", kQkvBySequence, kThree,
     R"(["", "", "", "", "", "", "64", "64", "0.", "0", "True"])", kForward},
    {"aten::_cudnn_attention_forward", kQkv, kThree,
     R"(["", "", "", "", "", "", "64", "64", "True", "0.", "True", "False"])", kForward / 2},
    {"aten::_scaled_dot_product_efficient_attention_backward", kGradQkv, kFive,
     R"(["", "", "", "", "", "", "", "", "", "0.", "", "False"])", kBackward},
    {"aten::_scaled_dot_product_flash_attention_backward", kGradQkv, kFive,
     R"(["", "", "", "", "", "", "", "", "64", "64", "0.", "True"])", kBackward / 2},
    {"aten::_scaled_dot_product_cudnn_attention_backward", kGradQkv, kFive,
     R"(["", "", "", "", "", "", "", "", "", "", "", "64", "64", "0.", "True", "0.125"])", kBackward / 2},
    // The same of a version that has them in another order.
    {"aten::_scaled_dot_product_cudnn_attention_backward", kGradQkv, kFive,
     R"(["", "", "", "", "", "", "", "", "64", "64", "0.", "False", "", ""])", kBackward},
    {"aten::_cudnn_attention_backward", kGradQkv, kFive,
     R"(["", "", "", "", "", "", "", "", "", "", "", "64", "64", "0.", "False", "0.125"])", kBackward},
    {"aten::_flash_attention_backward", kGradQkvBySequence, kFive,
     R"(["", "", "", "", "", "", "", "", "64", "64", "0.", "False"])", kBackward},
    {"aten::_efficient_attention_backward", kGradQkvBySequence, kFive,
     R"(["", "", "", "", "", "", "", "", "64", "64", "", "0.", "", "", "0", "False"])", kBackward},
};

KernelRecord launchedBy(const char *name, const char *shapes, const char *types, const char *values) {
    KernelRecord kernel;
    kernel.name = "kernel";
    kernel.frameworkOp = name;
    kernel.frameworkRow = 1;
    kernel.inputShapes = shapes;
    kernel.inputTypes = types;
    kernel.inputValues = values;
    kernel.begin = 100;
    kernel.duration = 50;
    return kernel;
}

KernelCalls callsOf(const KernelRecord &kernel) {
    TableWriter<KernelRecord> writer;
    writer.append(kernel);
    static std::vector<std::shared_ptr<const TableStore>> kept;  // texts of calls live as long as their tables
    kept.push_back(std::make_shared<const TableStore>(writer.take()));
    return kernelCalls(planted::capture(0, {kept.back()}));
}

}  // namespace

class FlopRegistryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// With its arguments each is judged; without, or with others than it takes, it counts as not judged. Never as
    /// work without matrix units.
    void everyRegisteredOperatorIsJudgedOrCounted() {
        for (const auto &op : kRegistry) {
            const auto whole = callsOf(launchedBy(op.name, op.shapes, op.types, op.values));
            QCOMPARE(whole.calls.size(), std::size_t{1});
            const auto told = std::string(op.name) + ": " + std::to_string(whole.calls[0].flop);
            QVERIFY2(isJudged(whole.kinds[0], whole.calls[0]) && whole.kinds[0].isMatrix(), told.c_str());
            QVERIFY2(whole.calls[0].flop == op.flop, told.c_str());
            QVERIFY2(whole.kinds[0].number() != NumberType::Unknown, told.c_str());
            for (const auto *shapes : {"", "[]", "[[], [], [], []]", "[[7], [9], [11]]"}) {
                const auto cut = callsOf(launchedBy(op.name, shapes, op.types, op.values));
                QVERIFY2(!isJudged(cut.kinds[0], cut.calls[0]) && !cut.kinds[0].isVector(), op.name);
            }
        }
    }

    /// Siblings that have no rule are told by their names; what only looks like one is not.
    void namesTellMatrixWork() {
        for (const auto *name :
             {"aten::_weight_int4pack_mm", "aten::_sparse_semi_structured_linear", "aten::mkldnn_linear",
              "aten::cudnn_convolution_transpose", "aten::_thnn_fused_lstm_cell", "aten::_cudnn_rnn", "aten::einsum",
              "aten::_scaled_dot_product_next_attention_backward", "flash_attn_3::fwd_attn", "mylib::grouped_gemm",
              "aten::mv", "aten::dot", "aten::_cslt_sparse_mm", "triton_tem_fused_mm_3"}) {
            const auto found = callsOf(launchedBy(name, "", "", ""));
            QVERIFY2(found.kinds[0].isMatrix() && !isJudged(found.kinds[0], found.calls[0]), name);
        }
        for (const auto *name :
             {"aten::softmax", "aten::native_layer_norm", "aten::_fused_rms_norm_backward", "aten::cat", "aten::comm",
              "aten::upsample_bilinear2d", "aten::_fused_adamw_", "aten::embedding", "aten::nll_loss_forward",
              "aten::convert_indices", "triton_poi_fused_mm_add_0", "aten::sum"}) {
            const auto found = callsOf(launchedBy(name, "", "", ""));
            QVERIFY2(found.kinds[0].isVector() && isJudged(found.kinds[0], found.calls[0]), name);
        }
        for (const auto *name : {"mylib::fused_step", ""}) {
            const auto found = callsOf(launchedBy(name, "[[4, 4]]", R"(["float"])", ""));
            QVERIFY2(!found.kinds[0].isVector() && !found.kinds[0].isMatrix(), name);
            QVERIFY2(!isJudged(found.kinds[0], found.calls[0]), name);
        }
    }

    /// Whatever moves is at least its operands; results are told where the operator's are known.
    void bytesOfAnyOperator() {
        const auto bytesOf = [](const char *name, const char *shapes, const char *types, const char *values = "",
                                std::string_view kernel = {}) {
            const auto work = kernelWork({.framework = name,
                                          .inputShapes = shapes,
                                          .inputTypes = types,
                                          .inputValues = values,
                                          .hint = kernelHint(kernel)});
            return work ? work->bytes.value_or(-1) : -1;
        };
        QCOMPARE(bytesOf("aten::_softmax", "[[4, 8], []]", R"(["float", "Scalar"])"), 2.0 * 32 * 4);
        QCOMPARE(bytesOf("aten::sum", "[[4, 8], []]", R"(["float", "ScalarList"])"), 32.0 * 4);
        QCOMPARE(bytesOf("aten::_fused_rms_norm_backward", "[[4, 8], [4, 8], [], [4, 1], [8], []]",
                         R"(["c10::BFloat16", "c10::BFloat16", "ScalarList", "float", "c10::BFloat16", "ScalarList"])"),
                 3.0 * 64 + 16 + 16);
        QCOMPARE(bytesOf("aten::embedding", "[[1000, 8], [4], []]", R"(["float", "long int", "Scalar"])"),
                 4.0 * 8 + 2 * 4 * 8 * 4);
        QCOMPARE(bytesOf("aten::nll_loss_forward", "[[4, 1000], [4], []]", R"(["float", "long int", ""])"),
                 4.0 * 8 + 4 * 4);
        QCOMPARE(bytesOf("aten::fill_", "[[4, 8], []]", R"(["float", "Scalar"])"), 128.0);
        QCOMPARE(bytesOf("triton_red_fused_sum_slice_0", "[[4, 8], [4], []]", R"(["float", "float", "Scalar"])"),
                 128.0 + 16);
        const char *const list = "[[[1, 2048, 32], [1, 2048, 32]], []]";
        const char *const types = R"(["TensorList", "Scalar"])";
        QCOMPARE(bytesOf("aten::cat", list, types), -1.0);
        QCOMPARE(bytesOf("aten::cat", list, types, "", "CatArrayBatchedCopy<OpaqueType<2u>, unsigned int>"),
                 2.0 * 2 * 2048 * 32 * 2);
        QCOMPARE(bytesOf("mylib::fused_step", "[[4, 4], [4]]", R"(["float", "c10::Half"])"), 64.0 + 8);
        QCOMPARE(bytesOf("aten::index_select", "[[1000, 8], [], [4]]", R"(["float", "Scalar", "long int"])"), -1.0);
    }

    /// A product of FP32 is TF32 where the kernel says so, and of an unknown kind where it does not.
    void kernelsTellHowFp32IsMultiplied() {
        const auto numberOf = [](std::string_view kernel) {
            return kernelWork({.framework = "aten::mm",
                               .inputShapes = "[[64, 32], [32, 16]]",
                               .inputTypes = R"(["float", "float"])",
                               .hint = kernelHint(kernel)})
                ->number;
        };
        QCOMPARE(numberOf("sm80_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize32x32x8"), NumberType::Tf32);
        QCOMPARE(numberOf("ampere_s1688gemm_128x64_ldg8"), NumberType::Tf32);
        QCOMPARE(numberOf("void cutlass::Kernel2<cutlass_80_simt_sgemm_128x32_8x5_nn_align1>"), NumberType::Fp32);
        QCOMPARE(numberOf("nvjet_sm90_tst_256x128"), NumberType::Unknown);
        const auto peak = peakOfChip("NVIDIA H100 80GB HBM3");
        QCOMPARE(peak.flopsOf(NumberType::Tf32).value_or(0), 494.7e12);
        QVERIFY(!peak.flopsOf(NumberType::Unknown) && !peak.flopsOf(NumberType::Hf32));
        QVERIFY(!peakOfChip("Tesla V100-SXM2-32GB").flopsOf(NumberType::Bf16));
        QVERIFY(peakOfChip("Tesla V100-SXM2-32GB").flopsOf(NumberType::Fp16).has_value());
    }

    /// Shares of a peak are those of each type; none where a part of the work has no known peak.
    void sharesNeedThePeakOfTheirType() {
        ChipPeak peak;
        peak.flops = 1e12;
        StepWork step;
        step.time = step.kernels = step.judged = Nanos{1000};
        step.byType.add(NumberType::Bf16, 1e5);
        QCOMPARE(step.hardwareShare(peak).value_or(-1), 0.1);
        step.byType.add(NumberType::Fp32, 5e2);  // half a hundredth
        QVERIFY(step.hardwareShare(peak).has_value());
        step.byType.add(NumberType::Fp32, 1e5);
        QVERIFY(!step.hardwareShare(peak));
        peak.others[static_cast<std::size_t>(NumberType::Fp32)] = 1e11;
        QVERIFY(std::abs(step.hardwareShare(peak).value_or(-1) - (0.1 + 1.005)) < 1e-9);
        step.unjudged = Nanos{30};
        QVERIFY(!step.hardwareShare(peak));
    }
};

TEST_SUITE(FlopRegistryTest)

}  // namespace tst_flop_registry

#include "tst_flop_registry.moc"
