#pragma once

#include "core/analysis/run/kernels.h"
#include "core/analysis/trace/launch_marks.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Classes of kernels as msprof-analyze's overall metrics tell them apart, in its order.
enum class KernelClass : std::uint8_t {
    AttentionForward,
    AttentionBackward,
    ConvolutionForward,
    ConvolutionBackward,
    MatrixProduct,
    PagedAttention,
    Vector,
    Cube,
    TensorMove,
    FusedCommunication,  ///< computes and communicates in one kernel (all-gather and matrix product ...)
    Other,               ///< neither matrix nor vector units: random numbers, AI CPU
};
/// First match of: paged attention, tensor move, fused communication; the framework operator that launched it; the type
/// of the operator, else the kernel's own name; matrix units or not.
[[nodiscard]] KernelClass kernelClass(const DeviceKernel &kernel, const OperatorMark &mark);

/// One line of the overall metrics.
struct OverallMetric {
    std::string name;  ///< as msprof-analyze calls it: "Conv (Forward) (Cube)"
    int level = 0;     ///< 0 a whole, 1 a part of it, 2 a part of that
    Nanos duration{0};
    std::optional<std::uint64_t> count{};  ///< kernels
};
struct OverallMetrics {
    std::vector<OverallMetric> rows;  ///< lines without time are left out, the wholes are not
    Nanos endToEnd{0};
    bool isFromLanes = false;  ///< end to end and free are those of the file's own lanes
};

/// Where the time of a rank's device went, by the formulas of msprof-analyze compare (OverallMetrics): computing is the
/// union of kernels; its parts are sums by class, Other what remains; communication not overlapped, per group split
/// into wait (waiting for notifies on the plane that waits least, outside of computing, waits for RDMA's own notifies
/// not counted) and transmit; free; end to end is the sum of the three wholes: the span of the file's own lanes, where
/// it has any, else from the first to the last task of the device. Of a range what lies inside counts, kernels by their
/// begin. O(n log n). Stopped: incomplete. Any thread.
[[nodiscard]] OverallMetrics overallMetrics(const RankCapture &capture, const std::optional<RankRange> &range,
                                            const std::stop_token &stop = {});

}  // namespace stagescope
