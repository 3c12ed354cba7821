#include "core/analysis/run/dispatch_paths.h"

#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <limits>
#include <span>
#include <tuple>
#include <unordered_map>

namespace stagescope {

namespace {

constexpr auto kUnknown = DispatchPath::kUnknown;
constexpr std::uint32_t kNoPath = std::numeric_limits<std::uint32_t>::max();

bool isDevice(const Track &track) {
    return track.kind == TrackKind::DeviceStream || track.kind == TrackKind::CommGroup;
}

bool isWork(SliceClass klass) {
    return klass == SliceClass::Computing || klass == SliceClass::Communication || klass == SliceClass::Memcpy;
}

/// Slices of one host track that cover a point in time, from the outermost to the innermost. Points must come in
/// ascending order: each depth is walked once.
class HostStack {
public:
    explicit HostStack(const SliceTable &slices) : m_slices(slices), m_next(slices.depthCount()) {
        for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
            m_next[depth] = slices.depthBegin(depth);
        }
    }
    std::span<const std::uint32_t> at(RankTime t) {
        m_found.clear();
        for (std::uint32_t depth = 0; depth < m_next.size(); ++depth) {
            auto &next = m_next[depth];
            while (next < m_slices.depthBegin(depth + 1) && m_slices.begin(next) <= t) {
                ++next;
            }
            if (next > m_slices.depthBegin(depth) && t <= m_slices.end(next - 1)) {
                m_found.push_back(next - 1);
            }
        }
        return m_found;
    }

private:
    const SliceTable &m_slices;
    std::vector<std::uint32_t> m_next;  ///< per depth: first slice that begins later
    std::vector<std::uint32_t> m_found;
};

/// What an arrow says about the work that it leads to.
struct Origin {
    StringId op;
    StringId outermost;
    std::int64_t opBegin = kUnknown;
    std::int64_t opEnd = kUnknown;
    std::int64_t launchBegin = kUnknown;
    std::int64_t launchEnd = kUnknown;
    bool hasPython = false;
};

/// Of slices that cover the arrow's begin the innermost one of each class counts.
Origin originOf(const SliceTable &slices, std::span<const std::uint32_t> stack) {
    Origin origin;
    for (const auto i : stack) {
        if (slices.klass(i) == SliceClass::HostOp) {
            origin.outermost = origin.opBegin == kUnknown ? slices.name(i) : origin.outermost;
            origin.op = slices.name(i);
            origin.opBegin = ns(slices.begin(i));
            origin.opEnd = ns(slices.end(i));
        } else if (slices.klass(i) == SliceClass::Runtime) {
            origin.launchBegin = ns(slices.begin(i));
            origin.launchEnd = ns(slices.end(i));
        }
        origin.hasPython = origin.hasPython || slices.klass(i) == SliceClass::Python;
    }
    return origin;
}

struct QueuePass {
    TrackId track;
    std::int64_t enqueueBegin = 0;
    std::int64_t enqueueEnd = 0;
    std::int64_t dequeueBegin = 0;
};

class PathFinder {
public:
    PathFinder(const TraceStore &trace, SourceId source) : m_trace(trace), m_source(source) {}

    std::vector<DispatchPath> find(const std::stop_token &stop) {
        collectWork(stop);
        followArrows(stop);
        for (auto &path : m_paths) {
            passQueue(path);
        }
        return std::move(m_paths);
    }

private:
    void collectWork(const std::stop_token &stop);
    void addTrack(const Track &track, bool withCommunication);
    void followArrows(const std::stop_token &stop);
    void reach(const Flow &flow, const Origin &origin);
    void passQueue(DispatchPath &path) const;
    [[nodiscard]] std::span<const std::uint32_t> pathsAt(TrackId track, RankTime t);

