#include "core/analysis/pipeline/chart/device_launches.h"

#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

bool isDevice(const Track &track) {
    return track.kind == TrackKind::DeviceStream || track.kind == TrackKind::CommGroup;
}

bool isWork(SliceClass klass) {
    return klass == SliceClass::Computing || klass == SliceClass::Communication || klass == SliceClass::Memcpy;
}

/// Slices of a track that begin at t; those that begin together lie one below the other.
std::vector<SliceId> slicesAt(const SliceTable &slices, RankTime t) {
    std::vector<SliceId> found;
    for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
        const auto id = slices.find(depth, t);
        if (id && slices.begin(id->value) == t && isWork(slices.klass(id->value))) {
            found.push_back(*id);
        }
    }
    return found;
}

}  // namespace

std::vector<DeviceLaunch> deviceLaunches(const TraceStore &trace, const std::stop_token &stop) {
    std::map<std::tuple<std::uint32_t, std::uint32_t, RankTime>, std::size_t> reached;  // category, track, time
    std::map<std::pair<std::uint32_t, std::uint32_t>, RankTime> launches;               // track, slice
    const auto &flows = trace.flows();
    for (std::size_t i = 0; i < flows.size(); ++i) {
        if (i % 4096 == 0 && stop.stop_requested()) {
            break;
        }
        const auto &flow = flows.at(i);
        if (!isDevice(trace.track(flow.toTrack)) || isDevice(trace.track(flow.fromTrack))) {
            continue;
        }
        const auto targets = slicesAt(trace.slices(flow.toTrack), flow.to);
        if (targets.empty()) {
            continue;
        }
        // Short kernels may begin within one tick of the clock: the n-th arrow leads to the n-th of them.
        const auto nth = reached[{flow.category.value, flow.toTrack.value, flow.to}]++;
        const auto target = targets[std::min(nth, targets.size() - 1)];
        const auto [it, isNew] = launches.emplace(std::pair(flow.toTrack.value, target.value), flow.from);
        it->second = std::min(it->second, flow.from);
    }
    std::vector<DeviceLaunch> result;
    result.reserve(launches.size());
    for (const auto &[key, launched] : launches) {
        const auto &slices = trace.slices(TrackId{key.first});
        result.push_back({launched,
                          {slices.begin(key.second), slices.end(key.second)},
                          slices.name(key.second),
                          slices.klass(key.second)});
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const DeviceLaunch &a, const DeviceLaunch &b) { return a.launched < b.launched; });
    return result;
}

}  // namespace stagescope
