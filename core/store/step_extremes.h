#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace stagescope {

/// Least and most that a value had within each of some steps. A sample holds until the next one, so what held when a
/// step began counts in it. Samples come in any order. O(log steps) each.
class StepExtremes {
public:
    struct Extremes {
        std::int64_t least = 0;
        std::int64_t most = 0;
    };
    /// By begin; where two overlap, the later one has the samples.
    explicit StepExtremes(std::vector<RankRange> steps);

    void add(RankTime at, std::int64_t value);
    /// Parallel to the steps; nothing for one before the first sample.
    [[nodiscard]] std::vector<std::optional<Extremes>> extremes() const;

private:
    struct Part {
        std::optional<Extremes> of;
        RankTime lastAt{};
        std::int64_t last = 0;
    };
    std::vector<RankRange> m_steps;
    std::vector<Part> m_parts;  ///< before the first step, then each step and what lies after it
};

}  // namespace stagescope