    const TraceStore &m_trace;
    SourceId m_source;
    std::vector<DispatchPath> m_paths;
    std::vector<std::vector<std::uint32_t>> m_pathOf;  ///< [track][slice]: position in m_paths
    std::vector<std::uint32_t> m_found;
    std::vector<QueuePass> m_passes;  ///< by (track, begin)
    /// (category, track, time) of work that begins at once: how many arrows of the category came.
    std::unordered_map<std::string, std::size_t> m_reached;
};

void PathFinder::addTrack(const Track &track, bool withCommunication) {
    const auto &slices = m_trace.slices(track.id);
    auto &index = m_pathOf[track.id.value];
    index.assign(slices.size(), kNoPath);
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        const auto klass = slices.klass(i);
        if (isWork(klass) && (withCommunication || klass != SliceClass::Communication)) {
            index[i] = static_cast<std::uint32_t>(m_paths.size());
            DispatchPath path;
            path.source = m_source;
            path.track = track.id;
            path.slice = SliceId{i};
            path.name = slices.name(i);
            path.klass = klass;
            path.begin = ns(slices.begin(i));
            path.end = ns(slices.end(i));
            m_paths.push_back(path);
        }
    }
}

void PathFinder::collectWork(const std::stop_token &stop) {
    m_pathOf.resize(m_trace.tracks().size());
    const auto tracks = m_trace.tracks();
    const bool hasGroups = std::any_of(tracks.begin(), tracks.end(), [&](const Track &track) {
        return track.kind == TrackKind::CommGroup && m_trace.slices(track.id).size() > 0;
    });
    for (const auto &track : tracks) {
        if (isDevice(track) && !stop.stop_requested()) {
            addTrack(track, track.kind == TrackKind::CommGroup || !hasGroups);
        }
    }
}

/// Valid until it is asked again.
std::span<const std::uint32_t> PathFinder::pathsAt(TrackId track, RankTime t) {
    m_found.clear();
    const auto &slices = m_trace.slices(track);
    const auto &index = m_pathOf[track.value];
    for (std::uint32_t depth = 0; depth < slices.depthCount() && !index.empty(); ++depth) {
        const auto id = slices.find(depth, t);
        if (id && slices.begin(id->value) == t && index[id->value] != kNoPath) {
            m_found.push_back(index[id->value]);
        }
    }
    return m_found;
}

void PathFinder::reach(const Flow &flow, const Origin &origin) {
    const auto targets = pathsAt(flow.toTrack, flow.to);
    if (targets.empty()) {
        return;
    }
    std::size_t nth = 0;
    if (targets.size() > 1) {  // short kernels within one tick of the clock: the n-th arrow leads to the n-th
        nth = m_reached[std::to_string(flow.category.value) + ' ' + std::to_string(flow.toTrack.value) + ' ' +
                        std::to_string(ns(flow.to))]++;
    }
    auto &path = m_paths[targets[std::min(nth, targets.size() - 1)]];
    if (origin.opBegin > path.opBegin || (path.opBegin == kUnknown && (origin.hasPython || path.call == kUnknown))) {
        path.callTrack = flow.fromTrack;
        path.call = ns(flow.from);
    }
    if (origin.opBegin != kUnknown && origin.opBegin > path.opBegin) {
        std::tie(path.op, path.outermost, path.opTrack) = std::tie(origin.op, origin.outermost, flow.fromTrack);
        path.opBegin = origin.opBegin;
        path.opEnd = origin.opEnd;
    }
    if (origin.launchBegin != kUnknown && origin.launchBegin > path.launchBegin) {
        path.launchBegin = origin.launchBegin;
        path.launchEnd = origin.launchEnd;
    }
}

void PathFinder::followArrows(const std::stop_token &stop) {
    const auto &flows = m_trace.flows();
    for (std::size_t i = 0; i < flows.size();) {
        const auto track = flows.at(i).fromTrack;
        const auto &slices = m_trace.slices(track);
        HostStack stack(slices);
        const bool isHost = !isDevice(m_trace.track(track));
        for (; i < flows.size() && flows.at(i).fromTrack == track; ++i) {
            if (i % 4096 == 0 && stop.stop_requested()) {
                return;
            }
            const auto &flow = flows.at(i);
            const auto around = isHost ? stack.at(flow.from) : std::span<const std::uint32_t>{};
            if (around.empty()) {
                continue;
            }
            if (isDevice(m_trace.track(flow.toTrack))) {
                reach(flow, originOf(slices, around));
            } else if (slices.klass(around.back()) == SliceClass::Queue) {
                m_passes.push_back(
                    {track, ns(slices.begin(around.back())), ns(slices.end(around.back())), ns(flow.to)});
            }
        }
    }
}

