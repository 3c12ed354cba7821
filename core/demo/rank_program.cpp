#include "core/demo/rank_program.h"

#include "core/demo/cell_kernels.h"
#include "core/demo/demo_random.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::int64_t kDataLoadingNs = 1'600'000;
constexpr std::int64_t kGradientNormBytes = 512;
constexpr std::uint64_t kPlacesOfFaults = std::uint64_t{1} << 32U;  ///< behind all places in a cell

class ProgramBuilder {
public:
    ProgramBuilder(const DemoCluster &cluster, const Schedule &schedule, int rank);
    RankProgram build();

private:
    DemoOp &add(DemoOpKind kind);
    void addCell(const PipelineAction &action);
    void addInputs(const PipelineAction &action);
    void addOutputs(const PipelineAction &action);
    void addTransfer(DemoOpKind kind, FlowDirection direction, int stage, int peerStage, int chunk);
    void addCellKernels(const PipelineAction &action);
    void addPauses(DemoFault::Kind kind, HostTask task, std::int64_t nsOfUnit);
    [[nodiscard]] std::vector<CellKernel> deviating(std::vector<CellKernel> kernels) const;
    [[nodiscard]] std::vector<CellKernel> inParts(const CellKernel &kernel) const;
    [[nodiscard]] int &scratchOf(const CellKernel &kernel) {
        return m_scratch[kernel.isBackward && !kernel.isRepeated ? 1 : 0];
    }
    [[nodiscard]] std::uint64_t placesOf(const CellKernel &kernel);
    void addKernel(const CellKernel &kernel);
    void releaseSlots(const CellKernel &kernel);
    void addStepEnd();
    void addReduce(int fault);
    [[nodiscard]] int &slot(const CellKernel &kernel, int index);
    int allocate(std::int64_t bytes, const KernelSpec *kernel);
    void release(int &tensor);

    const DemoCluster &m_cluster;
    const DemoOptions &m_options;
    const Schedule &m_schedule;
    int m_step = 0;
    int m_cell = -1;
    bool m_isBackward = false;
    int m_tensors = 0;
    int m_scratch[2] = {-1, -1};  ///< of forward and backward work
    std::vector<int> m_kept;      ///< tensor by (chunk, microbatch, layer, slot), -1 = none
    std::uint64_t m_noiseCell = 0;
    std::uint64_t m_noiseOp = 0;
    std::uint64_t m_faultOp = 0;
    bool m_isAddedByFault = false;
    std::int64_t m_cellPpm = 0;
    RankProgram m_program;
};

ProgramBuilder::ProgramBuilder(const DemoCluster &cluster, const Schedule &schedule, int rank)
    : m_cluster(cluster),
      m_options(cluster.options()),
      m_schedule(schedule),
      m_kept(std::size_t(schedule.chunks) * std::size_t(m_options.microbatches) *
                 std::size_t(m_options.layersPerStage) * kLayerSlots,
             -1) {
    m_program.rank = rank;
    m_program.staticBytes =
        schedule.chunks * m_options.layersPerStage * (kLayerWeightBytes + kLayerGradientBytes + kLayerStateBytes);
}

DemoOp &ProgramBuilder::add(DemoOpKind kind) {
    DemoOp op;
    op.kind = kind;
    op.isBackwardThread = m_isBackward;
    op.step = m_step;
    op.cell = m_cell;
    // Keyed by cell and place in it, and by places of its own for what a fault adds: all else stays as it was.
    const std::uint64_t place = m_isAddedByFault ? kPlacesOfFaults + m_faultOp++ : m_noiseOp++;
    op.noise = hashedNoise({m_options.seed, std::uint64_t(m_program.rank), std::uint64_t(m_step), m_noiseCell, place});
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
    if (tensor < 0) {
        return;
    }
    add(DemoOpKind::Release).partner = tensor;
    tensor = -1;
}

int &ProgramBuilder::slot(const CellKernel &kernel, int index) {
    const int microbatch = kernel.chunk * m_options.microbatches + kernel.microbatch;
    return m_kept[std::size_t((microbatch * m_options.layersPerStage + kernel.layer) * kLayerSlots + index)];
}

void ProgramBuilder::releaseSlots(const CellKernel &kernel) {
    if (kernel.release == SlotRelease::Own && kernel.slotOwner().frees >= 0) {
        release(slot(kernel, kernel.slotOwner().frees));
        if (kernel.slotOwner().frees == kFirstNormSlot) {
            release(slot(kernel, kInputSlot));
        }
    }
    for (int index = 0; kernel.release == SlotRelease::Layer && index < kLayerSlots; ++index) {
        release(slot(kernel, index));
    }
}

