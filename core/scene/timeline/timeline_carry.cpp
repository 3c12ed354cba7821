#include "core/scene/timeline/timeline_carry.h"

#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace stagescope {

namespace {

using CarriedNodes = std::map<TimelineNode, TimelineNode>;
using TrackName = std::tuple<TrackKind, std::string, std::string>;

TrackName nameOfTrack(const TraceStore &trace, const Track &track) {
    const auto process = track.parent.isValid() ? trace.text(trace.track(track.parent).name) : std::string_view{};
    return {track.kind, std::string(process), std::string(trace.text(track.name))};
}

void addTracks(const TimelineSource &from, const TimelineSource &to, CarriedNodes &carried) {
    std::map<TrackName, TrackId> tracks;
    for (const auto &track : to.trace->tracks()) {
        tracks.emplace(nameOfTrack(*to.trace, track), track.id);
    }
    for (const auto &track : from.trace->tracks()) {
        if (const auto it = tracks.find(nameOfTrack(*from.trace, track)); it != tracks.end()) {
            carried[{from.rank, from.source, track.id}] = {to.rank, to.source, it->second};
        }
    }
}

CarriedNodes carriedNodes(const std::vector<TimelineSource> &before, const std::vector<TimelineSource> &now) {
    const auto isIn = [](const std::vector<TimelineSource> &sources, const TimelineSource &wanted) {
        return std::any_of(sources.begin(), sources.end(), [&](const TimelineSource &source) {
            return source.rank == wanted.rank && source.source == wanted.source;
        });
    };
    CarriedNodes carried;
    for (const auto &from : before) {
        for (const auto &to : now) {
            if (from.rank == to.rank && !from.isPart && !to.isPart && !isIn(now, from) && !isIn(before, to)) {
                addTracks(from, to, carried);
            }
        }
    }
    return carried;
}

}  // namespace

void carryArrangement(TimelineArrangement &arrangement, const std::vector<TimelineSource> &before,
                      const std::vector<TimelineSource> &now) {
    for (const auto &[from, to] : carriedNodes(before, now)) {
        if (const auto fold = arrangement.folds.find(from); fold != arrangement.folds.end()) {
            arrangement.folds.emplace(to, fold->second);
        }
        auto &pinned = arrangement.pinned;
        if (const auto pin = std::find(pinned.begin(), pinned.end(), from); pin != pinned.end()) {
            pinned.insert(pin, to);
        }
        if (arrangement.hidden.contains(from)) {
            arrangement.hidden.insert(to);
        }
        if (arrangement.merged.contains(from)) {
            arrangement.merged.insert(to);
        }
        for (auto &[parent, children] : arrangement.order) {
            if (const auto child = std::find(children.begin(), children.end(), from); child != children.end()) {
                children.insert(child, to);
            }
        }
        if (const auto order = arrangement.order.find(from); order != arrangement.order.end()) {
            arrangement.order.emplace(to, order->second);
        }
    }
}

}  // namespace stagescope
