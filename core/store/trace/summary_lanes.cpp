#include "core/store/trace/summary_lanes.h"

#include "core/base/intervals.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace stagescope {

namespace {

constexpr std::uint32_t kLook = 4096;
/// A host has 16 devices at most; damaged ids must not make a process each.
constexpr std::size_t kMaxDevices = 64;

struct DeviceWork {
    TrackId process;  ///< of its streams; invalid where only groups of communication tell
    std::vector<IntervalSet> computing;
    std::vector<IntervalSet> communication;
};

/// Slices of a class, as one set per depth: within a depth they are in order.
void collect(const SliceTable &slices, SliceClass klass, std::vector<IntervalSet> &sets, const std::stop_token &stop) {
    for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
        std::vector<Interval> intervals;
        for (auto i = slices.depthBegin(depth); i < slices.depthBegin(depth + 1); ++i) {
            if (i % kLook == 0 && stop.stop_requested()) {
                return;
            }
            if (slices.klass(i) == klass) {
                intervals.push_back({ns(slices.begin(i)), ns(slices.end(i))});
            }
        }
        if (auto set = merged(std::move(intervals)); !set.empty()) {
            sets.push_back(std::move(set));
        }
    }
}

/// Neighbours are joined pair by pair, so that each interval is moved log(sets) times.
IntervalSet unionOf(std::vector<IntervalSet> sets) {
    while (sets.size() > 1) {
        std::vector<IntervalSet> next;
        for (std::size_t i = 0; i + 1 < sets.size(); i += 2) {
            next.push_back(united(sets[i], sets[i + 1]));
        }
        if (sets.size() % 2 == 1) {
            next.push_back(std::move(sets.back()));
        }
        sets = std::move(next);
    }
    return sets.empty() ? IntervalSet{} : std::move(sets.front());
}

void addLane(std::string_view name, const IntervalSet &set, SummaryProcess &process) {
    if (set.empty()) {
        return;
    }
    SummaryLane lane{std::string(name), {}, {std::string(name)}};
    lane.rows.reserve(set.size());
    for (const auto &interval : set) {
        lane.rows.push_back({interval.begin, interval.end - interval.begin, 0, StringId{0}, SliceClass::Overlap});
    }
    process.lanes.push_back(std::move(lane));
}

/// Work of each device. A group's lane belongs to the device whose label its process has, else to the first.
std::vector<DeviceWork> workByDevice(std::span<const Track> tracks, std::span<const SliceTable> slices,
                                     const std::stop_token &stop) {
    std::vector<DeviceWork> devices;
    const auto of = [&](TrackId process) -> DeviceWork & {
        const auto it =
            std::find_if(devices.begin(), devices.end(), [&](const DeviceWork &d) { return d.process == process; });
        if (it != devices.end() || devices.size() >= kMaxDevices) {
            return it == devices.end() ? devices.back() : *it;
        }
        devices.push_back({process, {}, {}});
        return devices.back();
    };
    for (const auto &track : tracks) {
        const auto &table = slices[track.id.value];
        if (track.kind == TrackKind::DeviceStream) {
            DeviceWork own;
            collect(table, SliceClass::Computing, own.computing, stop);
            collect(table, SliceClass::Communication, own.communication, stop);
            if (!own.computing.empty() || !own.communication.empty()) {
                auto &device = of(track.parent);
                std::move(own.computing.begin(), own.computing.end(), std::back_inserter(device.computing));
                std::move(own.communication.begin(), own.communication.end(), std::back_inserter(device.communication));
            }
        }
    }
    for (const auto &track : tracks) {
        std::vector<IntervalSet> ofGroup;
        if (track.kind == TrackKind::CommGroup) {
            collect(slices[track.id.value], SliceClass::Communication, ofGroup, stop);
        }
        if (!ofGroup.empty()) {
            const auto claims = [&](const DeviceWork &device) {
                return device.process.isValid() &&
                       tracks[device.process.value].label == tracks[track.parent.value].label;
            };
            const auto it = std::find_if(devices.begin(), devices.end(), claims);
            auto &device = it != devices.end() ? *it : devices.empty() ? of(TrackId{}) : devices.front();
            std::move(ofGroup.begin(), ofGroup.end(), std::back_inserter(device.communication));
        }
    }
    return devices;
}

/// Ranges of one name that overlap, as on several threads, are one step; those that do not are occurrences of it.
std::optional<SummaryProcess> stepsProcess(std::span<const Track> tracks, std::span<const SliceTable> slices,
                                           const StringPool &strings, const std::stop_token &stop) {
    std::map<StringId, std::vector<Interval>> ranges;
    for (const auto &track : tracks) {
        const auto &table = slices[track.id.value];
        const bool isHost = track.kind == TrackKind::HostThread || track.kind == TrackKind::Mstx;
        for (std::uint32_t i = 0; i < table.size(); ++i) {
            if (i % kLook == 0 && stop.stop_requested()) {
                return std::nullopt;
            }
            if (table.klass(i) != SliceClass::Step) {
                continue;
            }
            if (!isHost) {
                return std::nullopt;  // a lane of their own
            }
            ranges[table.name(i)].push_back({ns(table.begin(i)), ns(table.end(i))});
        }
    }
    std::vector<NamedStep> steps;
    for (auto &[name, own] : ranges) {
        for (const auto &range : merged(std::move(own))) {
            steps.push_back({std::string(strings.at(name)), range.begin, range.end});
        }
    }
    return steps.empty() ? std::nullopt : std::optional(stepsLane(steps));
}

SummaryProcess overlapProcess(DeviceWork work, std::string name, std::string label) {
    SummaryProcess process{std::move(name), std::move(label), {}};
    const auto computing = unionOf(std::move(work.computing));
    const auto communication = unionOf(std::move(work.communication));
    const auto busy = united(computing, communication);
    addLane("Computing", computing, process);
    addLane("Communication", communication, process);
    addLane("Communication(Not Overlapped)", subtracted(communication, computing), process);
    addLane("Free", subtracted(IntervalSet{{busy.front().begin, busy.back().end}}, busy), process);
    return process;
}

}  // namespace

SummaryProcess stepsLane(std::span<const NamedStep> steps) {
    SummaryLane lane{"Steps", {}, {}};
    for (const auto &step : steps) {
        const StringId number{static_cast<std::uint32_t>(lane.names.size())};
        lane.names.push_back(step.name);
        lane.rows.push_back({step.begin, step.end - step.begin, 0, number, SliceClass::Overlap});
    }
    return {std::string(kStepsProcess) + std::string(kComputedMark), {}, {std::move(lane)}};
}

std::vector<SummaryProcess> summaryLanes(std::span<const Track> tracks, std::span<const SliceTable> slices,
                                         const StringPool &strings, const std::stop_token &stop) {
    std::vector<SummaryProcess> result;
    const auto hasOverlap = [](const Track &track) { return track.kind == TrackKind::Overlap; };
    if (std::none_of(tracks.begin(), tracks.end(), hasOverlap)) {
        bool isFirst = true;
        for (auto &work : workByDevice(tracks, slices, stop)) {
            const auto label =
                work.process.isValid() ? std::string(strings.at(tracks[work.process.value].label)) : std::string();
            const std::string suffix = isFirst ? "" : " " + (label.empty() ? std::to_string(result.size()) : label);
            result.push_back(
                overlapProcess(std::move(work), "Overlap Analysis" + suffix + std::string(kComputedMark), label));
            isFirst = false;
        }
    }
    if (auto steps = stepsProcess(tracks, slices, strings, stop)) {
        result.push_back(std::move(*steps));
    }
    return result;
}

}  // namespace stagescope
