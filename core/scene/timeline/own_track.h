#pragma once

#include "core/analysis/overview/result_spans.h"
#include "core/scene/timeline/timeline_arrangement.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// Sources of the timeline that are no files: tracks that a user made of the result of a query.
inline constexpr std::uint32_t kOwnTrackBit = 0x4000'0000U;
[[nodiscard]] constexpr bool isOwnTrack(SourceId source) {
    return (source.value & (kOwnTrackBit | kPreviewBit)) == kOwnTrackBit;
}

/// A result of a query among the tracks of its ranks. Value type; stores are shared. The workspace knows nothing of its
/// slices: who clicks one means the item of its row.
struct OwnTrack {
    struct Part {
        RankRef rank;  ///< rank -1: of the run as a whole
        SourceId source;
        std::shared_ptr<const TraceStore> trace;  ///< times on the common clock of the run
        TrackId track;                            ///< the only one
        std::shared_ptr<const SliceColors> colors;
        std::vector<std::optional<ItemRef>> items;  ///< by Slice::row
        Nanos clock{0};                             ///< how far the rank's clock was moved when the track was made
    };
    std::string name;
    std::vector<Part> parts;  ///< by rank
};

/// Tells each part the clock of its rank, which may be moved later: the slices then move with it. O(parts).
void keepClocks(OwnTrack &track, const Workspace &workspace);

/// One part for each rank, with sources that no other track of the process has. Any thread; O(n log n).
[[nodiscard]] OwnTrack ownTrackOf(const std::vector<ResultSpan> &spans, std::string name);

/// Puts the parts of the ranks that are shown (empty = all) before what else is shown of their rank; ranks that are not
/// loaded come after those that are, the run as a whole before.
void addOwnTracks(std::vector<TimelineSource> &sources, const std::vector<OwnTrack> &tracks, const Workspace &workspace,
                  const std::vector<RankRef> &ranks, const TimelineShifts &shifts);

/// What the visible time has to become so that something of the track is seen: nothing where `visible` has a slice of
/// the first of its ranks that are shown, else the stretch from its first to its last slice. O(slices).
[[nodiscard]] std::optional<AlignedRange> rangeToSee(const OwnTrack &track, const std::vector<TimelineSource> &sources,
                                                     AlignedRange visible);

/// The item that a slice of a track stands for; nothing where its row has none, or it is of none of them.
[[nodiscard]] std::optional<ItemRef> itemBehind(const std::vector<OwnTrack> &tracks, const SliceRef &slice);

/// What was done to rows of the track is forgotten.
void forgetRows(TimelineArrangement &arrangement, const OwnTrack &track);

}  // namespace stagescope