/// One for each fault of the rank of this kind.
void ProgramBuilder::addPauses(DemoFault::Kind kind, HostTask task, std::int64_t nsOfUnit) {
    for (std::size_t i = 0; i < m_options.faults.size(); ++i) {
        const DemoFault &fault = m_options.faults[i];
        if (fault.kind == kind && fault.first == m_program.rank) {
            m_isAddedByFault = true;
            DemoOp &op = add(DemoOpKind::HostWork);
            op.task = task;
            op.ns = nsOfUnit * fault.amount;
            op.fault = int(i);
            m_isAddedByFault = false;
        }
    }
}

/// Operations that a kernel is where no fault takes it apart: its tensor, itself, and what it lets go.
std::uint64_t ProgramBuilder::placesOf(const CellKernel &kernel) {
    const bool freesOwn = kernel.release == SlotRelease::Own && kernel.kernel->frees >= 0;
    std::uint64_t places = 1;
    places += kernel.kernel->outputBytes > 0 ? 1 : 0;
    places += scratchOf(kernel) >= 0 ? 1 : 0;
    places += freesOwn && slot(kernel, kernel.kernel->frees) >= 0 ? 1 : 0;
    return places;
}

void ProgramBuilder::addKernel(const CellKernel &kernel) {
    const KernelSpec &spec = *kernel.kernel;
    int &scratch = scratchOf(kernel);
    m_isAddedByFault = kernel.fault >= 0;
    int tensor = spec.outputBytes > 0 ? allocate(spec.outputBytes, &spec) : -1;
    DemoOp &op = add(DemoOpKind::Kernel);
    op.kernel = &spec;
    op.fault = kernel.fault;
    op.ppm = m_cellPpm * m_cluster.operatorPpm(m_program.rank, spec.opType) / kPpm;
    op.ppm = op.ppm * m_cluster.dataPpm(m_program.rank, m_step, kernel.microbatch) / kPpm;
    const int microbatch = (m_step * m_options.microbatches + kernel.microbatch) * m_schedule.chunks + kernel.chunk;
    op.sequence = microbatch * (m_options.layersPerStage + 2) + kernel.part;
    const bool worksInPlace = m_isAddedByFault && kernel.insteadOf == nullptr && tensor < 0;
    if (!worksInPlace) {
        release(scratch);
        (kernel.keeps >= 0 ? slot(kernel, kernel.keeps) : scratch) = tensor;
    }
    releaseSlots(kernel);
    m_isAddedByFault = false;
}

bool splitsFused(DemoFault::Kind kind, std::string_view opType) {
    switch (kind) {
        case DemoFault::Kind::UnfusedNorm:
            return opType == "AddRmsNorm";
        case DemoFault::Kind::UnfusedSwiGlu:
            return opType == "SwiGlu" || opType == "SwiGluGrad";
        case DemoFault::Kind::UnfusedRotary:
            return opType == "RotaryPositionEmbedding";
        default:
            return false;
    }
}

/// With what faults add to, leave out of or exchange in the forward of each layer.
std::vector<CellKernel> ProgramBuilder::deviating(std::vector<CellKernel> kernels) const {
    const auto layer = layerForwardKernels();
    const auto placeOf = [&](const CellKernel &kernel) {
        const bool isOfLayer = kernel.kernel >= layer.data() && kernel.kernel < layer.data() + layer.size();
        return isOfLayer ? std::int64_t(kernel.kernel - layer.data()) : -1;
    };
    for (std::size_t which = 0; which < m_options.faults.size(); ++which) {
        const DemoFault &fault = m_options.faults[which];
        const bool isHere = fault.first == m_program.rank;
        for (std::size_t i = 0; isHere && i < kernels.size(); ++i) {
            const auto at = kernels.begin() + std::ptrdiff_t(i);
            const auto place = placeOf(kernels[i]);
            const bool isOnAiCpu = fault.kind == DemoFault::Kind::AiCpuKernel;
            if ((isOnAiCpu || fault.kind == DemoFault::Kind::ExtraKernel) && place == fault.amount) {
                CellKernel extra = kernels[i];
                extra.kernel = isOnAiCpu ? &aiCpuKernel() : &extraKernel();
                extra.keeps = -1;
                extra.fault = int(which);
                kernels.insert(at + 1, extra);
            } else if (fault.kind == DemoFault::Kind::SwappedKernels && place == fault.amount &&
                       i + 1 < kernels.size() && placeOf(kernels[i + 1]) == place + 1) {
                std::swap(kernels[i], kernels[i + 1]);
                ++i;
            } else if (fault.kind == DemoFault::Kind::MissingKernel && place == 0 && kernels[i].layer == 0 &&
                       kernels[i].microbatch == 0 && fault.amount == kDemoFirstStep + m_step) {
                kernels.erase(at);
                break;
            }
        }
    }
    return kernels;
}

