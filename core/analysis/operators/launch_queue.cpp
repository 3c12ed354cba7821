#include "core/analysis/operators/launch_queue.h"

#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

/// A launch (+1) or a begin on the device (-1).
struct QueueEvent {
    std::int64_t time;
    std::int64_t change;
};

/// The curve and what it says; events in any order.
void addCurve(std::vector<QueueEvent> events, LaunchQueue &queue) {
    // Of one moment the launch comes first: work that begins at once was in the queue.
    std::sort(events.begin(), events.end(), [](const QueueEvent &a, const QueueEvent &b) {
        return std::tuple(a.time, -a.change) < std::tuple(b.time, -b.change);
    });
    std::int64_t length = 0;
    double area = 0;
    for (std::size_t i = 0; i < events.size(); ++i) {
        length += events[i].change;
        queue.longest = std::max(queue.longest, length);
        const bool isLast = i + 1 == events.size();
        const Nanos held{isLast ? 0 : events[i + 1].time - events[i].time};
        if (held == Nanos{0} && !isLast) {
            continue;
        }
        queue.curve.push_back({events[i].time, length});
        area += static_cast<double>(length) * static_cast<double>(held.count());
        queue.empty += length == 0 ? held : Nanos{0};
        queue.full += length >= kFullQueue ? held : Nanos{0};
    }
    queue.window = Nanos{events.back().time - events.front().time};
    queue.mean = queue.window == Nanos{0} ? 0 : area / static_cast<double>(queue.window.count());
}

void addLaunch(const DispatchPath &path, const DispatchTimes &times, LaunchQueue &queue) {
    const auto delay = *times.deviceWait;
    if (!queue.latest || delay > queue.delays.max) {
        queue.latest = path;
    }
    queue.delays.add(delay);
    queue.longDelays += delay > kLongDelay ? 1 : 0;
    queue.longLaunches += *times.launch > kLongLaunch ? 1 : 0;
    if (times.device < *times.launch) {
        ++queue.shorter;
        queue.shorterTime += times.device;
    }
}

bool isAsked(const DispatchPath &path, const std::optional<RankRange> &range) {
    return !range || range->contains(rankTime(path.begin));
}

}  // namespace

std::vector<LaunchQueue> launchQueues(const std::vector<DispatchPath> &paths, const std::optional<RankRange> &range) {
    struct Stream {
        LaunchQueue queue;
        std::vector<QueueEvent> events;
    };
    std::map<std::pair<SourceId, TrackId>, Stream> streams;
    for (const auto &path : paths) {
        if (!isAsked(path, range)) {
            continue;
        }
        auto &[queue, events] = streams[{path.source, path.track}];
        const auto times = dispatchTimes(path);
        if (!times.launch || !times.deviceWait) {
            ++queue.unknown;
            continue;
        }
        addLaunch(path, times, queue);
        // The clocks of host and device differ by some hundred ns: nothing begins before its launch.
        events.push_back({std::min(path.launchBegin, path.begin), 1});
        events.push_back({path.begin, -1});
    }
    std::vector<LaunchQueue> queues;
    for (auto &[key, stream] : streams) {
        if (stream.events.empty()) {
            continue;
        }
        std::tie(stream.queue.source, stream.queue.track) = key;
        addCurve(std::move(stream.events), stream.queue);
        queues.push_back(std::move(stream.queue));
    }
    return queues;
}

std::string_view streamName(const RankCapture &capture, const LaunchQueue &queue) {
    for (const auto &source : capture.loaded) {
        if (source.source == queue.source && !source.traces.empty()) {
            const auto &trace = *source.traces.front();
            return trace.text(trace.track(queue.track).name);
        }
    }
    return {};
}

std::vector<DelayBucket> delayBuckets(const std::vector<DispatchPath> &paths, const std::optional<RankRange> &range) {
    std::map<int, DelayBucket> buckets;
    for (const auto &path : paths) {
        const auto times = dispatchTimes(path);
        if (!times.deviceWait || !isAsked(path, range)) {
            continue;
        }
        int power = 0;
        while (times.deviceWait->count() >= std::int64_t{1000} << power) {
            ++power;
        }
        auto &bucket = buckets[power];
        ++bucket.count;
        bucket.device += times.device;
    }
    std::vector<DelayBucket> result;
    for (int power = buckets.empty() ? 0 : buckets.begin()->first; !buckets.empty() && power <= buckets.rbegin()->first;
         ++power) {
        auto &bucket = result.emplace_back(buckets[power]);
        bucket.from = Nanos{power == 0 ? 0 : std::int64_t{1000} << (power - 1)};
        bucket.to = Nanos{std::int64_t{1000} << power};
    }
    return result;
}

}  // namespace stagescope
