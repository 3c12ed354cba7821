#pragma once

#include "core/base/item_ref.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Operators of one name at one place within the calls of a module, and the kernels that each of them launched.
struct ModuleOp {
    std::string parent;  ///< modules around it, from the outermost on, separated by semicolons
    std::string module;
    bool isBackward = false;
    int variant = -1;         ///< which of the sequences of operators that calls of the module have; -1: all have one
    std::string op;           ///< innermost operator around the launches; empty: none
    std::uint32_t order = 0;  ///< place among the operators of the call that launch something
    std::string kernels;      ///< in the order of the device, separated by ", "
    std::uint64_t count = 0;
    Nanos total{0};                     ///< sum of the durations of the kernels
    std::int64_t first = 0;             ///< ns: when the first of the operators began
    std::optional<SliceRef> longest{};  ///< kernel
};

/// By begin of the first operator, then by place. Work that begins in the range.
///
/// A call of the forward pass is a call of the module. The backward pass of a call lasts from the begin of the first to
/// the end of the last of neighbouring operators that belong to operators of the call ("fwdbwd"); what runs between
/// them counts, as the recipe module_statistic of msprof-analyze has it. Work outside of modules is left out.
/// O(n log n) of the slices of the host's threads and of the device. Stopped: incomplete. Any thread.
[[nodiscard]] std::vector<ModuleOp> moduleOps(const Run &run, const RankCapture &capture,
                                              const std::optional<RankRange> &device, const std::stop_token &stop = {});

}  // namespace stagescope
