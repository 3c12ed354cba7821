#include "core/analysis/pipeline/chart/device_ops.h"
#include "core/analysis/pipeline/chart/inferred_cells.h"
#include "core/store/trace/trace_store.h"
#include "tests/core/analysis/planted.h"
#include "tests/support/test_suite.h"

#include <QtTest/QTest>

namespace tst_inferred_cells {

using namespace stagescope;

namespace {

/// A device that runs kernels one after the other, 100 us each unless told.
class Device {
public:
    Device &kernel(std::string_view name, std::int64_t micros = 100) {
        return add("Stream 2", TrackKind::DeviceStream, SliceClass::Computing, name, micros);
    }
    Device &communication(std::string_view name, std::int64_t micros = 50) {
        return add("Group", TrackKind::CommGroup, SliceClass::Communication, name, micros);
    }
    Device &pause(std::int64_t micros) {
        m_now += micros * 1000;
        return *this;
    }
    Device &forward(int layers) {
        for (int i = 0; i < layers; ++i) {
            kernel("RmsNorm").kernel("MatMul").kernel("FlashAttentionScore").kernel("MatMul").kernel("SwiGlu");
        }
        return *this;
    }
    Device &backward(int layers) {
        for (int i = 0; i < layers; ++i) {
            kernel("SwiGluGrad").kernel("MatMul").kernel("FlashAttentionScoreGrad").kernel("MatMul");
            kernel("RmsNormGrad");
        }
        return *this;
    }
    [[nodiscard]] std::vector<PipelineCell> cells() {
        auto capture = planted::capture(3, {});
        capture.loaded[0].traces.push_back(planted::trace(std::move(m_builder)));
        return inferredCells(capture);
    }

private:
    Device &add(std::string_view track, TrackKind kind, SliceClass klass, std::string_view name, std::int64_t micros) {
        const auto process = m_builder.intern("device");
        const auto id = m_builder.track({kind, process, m_builder.intern(track)});
        m_builder.slice(id, m_now, micros * 1000, m_builder.intern(name), klass, 0);
        m_now += micros * 1000;
        return *this;
    }

