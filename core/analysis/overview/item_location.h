#pragma once

#include "core/base/item_ref.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// A time on a rank, by the clock of the rank.
struct RankSpan {
    int rank = 0;
    RankRange range;
};
/// A time on a rank, by the common clock of its run.
struct AlignedSpan {
    int rank = 0;
    AlignedRange range;
};

/// Where items are: one span for what happened on a rank (empty for a moment; of an operator's memory its slice where
/// a trace has it, else allocation to release), one for each rank of a step. None for an item that the workspace does
/// not hold, and for what is on no rank's time axis: links, which are sums, and the items of memory snapshots. A new
/// kind of item does not compile until it is placed here. The first item of a kind on a rank (of a pipeline, of a step
/// of one) reads what places all of them: milliseconds, on the pool; each other one is O(log items). Refers to the
/// workspace. One thread.
class ItemLocator {
public:
    explicit ItemLocator(const Workspace &workspace, const std::stop_token &stop = {});
    ItemLocator(const ItemLocator &) = delete;
    ItemLocator &operator=(const ItemLocator &) = delete;
    ~ItemLocator();

    [[nodiscard]] std::vector<RankSpan> locate(const ItemRef &item);
    /// The rank that an item is on; nothing where it is on none or on several.
    [[nodiscard]] std::optional<RankRef> holding(const ItemRef &item);

private:
    class Runs;
    std::unique_ptr<Runs> m_runs;
};

/// Of one item.
[[nodiscard]] std::vector<RankSpan> locate(const Workspace &workspace, const ItemRef &item,
                                           const std::stop_token &stop = {});
/// Of a slice. O(captures). Any thread.
[[nodiscard]] std::optional<AlignedSpan> locateSlice(const Workspace &workspace, const SliceRef &slice);
/// ItemLocator::holding of one item. O(captures). Any thread.
[[nodiscard]] std::optional<RankRef> rankHolding(const Workspace &workspace, const ItemRef &item);

}  // namespace stagescope
