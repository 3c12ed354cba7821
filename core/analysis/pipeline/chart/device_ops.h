#pragma once

#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

namespace stagescope {

/// What the name of a kernel tells about the work that it is for.
struct KernelTrait {
    bool isBackward = false;   ///< "...Grad", "...Backward", "..._bwd", dgrad, wgrad
    bool isAttention = false;  ///< the one main kernel of an attention, one per layer and pass
    bool isOptimizer = false;  ///< Adam, SGD, foreach and multi-tensor kernels
};
/// By names of CANN (aclnn...), CUDA libraries, Triton and PyTorch; upper or lower case. O(length).
[[nodiscard]] KernelTrait kernelTrait(std::string_view name);

/// One kernel or communication operator of a device.
struct DeviceOp {
    enum class Role : std::uint8_t { Compute, Collective, Send, Receive, Batch };
    Role role = Role::Compute;
    KernelTrait trait;
    std::size_t name = 0;  ///< equal for equal names
    RankRange range;

    [[nodiscard]] bool isPointToPoint() const { return role >= Role::Send; }
};

/// Kernels and collectives of the traces of a capture together with its point-to-point operations (p2pOps), by begin.
/// Empty where no trace is loaded. Any thread, O(n log n).
[[nodiscard]] std::vector<DeviceOp> deviceOps(const RankCapture &capture, const std::stop_token &stop = {});

}  // namespace stagescope
