#pragma once

#include "core/analysis/tables/analysis.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// What the memory of a capture was for when most of it was in use, as the profiler itself sorted it. Bytes.
struct MemoryCategories {
    struct Category {
        std::string name;
        std::int64_t atPeak = 0;  ///< when most was in use by all together
        std::int64_t most = 0;    ///< of its own
        RankTime mostAt{};        ///< when first
        std::int64_t atEnd = 0;
    };
    std::vector<Category> all;  ///< those with most at the peak first; empty where no file tells categories
    std::int64_t peak = 0;      ///< of their sum
    RankTime peakAt{};          ///< when first
    std::int64_t end = 0;
};
/// Whether there are such, without what memoryCategories costs. O(tables). Any thread.
[[nodiscard]] bool hasMemoryCategories(const RankCapture &capture);
/// Empty until deep loading. O(samples log samples). Any thread.
[[nodiscard]] MemoryCategories memoryCategories(const RankCapture &capture, const std::stop_token &stop = {});

}  // namespace stagescope
