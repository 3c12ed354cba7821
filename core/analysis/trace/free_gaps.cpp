#include "core/analysis/trace/free_gaps.h"

#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/launched_work.h"
#include "core/analysis/run/rank_devices.h"
#include "core/analysis/run/time_split.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <iterator>

namespace stagescope {

namespace {

constexpr auto kCauseTexts =
    std::to_array<std::string_view>({"host_launch", "synchronisation", "data_loading", "step_edge",
                                     "communication_wait", "pipeline_wait", "copy", "other", "unknown"});

bool isHost(TrackKind kind) { return kind == TrackKind::HostThread; }

/// Ranges that decide about causes.
struct Surroundings {
    const HostActivities &host;
    IntervalSet copies;  ///< of the device
    IntervalSet waits;   ///< of the device: for other ranks, other streams

    Surroundings(const HostActivities &of, const RankCapture &capture, const std::stop_token &stop) : host(of) {
        std::vector<Interval> copied;
        std::vector<Interval> waited;
        for (const auto &[source, trace, track] : capture.tracks()) {
            if (track.kind == TrackKind::DeviceStream || track.kind == TrackKind::CommPlane) {
                addTrack(trace->slices(track.id), copied, waited, stop);
            }
        }
        copies = merged(std::move(copied));
        waits = merged(std::move(waited));
    }

private:
    static void addTrack(const SliceTable &slices, std::vector<Interval> &copied, std::vector<Interval> &waited,
                         const std::stop_token &stop) {
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            if (i % 4096 == 0 && stop.stop_requested()) {
                return;
            }
            const auto klass = slices.klass(i);
            auto *target = klass == SliceClass::Memcpy                                   ? &copied
                           : klass == SliceClass::Event || klass == SliceClass::CommTask ? &waited
                                                                                         : nullptr;
            if (target != nullptr) {
                target->push_back({ns(slices.begin(i)), ns(slices.end(i))});
            }
        }
    }
};

/// Whether a set covers the point or touches it from the left.
bool covers(const IntervalSet &set, std::int64_t t) {
    const auto it =
        std::lower_bound(set.begin(), set.end(), t, [](const Interval &i, std::int64_t at) { return i.end < at; });
    return it != set.end() && it->begin <= t;
}

FreeCause causeOf(const Surroundings &around, const FreeGap &gap) {
    const auto begin = ns(gap.whole.begin);
    const auto end = ns(gap.whole.end);
    const auto fillsMost = [&](const IntervalSet &set) {
        return 2 * totalLength(clipped(set, begin, end)) >= end - begin;
    };
    if (fillsMost(around.copies)) {
        return FreeCause::Copy;
    }
    const bool isInTime = gap.hostLate && 2 * gap.hostLate->count() < end - begin;
    if (!isInTime && fillsMost(around.host.of(HostActivity::LoadingData))) {
        return FreeCause::DataLoading;
    }
    if (!isInTime && fillsMost(around.host.of(HostActivity::Communicating))) {
        return FreeCause::CommunicationWait;
    }
    const auto &synchronising = around.host.of(HostActivity::Synchronising);
    if (!isInTime && (covers(synchronising, begin) || fillsMost(synchronising))) {
        return FreeCause::Synchronisation;
    }
    if (!isInTime && gap.hostLate) {
        return FreeCause::HostLaunch;
    }
    return fillsMost(around.waits) ? FreeCause::CommunicationWait
           : gap.hostLate          ? FreeCause::Other
                                   : FreeCause::Unknown;
}

/// Where steps meet: not what the job lost there by waiting for the device, as its loop must somewhere.
FreeCause causeAtEdge(const Surroundings &around, const FreeGap &gap, RankRange step, FreeCause cause) {
    const bool isAtEdge = gap.range.begin == step.begin || gap.range.end == step.end;
    const auto begin = ns(gap.whole.begin);
    const bool isOfLoop =
        cause == FreeCause::Synchronisation &&
        (covers(around.host.deviceSync, begin) || !clipped(around.host.deviceSync, begin, ns(gap.whole.end)).empty());
    const bool isFirst =
        gap.before == FreeGap::kNone && (cause == FreeCause::HostLaunch || cause == FreeCause::Unknown);
    if (!isAtEdge || !(isOfLoop || isFirst)) {
        return cause;
    }
    const bool isLong =
        static_cast<double>(gap.range.duration().count()) > kStepEdge * static_cast<double>(step.duration().count());
    return !isLong ? FreeCause::StepEdge : gap.hostLate ? FreeCause::HostLaunch : cause;
}

/// What a gap is called where a pipeline tells of it.
FreeCause toldCause(FreeCause told, FreeCause own) {
    switch (told) {
        case FreeCause::HostLaunch:
            return isHostCause(own) ? own : FreeCause::HostLaunch;
        case FreeCause::Other:
            return isHostCause(own) ? FreeCause::Other : own;
        default:
            return told;
    }
}

/// Cuts the gaps of steps by what a pipeline tells; gaps must come in order.
class ToldCuts {
public:
    explicit ToldCuts(std::vector<ToldGap> told) : m_told(std::move(told)) {
        std::sort(m_told.begin(), m_told.end(),
                  [](const ToldGap &a, const ToldGap &b) { return a.range.begin < b.range.begin; });
    }

