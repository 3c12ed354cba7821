#include "core/analysis/flame/flame_tree.h"

#include "core/analysis/flame/backward_calls.h"
#include "core/analysis/flame/flame_builder.h"
#include "core/analysis/flame/thread_calls.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace stagescope {

namespace {

ThreadCalls::Wanted wantedCalls(FlameFrames frames) {
    using Wanted = ThreadCalls::Wanted;
    constexpr std::array kWanted{Wanted::All, Wanted::Python, Wanted::Module, Wanted::Operator};
    return kWanted.at(static_cast<std::size_t>(frames));
}

/// Follows the calls of a thread, gives them their time, and to work its path.
class ThreadVisitor {
public:
    ThreadVisitor(FlameBuilder &builder, TrackId thread, std::span<const DeviceWork *const> works, bool isBackward)
        : m_builder(builder), m_thread(thread), m_works(works), m_isBackward(isBackward) {}

    void enter(const ThreadCall &call) {
        const auto parentEnd = m_open.empty() ? call.end : m_open.back().call.end;
        const auto part = m_builder.inRange({call.begin, std::min(call.end, parentEnd)});
        m_open.push_back({call, {}, Nanos{part.end - part.begin}, Nanos{0}});
        if (!m_isBackward && (part.begin < part.end || m_builder.beginsInRange(call.begin))) {
            m_builder.addCall(innermost(), call, m_open.back().length);
        }
    }
    void leave() {
        const auto level = m_open.back();
        if (!m_isBackward && level.node) {
            m_builder.addSelf(*level.node, level.length - level.inner);
        }
        m_open.pop_back();
        if (!m_open.empty()) {
            m_open.back().inner += level.length;
        }
    }
    void point(std::size_t i) {
        if (m_open.empty()) {
            m_alone.push_back(m_works[i]);
        } else {
            m_builder.addWork(innermost(), *m_works[i], m_isBackward);
        }
    }
    /// What no frame launched.
    [[nodiscard]] const std::vector<const DeviceWork *> &alone() const { return m_alone; }

private:
    struct Level {
        ThreadCall call;
        std::optional<std::uint32_t> node;  ///< made when it is needed
        Nanos length{0};                    ///< in the range
        Nanos inner{0};                     ///< of that, in calls below
    };

    std::uint32_t innermost() {
        auto known = m_open.size();
        while (known > 0 && !m_open[known - 1].node) {
            --known;
        }
        auto node = known == 0 ? m_builder.thread(m_thread) : *m_open[known - 1].node;
        for (; known < m_open.size(); ++known) {
            node = m_builder.frame(node, m_open[known].call);
            m_open[known].node = node;
        }
        return node;
    }

    FlameBuilder &m_builder;
    TrackId m_thread;
    std::span<const DeviceWork *const> m_works;
    bool m_isBackward;  ///< the work was launched for the calls, not by them; they are counted elsewhere
    std::vector<Level> m_open;
    std::vector<const DeviceWork *> m_alone;
};

/// Finds out for which call of the forward pass work was launched.
class BackwardVisitor {
public:
    struct Cause {
        std::int64_t forward;
        const DeviceWork *work;
    };
    BackwardVisitor(const std::vector<BackwardCall> &calls, std::span<const DeviceWork *const> works)
        : m_calls(calls), m_works(works) {}

    void enter(const ThreadCall &call) {
        m_open.push_back(
            &*std::lower_bound(m_calls.begin(), m_calls.end(), call.slice.value,
                               [](const BackwardCall &of, std::uint32_t slice) { return of.slice < slice; }));
    }
    void leave() { m_open.pop_back(); }
    void point(std::size_t i) {
        if (m_open.empty()) {
            m_unknown.push_back(m_works[i]);
        } else {
            m_causes[m_open.back()->forwardThread].push_back({m_open.back()->forward, m_works[i]});
        }
    }
    /// By thread of the forward pass.
    [[nodiscard]] std::map<TrackId, std::vector<Cause>> &causes() { return m_causes; }
    [[nodiscard]] const std::vector<const DeviceWork *> &unknown() const { return m_unknown; }

private:
    const std::vector<BackwardCall> &m_calls;  ///< of the thread, by slice
    std::span<const DeviceWork *const> m_works;
    std::vector<const BackwardCall *> m_open;
    std::map<TrackId, std::vector<Cause>> m_causes;
    std::vector<const DeviceWork *> m_unknown;
};

using Works = std::vector<const DeviceWork *>;

std::vector<std::int64_t> callTimes(const Works &works) {
    std::vector<std::int64_t> times;
    times.reserve(works.size());
    for (const auto *work : works) {
        times.push_back(work->path.call);
    }
    return times;
}

/// Adds one trace to the tree.
class TraceFlame {
public:
    TraceFlame(FlameBuilder &builder, const TraceWork &of, FlameFrames frames, const std::stop_token &stop)
        : m_builder(builder), m_of(of), m_trace(*of.trace), m_frames(frames), m_stop(stop) {}

