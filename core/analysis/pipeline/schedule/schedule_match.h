#pragma once

#include "core/analysis/pipeline/schedule/schedule.h"
#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// Which schedule a pipeline ran, as far as its cells tell. `candidates` are the schedules that cannot be told apart by
/// what is visible (1F1B and ZB-H1 when W is unseen), the simplest first; never empty.
struct ScheduleMatch {
    /// The first place where a rank did something else than the best candidate orders.
    struct Difference {
        int rank = -1;  ///< global
        std::int64_t step = 0;
        std::size_t position = 0;  ///< in the rank's order
        std::string expected;      ///< paperText; empty = nothing more was expected
        std::string seen;
    };
    std::vector<ScheduleOptions> candidates;
    double score = 0;       ///< 1 - edits / expected actions, over all steps and ranks with cells; 1 = exactly this
    bool isCustom = false;  ///< nothing fits: candidates.front() is only the nearest
    bool isFromMetadata = false;  ///< kind and m were told by pp_info
    std::size_t steps = 0;        ///< looked at
    std::optional<Difference> difference{};

    [[nodiscard]] const ScheduleOptions &best() const { return candidates.front(); }
};
/// "1F1B p=2 m=2" in the form of scheduleText, candidates joined with " = ", "custom, nearest ..." where nothing fits.
[[nodiscard]] std::string matchText(const ScheduleMatch &match);

/// A cell that the schedule does not expect, or an action of it that no cell was found for.
struct UnmatchedAction {
    int rank = 0;
    std::int64_t step = 0;
    std::string expected;               ///< paperText; empty for a cell too many
    std::optional<std::size_t> cell{};  ///< index into PipelineChart::cells; nothing for a missing action
};

}  // namespace stagescope
