#include "core/demo/event_loop.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

constexpr std::size_t kQueueDepth = 96;  ///< kernels that a host may be ahead of its device
constexpr std::int64_t kSessionStartNs = 20'000'000;
constexpr std::int64_t kHostCallNs = 16'000;
constexpr std::int64_t kHostMarkNs = 1'500;
constexpr std::int64_t kHostMemoryNs = 700;
constexpr std::int64_t kLaunchNs = 5'500;
constexpr std::int64_t kArrivalNs = 2'800;  ///< from the end of a launch until the device can start it
constexpr std::int64_t kStreamGapNs = 900;  ///< between two kernels of a stream

/// One direction between two ranks: sends and receives meet in order.
struct Channel {
    struct Side {
        std::size_t op = 0;
        std::int64_t ready = 0;
    };
    std::deque<Side> sends;
    std::deque<Side> receives;
    std::int64_t lastEnd = 0;
};
using ChannelKey = std::tuple<int, int, FlowDirection>;  ///< from, to

/// One all-reduce that some members have come to.
struct Gathering {
    std::vector<std::pair<int, std::size_t>> members;  ///< rank, op
    std::int64_t latest = 0;
};

struct RankState {
    std::size_t next = 0;
    std::int64_t host = kSessionStartNs;
    std::int64_t launcher = 0;
    std::int64_t compute = 0;  ///< the compute stream is free from here
    std::int64_t awaited = 0;  ///< end of the last receive or all-reduce
    std::array<std::int64_t, kQueueDepth> kernelEnds{};
    std::size_t kernels = 0;
    bool isBlocked = false;
};

class EventLoop {
public:
    EventLoop(const DemoCluster &cluster, const std::vector<RankProgram> &programs);
    Result<DemoTimes> play(const std::stop_token &stop);

private:
    void advance(int rank);
    void issue(int rank, std::size_t index);
    std::int64_t call(RankState &state, const DemoOp &op, DemoOpTimes &times, int rank, std::int64_t ns);
    void placeOnCompute(RankState &state, DemoOpTimes &times, std::int64_t arrival, std::int64_t duration);
    void post(int rank, std::size_t index, std::int64_t arrival);
    void meet(Channel &channel, int from, int to);
    void gather(int rank, std::size_t index, std::int64_t arrival);
    void wake(int rank, std::int64_t awaited);
    [[nodiscard]] std::int64_t jittered(std::int64_t ns, std::uint64_t noise) const;

    const DemoCluster &m_cluster;
    const std::vector<RankProgram> &m_programs;
    DemoTimes m_times;
    std::vector<RankState> m_states;
    std::map<ChannelKey, Channel> m_channels;
    std::map<const DemoGroup *, Gathering> m_gatherings;  ///< those that not all have come to: one per group
    std::deque<int> m_runnable;
};

EventLoop::EventLoop(const DemoCluster &cluster, const std::vector<RankProgram> &programs)
    : m_cluster(cluster), m_programs(programs), m_states(programs.size()) {
    for (const RankProgram &program : programs) {
        m_times.emplace_back(program.ops.size());
        m_runnable.push_back(program.rank);
    }
}

/// +-1.5 % around the nominal time, and now and then 6 % more: what a quiet chip shows.
std::int64_t EventLoop::jittered(std::int64_t ns, std::uint64_t noise) const {
    const auto permyriad = std::int64_t(noise % 151) + std::int64_t((noise >> 20U) % 151) - 150;
    const std::int64_t outlier = (noise >> 40U) % 97 == 0 ? 600 : 0;
    return ns + ns * (permyriad + outlier) / 10'000;
}

