#pragma once

#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// Kernels of one operator (the kernel itself, where no operator is known), of the whole capture.
struct TopOperator {
    std::string name;
    Nanos time{0};  ///< on the device
    std::uint64_t count = 0;
};

/// The longest first, as kernel_stats has them by type. O(kernels). Any thread.
[[nodiscard]] std::vector<TopOperator> topOperators(const RankCapture &capture, std::size_t most,
                                                    const std::stop_token &stop = {});

}  // namespace stagescope
