#pragma once

#include "core/scene/pipeline/pipeline_scene.h"

#include <optional>

namespace stagescope {

/// The cell (or transfer) of the rank before or after one; of a bubble the cell beside it. O(log n).
[[nodiscard]] std::optional<ItemRef> neighbourOf(const PipelineInput &input, const ItemRef &item, bool forward);

/// Walks along the transfers of a pipeline chart by keys and remembers where the last step came from. GUI thread.
class TransferWalk {
public:
    /// The other end of the first transfer that leads that way.
    [[nodiscard]] std::optional<ItemRef> follow(const PipelineInput &input, const ItemRef &item, EdgeEnd end);
    /// Another one of the transfers that the last step could have followed.
    [[nodiscard]] std::optional<ItemRef> choose(const PipelineInput &input, bool next);

private:
    std::optional<ItemRef> m_from;
    EdgeEnd m_end = EdgeEnd::Outgoing;
    std::size_t m_choice = 0;
};

}  // namespace stagescope
