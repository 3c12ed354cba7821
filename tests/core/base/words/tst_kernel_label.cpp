#include "core/base/words/kernel_label.h"
#include "tests/support/test_suite.h"

#include <QtTest/QtTest>

namespace tst_kernel_label {

using namespace stagescope;

class KernelLabelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void kernelsAreCalledByWhatTheyDo_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("label");
        const auto row = [](const char *name, const char *label) {
            QTest::newRow(label) << QString::fromLatin1(name) << QString::fromLatin1(label);
        };
        row("void at::native::vectorized_elementwise_kernel<8, at::native::BinaryFunctor<c10::BFloat16, c10::BFloat16, "
            "c10::BFloat16, at::native::binary_internal::MulFunctor<float> >, std::array<char*, 3ul> >(int, "
            "at::native::BinaryFunctor<c10::BFloat16>)",
            "mul (vectorized, bf16)");
        row("void at::native::elementwise_kernel<128, 4, "
            "at::native::gpu_kernel_impl_nocast<at::native::CUDAFunctor_add<float> >(at::TensorIteratorBase&)>(int)",
            "add (elementwise, fp32)");
        row("void at::native::elementwise_kernel<128, 4, at::native::gpu_kernel_impl_nocast<at::native::"
            "direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda(c10::Half)#1}>(int)>(int)",
            "direct_copy (elementwise)");
        row("void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, float> > "
            ">(x)",
            "mean (reduce, fp32)");
        row("void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>(vllm::RankData*, int)",
            "cross_device_reduce_1stage (bf16)");
        row("void cutlass::Kernel2<cutlass_80_simt_sgemm_128x32_8x5_nn_align1>(cutlass_80::Params)",
            "cutlass_80_simt_sgemm_128x32_8x5_nn_align1");
        row("fusion_12", "fusion_12");
        row("Memset (Device)", "Memset (Device)");
    }
    void kernelsAreCalledByWhatTheyDo() {
        QFETCH(QString, name);
        QFETCH(QString, label);
        const auto found = QString::fromStdString(kernelLabel(name.toStdString()));
        QVERIFY2(found == label || (label == QStringLiteral("direct_copy (elementwise)") &&
                                    found.startsWith(QStringLiteral("direct_copy (elementwise"))),
                 qPrintable(found));
    }

    /// Whatever the name is made of.
    void noLabelIsLong() {
        const QStringList parts{QStringLiteral("void "),      QStringLiteral("at::native::"),
                                QStringLiteral("<float, 4>"), QStringLiteral("(int, x)"),
                                QStringLiteral("MulFunctor"), QStringLiteral("核"),
                                QStringLiteral("_"),          QStringLiteral("<"),
                                QStringLiteral(">"),          QStringLiteral("kernel"),
                                QStringLiteral("::"),         QStringLiteral(" ")};
        std::uint32_t state = 1;
        for (int i = 0; i < 2000; ++i) {
            QString name;
            for (int k = 0; k < i % 60; ++k) {
                state = state * 1664525U + 1013904223U;
                name += parts[int((state >> 16) % std::uint32_t(parts.size()))];
            }
            const auto bytes = name.toStdString();
            const auto label = kernelLabel(bytes);
            QVERIFY2(label.size() <= kLongestLabel, label.c_str());
            QCOMPARE(QString::fromStdString(label).contains(QChar(0xfffd)), false);
            QVERIFY(label.empty() == bytes.empty() || !label.empty());
            QCOMPARE(std::string(keptKernelLabel(bytes)), label);
        }
    }

    void theMiddleIsLeftOut() {
        QCOMPARE(withoutMiddle("abcdefghijklmnop", 9), std::string("abc...nop"));
        QCOMPARE(withoutMiddle("abc", 9), std::string("abc"));
    }
};

TEST_SUITE(KernelLabelTest)

}  // namespace tst_kernel_label

#include "tst_kernel_label.moc"