    void add() {
        std::map<TrackId, Works> works;
        for (const auto &work : m_of.works) {
            if (work.path.call == DispatchPath::kUnknown) {
                m_builder.addUnrecorded(work);
            } else {
                works[work.path.callTrack].push_back(&work);
            }
        }
        for (const auto &track : m_trace.tracks()) {
            if (track.kind == TrackKind::HostThread || works.contains(track.id)) {
                addThread(track.id, works[track.id]);
            }
        }
        if (m_frames == FlameFrames::Module) {
            addBackward();
        }
    }

private:
    void addThread(TrackId thread, Works &works) {
        std::stable_sort(works.begin(), works.end(),
                         [](const DeviceWork *a, const DeviceWork *b) { return a->path.call < b->path.call; });
        ThreadVisitor visitor(m_builder, thread, works, false);
        ThreadCalls(m_trace, thread, wantedCalls(m_frames), m_stop).walk(callTimes(works), visitor, m_stop);
        if (m_frames == FlameFrames::Module) {
            m_alone[thread] = visitor.alone();
        } else {
            addToThreads(visitor.alone());
        }
    }
    void addToThreads(const Works &works) {
        for (const auto *work : works) {
            m_builder.addWork(m_builder.thread(work->path.callTrack), *work);
        }
    }
    /// What was launched outside of modules.
    void addBackward() {
        const auto backward = backwardCalls(m_trace, m_stop);
        std::map<TrackId, std::vector<BackwardVisitor::Cause>> causes;
        for (const auto &[thread, works] : m_alone) {
            const auto calls = backward.find(thread);
            if (calls == backward.end()) {
                addToThreads(works);
                continue;
            }
            std::vector<std::uint32_t> slices;
            for (const auto &call : calls->second) {
                slices.push_back(call.slice);
            }
            BackwardVisitor visitor(calls->second, works);
            ThreadCalls(m_trace, thread, std::move(slices)).walk(callTimes(works), visitor, m_stop);
            addToThreads(visitor.unknown());
            for (const auto &[forward, found] : visitor.causes()) {
                auto &of = causes[forward];
                of.insert(of.end(), found.begin(), found.end());
            }
        }
        for (auto &[thread, found] : causes) {
            addCaused(thread, found);
        }
    }
    void addCaused(TrackId thread, std::vector<BackwardVisitor::Cause> &causes) {
        using Cause = BackwardVisitor::Cause;
        std::stable_sort(causes.begin(), causes.end(),
                         [](const Cause &a, const Cause &b) { return a.forward < b.forward; });
        Works works;
        std::vector<std::int64_t> times;
        for (const auto &cause : causes) {
            works.push_back(cause.work);
            times.push_back(cause.forward);
        }
        ThreadVisitor visitor(m_builder, thread, works, true);
        ThreadCalls(m_trace, thread, ThreadCalls::Wanted::Module, m_stop).walk(times, visitor, m_stop);
        addToThreads(visitor.alone());
    }

    FlameBuilder &m_builder;
    const TraceWork &m_of;
    const TraceStore &m_trace;
    FlameFrames m_frames;
    const std::stop_token &m_stop;
    std::map<TrackId, Works> m_alone;  ///< with frames of modules: launched by none, by thread
};

}  // namespace

std::string_view flameKindText(FlameKind kind) {
    constexpr auto kTexts =
        std::to_array<std::string_view>({"root", "thread", "python", "module", "operator", "annotation",
                                         "launch_not_recorded", "kernel", "communication", "copy"});
    return kTexts.at(static_cast<std::size_t>(kind));
}

FlameTree flameTree(const Run &run, const RankCapture &capture, const FlameOptions &options,
                    const std::stop_token &stop) {
    FlameBuilder builder(run.id, options);
    auto traces = traceWork(capture, options.device, stop);
    if (options.withFlop) {
        addFlop(capture, traces, stop);
    }
    for (const auto &trace : traces) {
        builder.beginTrace(trace);
        TraceFlame(builder, trace, options.frames, stop).add();
    }
    return builder.finish();
}

Nanos flameWidth(const FlameNode &node, FlameWidth width) {
    return width == FlameWidth::Host     ? node.host
           : width == FlameWidth::Device ? node.device.filled
                                         : node.device.exposed;
}

std::vector<std::uint64_t> flameSizes(const FlameTree &tree, FlameWidth width) {
    std::vector<std::uint64_t> sizes;
    for (const auto &node : tree.nodes) {
        sizes.push_back(static_cast<std::uint64_t>(flameWidth(node, width).count()));
    }
    return sizes;
}

std::vector<FlamePlace> flamePlaces(const FlameTree &tree, std::span<const std::uint64_t> sizes) {
    const auto &nodes = tree.nodes;
    std::vector<FlamePlace> places(nodes.size());
    std::vector<std::uint32_t> order(nodes.size());
    std::iota(order.begin(), order.end(), 0U);
    // Parents stand before their children, wider siblings before narrower ones.
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return nodes[a].depth != nodes[b].depth ? nodes[a].depth < nodes[b].depth : sizes[a] > sizes[b];
    });
    std::vector<std::uint64_t> next(nodes.size());  ///< where the next child begins
    for (const auto i : order) {
        auto &place = places[i];
        place.size = sizes[i];
        place.begin = i == 0 ? 0 : next[nodes[i].parent];
        next[i] = place.begin;
        if (i != 0) {
            next[nodes[i].parent] += place.size;
        }
    }
    return places;
}

}  // namespace stagescope