/// A host operator that hands something to the launching thread. Returns when the device may start it.
std::int64_t EventLoop::call(RankState &state, const DemoOp &op, DemoOpTimes &times, int rank, std::int64_t ns) {
    times.hostBegin = state.host;
    times.hostEnd = state.host + jittered(m_cluster.hostTime(rank, ns), op.noise >> 7U);
    state.host = times.hostEnd;
    times.launchBegin = std::max(times.hostEnd, state.launcher);
    times.launchEnd = times.launchBegin + jittered(m_cluster.hostTime(rank, kLaunchNs), op.noise >> 13U);
    state.launcher = times.launchEnd;
    return times.launchEnd + kArrivalNs;
}

void EventLoop::placeOnCompute(RankState &state, DemoOpTimes &times, std::int64_t arrival, std::int64_t duration) {
    times.waitBegin = std::max(arrival, state.compute);
    times.deviceBegin = std::max(times.waitBegin, state.awaited);
    times.transferBegin = times.deviceBegin;
    times.deviceEnd = times.deviceBegin + duration;
    state.compute = times.deviceEnd;
}

void EventLoop::wake(int rank, std::int64_t awaited) {
    RankState &state = m_states[std::size_t(rank)];
    state.awaited = std::max(state.awaited, awaited);
    if (state.isBlocked) {
        state.isBlocked = false;
        m_runnable.push_back(rank);
    }
}

void EventLoop::meet(Channel &channel, int from, int to) {
    while (!channel.sends.empty() && !channel.receives.empty()) {
        DemoOpTimes &send = m_times[std::size_t(from)][channel.sends.front().op];
        DemoOpTimes &receive = m_times[std::size_t(to)][channel.receives.front().op];
        const DemoOp &op = m_programs[std::size_t(from)].ops[channel.sends.front().op];
        send.waitBegin = send.deviceBegin = std::max(channel.sends.front().ready, channel.lastEnd);
        receive.waitBegin = receive.deviceBegin = std::max(channel.receives.front().ready, channel.lastEnd);
        send.transferBegin = receive.transferBegin = std::max(send.deviceBegin, receive.deviceBegin);
        const std::int64_t duration = jittered(m_cluster.transferTime(from, to, op.bytes), op.noise);
        send.deviceEnd = receive.deviceEnd = send.transferBegin + duration;
        channel.lastEnd = send.deviceEnd;
        channel.sends.pop_front();
        channel.receives.pop_front();
        wake(to, channel.lastEnd);
    }
}

/// Both sides of a transfer are posted behind what the compute stream holds: the profiler's communication streams wait
/// for it.
void EventLoop::post(int rank, std::size_t index, std::int64_t arrival) {
    const DemoOp &op = m_programs[std::size_t(rank)].ops[index];
    RankState &state = m_states[std::size_t(rank)];
    const Channel::Side side{index, std::max(arrival, state.compute)};
    const bool isSend = op.kind == DemoOpKind::Send;
    const int from = isSend ? rank : op.partner;
    const int to = isSend ? op.partner : rank;
    Channel &channel = m_channels[{from, to, op.direction}];
    (isSend ? channel.sends : channel.receives).push_back(side);
    state.isBlocked = !isSend;
    meet(channel, from, to);
}

void EventLoop::gather(int rank, std::size_t index, std::int64_t arrival) {
    const DemoOp &op = m_programs[std::size_t(rank)].ops[index];
    RankState &state = m_states[std::size_t(rank)];
    Gathering &gathering = m_gatherings[op.group];
    const std::int64_t ready = std::max({arrival, state.compute, state.awaited});
    DemoOpTimes &own = m_times[std::size_t(rank)][index];
    own.waitBegin = own.deviceBegin = ready;
    gathering.members.emplace_back(rank, index);
    gathering.latest = std::max(gathering.latest, ready);
    state.isBlocked = true;
    if (gathering.members.size() < op.group->ranks.size()) {
        return;
    }
    const std::int64_t end = gathering.latest + ringRounds(*op.group) * ringRoundTime(m_cluster, *op.group, op.bytes);
    for (const auto &[member, memberOp] : gathering.members) {
        DemoOpTimes &times = m_times[std::size_t(member)][memberOp];
        times.transferBegin = gathering.latest;
        times.deviceEnd = end;
        wake(member, end);
    }
    m_gatherings.erase(op.group);
}

