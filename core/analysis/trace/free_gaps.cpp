#include "core/analysis/trace/free_gaps.h"

#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/time_split.h"
#include "core/base/text.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <string>

namespace stagescope {

namespace {

constexpr auto kCauseTexts =
    std::to_array<std::string_view>({"host_launch", "synchronisation", "data_loading", "communication_wait",
                                     "pipeline_wait", "copy", "other", "unknown"});

/// What the name of a call on the host tells.
enum class HostTrait : std::uint8_t { NotSeen, None, Synchronises, LoadsData, Communicates };

HostTrait hostTrait(std::string_view name) {
    const auto lower = lowerCase(name);
    if (containsAny(lower, {"dataloader"})) {
        return HostTrait::LoadsData;
    }
    if (containsAny(lower, {"gloo:", "barrier"})) {
        return HostTrait::Communicates;
    }
    // Copies without "async" in their name return when the device is done.
    const bool isBlockingCopy = lower == "aclrtmemcpy" || lower == "cudamemcpy" || lower == "ascendcl@aclrtmemcpy";
    return isBlockingCopy || containsAny(lower, {"synchronize"}) ? HostTrait::Synchronises : HostTrait::None;
}

bool isHost(TrackKind kind) { return kind == TrackKind::HostThread; }

/// Ranges that decide about causes.
struct Surroundings {
    IntervalSet synchronising;  ///< calls of the host
    IntervalSet loading;
    IntervalSet communicating;
    IntervalSet copies;  ///< of the device
    IntervalSet waits;   ///< of the device: for other ranks, other streams
    bool hasHost = false;
};

class SurroundingsReader {
public:
    Surroundings read(const RankCapture &capture, const std::stop_token &stop) {
        for (const auto &source : capture.loaded) {
            for (const auto &trace : source.traces) {
                m_traits.assign(trace->strings().size(), HostTrait::NotSeen);
                for (const auto &track : trace->tracks()) {
                    addTrack(*trace, track, stop);
                }
            }
        }
        return {merged(std::move(m_synchronising)), merged(std::move(m_loading)), merged(std::move(m_communicating)),
                merged(std::move(m_copies)),        merged(std::move(m_waits)),   m_hasHost};
    }

private:
    void addTrack(const TraceStore &trace, const Track &track, const std::stop_token &stop) {
        const auto &slices = trace.slices(track.id);
        const bool isDevice = track.kind == TrackKind::DeviceStream || track.kind == TrackKind::CommPlane;
        for (std::uint32_t i = 0; i < slices.size() && (isDevice || isHost(track.kind)); ++i) {
            if (i % 4096 == 0 && stop.stop_requested()) {
                return;
            }
            if (auto *target = isDevice ? deviceTarget(slices.klass(i)) : hostTarget(trace, slices.name(i))) {
                target->push_back({ns(slices.begin(i)), ns(slices.end(i))});
            }
            m_hasHost |= !isDevice && slices.klass(i) != SliceClass::Step;
        }
    }
    std::vector<Interval> *deviceTarget(SliceClass klass) {
        return klass == SliceClass::Memcpy                                   ? &m_copies
               : klass == SliceClass::Event || klass == SliceClass::CommTask ? &m_waits
                                                                             : nullptr;
    }
    std::vector<Interval> *hostTarget(const TraceStore &trace, StringId name) {
        auto &trait = m_traits[name.value];
        trait = trait == HostTrait::NotSeen ? hostTrait(trace.text(name)) : trait;
        switch (trait) {
            case HostTrait::Synchronises:
                return &m_synchronising;
            case HostTrait::LoadsData:
                return &m_loading;
            case HostTrait::Communicates:
                return &m_communicating;
            default:
                return nullptr;
        }
    }

    std::vector<HostTrait> m_traits;  ///< by StringId
    std::vector<Interval> m_synchronising;
    std::vector<Interval> m_loading;
    std::vector<Interval> m_communicating;
    std::vector<Interval> m_copies;
    std::vector<Interval> m_waits;
    bool m_hasHost = false;
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
    if (!isInTime && fillsMost(around.loading)) {
        return FreeCause::DataLoading;
    }
    if (!isInTime && fillsMost(around.communicating)) {
        return FreeCause::CommunicationWait;
    }
    if (!isInTime && (covers(around.synchronising, begin) || fillsMost(around.synchronising))) {
        return FreeCause::Synchronisation;
    }
    if (!isInTime && gap.hostLate) {
        return FreeCause::HostLaunch;
    }
    return fillsMost(around.waits) ? FreeCause::CommunicationWait
           : gap.hostLate          ? FreeCause::Other
                                   : FreeCause::Unknown;
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
    explicit Neighbours(const std::vector<DispatchPath> &paths) : m_paths(paths) {}

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
        return m_paths[i].klass != SliceClass::Memcpy && m_paths[i].begin < m_paths[i].end;
    }
    const std::vector<DispatchPath> &m_paths;
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
    GapSearch(const IntervalSet &busy, const Surroundings &around, const std::vector<DispatchPath> &paths,
              std::vector<ToldGap> told)
        : m_busy(busy), m_around(around), m_neighbours(paths), m_cuts(std::move(told)) {}

    /// All of a step that touch what is asked about, which may be all of it.
    void addTo(StepGaps &step, const IntervalSet &own, const IntervalSet &asked) {
        for (const auto &idle : subtracted({{ns(step.range.begin), ns(step.range.end)}}, own)) {
            if (clipped(asked, idle.begin, idle.end).empty()) {
                continue;
            }
            FreeGap gap{{rankTime(idle.begin), rankTime(idle.end)}, uncut(m_busy, idle)};
            m_neighbours.find(gap);
            gap.cause = causeOf(m_around, gap);
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

RankGaps freeGaps(const RankCapture &capture, std::vector<ToldGap> told, const std::stop_token &stop) {
    RankGaps result;
    const auto intervals = busyIntervals(capture, stop);
    const auto busy = united(intervals.computing, intervals.communication);
    if (busy.empty()) {
        return result;
    }
    result.paths = dispatchPaths(capture, stop);
    const auto around = SurroundingsReader().read(capture, stop);
    const auto awaited = withoutSends(capture);
    const auto held = awaited ? united(intervals.computing, *awaited) : busy;
    GapSearch search(busy, around, result.paths, told);
    GapSearch behind(held, around, result.paths, std::move(told));
    for (const auto &split : timeSplits(capture, stop)) {
        if (!split.range || split.source != TimeSplit::Source::Intervals || stop.stop_requested()) {
            continue;
        }
        StepGaps step{split.step, *split.range, Nanos{0}, {}};
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
    return result;
}

std::optional<HostCall> hostCallIn(const RankCapture &capture, RankRange range) {
    HostCallSearch search(range);
    for (const auto &source : capture.loaded) {
        for (const auto &trace : source.traces) {
            for (const auto &track : trace->tracks()) {
                if (isHost(track.kind)) {
                    search.addTrack(source.source, *trace, track);
                }
            }
        }
    }
    return search.best();
}

}  // namespace stagescope
