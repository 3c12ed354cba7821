#pragma once

#include "core/store/snapshot/snapshot_events.h"

#include <cstdint>
#include <string_view>

namespace stagescope {

/// Texts of memory snapshots that mean something to us. They come first into a snapshot's StringPool, in this order, so
/// that their ids are known and a key is told by a number.
enum class SnapshotWord : std::uint32_t {
    None,  ///< ""
    // Keys of events.
    Action,
    Addr,
    Size,
    Stream,
    TimeUs,
    Frames,
    DeviceFree,
    PoolId,
    UserMetadata,
    CompileContext,
    Category,
    ForwardFrames,
    // Of frames.
    Filename,
    Line,
    Name,
    FxNodeOp,
    FxNodeName,
    FxNodeTarget,
    FxOriginalTrace,
    // Of blocks.
    Address,
    RequestedSize,
    State,
    History,
    RealSize,
    // Of segments.
    Blocks,
    TotalSize,
    AllocatedSize,
    ActiveSize,
    SegmentType,
    SegmentPoolId,
    IsExpandable,
    Device,
    // Values.
    Small,
    ActiveAllocated,
    ActivePendingFree,
    ActiveAwaitingFree,
    Inactive,
    FirstAction,  ///< the actions in the order of SnapshotAction, up to and with UserDefined
};

/// All words in order of their ids, from None on, without the actions.
[[nodiscard]] std::string_view snapshotWordText(SnapshotWord word);

}  // namespace stagescope
