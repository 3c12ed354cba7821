#pragma once

#include "core/analysis/operators/kernel_calls.h"
#include "core/analysis/run/kernels.h"

#include <span>
#include <stop_token>

namespace stagescope {

/// Sets the FLOP of calls that ranges "FLOP-name" of MSTX tell of, as kernelCalls says. `kernels` are those that the
/// calls were made of. Costs a look at the host's tracks where there is no such range.
void applyFlopMarks(const RankCapture &capture, std::span<const DeviceKernel> kernels, const std::stop_token &stop,
                    KernelCalls &found);

}  // namespace stagescope
