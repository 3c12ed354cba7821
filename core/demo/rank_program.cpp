#include "core/demo/rank_program.h"

#include "core/demo/demo_random.h"

namespace stagescope {

namespace {

constexpr std::int64_t kDataLoadingNs = 1'600'000;
constexpr std::int64_t kGradientNormBytes = 512;

class ProgramBuilder {
public:
    ProgramBuilder(const DemoCluster &cluster, int rank);
    RankProgram build(const std::vector<PipelineAction> &order);

private:
    DemoOp &add(DemoOpKind kind);
    void addCell(const PipelineAction &action);
    void addReceive(const PipelineAction &action);
    void addSend(const PipelineAction &action);
    void addTransfer(DemoOpKind kind, const PipelineAction &action, int peer);
    void addForward(int microbatch);
    void addBackward(int microbatch);
    void addKernels(std::span<const KernelSpec> kernels, int microbatch, int layer, int part);
    void addStepEnd();
    [[nodiscard]] int &slot(int microbatch, int layer, int index);
    int allocate(std::int64_t bytes, const KernelSpec *kernel);
    void release(int &tensor);

    const DemoCluster &m_cluster;
    const DemoOptions &m_options;
    int m_stage;
    int m_step = 0;
    int m_cell = -1;
    bool m_isBackward = false;
    int m_tensors = 0;
    int m_scratch = -1;
    std::vector<int> m_kept;  ///< tensor by (microbatch, layer, slot), -1 = none
    std::uint64_t m_noiseCell = 0;
    std::uint64_t m_noiseOp = 0;
    RankProgram m_program;
};

ProgramBuilder::ProgramBuilder(const DemoCluster &cluster, int rank)
    : m_cluster(cluster),
      m_options(cluster.options()),
      m_stage(cluster.stageOf(rank)),
      m_kept(std::size_t(m_options.microbatches) * std::size_t(m_options.layersPerStage) * kLayerSlots, -1) {
    m_program.rank = rank;
    m_program.staticBytes = m_options.layersPerStage * (kLayerWeightBytes + kLayerGradientBytes + kLayerStateBytes);
}

DemoOp &ProgramBuilder::add(DemoOpKind kind) {
    DemoOp op;
    op.kind = kind;
    op.isBackwardThread = m_isBackward;
    op.step = m_step;
    op.cell = m_cell;
    // Keyed by cell and place in it, so that an operation more in one cell leaves all others as they were.
    op.noise =
        hashedNoise({m_options.seed, std::uint64_t(m_program.rank), std::uint64_t(m_step), m_noiseCell, m_noiseOp++});
    return m_program.ops.emplace_back(op);
}

int ProgramBuilder::allocate(std::int64_t bytes, const KernelSpec *kernel) {
    DemoOp &op = add(DemoOpKind::Allocate);
    op.bytes = bytes;
    op.partner = m_tensors;
    op.kernel = kernel;
    return m_tensors++;
}

void ProgramBuilder::release(int &tensor) {
    if (tensor < 0)
        return;
    add(DemoOpKind::Release).partner = tensor;
    tensor = -1;
}

int &ProgramBuilder::slot(int microbatch, int layer, int index) {
    return m_kept[std::size_t((microbatch * m_options.layersPerStage + layer) * kLayerSlots + index)];
}

void ProgramBuilder::addKernels(std::span<const KernelSpec> kernels, int microbatch, int layer, int part) {
    for (const KernelSpec &kernel : kernels) {
        int tensor = kernel.outputBytes > 0 ? allocate(kernel.outputBytes, &kernel) : -1;
        DemoOp &op = add(DemoOpKind::Kernel);
        op.kernel = &kernel;
        op.sequence = (m_step * m_options.microbatches + microbatch) * (m_options.layersPerStage + 2) + part;
        release(m_scratch);
        if (kernel.keeps >= 0)
            slot(microbatch, layer, kernel.keeps) = tensor;
        else
            m_scratch = tensor;
        if (kernel.frees >= 0)
            release(slot(microbatch, layer, kernel.frees));
    }
}

void ProgramBuilder::addForward(int microbatch) {
    const int layers = m_options.layersPerStage;
    if (m_stage == 0)
        addKernels(embeddingForwardKernels(), microbatch, 0, layers);
    for (int layer = 0; layer < layers; ++layer)
        addKernels(layerForwardKernels(), microbatch, layer, layer);
    if (m_stage == m_options.pp - 1)
        addKernels(lossForwardKernels(), microbatch, 0, layers + 1);
    release(m_scratch);
}

void ProgramBuilder::addBackward(int microbatch) {
    const int layers = m_options.layersPerStage;
    if (m_stage == m_options.pp - 1)
        addKernels(lossBackwardKernels(), microbatch, 0, layers + 1);
    for (int layer = layers - 1; layer >= 0; --layer)
        addKernels(layerBackwardKernels(), microbatch, layer, layer);
    if (m_stage == 0)
        addKernels(embeddingBackwardKernels(), microbatch, 0, layers);
    release(m_scratch);
}

void ProgramBuilder::addTransfer(DemoOpKind kind, const PipelineAction &action, int peerStage) {
    DemoOp &op = add(kind);
    op.direction = action.kind == CellKind::Forward ? FlowDirection::Activation : FlowDirection::Gradient;
    op.partner = m_cluster.rankAt(peerStage, m_cluster.replicaOf(m_program.rank));
    op.group = &m_cluster.ppGroup(m_program.rank);
    op.bytes = kHiddenBytes;
}

void ProgramBuilder::addReceive(const PipelineAction &action) {
    const int from = action.kind == CellKind::Forward ? m_stage - 1 : m_stage + 1;
    if (from >= 0 && from < m_options.pp)
        addTransfer(DemoOpKind::Receive, action, from);
}

void ProgramBuilder::addSend(const PipelineAction &action) {
    const int to = action.kind == CellKind::Forward ? m_stage + 1 : m_stage - 1;
    if (to >= 0 && to < m_options.pp)
        addTransfer(DemoOpKind::Send, action, to);
}

void ProgramBuilder::addCell(const PipelineAction &action) {
    const bool isForward = action.kind == CellKind::Forward;
    m_noiseCell = 1 + 2 * std::uint64_t(action.microbatch) + (isForward ? 0 : 1);
    m_noiseOp = 0;
    addReceive(action);
    m_cell = int(m_program.cells.size());
    m_program.cells.push_back({m_step, action});
    add(DemoOpKind::RangeBegin);
    m_isBackward = !isForward;
    if (isForward)
        addForward(action.microbatch);
    else
        addBackward(action.microbatch);
    m_isBackward = false;
    add(DemoOpKind::RangeEnd);
    m_cell = -1;
    addSend(action);
}

void ProgramBuilder::addStepEnd() {
    m_noiseCell = 0;
    m_noiseOp = 1000;
    if (m_options.dp > 1) {
        DemoOp &op = add(DemoOpKind::AllReduce);
        op.group = &m_cluster.dpGroup(m_program.rank);
        op.bytes = m_options.layersPerStage * kLayerGradientBytes;
    }
    if (m_options.pp > 1) {
        // The gradient's norm is taken over the whole model, so the stages meet once before the optimizer.
        DemoOp &op = add(DemoOpKind::AllReduce);
        op.group = &m_cluster.mpGroup(m_program.rank);
        op.bytes = kGradientNormBytes;
    }
    for (const KernelSpec &kernel : optimizerKernels())
        add(DemoOpKind::Kernel).kernel = &kernel;
    if (const std::int64_t leak = m_cluster.leakPerStep(m_program.rank); leak > 0)
        allocate(leak, nullptr);
    add(DemoOpKind::Synchronize);
    add(DemoOpKind::StepEnd);
}

RankProgram ProgramBuilder::build(const std::vector<PipelineAction> &order) {
    for (m_step = 0; m_step < m_options.steps; ++m_step) {
        m_noiseCell = 0;
        m_noiseOp = 0;
        add(DemoOpKind::StepBegin);
        add(DemoOpKind::HostWork).ns = kDataLoadingNs;
        for (const PipelineAction &action : order)
            addCell(action);
        addStepEnd();
    }
    return std::move(m_program);
}

}  // namespace

RankProgram rankProgram(const DemoCluster &cluster, int rank, const std::vector<PipelineAction> &order) {
    return ProgramBuilder(cluster, rank).build(order);
}

std::int64_t activationBytes(const DemoOptions &options) {
    std::int64_t bytes = 0;
    for (const KernelSpec &kernel : layerForwardKernels())
        bytes += kernel.keeps >= 0 ? kernel.outputBytes : 0;
    return options.layersPerStage * bytes;
}

}  // namespace stagescope
