// One identity of a kernel: chips and libraries call the same work by other names, and are compared all the same.
#include "core/analysis/difference/ledger.h"
#include "core/analysis/fusion/fusible_sequences.h"
#include "core/analysis/trace/logits_work.h"
#include "core/analysis/trace/operator_category.h"
#include "core/base/words/kernel_label.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/places.h"
#include "tests/support/small_traces.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

#include <numeric>
#include <set>

namespace tst_kernel_identity {

using namespace stagescope;
using namespace stagescope::testing;

namespace {

/// Names of operators that a table tells on both sides.
std::set<std::string> pairedOps(const ResultTable &table) {
    std::set<std::string> names;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto before = table.text(row, "kernels_before");
        const auto after = table.text(row, "kernels_after");
        const auto name = table.text(row, "name_before");
        if (!before.empty() && before != "0" && !after.empty() && after != "0" &&
            name == table.text(row, "name_after")) {
            names.insert(name);
        }
    }
    return names;
}

Workspace workspaceOf(Run run, Run baseline) {
    Workspace workspace;
    baseline.role = RunRole::Baseline;
    baseline.id = RunId{1};
    workspace.runs.push_back(std::move(run));
    workspace.runs.push_back(std::move(baseline));
    return workspace;
}

QString unpaired(const Ledger &ledger, const std::set<std::string> &ops) {
    QString text;
    for (const auto &row : ledger.rows) {
        const bool isAlone = row.kind == ChangeKind::KernelNew || row.kind == ChangeKind::KernelGone;
        text += isAlone && ops.contains(row.name) ? QString::fromStdString(row.name) + QLatin1Char('\n') : QString();
        text += row.name.size() > kLongestLabel ? QString::fromStdString(row.name) + QLatin1Char('\n') : QString();
    }
    return text;
}

Nanos sumOfChanges(const Ledger &ledger) {
    return std::accumulate(ledger.rows.begin(), ledger.rows.end(), Nanos{0},
                           [](Nanos sum, const LedgerRow &row) { return sum + row.change(); });
}

}  // namespace

class KernelIdentityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void twoChipsArePairedByTheFrameworksOperators() {
        const auto cuda = loadedText(kinetoTrace());
        const auto rocm = loadedText(rocmTrace());
        QVERIFY(cuda && rocm);
        const auto whole = ledger({&*cuda, {}, {}}, {&*rocm, {}, {}});
        QVERIFY(!whole.rows.empty());
        QCOMPARE(unpaired(whole, {"aten::mm"}), QString());
        QCOMPARE(sumOfChanges(whole), whole.change());
        const bool hasProduct =
            std::ranges::any_of(whole.rows, [](const LedgerRow &row) { return row.name == "aten::mm"; });
        QVERIFY(hasProduct);
    }

    /// Copies and fills are no kernels, and products of matrices no link of a chain.
    void noSequenceSpansAProductOrACopy() {
        std::vector<DeviceKernel> kernels;
        const auto add = [&](std::string_view name, std::string_view op, DeviceKernel::Kind kind = {}) {
            DeviceKernel kernel;
            kernel.name = name;
            kernel.frameworkOp = op;
            kernel.kind = kind;
            kernel.begin = std::int64_t(kernels.size()) * 1000;
            kernel.duration = 200;
            kernels.push_back(kernel);
        };
        for (int i = 0; i < 12; ++i) {
            add("Memcpy DtoH", "", DeviceKernel::Kind::Copy);
            add("Memset (Device)", "", DeviceKernel::Kind::Fill);
            add("ampere_sgemm_128x64_tn", "");
            add("mystery", "aten::mm");
            add("void at::native::vectorized_elementwise_kernel<4, at::native::MulFunctor<float> >(int)", "aten::mul");
            add("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float> >(int)",
                "aten::add");
            add("void at::native::reduce_kernel<512, 1, at::native::MeanOps<float> >(int)", "aten::mean");
        }
        for (const auto counting : {SequenceCounting::Once, SequenceCounting::Overlapping}) {
            const auto found = fusibleSequences(kernels, MetricTables(std::vector<const RankCapture *>{}),
                                                Nanos{100'000}, counting, {});
            QVERIFY(!found.empty());
            for (const auto &sequence : found) {
                for (std::size_t i = sequence.first; i < sequence.first + sequence.length; ++i) {
                    QVERIFY(kernels[i].kind == DeviceKernel::Kind::Kernel && !isMatrixProduct(kernels[i]));
                }
                QCOMPARE(QString::fromStdString(operatorsOf(sequence, kernels)), QStringLiteral("mul > add > mean"));
            }
        }
    }

    void kernelsWithoutOperatorsAreKnownByName_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<OperatorCategory>("category");
        const auto row = [](const char *kernel, OperatorCategory category) {
            QTest::newRow(kernel) << QString::fromLatin1(kernel) << category;
        };
        row("nvjet_sm90_tst_256x128_64x4_1x2_h_bz_coopA_TNT", OperatorCategory::MatrixProduct);
        row("ampere_sgemm_128x64_tn", OperatorCategory::MatrixProduct);
        row("Cijk_Alik_Bljk_BBS_BH_MT128x128x64", OperatorCategory::MatrixProduct);
        row("cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16", OperatorCategory::Attention);
        row("attn_fwd", OperatorCategory::Attention);
        row("void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<float>",
            OperatorCategory::Normalization);
        row("void at::native::reduce_kernel<512>", OperatorCategory::Reduction);
        row("triton_poi_fused_add_mul_0", OperatorCategory::Elementwise);
    }
    void kernelsWithoutOperatorsAreKnownByName() {
        QFETCH(QString, kernel);
        QFETCH(OperatorCategory, category);
        QCOMPARE(kernelCategory({}, kernel.toStdString()), category);
    }

    void twoChipsThatPeopleMeasured() {
        const auto name = QStringLiteral("torch/%1/Qwen_Qwen1.5-0.5B-Chat__1016005.json.gz");
        const auto run = realFile(name.arg(QStringLiteral("mi300")));
        const auto baseline = realFile(name.arg(QStringLiteral("h100")));
        if (run.empty() || baseline.empty()) {
            QSKIP("no real profiles here");
        }
        auto after = loadRun(run, RunId{0}, LoadDepth::Deep);
        auto before = loadRun(baseline, RunId{1}, LoadDepth::Deep);
        QVERIFY(after && before);
        const auto whole = ledger({&*before, {}, {}}, {&*after, {}, {}});
        const auto workspace = workspaceOf(std::move(*after), std::move(*before));
        const auto ops = pairedOps(planted::table("op_compare", {.workspace = &workspace}));
        QVERIFY(ops.size() > 5);
        QCOMPARE(unpaired(whole, ops), QString());
        QCOMPARE(sumOfChanges(whole), whole.change());
        // Both chips ran the same products; fills of 0.04 ms beside them are no calls less.
        for (const auto &row : whole.rows) {
            const bool isOfProducts = row.kind == ChangeKind::KernelCount && row.name.starts_with("aten::mm");
            QVERIFY2(!isOfProducts || std::abs(row.change().count()) < 200'000, row.name.c_str());
        }
    }
};

TEST_SUITE(KernelIdentityTest)

}  // namespace tst_kernel_identity

#include "tst_kernel_identity.moc"