    TraceBuilder m_builder;
    std::int64_t m_now = 1'000'000;
};

/// "F2 B2 W0": kinds with the number of their layers; "+r" behind a cell that recomputes.
std::string summary(const std::vector<PipelineCell> &cells) {
    std::string text;
    for (const auto &cell : cells) {
        std::size_t layers = 0;
        bool recomputes = false;
        for (const auto &part : cell.parts) {
            layers += part.name == kAttentionPart && !part.isRecompute ? 1 : 0;
            recomputes |= part.isRecompute;
        }
        text += (text.empty() ? "" : " ") + std::string(cellKindText(cell.kind)) +
                (isScheduled(cell.kind) ? std::to_string(layers) : std::string()) + (recomputes ? "+r" : "");
    }
    return text;
}

}  // namespace

class InferredCellsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesOfKernels_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("traits");
        const auto row = [](const char *name, const char *traits) {
            QTest::newRow(name) << QByteArray(name) << QByteArray(traits);
        };
        row("aclnnFlashAttentionScore_FlashAttentionScore_FlashAttentionScore", "A");
        row("aclnnFlashAttentionScoreGrad_FlashAttentionScoreGrad_FlashAttentionScoreGrad", "AB");
        row("void flash::flash_fwd_kernel<Flash_fwd_kernel_traits<128>>(flash::Flash_fwd_params)", "A");
        row("void flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<...>", "AB");
        row("void flash_bwd_dot_do_o_kernel<...>", "B");
        row("fmha_v2_flash_attention_bf16_64_128_S_q_kv_128_sm90_kernel", "A");
        row("aclnnEmbeddingDenseBackward_SortAiCore_Sort", "B");
        row("RmsNormGrad", "B");
        row("aclnnMatmul_MatMulV3Common_MatMulV3", "");
        row("ApplyAdamWV2", "O");
        row("void at::native::multi_tensor_apply_kernel<...FusedAdamMathFunctor...>", "O");
        row("clip_grad_norm", "");
    }
    void namesOfKernels() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, traits);
        const auto trait = kernelTrait(name.toStdString());
        const std::string found =
            std::string(trait.isAttention ? "A" : "") + (trait.isBackward ? "B" : "") + (trait.isOptimizer ? "O" : "");
        QCOMPARE(found, traits.toStdString());
    }

    void firstStage() {
        Device device;
        for (int i = 0; i < 2; ++i) {
            device.kernel("Gather").forward(3).communication("hcom_send__1_1_1");
        }
        device.pause(900).communication("hcom_receive__1_2_1").backward(3).kernel("Gather").forward(3);
        device.communication("hcom_send__1_3_1").communication("hcom_receive__1_4_1").backward(3);
        device.communication("hcom_reduceScatter__2_1_1").communication("hcom_allReduce__3_1_1").kernel("Mul");
        device.kernel("ApplyAdamWV2").communication("hcom_allGather__2_2_1");
        const auto cells = device.cells();
        QCOMPARE(summary(cells), std::string("F3 F3 B3 F3 B3 gradient_sync optimizer"));
        QCOMPARE((cells[3].range.begin - cells[2].range.begin).count(), std::int64_t{1'500'000});
        QCOMPARE(cells[5].range.duration().count(), std::int64_t{100'000});
        QCOMPARE(cells[6].range.duration().count(), std::int64_t{250'000});
        for (const auto &cell : cells) {
            QCOMPARE(cell.evidence, CellEvidence::Inferred);
            QCOMPARE(cell.rank, 3);
        }
    }

    void lastStageHasALoss() {
        Device device;
        for (int i = 0; i < 3; ++i) {
            device.communication("hcom_receive__1_1_1").forward(2).kernel("MatMul", 900).kernel("LogSoftmax", 300);
            device.kernel("LossGrad").backward(2).communication("hcom_send__1_1_2");
        }
        const auto cells = device.cells();
        QCOMPARE(summary(cells), std::string("F2 loss B2 F2 loss B2 F2 loss B2"));
        QCOMPARE(cells[1].range.duration().count(), std::int64_t{1'200'000});
        QCOMPARE(cells[2].range.duration().count(), std::int64_t{1'100'000});
    }

    void recomputationIsNotAForward() {
        Device device;
        for (int i = 0; i < 2; ++i) {
            device.communication("hcom_receive__1_1_1").forward(2).communication("hcom_send__1_1_2");
            device.communication("hcom_receive__1_2_1");
            device.forward(1).backward(1).forward(1).backward(1).communication("hcom_send__1_2_2");
        }
        QCOMPARE(summary(device.cells()), std::string("F2 B2+r F2 B2+r"));
        Device whole;  // all layers of the stage at once
        for (int i = 0; i < 2; ++i) {
            whole.communication("hcom_receive__1_1_1").forward(2).communication("hcom_send__1_1_2");
            whole.communication("hcom_receive__1_2_1").forward(2).backward(2).communication("hcom_send__1_2_2");
        }
        QCOMPARE(summary(whole.cells()), std::string("F2 B2+r F2 B2+r"));
    }

    void weightGradientsApart() {
        Device device;
        device.communication("hcom_receive__1_1_1").forward(2).communication("hcom_send__1_1_2");
        device.communication("hcom_receive__1_2_1").backward(2).communication("hcom_send__1_2_2");
        device.kernel("MatMul").kernel("MatMul").communication("hcom_receive__1_3_1").backward(2);
        QCOMPARE(summary(device.cells()), std::string("F2 B2 W0 B2"));
    }

    void operationOnAnotherStreamCutsNothing() {
        Device device;
        device.forward(1).communication("hcom_receive__1_9_9", 1).forward(1).communication("hcom_send__1_1_2");
        device.forward(2).communication("hcom_send__1_1_3").communication("hcom_receive__1_9_8").backward(2);
        QCOMPARE(summary(device.cells()), std::string("F2 F2 B2"));
    }

    void stepsPartAtTheOptimizer() {
        Device device;
        for (int i = 0; i < 2; ++i) {
            device.pause(5000).kernel("Gather").forward(1).communication("hcom_send__1_1_2");
            device.communication("hcom_receive__1_3_1").backward(1).kernel("ApplyAdamW").kernel("Cast");
        }
        const auto cells = device.cells();
        QCOMPARE(summary(cells), std::string("F1 B1 optimizer F1 B1 optimizer"));
        QCOMPARE(cells[2].step, std::int64_t{0});
        QCOMPARE(cells[3].step, std::int64_t{1});
        QCOMPARE(cells[3].range.duration().count(), std::int64_t{600'000});
    }

    void exchangesOfOneForwardAreNoPipeline() {
        Device device;
        device.forward(1).communication("ncclKernel_SendRecv_RING_SIMPLE").forward(1).kernel("ApplyAdamW");
        QVERIFY(device.cells().empty());
    }

    void nothingWithoutPointToPoint() {
        Device device;
        QVERIFY(device.forward(2).backward(2).communication("hcom_allReduce__1_1_1").cells().empty());
    }
};

TEST_SUITE(InferredCellsTest)

}  // namespace tst_inferred_cells

#include "tst_inferred_cells.moc"
