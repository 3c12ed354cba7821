#include "core/demo/cell_kernels.h"

namespace stagescope {

namespace {

enum class KernelPart : std::uint8_t { Whole, Input, Weight };

class Half {
public:
    Half(const DemoOptions &options, int stageCount, int rank, int stage, int microbatch, int chunk)
        : m_options(options),
          m_recompute(options.recomputeStage < 0 || options.recomputeStage == rank ? options.recompute
                                                                                   : DemoRecompute::Nothing),
          m_isFirst(stage == 0),
          m_hasLoss(stage == stageCount - 1 && !options.hasLogits),
          m_microbatch(microbatch),
          m_chunk(chunk) {}

    std::vector<CellKernel> forward() {
        const int layers = m_options.layersPerStage;
        if (m_isFirst) {
            add(embeddingForwardKernels(), 0, layers, false);
        }
        for (int layer = 0; layer < layers; ++layer) {
            add(layerForwardKernels(), layer, layer, false);
        }
        if (m_hasLoss) {
            add(lossForwardKernels(), 0, layers + 1, false);
        }
        return std::move(m_kernels);
    }

    std::vector<CellKernel> backward(KernelPart part) {
        const int layers = m_options.layersPerStage;
        if (m_hasLoss) {
            addBackward(lossBackwardKernels(), 0, layers + 1, part);
        }
        for (int layer = layers - 1; layer >= 0; --layer) {
            if (part != KernelPart::Weight) {
                addRepeated(layer);
            }
            addBackward(layerBackwardKernels(), layer, layer, part);
        }
        if (m_isFirst) {
            addBackward(embeddingBackwardKernels(), 0, layers, part);
        }
        return std::move(m_kernels);
    }

    std::vector<CellKernel> loss() {
        const int part = m_options.layersPerStage + 1;
        add(lossForwardKernels(), 0, part, false);
        add(lossBackwardKernels(), 0, part, true);
        return std::move(m_kernels);
    }

private:
    void add(std::span<const KernelSpec> kernels, int layer, int part, bool isBackward) {
        for (const KernelSpec &kernel : kernels) {
            m_kernels.push_back({&kernel, isBackward, m_microbatch, m_chunk, layer, part});
            m_kernels.back().keeps = keptBy(kernel);
        }
    }

    [[nodiscard]] bool isRepeated(const KernelSpec &kernel) const {
        const auto layer = layerForwardKernels();
        switch (m_recompute) {
            case DemoRecompute::Activation:
                return kernel.opType == "SwiGlu";
            case DemoRecompute::Norm:
                return kernel.opType == "AddRmsNorm";
            case DemoRecompute::Full:
                return &kernel >= layer.data() && &kernel < layer.data() + layer.size();
            default:
                return false;
        }
    }
    [[nodiscard]] int keptBy(const KernelSpec &kernel) const {
        const bool isInput = m_recompute == DemoRecompute::Full && kernel.keeps == kFirstNormSlot;
        return isInput ? kInputSlot : isRepeated(kernel) ? -1 : kernel.keeps;
    }

    void addRepeated(int layer) {
        for (const KernelSpec &kernel : layerForwardKernels()) {
            if (isRepeated(kernel)) {
                m_kernels.push_back({&kernel, true, m_microbatch, m_chunk, layer, layer});
                m_kernels.back().keeps = kernel.keeps;
                m_kernels.back().isRepeated = true;
            }
        }
    }

    void addBackward(std::span<const KernelSpec> kernels, int layer, int partOfCell, KernelPart part) {
        const std::size_t first = m_kernels.size();
        for (const KernelSpec &kernel : kernels) {
            if (part != KernelPart::Whole && kernel.isWeightGradient != (part == KernelPart::Weight)) {
                continue;
            }
            const SlotRelease release = part == KernelPart::Whole ? SlotRelease::Own : SlotRelease::Nothing;
            m_kernels.push_back({&kernel, true, m_microbatch, m_chunk, layer, partOfCell, release});
        }
        if (part == KernelPart::Weight && m_kernels.size() > first && partOfCell == layer) {
            m_kernels.back().release = SlotRelease::Layer;
        }
    }

    const DemoOptions &m_options;
    DemoRecompute m_recompute;
    bool m_isFirst;
    bool m_hasLoss;
    int m_microbatch;
    int m_chunk;
    std::vector<CellKernel> m_kernels;
};

/// Both in their order, each spread evenly over the whole.
std::vector<CellKernel> interleaved(const std::vector<CellKernel> &a, const std::vector<CellKernel> &b) {
    std::vector<CellKernel> result;
    std::size_t nextA = 0;
    std::size_t nextB = 0;
    while (nextA < a.size() || nextB < b.size()) {
        const bool isTurnOfA = nextB == b.size() || (nextA < a.size() && nextA * b.size() <= nextB * a.size());
        result.push_back(isTurnOfA ? a[nextA++] : b[nextB++]);
    }
    return result;
}

}  // namespace

std::vector<CellKernel> cellKernels(const DemoOptions &options, int stageCount, const PipelineAction &action) {
    Half half(options, stageCount, action.rank, action.stage, action.microbatch, action.chunk);
    switch (action.kind) {
        case CellKind::Forward:
            return half.forward();
        case CellKind::Backward:
            return half.backward(KernelPart::Whole);
        case CellKind::BackwardInput:
            return half.backward(KernelPart::Input);
        case CellKind::BackwardWeight:
            return half.backward(KernelPart::Weight);
        case CellKind::Loss:
            return half.loss();
        case CellKind::Overlapped:
            return interleaved(half.forward(), Half(options, stageCount, action.rank, action.backwardStage,
                                                    action.backwardMicrobatch, action.backwardChunk)
                                                   .backward(KernelPart::Whole));
        case CellKind::GradientSync:
        case CellKind::Optimizer:
        case CellKind::Other:
            break;
    }
    return {};
}

}  // namespace stagescope
