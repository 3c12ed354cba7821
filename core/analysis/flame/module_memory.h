#pragma once

#include "core/session/workspace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

namespace stagescope {

/// Memory that operators were given while calls of a module were open, modules below included.
struct ModuleMemory {
    std::uint64_t allocated = 0;  ///< bytes
    std::uint64_t kept = 0;       ///< of these, not released as the call ended
};

/// By call path as flameRows() writes it with frames of modules ("thread 1;Linear_0"), of allocations in a range, of
/// all without one. Records of memory do not tell threads: an allocation belongs to the calls that are open at its
/// time, which are those of the forward pass. Nothing where the capture has no record of operators' memory, or only one
/// of static graphs. Stopped: incomplete. O(allocations log allocations + calls), for each thread with modules. Any
/// thread.
[[nodiscard]] std::optional<std::map<std::string, ModuleMemory>> moduleMemory(const RankCapture &capture,
                                                                              const std::optional<RankRange> &range,
                                                                              const std::stop_token &stop = {});

}  // namespace stagescope
