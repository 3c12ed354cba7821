#include "core/demo/allocator_trace.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::int64_t kSegmentBytes = 20LL << 20;

std::int64_t segmentsFor(std::int64_t bytes) { return (bytes + kSegmentBytes - 1) / kSegmentBytes * kSegmentBytes; }

}  // namespace

AllocatorTrace allocatorTrace(const RankProgram &program, const std::vector<DemoOpTimes> &times) {
    AllocatorTrace trace;
    std::int64_t allocated = program.staticBytes;
    std::int64_t reserved = segmentsFor(allocated);
    trace.peakAllocated = allocated;
    for (std::size_t i = 0; i < program.ops.size(); ++i) {
        const DemoOp &op = program.ops[i];
        if (op.kind == DemoOpKind::Allocate) {
            // Tensors are numbered in the order of their allocation.
            trace.tensors.push_back({op.kernel, op.bytes, int(trace.events.size()), -1});
            allocated += op.bytes;
        } else if (op.kind == DemoOpKind::Release) {
            TensorLife &tensor = trace.tensors[std::size_t(op.partner)];
            tensor.release = int(trace.events.size());
            allocated -= tensor.bytes;
        } else {
            continue;
        }
        reserved = std::max(reserved, segmentsFor(allocated));
        trace.peakAllocated = std::max(trace.peakAllocated, allocated);
        trace.events.push_back({times[i].hostEnd, allocated, reserved});
    }
    return trace;
}

}  // namespace stagescope