    void add(const FreeGap &gap, StepGaps &step) {
        auto rest = gap;
        rest.hidden = gap.cause;
        while (m_next < m_told.size() && m_told[m_next].range.end <= gap.range.begin) {
            ++m_next;
        }
        for (auto i = m_next; i < m_told.size() && beginOf(m_told[i], step) < gap.range.end; ++i) {
            const auto from = std::clamp(beginOf(m_told[i], step), rest.range.begin, gap.range.end);
            const auto to = std::clamp(m_told[i].range.end, from, gap.range.end);
            push(rest, {rest.range.begin, from}, gap.cause, step);
            push(rest, {from, to}, toldCause(m_told[i].cause, gap.cause), step);
            rest.range.begin = to;
        }
        push(rest, rest.range, gap.cause, step);
    }

private:
    static RankTime beginOf(const ToldGap &told, const StepGaps &step) {
        return told.fillsHead && step.range.contains(told.range.begin) ? step.range.begin : told.range.begin;
    }
    static void push(FreeGap piece, RankRange range, FreeCause cause, StepGaps &step) {
        if (range.begin < range.end) {
            piece.range = range;
            piece.cause = cause;
            step.gaps.push_back(piece);
        }
    }

    std::vector<ToldGap> m_told;
    std::size_t m_next = 0;
};

/// Walks along the work of the device; gaps must come in order. What lies within one, as sends do, is passed over.
class Neighbours {
public:
    /// Of the streams of a device where there is one.
    Neighbours(const std::vector<DispatchPath> &paths, const StreamDevices &streams, std::optional<std::int64_t> device)
        : m_paths(paths), m_streams(streams), m_device(device) {}

    void find(FreeGap &gap) {
        for (; m_next < m_paths.size() && m_paths[m_next].begin < ns(gap.whole.begin); ++m_next) {
            if (isWork(m_next) && (m_last == FreeGap::kNone || m_paths[m_next].end >= m_paths[m_last].end)) {
                m_last = m_next;
            }
        }
        gap.before = m_last;
        for (auto i = m_next; i < m_paths.size() && m_paths[i].begin <= ns(gap.whole.end); ++i) {
            const bool isWithin = m_paths[i].klass == SliceClass::Communication && m_paths[i].begin < ns(gap.whole.end);
            if (isWork(i) && !isWithin) {
                gap.after = i;
                break;
            }
        }
        if (gap.after != FreeGap::kNone && m_paths[gap.after].launchEnd != DispatchPath::kUnknown) {
            const auto late = m_paths[gap.after].launchEnd - ns(gap.whole.begin);
            gap.hostLate = Nanos{std::clamp<std::int64_t>(late, 0, gap.whole.duration().count())};
        }
    }

private:
    [[nodiscard]] bool isWork(std::size_t i) const {
        return m_paths[i].klass != SliceClass::Memcpy && m_paths[i].begin < m_paths[i].end && isOwn(i);
    }
    [[nodiscard]] bool isOwn(std::size_t i) const {
        const auto stream = m_device ? m_streams.find({m_paths[i].source, m_paths[i].track}) : m_streams.end();
        return !m_device || (stream != m_streams.end() && stream->second == *m_device);
    }
    const std::vector<DispatchPath> &m_paths;
    const StreamDevices &m_streams;
    std::optional<std::int64_t> m_device;
    std::size_t m_next = 0;
    std::size_t m_last = FreeGap::kNone;
};

/// Communication that work may wait for: all but what a rank sends to another. Nothing where it sends nothing.
std::optional<IntervalSet> withoutSends(const RankCapture &capture) {
    std::vector<Interval> awaited;
    bool hasSends = false;
    for (const auto &op : recordsOf<CommOpRecord>(capture)) {
        hasSends |= op.p2p == "send";
        if (op.p2p != "send" && op.begin < op.end) {
            awaited.push_back({op.begin, op.end});
        }
    }
    return hasSends ? std::optional(merged(std::move(awaited))) : std::nullopt;
}

/// From the end of the work before to the begin of the work after.
RankRange uncut(const IntervalSet &busy, const Interval &gap) {
    const auto after = std::lower_bound(busy.begin(), busy.end(), gap.end,
                                        [](const Interval &i, std::int64_t t) { return i.begin < t; });
    RankRange whole{rankTime(gap.begin), rankTime(gap.end)};
    if (after != busy.end()) {
        whole.end = rankTime(after->begin);
    }
    if (after != busy.begin()) {
        whole.begin = rankTime(std::prev(after)->end);
    }
    return whole;
}

/// Finds the gaps that one kind of work leaves, step by step.
class GapSearch {
public:
    GapSearch(const IntervalSet &busy, const Surroundings &around, Neighbours neighbours, std::vector<ToldGap> told)
        : m_busy(busy), m_around(around), m_neighbours(neighbours), m_cuts(std::move(told)) {}

