#pragma once

#include "core/analysis/difference/calls/framework_calls.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// A call of an operator of the framework, with those within it.
struct AlignedOp {
    std::string name;
    SliceRef slice;
    CallCost cost;
};
/// Calls of both sides that belong together; nothing where a side has none.
struct OpPair {
    int rankBefore = -1;
    int rankAfter = -1;
    std::optional<AlignedOp> before{};
    std::optional<AlignedOp> after{};
};

struct OpAlignmentOptions {
    /// A pair of which one side launched more is replaced by the operators within, where both have some.
    std::optional<std::uint64_t> mostKernels{};
    /// Operators go by their names and the input shapes of the kernels that they launched, each once in a row.
    bool byShapes = false;
};

/// The outermost operators of the steps that are asked about (of all threads, without steps of all time), by begin. The
/// steps of both sides are compared in their order; in each, the forward pass and the backward pass (threads to which
/// the trace's arrows "fwdbwd" lead) are cut into runs, and those of both sides aligned in turn by the names of their
/// operators (matching_blocks.h). As msprof-analyze compare does (huawei-tools 1.3.1), which takes the shapes of the
/// operators' own inputs. O(n log n) to find them. Stopped: incomplete. Any thread.
[[nodiscard]] std::vector<OpPair> opAlignment(const TwoSides &sides, const OpAlignmentOptions &options,
                                              const std::stop_token &stop = {});

}  // namespace stagescope
