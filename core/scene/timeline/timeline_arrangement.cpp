#include "core/scene/timeline/timeline_arrangement.h"

#include "core/base/text.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

/// Process and track.
std::pair<std::string_view, std::string_view> namesOf(const TraceStore &trace, const Track &track) {
    const auto name = trace.text(track.name);
    return track.parent.isValid() ? std::pair(trace.text(trace.track(track.parent).name), name)
                                  : std::pair(std::string_view{}, name);
}

std::shared_ptr<const BlendedTrack> blend(const TimelineSource &source, std::vector<TrackId> tracks, SliceFilter filter,
                                          const BlendedTracks &previous, const std::stop_token &stop) {
    const auto it = previous.find({source.rank, source.source, tracks.front()});
    if (it != previous.end() && it->second->tracks() == tracks && it->second->isOf(source.trace.get(), filter)) {
        return it->second;
    }
    return BlendedTrack::make(source.trace, std::move(tracks), filter, stop);
}

}  // namespace

bool TimelineArrangement::isPinned(const TimelineNode &node) const {
    return std::find(pinned.begin(), pinned.end(), node) != pinned.end();
}

Nanos TimelineArrangement::offsetOf(const RankRef &rank) const {
    const auto it = offsets.find(rank);
    return it == offsets.end() ? Nanos{0} : it->second;
}

void TimelineArrangement::togglePins(const std::vector<TimelineNode> &nodes) {
    const bool areAllPinned = std::all_of(nodes.begin(), nodes.end(), [&](const auto &node) { return isPinned(node); });
    for (const auto &node : nodes) {
        if (areAllPinned) {
            std::erase(pinned, node);
        } else if (!isPinned(node)) {
            pinned.push_back(node);
            hidden.erase(node);
        }
    }
}

void TimelineArrangement::hide(const TimelineNode &node) {
    std::erase(pinned, node);
    hidden.insert(node);
}

void TimelineArrangement::setOffset(const RankRef &rank, Nanos offset) {
    if (offset == Nanos{0}) {
        offsets.erase(rank);
    } else {
        offsets[rank] = offset;
    }
}

bool matchesFilter(std::string_view name, std::string_view filter) { return containsIgnoringCase(name, filter); }

std::vector<TimelineNode> sameNamed(const std::vector<TimelineSource> &sources, const TimelineNode &node) {
    const auto own = std::find_if(sources.begin(), sources.end(), [&](const TimelineSource &source) {
        return source.rank == node.rank && source.source == node.source;
    });
    if (own == sources.end() || node.track.value >= own->trace->tracks().size()) {
        return {node};
    }
    const auto wanted = namesOf(*own->trace, own->trace->track(node.track));
    std::vector<TimelineNode> nodes;
    for (const auto &source : sources) {
        for (const auto &track : source.trace->tracks()) {
            if (namesOf(*source.trace, track) == wanted) {
                nodes.push_back({source.rank, source.source, track.id});
            }
        }
    }
    return nodes;
}

std::vector<TrackId> streamsOf(const TraceStore &trace, TrackId process) {
    std::vector<TrackId> streams;
    for (const auto &track : trace.tracks()) {
        if (track.parent == process && track.kind == TrackKind::DeviceStream && track.rowCount > 0) {
            streams.push_back(track.id);
        }
    }
    return streams;
}

BlendedTracks blendedTracks(const std::vector<TimelineSource> &sources, const TimelineArrangement &arrangement,
                            const BlendedTracks &previous, const std::stop_token &stop) {
    BlendedTracks result;
    const auto add = [&](const TimelineSource &source, const std::vector<TrackId> &tracks) {
        if (auto blended = blend(source, tracks, arrangement.leftOut, previous, stop)) {
            result[{source.rank, source.source, tracks.front()}] = std::move(blended);
        }
    };
    for (const auto &source : sources) {
        std::set<TrackId> shared;
        for (const auto &process : source.trace->tracks()) {
            if (arrangement.merged.count({source.rank, source.source, process.id}) == 0) {
                continue;
            }
            const auto streams = streamsOf(*source.trace, process.id);
            if (streams.size() > 1) {
                shared.insert(streams.begin(), streams.end());
                add(source, streams);
            }
        }
        for (const auto &track : source.trace->tracks()) {
            const bool isWhole = track.depthCount == 0 || shared.count(track.id) != 0;
            if (!isWhole && leavesOutAny(source.trace->slices(track.id), arrangement.leftOut)) {
                add(source, {track.id});
            }
            if (stop.stop_requested()) {
                return result;
            }
        }
    }
    return result;
}

}  // namespace stagescope