/// The kernel, or the group that a fault runs in its place.
std::vector<CellKernel> ProgramBuilder::inParts(const CellKernel &kernel) const {
    const std::string_view type = kernel.kernel->opType;
    for (std::size_t i = 0; i < m_options.faults.size(); ++i) {
        const DemoFault &fault = m_options.faults[i];
        if (!splitsFused(fault.kind, type) || fault.first != m_program.rank || kernel.layer >= fault.amount) {
            continue;
        }
        std::vector<CellKernel> group;
        for (const KernelSpec &single : unfusedKernels(type)) {
            group.push_back(kernel);
            group.back().kernel = &single;
            group.back().fault = int(i);
            group.back().keeps = -1;
            group.back().release = SlotRelease::Nothing;
        }
        group.back().keeps = kernel.keeps;
        group.back().insteadOf = kernel.kernel;
        group.back().release = kernel.release;
        return group;
    }
    return {kernel};
}

void ProgramBuilder::addCellKernels(const PipelineAction &action) {
    for (const CellKernel &kernel : deviating(cellKernels(m_options, m_schedule.stageCount, action))) {
        m_isBackward = kernel.isBackward;
        if (kernel.kernel == layerForwardKernels().data()) {
            addPauses(DemoFault::Kind::Recompile, HostTask::Compilation, 1000);
        }
        const auto parts = inParts(kernel);
        const std::uint64_t next = m_noiseOp + (parts.size() > 1 ? placesOf(kernel) : 0);
        for (const CellKernel &part : parts) {
            addKernel(part);
        }
        m_noiseOp = std::max(m_noiseOp, next);
    }
    for (const bool isBackward : {false, true}) {
        m_isBackward = isBackward;
        release(m_scratch[isBackward ? 1 : 0]);
    }
    m_isBackward = false;
}

/// Nothing at the ends of the pipeline and where the neighbour stage is on the same rank.
void ProgramBuilder::addTransfer(DemoOpKind kind, FlowDirection direction, int stage, int peerStage, int chunk) {
    if (peerStage < 0 || peerStage >= m_schedule.stageCount) {
        return;
    }
    const auto placeOf = [&](int which) { return rankOfStage(m_schedule.placement, m_options.pp, which, chunk); };
    if (placeOf(stage) == placeOf(peerStage)) {
        return;
    }
    DemoOp &op = add(kind);
    op.direction = direction;
    op.partner = m_cluster.rankAt(placeOf(peerStage), m_cluster.replicaOf(m_program.rank));
    op.group = &m_cluster.ppGroup(m_program.rank);
    op.bytes = kHiddenBytes;
}

void ProgramBuilder::addInputs(const PipelineAction &a) {
    if (a.kind == CellKind::Forward || a.kind == CellKind::Overlapped) {
        addTransfer(DemoOpKind::Receive, FlowDirection::Activation, a.stage, a.stage - 1, a.chunk);
    }
    if (givesGradient(a.kind)) {
        addTransfer(DemoOpKind::Receive, FlowDirection::Gradient, a.stage, a.stage + 1, a.chunk);
    }
    if (a.kind == CellKind::Overlapped) {
        addTransfer(DemoOpKind::Receive, FlowDirection::Gradient, a.backwardStage, a.backwardStage + 1,
                    a.backwardChunk);
    }
}

void ProgramBuilder::addOutputs(const PipelineAction &a) {
    if (a.kind == CellKind::Forward || a.kind == CellKind::Overlapped) {
        addTransfer(DemoOpKind::Send, FlowDirection::Activation, a.stage, a.stage + 1, a.chunk);
    }
    if (givesGradient(a.kind)) {
        addTransfer(DemoOpKind::Send, FlowDirection::Gradient, a.stage, a.stage - 1, a.chunk);
    }
    if (a.kind == CellKind::Overlapped) {
        addTransfer(DemoOpKind::Send, FlowDirection::Gradient, a.backwardStage, a.backwardStage - 1, a.backwardChunk);
    }
}