    /// All of a step that touch what is asked about, which may be all of it.
    void addTo(StepGaps &step, const IntervalSet &own, const IntervalSet &asked) {
        for (const auto &idle : subtracted({{ns(step.range.begin), ns(step.range.end)}}, own)) {
            if (clipped(asked, idle.begin, idle.end).empty()) {
                continue;
            }
            FreeGap gap{{rankTime(idle.begin), rankTime(idle.end)}, uncut(m_busy, idle)};
            m_neighbours.find(gap);
            gap.cause = causeAtEdge(m_around, gap, step.range, causeOf(m_around, gap));
            m_cuts.add(gap, step);
        }
    }

private:
    const IntervalSet &m_busy;
    const Surroundings &m_around;
    Neighbours m_neighbours;
    ToldCuts m_cuts;
};

/// What of them lies where only sends fill the time.
void addBehindSends(StepGaps &step, GapSearch &search, const IntervalSet &busy, const IntervalSet &held) {
    const auto sends = subtracted(busy, held);
    StepGaps all{step.step, step.range, Nanos{0}, {}};
    search.addTo(all, held, sends);
    for (const auto &gap : all.gaps) {
        for (const auto &part : clipped(sends, ns(gap.range.begin), ns(gap.range.end))) {
            auto piece = gap;
            piece.range = {rankTime(part.begin), rankTime(part.end)};
            step.behindSends.push_back(piece);
        }
    }
}

/// Whose gaps are looked for.
struct GapQuestion {
    const RankCapture &capture;
    const BusyIntervals &intervals;
    const Surroundings &around;
    const StreamDevices &streams;
    std::optional<std::int64_t> device;  ///< nothing: of all
    std::vector<TimeSplit> splits;
};

void addGaps(const GapQuestion &of, const std::vector<ToldGap> &told, const std::stop_token &stop, RankGaps &result) {
    const auto busy = united(of.intervals.computing, of.intervals.communication);
    const auto awaited = of.device ? std::nullopt : withoutSends(of.capture);
    const auto held = awaited ? united(of.intervals.computing, *awaited) : busy;
    const Neighbours neighbours(result.paths, of.streams, of.device);
    GapSearch search(busy, of.around, neighbours, told);
    GapSearch behind(held, of.around, neighbours, told);
    for (const auto &split : of.splits) {
        if (!split.range || split.source != TimeSplit::Source::Intervals || stop.stop_requested()) {
            continue;
        }
        StepGaps step{split.step, *split.range, Nanos{0}, {}};
        step.device = of.device;
        const auto begin = ns(step.range.begin);
        const auto end = ns(step.range.end);
        const auto own = clipped(busy, begin, end);
        step.busy = Nanos{totalLength(own)};
        search.addTo(step, own, {{begin, end}});
        if (awaited) {
            addBehindSends(step, behind, own, clipped(held, begin, end));
        }
        result.steps.push_back(std::move(step));
    }
}

class HostCallSearch {
public:
    explicit HostCallSearch(RankRange range) : m_range(range) {}

    void addTrack(SourceId source, const TraceStore &trace, const Track &track) {
        const auto &slices = trace.slices(track.id);
        for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
            const auto last = slices.depthBegin(depth + 1);
            for (auto i = slices.firstEndingAfter(depth, m_range.begin); i < last && slices.begin(i) < m_range.end;
                 ++i) {
                const bool isCall = slices.klass(i) != SliceClass::Step && slices.klass(i) != SliceClass::Mstx;
                if (isCall && isBetter(slices.begin(i), slices.end(i))) {
                    m_best = HostCall{source, track.id, SliceId{i}, trace.text(slices.name(i))};
                }
            }
        }
    }
    [[nodiscard]] std::optional<HostCall> best() const { return m_best; }

private:
    bool isBetter(RankTime begin, RankTime end) {
        const auto fill = std::min(end, m_range.end) - std::max(begin, m_range.begin);
        const bool areBothMost = 2 * fill >= m_range.duration() && 2 * m_fill >= m_range.duration();
        if (areBothMost ? end - begin >= m_length : fill <= m_fill) {
            return false;
        }
        m_fill = fill;
        m_length = end - begin;
        return true;
    }

