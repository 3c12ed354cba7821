#pragma once

#include "core/demo/demo_options.h"
#include "core/demo/kernel_model.h"

#include <vector>

namespace stagescope {

/// Which tensors of a layer a kernel is the last to need.
enum class SlotRelease : std::uint8_t {
    Own,      ///< the one that the kernel model says
    Nothing,  ///< I: W will need them
    Layer,    ///< the last kernel of W in a layer: all
};

/// One kernel of a cell: what it is, for which microbatch of which chunk and layer it works.
struct CellKernel {
    const KernelSpec *kernel = nullptr;
    bool isBackward = false;
    int microbatch = 0;
    int chunk = 0;
    int layer = 0;
    int part = 0;  ///< layer, embedding or loss: links a backward with its forward
    SlotRelease release = SlotRelease::Own;
    int keeps = -1;  ///< slot under which its output stays until the backward; -1: it does not
    int fault = -1;  ///< that added it: index into DemoOptions::faults
    const KernelSpec *insteadOf =
        nullptr;              ///< of the last kernel of a group: the fused one, whose tensors it takes over
    bool isRepeated = false;  ///< a forward kernel that the backward pass runs once more

    /// Whose tensors are released by it.
    [[nodiscard]] const KernelSpec &slotOwner() const { return insteadOf == nullptr ? *kernel : *insteadOf; }
};

/// The kernels of a scheduled action in the order in which the compute stream gets them. An overlapped action runs its
/// two halves in turn, each at its own pace. First and last stage have embedding and loss besides; where the schedule
/// has cells of kind Loss, the loss is there instead. O(kernels).
[[nodiscard]] std::vector<CellKernel> cellKernels(const DemoOptions &options, int stageCount,
                                                  const PipelineAction &action);

}  // namespace stagescope