/// A key of an action's noise that no other action of the rank and step has.
std::uint64_t noiseKey(const PipelineAction &action) {
    const bool isPlain = action.kind <= CellKind::Backward;
    const std::uint64_t form = (isPlain ? 0 : std::uint64_t(action.kind)) * 64 + std::uint64_t(action.chunk);
    return (form << 32U) + 1 + 2 * std::uint64_t(action.microbatch) + (action.kind == CellKind::Forward ? 0 : 1);
}

void ProgramBuilder::addCell(const PipelineAction &action) {
    m_noiseCell = noiseKey(action);
    m_noiseOp = 0;
    m_faultOp = 0;
    m_cellPpm = m_cluster.cellPpm(m_program.rank, hashedNoise({m_options.seed, 0xCE11, std::uint64_t(m_program.rank),
                                                               std::uint64_t(m_step), m_noiseCell}));
    addInputs(action);
    m_cell = int(m_program.cells.size());
    m_program.cells.push_back({m_step, action});
    add(DemoOpKind::RangeBegin);
    addCellKernels(action);
    add(DemoOpKind::RangeEnd);
    m_cell = -1;
    addOutputs(action);
}

/// Of a bucket of gradients.
void ProgramBuilder::addReduce(int fault) {
    DemoOp &op = add(DemoOpKind::AllReduce);
    op.group = &m_cluster.dpGroup(m_program.rank);
    op.bytes = m_schedule.chunks * m_options.layersPerStage * kLayerGradientBytes;
    op.fault = fault;
}

void ProgramBuilder::addStepEnd() {
    m_noiseCell = 0;
    m_noiseOp = 2000;
    for (std::size_t i = 0; i < m_options.faults.size(); ++i) {
        const DemoFault &fault = m_options.faults[i];
        const bool isHere = fault.first == m_cluster.stageOf(m_program.rank);
        const bool isExposed = isHere && fault.kind == DemoFault::Kind::NoReduceOverlap;
        for (std::int64_t bucket = 0; isExposed && bucket < fault.amount; ++bucket) {
            addReduce(int(i));
        }
    }
    m_noiseOp = 1000;
    if (m_options.dp > 1) {
        addReduce(-1);
    }
    if (m_options.pp > 1) {
        // The gradient's norm is taken over the whole model, so the stages meet once before the optimizer.
        DemoOp &op = add(DemoOpKind::AllReduce);
        op.group = &m_cluster.mpGroup(m_program.rank);
        op.bytes = kGradientNormBytes;
    }
    for (int chunk = 0; chunk < m_schedule.chunks; ++chunk) {
        for (const KernelSpec &kernel : optimizerKernels()) {
            add(DemoOpKind::Kernel).kernel = &kernel;
        }
    }
    if (const std::int64_t leak = m_cluster.leakPerStep(m_program.rank); leak > 0) {
        allocate(leak, nullptr);
    }
    add(DemoOpKind::Synchronize);
    add(DemoOpKind::StepEnd);
}

/// Amid a step, before a forward: the last that begins in its first half.
std::size_t collectionAt(const std::vector<PipelineAction> &actions) {
    std::size_t at = 0;
    for (std::size_t i = 0; i <= actions.size() / 2 && i < actions.size(); ++i) {
        const bool isForward = actions[i].kind == CellKind::Forward || actions[i].kind == CellKind::Overlapped;
        at = isForward ? i : at;
    }
    return at;
}

RankProgram ProgramBuilder::build() {
    const auto place = std::size_t(m_cluster.stageOf(m_program.rank));
    for (m_step = 0; m_step < m_options.steps; ++m_step) {
        m_noiseCell = 0;
        m_noiseOp = 0;
        add(DemoOpKind::StepBegin);
        add(DemoOpKind::HostWork).ns = m_cluster.loadingTime(m_program.rank, kDataLoadingNs);
        const auto &actions = m_schedule.ranks[place];
        for (std::size_t i = 0; i < actions.size(); ++i) {
            if (i == collectionAt(actions)) {
                addPauses(DemoFault::Kind::GcPause, HostTask::Collection, 1'000'000);
            }
            addCell(actions[i]);
        }
        addStepEnd();
    }
    return std::move(m_program);
}

}  // namespace

RankProgram rankProgram(const DemoCluster &cluster, const Schedule &schedule, int rank) {
    return ProgramBuilder(cluster, schedule, rank).build();
}

std::int64_t activationBytes(const DemoOptions &options) {
    std::int64_t bytes = 0;
    for (const KernelSpec &kernel : layerForwardKernels()) {
        bytes += kernel.keeps >= 0 ? kernel.outputBytes : 0;
    }
    return options.layersPerStage * bytes;
}

}  // namespace stagescope
