#pragma once

#include "core/scene/kit/scene.h"
#include "core/session/workspace.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

class TraceBounds;

/// Colours of a trace's slice names, by StringId: hash of the name, and roles for steps, events (they occupy a stream
/// but do no work) and overlap lanes. Immutable. Built once per trace, O(names).
using SliceColors = std::vector<Color>;
[[nodiscard]] SliceColors sliceColors(const TraceStore &trace);

/// One loaded trace on the time axis.
struct TimelineSource {
    RankRef rank;
    SourceId source;
    std::shared_ptr<const TraceStore> trace;
    std::shared_ptr<const SliceColors> colors;
    std::shared_ptr<const TraceBounds> bounds{};  ///< colours of the streams; null: by name
    Nanos offset{0};  ///< aligned time = rank time + offset: clock alignment and the shift of a comparison
    std::string run;  ///< label of the run, empty when only one is open
    bool isBaseline = false;
    std::string host;
    int device = -1;
    bool isPart = false;  ///< the first part of a trace; the whole is being loaded

    [[nodiscard]] RankTime toRank(AlignedTime t) const { return rankTime(ns(t) - offset.count()); }
    [[nodiscard]] AlignedTime toAligned(RankTime t) const { return alignedTime(ns(t) + offset.count()); }
    [[nodiscard]] RankRange toRank(AlignedRange r) const { return {toRank(r.begin), toRank(r.end)}; }
    [[nodiscard]] AlignedRange toAligned(RankRange r) const { return {toAligned(r.begin), toAligned(r.end)}; }
};

/// Shifts of ranks against each other, to compare ranks and runs aligned at a step's start.
using TimelineShifts = std::map<RankRef, Nanos>;

/// The loaded traces of the ranks (empty = all), main run first, by rank; first parts of those that are not there yet.
/// Colours and bounds are taken over from `previous` for traces that are there already.
[[nodiscard]] std::vector<TimelineSource> timelineSources(const Workspace &workspace, const std::vector<RankRef> &ranks,
                                                          const TimelineShifts &shifts = {},
                                                          const std::vector<TimelineSource> &previous = {});
/// From the first begin to the last end of all sources; nothing when there are none.
[[nodiscard]] std::optional<AlignedRange> timelineBounds(const std::vector<TimelineSource> &sources);

}  // namespace stagescope
