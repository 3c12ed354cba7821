#pragma once

#include "core/analysis/tables/analysis.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// Whose memory was alive at a moment: operators of one name together, those with the most first; where the
/// capture has no operators, categories. What no operator of
/// the capture holds (it was there before, or its allocation was not recorded) is the rest, so that
/// sum of holders + rest = what the allocator had given out.
struct MemoryHolders {
    struct Holder {
        std::string name;
        std::int64_t bytes = 0;
        std::size_t allocations = 0;
    };
    std::vector<Holder> holders;
    std::int64_t held = 0;                  ///< sum of the holders
    std::optional<std::int64_t> allocated;  ///< by the allocator then; nothing before its first sample
    std::optional<std::int64_t> rest;       ///< allocated - held
};
/// O(operators + samples). Any thread.
[[nodiscard]] MemoryHolders memoryHolders(const RankCapture &capture, RankTime at, const std::stop_token &stop = {});

}  // namespace stagescope
