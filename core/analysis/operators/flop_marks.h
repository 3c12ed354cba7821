#pragma once

#include "core/analysis/operators/kernel_calls.h"

#include <stop_token>

namespace stagescope {

/// Sets the FLOP of calls that ranges "FLOP-name" of MSTX tell of, as kernelCalls says. Costs a look at the host's
/// tracks where there is no such range, else a walk through the capture's kernels.
void applyFlopMarks(const RankCapture &capture, const std::stop_token &stop, KernelCalls &found);

}  // namespace stagescope