void EventLoop::issue(int rank, std::size_t index) {
    const DemoOp &op = m_programs[std::size_t(rank)].ops[index];
    DemoOpTimes &times = m_times[std::size_t(rank)][index];
    RankState &state = m_states[std::size_t(rank)];
    times.hostBegin = times.hostEnd = state.host;
    switch (op.kind) {
        case DemoOpKind::HostWork:
            state.host += jittered(m_cluster.hostTime(rank, op.ns), op.noise);
            break;
        case DemoOpKind::Allocate:
        case DemoOpKind::Release:
            state.host += m_cluster.hostTime(rank, kHostMemoryNs);
            break;
        case DemoOpKind::RangeBegin:
        case DemoOpKind::RangeEnd:
            placeOnCompute(state, times, call(state, op, times, rank, kHostMarkNs), 0);
            return;
        case DemoOpKind::Kernel: {
            std::int64_t &slot = state.kernelEnds[state.kernels++ % kQueueDepth];
            state.host = std::max(state.host, slot);
            const std::int64_t usual = m_cluster.kernelTime(rank, op.kernel->durationNs);
            const std::int64_t duration = jittered(usual * op.ppm / 1'000'000, op.noise);
            state.compute += kStreamGapNs;
            placeOnCompute(state, times, call(state, op, times, rank, kHostCallNs), duration);
            slot = times.deviceEnd;
            return;
        }
        case DemoOpKind::Send:
        case DemoOpKind::Receive:
            post(rank, index, call(state, op, times, rank, kHostCallNs));
            return;
        case DemoOpKind::AllReduce:
            gather(rank, index, call(state, op, times, rank, kHostCallNs));
            return;
        case DemoOpKind::Synchronize:
            state.host = std::max({state.host, state.compute, state.awaited}) + kArrivalNs;
            break;
        case DemoOpKind::StepBegin:
        case DemoOpKind::StepEnd:
            break;
    }
    times.hostEnd = state.host;
}

void EventLoop::advance(int rank) {
    RankState &state = m_states[std::size_t(rank)];
    const std::size_t count = m_programs[std::size_t(rank)].ops.size();
    while (!state.isBlocked && state.next < count) {
        issue(rank, state.next++);
    }
}

Result<DemoTimes> EventLoop::play(const std::stop_token &stop) {
    while (!m_runnable.empty()) {
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        const int rank = m_runnable.front();
        m_runnable.pop_front();
        advance(rank);
    }
    for (std::size_t rank = 0; rank < m_programs.size(); ++rank) {
        if (m_states[rank].next < m_programs[rank].ops.size() || m_states[rank].isBlocked) {
            return fail(ErrorKind::Internal, "rank " + std::to_string(rank) + " of the demo waits forever");
        }
    }
    return std::move(m_times);
}

}  // namespace

Result<DemoTimes> playPrograms(const DemoCluster &cluster, const std::vector<RankProgram> &programs,
                               const std::stop_token &stop) {
    return EventLoop(cluster, programs).play(stop);
}

int ringRounds(const DemoGroup &group) { return 2 * (int(group.ranks.size()) - 1); }

std::int64_t ringShareTime(const DemoCluster &cluster, const DemoGroup &group, int rank, std::int64_t bytes) {
    const auto count = std::int64_t(group.ranks.size());
    const auto next = std::size_t((group.localRank(rank) + 1) % count);
    return cluster.transferTime(rank, group.ranks[next], (bytes + count - 1) / count);
}

std::int64_t ringRoundTime(const DemoCluster &cluster, const DemoGroup &group, std::int64_t bytes) {
    std::int64_t slowest = 0;
    for (const int rank : group.ranks) {
        slowest = std::max(slowest, ringShareTime(cluster, group, rank, bytes));
    }
    return slowest;
}

}  // namespace stagescope
