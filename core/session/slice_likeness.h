#pragma once

#include "core/base/item_ref.h"
#include "core/session/workspace.h"
#include "core/store/trace/track.h"

#include <optional>
#include <string>

namespace stagescope {

/// What tells a slice of a rank in any files that its timeline is read from: those of its digest, or those that the
/// digest was made of.
struct SliceLikeness {
    RankRef rank;
    TrackKind kind = TrackKind::Other;
    std::string track;
    std::string process;
    std::string name;
    RankRange range;
};

/// Nothing where the slice is not loaded.
[[nodiscard]] std::optional<SliceLikeness> likenessOf(const Workspace &workspace, const SliceRef &slice);
/// The slice that is alike in what is loaded now, if there is one. O(tracks + depths log slices).
[[nodiscard]] std::optional<SliceRef> sliceLike(const Workspace &workspace, const SliceLikeness &wanted);

}  // namespace stagescope
