#pragma once

#include "core/analysis/difference/calls/framework_calls.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

/// One side of a module, or of an operator directly within it: one call of it, or several put together.
struct AlignedModule {
    std::uint64_t calls = 0;
    SliceRef slice;  ///< the first of them; of all of a step none

    [[nodiscard]] std::optional<SliceRef> firstCall() const {
        return slice == SliceRef{} ? std::nullopt : std::optional(slice);
    }
    CallCost own{};  ///< without the modules below; of operators without those within
    CallCost all{};  ///< with them; of operators the same as `own`
};
/// What belongs together; nothing where a side has none.
struct ModulePair {
    std::pair<int, int> ranks;  ///< before, after
    std::string path;           ///< modules from the outermost on; empty: what no module called
    std::string_view pass;      ///< "forward" or "backward"; empty: both, of what no module called as a whole
    std::string op;             ///< empty: the module itself
    std::optional<AlignedModule> before{};
    std::optional<AlignedModule> after{};
};

/// Modules of both sides, step by step in their order, each followed by the operators directly within it and then by
/// the modules below. The trees are aligned from their roots on, the modules below a pair by their names and order, and
/// likewise the operators within it (matching_blocks.h); what the backward pass does for one operator of a module
/// counts as a call of that module, at the root. As msprof-analyze compare does (huawei-tools 1.3), which leaves out
/// what no module called: here it comes first, of its operators those that launched something. With `together`, calls
/// of the same path, pass and operator are put together. Nothing for ranks without modules. O(n log n) to find them.
/// Stopped: incomplete. Any thread.
[[nodiscard]] std::vector<ModulePair> moduleAlignment(const TwoSides &sides, bool together,
                                                      const std::stop_token &stop = {});

}  // namespace stagescope
