#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/base/item_ref.h"
#include "core/base/key_values.h"
#include "core/session/workspace.h"

#include <optional>
#include <stop_token>
#include <string>

namespace stagescope {

/// What is known of one bubble.
struct BubbleFacts {
    std::string group;
    AlignedRange range;
    /// Under stable keys: share of the window, each cause that occurs ("cause_<bubbleCauseText>"), how much of it the
    /// schedule itself costs, and to which cell the rest is owed.
    KeyValues facts;
};
/// Nothing when the run has no such bubble. O(cells log cells), any thread.
[[nodiscard]] std::optional<BubbleFacts> bubbleFacts(const Run &run, const BubbleRef &ref,
                                                     const std::stop_token &stop = {});

}  // namespace stagescope
