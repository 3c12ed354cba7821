#pragma once

#include "core/analysis/pipeline/schedule/schedule.h"
#include "core/demo/demo_cluster.h"
#include "core/demo/kernel_model.h"

#include <cstdint>
#include <vector>

namespace stagescope {

enum class DemoOpKind : std::uint8_t {
    StepBegin,
    HostWork,    ///< the host is busy with something of its own
    RangeBegin,  ///< marks of a cell: on the host and, in the compute stream, on the device
    RangeEnd,
    Kernel,
    Send,       ///< on a stream of its own; the compute stream does not wait for it
    Receive,    ///< posted once the compute stream has come this far; the compute stream waits for it
    AllReduce,  ///< ring over a group; the compute stream waits for it
    Allocate,
    Release,
    Synchronize,  ///< the host waits for the compute stream
    StepEnd,
};
/// What a host is busy with.
enum class HostTask : std::uint8_t { DataLoading, Collection, Compilation };
/// Which way a transfer of the pipeline runs.
enum class FlowDirection : std::uint8_t { Activation, Gradient };

/// One thing that a rank's host issues. Fields that a kind does not need stay at their defaults.
struct DemoOp {
    DemoOpKind kind = DemoOpKind::HostWork;
    bool isBackwardThread = false;  ///< issued by the autograd thread
    FlowDirection direction = FlowDirection::Activation;
    int step = 0;       ///< index, not the step's number
    int cell = -1;      ///< index into RankProgram::cells
    int partner = -1;   ///< peer of a transfer; tensor of Allocate and Release
    int sequence = -1;  ///< autograd's number that links a forward with its backward
    const KernelSpec *kernel = nullptr;
    const DemoGroup *group = nullptr;
    std::int64_t ns = 0;  ///< host work
    HostTask task = HostTask::DataLoading;
    std::int64_t ppm = 1'000'000;  ///< of the time that a kernel usually takes
    std::int64_t bytes = 0;
    std::uint64_t noise = 0;  ///< of this operation
    int fault = -1;           ///< that added it: index into DemoOptions::faults
};

struct DemoCell {
    int step = 0;
    PipelineAction action;
};

/// All that one rank's host does, in order. The schedule decides the order of cells; the kernel model what a cell is
/// made of. Kernels and groups point into static tables and into the cluster, which must outlive the program.
struct RankProgram {
    int rank = 0;
    std::int64_t staticBytes = 0;  ///< weights, gradients and optimizer state, allocated before the capture
    std::vector<DemoCell> cells;
    std::vector<DemoOp> ops;
};

/// The rank's place in its pipeline tells which part of the schedule it plays. O(operations).
[[nodiscard]] RankProgram rankProgram(const DemoCluster &cluster, const Schedule &schedule, int rank);

/// Bytes that a stage (a chunk of a rank) keeps per microbatch between forward and backward, if nothing is recomputed.
[[nodiscard]] std::int64_t activationBytes(const DemoOptions &options);

}  // namespace stagescope
