#include "core/analysis/trace/group_waits.h"

#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/source_format.h"
#include "core/store/tables/comm_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>

namespace stagescope {

namespace {

constexpr std::string_view kWait = "Notify_Wait";
constexpr std::string_view kSend = "RDMASend";

/// Tasks of a plane one after the other: which waits are for notifies of RDMA's own sends.
class RdmaWaits {
public:
    /// True for a wait after two sends, or after two sends, a wait and a send.
    bool isOwn(std::string_view name) {
        const bool isWait = name == kWait;
        const bool afterTwo = isWait && m_last.ends_with("ss");
        const bool afterMore = isWait && m_last.ends_with("ssws");
        m_last += isWait ? 'w' : name == kSend ? 's' : '.';
        m_last.erase(0, m_last.size() > 4 ? m_last.size() - 4 : 0);
        return afterTwo || afterMore;
    }

private:
    std::string m_last;
};

struct PlaneWait {
    Nanos wait{0};
    bool hasWaits = false;
};

PlaneWait waitOf(const TraceStore &trace, const Track &plane, const IntervalSet &computing,
                 const std::optional<RankRange> &range) {
    const auto &slices = trace.slices(plane.id);
    std::vector<Interval> waits;
    RdmaWaits rdma;
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        const auto name = trace.text(slices.name(i));
        if (!rdma.isOwn(name) && name == kWait) {
            waits.push_back({ns(slices.begin(i)), ns(slices.end(i))});
        }
    }
    const bool hasWaits = !waits.empty();
    return {lengthIn(subtracted(merged(std::move(waits)), computing), range), hasWaits};
}

/// Groups of one trace; planes follow their group in the order of display.
class LaneGroups {
public:
    LaneGroups(const TraceStore &trace, const IntervalSet &computing, const std::optional<RankRange> &range,
               bool idlePlanesCount)
        : m_trace(trace), m_computing(computing), m_range(range), m_idlePlanesCount(idlePlanesCount) {}

    void add(const Track &track) {
        if (track.kind == TrackKind::CommGroup) {
            addGroup(track);
        } else if (track.kind == TrackKind::CommPlane && !m_groups.empty()) {
            const auto plane = waitOf(m_trace, track, m_computing, m_range);
            auto &least = m_least.back();
            if (plane.hasWaits || m_idlePlanesCount) {
                least = least ? std::min(*least, plane.wait) : plane.wait;
            }
        }
    }
    void moveTo(std::vector<GroupWait> &result) {
        for (std::size_t i = 0; i < m_groups.size(); ++i) {
            m_groups[i].wait = std::min(m_least[i].value_or(Nanos{0}), m_groups[i].notOverlapped);
            result.push_back(std::move(m_groups[i]));
        }
    }

private:
    void addGroup(const Track &track) {
        const auto &slices = m_trace.slices(track.id);
        std::vector<Interval> intervals;
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            intervals.push_back({ns(slices.begin(i)), ns(slices.end(i))});
        }
        const auto label = m_trace.text(track.label);
        m_groups.push_back({std::string(label.empty() ? m_trace.text(track.name) : label),
                            lengthIn(subtracted(merged(std::move(intervals)), m_computing), m_range),
                            {}});
        m_least.emplace_back();
    }

    const TraceStore &m_trace;
    const IntervalSet &m_computing;
    const std::optional<RankRange> &m_range;
    bool m_idlePlanesCount;
    std::vector<GroupWait> m_groups;
    std::vector<std::optional<Nanos>> m_least;  ///< by group
};

std::vector<GroupWait> groupsOfTable(const RankCapture &capture, const IntervalSet &computing,
                                     const std::optional<RankRange> &range) {
    std::map<std::string, std::vector<Interval>, std::less<>> groups;
    for (const auto &op : recordsOf<CommOpRecord>(capture)) {
        groups[std::string(op.group)].push_back({op.begin, op.end});
    }
    std::vector<GroupWait> result;
    for (auto &[name, intervals] : groups) {
        result.push_back({name.empty() ? "Communication" : name,
                          lengthIn(subtracted(merged(std::move(intervals)), computing), range),
                          {}});
    }
    return result;
}

}  // namespace

std::vector<GroupWait> groupWaits(const RankCapture &capture, const IntervalSet &computing,
                                  const std::optional<RankRange> &range, const std::stop_token &stop) {
    std::vector<GroupWait> result;
    for (const auto &[source, trace] : capture.traces()) {
        LaneGroups groups(*trace, computing, range, !isDatabaseSource(capture, source));
        for (const auto &track : trace->tracks()) {
            if (stop.stop_requested()) {
                return result;
            }
            groups.add(track);
        }
        groups.moveTo(result);
    }
    return result.empty() ? groupsOfTable(capture, computing, range) : result;
}

}  // namespace stagescope