void PathFinder::passQueue(DispatchPath &path) const {
    if (path.opBegin == kUnknown) {
        return;
    }
    const auto before = [](const QueuePass &pass, const std::pair<TrackId, std::int64_t> &key) {
        return std::tie(pass.track, pass.enqueueBegin) < std::tie(key.first, key.second);
    };
    auto pass = std::lower_bound(m_passes.begin(), m_passes.end(), std::pair(path.opTrack, path.opBegin), before);
    for (; pass != m_passes.end() && pass->track == path.opTrack && pass->enqueueBegin <= path.opEnd; ++pass) {
        if (path.launchBegin == kUnknown || pass->dequeueBegin <= path.launchBegin) {
            path.enqueueBegin = pass->enqueueBegin;
            path.enqueueEnd = pass->enqueueEnd;
            path.dequeueBegin = pass->dequeueBegin;
        }
    }
}

void sortByBegin(std::vector<DispatchPath> &paths) {
    std::stable_sort(paths.begin(), paths.end(),
                     [](const DispatchPath &a, const DispatchPath &b) { return a.begin < b.begin; });
}

}  // namespace

DispatchTimes dispatchTimes(const DispatchPath &path) {
    std::int64_t latest = kUnknown;
    const auto inOrder = [&](std::int64_t t) {
        if (t == kUnknown) {
            return t;
        }
        latest = std::max(latest, std::min(t, path.begin));
        return latest;
    };
    const auto op = inOrder(path.opBegin);
    const auto enqueueBegin = inOrder(path.enqueueBegin);
    const auto enqueueEnd = inOrder(path.enqueueEnd);
    const auto dequeue = inOrder(path.dequeueBegin);
    const auto launchBegin = inOrder(path.launchBegin);
    const auto launchEnd = inOrder(path.launchEnd);
    const auto between = [](std::int64_t from, std::int64_t to) {
        return from == kUnknown || to == kUnknown ? std::optional<Nanos>{} : Nanos{to - from};
    };
    DispatchTimes times;
    times.python = between(op, enqueueBegin == kUnknown ? launchBegin : enqueueBegin);
    times.enqueue = between(enqueueBegin, enqueueEnd);
    times.queue = between(enqueueEnd, dequeue);
    times.secondQueue = between(dequeue, launchBegin);
    times.launch = between(launchBegin, launchEnd);
    times.deviceWait = between(launchEnd, path.begin);
    times.device = Nanos{path.end - path.begin};
    times.sinceOp = between(op, path.begin);
    return times;
}

std::vector<DispatchPath> dispatchPaths(const TraceStore &trace, SourceId source, const std::stop_token &stop) {
    auto paths = PathFinder(trace, source).find(stop);
    sortByBegin(paths);
    return paths;
}

std::vector<DispatchPath> dispatchPaths(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<DispatchPath> paths;
    for (const auto &[source, trace] : capture.traces()) {
        auto own = PathFinder(*trace, source).find(stop);
        paths.insert(paths.end(), own.begin(), own.end());
    }
    sortByBegin(paths);
    return paths;
}

std::vector<IdleBefore> idleBefore(const std::vector<DispatchPath> &paths) {
    std::vector<IdleBefore> result(paths.size());
    std::optional<std::int64_t> busyUntil;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const auto &path = paths[i];
        if (path.klass == SliceClass::Memcpy) {
            continue;
        }
        if (busyUntil) {
            const auto idle = std::max<std::int64_t>(0, path.begin - *busyUntil);
            result[i].idle = Nanos{idle};
            if (path.launchEnd != kUnknown) {
                result[i].hostBound = Nanos{std::clamp<std::int64_t>(path.launchEnd - *busyUntil, 0, idle)};
            }
        }
        busyUntil = std::max(busyUntil.value_or(path.end), path.end);
    }
    return result;
}

}  // namespace stagescope
