#include "core/analysis/flame/trace_work.h"

#include "core/analysis/operators/kernel_calls.h"
#include "core/base/intervals.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace stagescope {

namespace {

/// Gives each moment to the first of those that hold it; asked by begin.
class FirstHolder {
public:
    Interval take(const DispatchPath &path, const Interval &range) {
        const Interval own{std::max({path.begin, range.begin, m_until}), std::min(path.end, range.end)};
        m_until = std::max(m_until, own.end);
        return own.begin < own.end ? own : Interval{};
    }

private:
    std::int64_t m_until = std::numeric_limits<std::int64_t>::min();
};

IntervalSet unionOf(const std::vector<DeviceWork *> &works, SliceClass klass) {
    std::vector<Interval> intervals;
    for (const auto *work : works) {
        if (work->path.klass == klass) {
            intervals.push_back({work->path.begin, work->path.end});
        }
    }
    return merged(std::move(intervals));
}

void addDuration(DeviceWork &work) {
    const Nanos duration{work.path.end - work.path.begin};
    work.time.kernels = 1;
    (work.path.klass == SliceClass::Computing       ? work.time.computing
     : work.path.klass == SliceClass::Communication ? work.time.communication
                                                    : work.time.copies) = duration;
}

/// `works` by begin.
void shareTime(const std::vector<DeviceWork *> &works, const Interval &range) {
    const auto exposed = subtracted(unionOf(works, SliceClass::Communication), unionOf(works, SliceClass::Computing));
    FirstHolder computing;
    FirstHolder communication;
    for (auto *work : works) {
        if (work->path.begin >= range.begin && work->path.begin < range.end) {
            addDuration(*work);
        }
        if (work->path.klass == SliceClass::Computing) {
            const auto own = computing.take(work->path, range);
            work->time.filled = Nanos{own.end - own.begin};
        } else if (work->path.klass == SliceClass::Communication) {
            const auto own = communication.take(work->path, range);
            work->time.exposed = Nanos{totalLength(clipped(exposed, own.begin, own.end))};
        }
    }
}

void addFlop(const KernelCall &call, const CallKind &kind, DeviceTime &time) {
    time.flop = kind.isMatrix() && call.hasFlop() ? call.flop : 0;
    const bool isHalf = kind.number() == NumberType::Fp16 || kind.number() == NumberType::Bf16;
    time.halfFlop = isHalf ? time.flop : 0;
    time.unjudged = isJudged(kind, call) ? Nanos{0} : Nanos{call.duration};
}

}  // namespace

DeviceTime &DeviceTime::operator+=(const DeviceTime &other) {
    kernels += other.kernels;
    computing += other.computing;
    filled += other.filled;
    communication += other.communication;
    exposed += other.exposed;
    copies += other.copies;
    flop += other.flop;
    halfFlop += other.halfFlop;
    unjudged += other.unjudged;
    return *this;
}

std::vector<TraceWork> traceWork(const RankCapture &capture, const std::optional<RankRange> &range,
                                 const std::stop_token &stop) {
    std::vector<TraceWork> traces;
    for (const auto &[source, trace] : capture.traces()) {
        auto &of = traces.emplace_back(TraceWork{source, trace.get(), {}});
        for (const auto &path : dispatchPaths(*trace, source, stop)) {
            of.works.push_back({path, {}});
        }
    }
    std::vector<DeviceWork *> works;
    for (auto &trace : traces) {
        for (auto &work : trace.works) {
            works.push_back(&work);
        }
    }
    std::stable_sort(works.begin(), works.end(),
                     [](const DeviceWork *a, const DeviceWork *b) { return a->path.begin < b->path.begin; });
    const Interval all{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
    shareTime(works, range ? Interval{ns(range->begin), ns(range->end)} : all);
    for (auto &trace : traces) {
        std::erase_if(trace.works, [](const DeviceWork &work) {
            return work.time.kernels == 0 && work.time.filled == Nanos{0} && work.time.exposed == Nanos{0};
        });
    }
    return traces;
}

void addFlop(const RankCapture &capture, std::vector<TraceWork> &traces, const std::stop_token &stop) {
    constexpr std::int64_t kRounding = 1000;  // of files of kernels
    const auto found = kernelCalls(capture, stop);
    std::vector<bool> isTaken(found.calls.size());
    for (auto &trace : traces) {
        for (auto &work : trace.works) {
            if (work.path.klass != SliceClass::Computing || work.time.kernels == 0) {
                continue;
            }
            const auto away = [&](std::size_t i) { return std::abs(found.calls[i].begin - work.path.begin); };
            const auto first =
                std::lower_bound(found.calls.begin(), found.calls.end(), work.path.begin - kRounding,
                                 [](const KernelCall &call, std::int64_t begin) { return call.begin < begin; });
            auto best = found.calls.size();
            for (auto i = static_cast<std::size_t>(first - found.calls.begin());
                 i < found.calls.size() && found.calls[i].begin <= work.path.begin + kRounding; ++i) {
                best = !isTaken[i] && (best == found.calls.size() || away(i) < away(best)) ? i : best;
            }
            if (best == found.calls.size()) {
                continue;
            }
            isTaken[best] = true;
            const auto &call = found.calls[best];
            addFlop(call, found.kinds[call.kind], work.time);
        }
    }
}

}  // namespace stagescope
