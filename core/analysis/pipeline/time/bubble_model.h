#pragma once

#include "core/analysis/pipeline/time/counterfactuals.h"
#include "core/analysis/pipeline/time/step_account.h"
#include "core/analysis/pipeline/time/step_bubbles.h"
#include "core/session/workspace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

constexpr std::size_t kScheduledKinds = 5;

/// One rank of a step: the same account as in the table of bubbles.
struct BubbleRow {
    int stage = 0;
    StepAccount account;
    RowBubbles bubbles;                          ///< within the pipeline's window
    std::array<Nanos, kScheduledKinds> kinds{};  ///< sum of the rank's cells of each kind

    /// The longest stretch with a cause; null when there is none within the window.
    [[nodiscard]] const CausedGap *widest(BubbleCause cause) const;
};

/// Where the time of one step of one pipeline went, for the page of bubbles. A plain value; made on the pool.
struct BubbleModel {
    RunId run;
    std::string group;
    std::optional<std::int64_t> step;  ///< nothing when there are no scheduled cells
    std::string schedule;              ///< recognised, in words; empty where none is
    AlignedRange window;
    std::vector<BubbleRow> rows;           ///< in order of stages; ranks that the run holds
    std::optional<Counterfactuals> parts;  ///< nothing when the step cannot be replayed
};
/// `group` empty = the first one; `step` nothing or without cells = the step that stands for
/// all (typicalStepOf). O(cells log cells).
[[nodiscard]] BubbleModel bubbleModel(const Run &run, const std::string &group, std::optional<std::int64_t> step,
                                      const std::stop_token &stop = {});

}  // namespace stagescope
