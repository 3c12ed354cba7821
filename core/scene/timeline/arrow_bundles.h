#pragma once

#include "core/scene/timeline/timeline_arrows.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// All arrows of a category from one track to another, to be drawn at any zoom.
struct ArrowBundle {
    TimelineNode from;
    TimelineNode to;
    std::vector<RankTime> begins;      ///< on the clock of the rank that they leave, ascending
    std::vector<RankTime> ends;        ///< of the same arrows, on the clock of the rank that they reach
    std::vector<std::uint32_t> byEnd;  ///< positions by ascending end; made by sortEnds()

    void sortEnds();
};
using ArrowBundles = std::vector<ArrowBundle>;

struct ArrowCategory {
    std::string name;
    std::size_t count = 0;
    bool operator==(const ArrowCategory &) const = default;
};

/// Categories of the arrows within traces, the most frequent first. O(arrows).
[[nodiscard]] std::vector<ArrowCategory> arrowCategories(const std::vector<TimelineSource> &sources);
/// The arrows of one category within the traces. O(n log n); on the pool. What was made until a stop.
[[nodiscard]] ArrowBundles arrowBundles(const std::vector<TimelineSource> &sources, const std::string &category,
                                        const std::stop_token &stop = {});
/// From rank to rank: a send to its receive where the pipeline chart pairs them, a collective operator to that of the
/// same name and number on the next rank that takes part. Reads the pipeline chart; on the pool.
[[nodiscard]] ArrowBundles peerBundles(const Workspace &workspace, const std::vector<TimelineSource> &sources,
                                       const std::stop_token &stop = {});

/// What is to be drawn of bundles: of the arrows that leave, and of those that reach a track within the same pixels
/// one each; of long ones, those with an end in sight. At most about `limit`, whatever their number. With a lock, only
/// arrows with both ends in its time. O(limit * log n + bundles * log rows).
[[nodiscard]] std::vector<ArrowLine> bundleLines(const TimelineLayout &layout, const TimelineSceneOptions &options,
                                                 const ArrowBundles &bundles, std::size_t limit,
                                                 const std::optional<AlignedRange> &within = {});

}  // namespace stagescope