    RankRange m_range;
    std::optional<HostCall> m_best;
    Nanos m_fill{0};
    Nanos m_length{0};
};

/// The innermost function of a thread that lasts nearly as long as a range.
std::optional<SliceId> pythonAround(const SliceTable &slices, RankRange range) {
    constexpr double kNearlyAll = 0.9;
    std::optional<SliceId> innermost;
    for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
        const auto found = slices.find(depth, range.begin + range.duration() / 2);
        if (!found || slices.klass(found->value) != SliceClass::Python) {
            continue;
        }
        const auto covered =
            std::min(slices.end(found->value), range.end) - std::max(slices.begin(found->value), range.begin);
        innermost = millis(covered) >= kNearlyAll * millis(range.duration()) ? found : innermost;
    }
    return innermost;
}

}  // namespace

std::string_view freeCauseText(FreeCause cause) { return kCauseTexts.at(static_cast<std::size_t>(cause)); }

std::array<Nanos, kFreeCauses> StepGaps::byCause() const {
    std::array<Nanos, kFreeCauses> sums{};
    for (const auto &gap : gaps) {
        sums.at(static_cast<std::size_t>(gap.cause)) += gap.range.duration();
    }
    return sums;
}

bool isHostCause(FreeCause cause) { return cause <= FreeCause::DataLoading; }

RankGaps freeGaps(const RankCapture &capture, const std::stop_token &stop) { return freeGaps(capture, {}, stop); }

RankGaps freeGaps(const RankCapture &capture, const std::vector<ToldGap> &told, const std::stop_token &stop) {
    RankGaps result;
    const auto intervals = busyIntervals(capture, stop);
    if (intervals.computing.empty() && intervals.communication.empty()) {
        return result;
    }
    result.paths = dispatchPaths(capture, stop);
    result.host = hostActivities(capture, stop);
    const Surroundings around(result.host, capture, stop);
    addGaps({capture, intervals, around, StreamDevices{}, {}, timeSplits(capture, stop)}, told, stop, result);
    return result;
}

RankGaps freeGapsByDevice(const RankCapture &capture, const std::vector<ToldGap> &told, const std::stop_token &stop) {
    const auto devices = devicesOf(capture);
    if (devices.empty()) {
        return freeGaps(capture, told, stop);
    }
    RankGaps result;
    result.paths = dispatchPaths(capture, stop);
    result.host = hostActivities(capture, stop);
    const Surroundings around(result.host, capture, stop);
    const auto streams = streamDevices(capture, result.paths, stop);
    const auto all = timeSplitsByDevice(capture, stop);
    for (const auto device : devices) {
        BusyIntervals busy;
        if (auto work = launchedWork(capture, stop, device)) {
            busy = {std::move(work->computing), std::move(work->communication), BusyIntervals::Source::Table};
        }
        std::vector<TimeSplit> splits;
        std::copy_if(all.begin(), all.end(), std::back_inserter(splits),
                     [&](const TimeSplit &split) { return split.device == device; });
        addGaps({capture, busy, around, streams, device, std::move(splits)}, told, stop, result);
    }
    return result;
}

std::optional<HostCall> hostCallIn(const RankCapture &capture, RankRange range) {
    HostCallSearch search(range);
    for (const auto &[source, trace, track] : capture.tracks()) {
        if (isHost(track.kind)) {
            search.addTrack(source, *trace, track);
        }
    }
    return search.best();
}

std::optional<HostCall> codeAround(const RankCapture &capture, RankRange range) {
    std::optional<HostCall> best;
    Nanos shortest = Nanos::max();
    for (const auto &[source, trace, track] : capture.tracks()) {
        const auto &slices = trace->slices(track.id);
        const auto found = isHost(track.kind) ? pythonAround(slices, range) : std::nullopt;
        if (found && slices.end(found->value) - slices.begin(found->value) < shortest) {
            shortest = slices.end(found->value) - slices.begin(found->value);
            best = HostCall{source, track.id, *found, trace->text(slices.name(found->value))};
        }
    }
    return best;
}

}  // namespace stagescope
