#include "core/analysis/trace/slice_list.h"

#include "core/analysis/tables/table_columns.h"
#include "core/analysis/trace/slice_facts.h"
#include "core/base/text.h"
#include "core/store/trace/interruptible_sort.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace stagescope {

namespace {

using Order = SliceListQuery::Order;
constexpr std::uint64_t kRowsPerCheck = 1U << 14;

/// Which strings of a trace a query wants.
std::vector<bool> wantedNames(const TraceStore &trace, const SliceListQuery &query) {
    std::vector<bool> wanted(trace.strings().size());
    for (std::uint32_t i = 0; i < wanted.size(); ++i) {
        const auto name = trace.text(StringId{i});
        wanted[i] = (!query.name || name == *query.name) && containsIgnoringCase(name, query.part);
    }
    return wanted;
}

std::string_view processOf(const LaneSlices &lane) {
    const auto parent = lane.track().parent;
    return parent.isValid() ? lane.trace->text(lane.trace->track(parent).name) : std::string_view{};
}

/// Places in the order of the alphabet of all names of the traces, by trace and name.
class NameRanks {
public:
    explicit NameRanks(const std::vector<LaneSlices> &lanes) {
        std::map<std::string_view, std::int64_t> places;
        for (const auto &lane : lanes) {
            const auto &strings = lane.trace->strings();
            if (auto &own = m_ranks[lane.trace.get()]; own.empty()) {
                own.resize(strings.size());
                for (std::uint32_t i = 0; i < own.size(); ++i) {
                    places.emplace(lane.trace->text(StringId{i}), 0);
                }
            }
        }
        std::int64_t next = 0;
        for (auto &[name, place] : places) {
            place = next++;
        }
        for (auto &[trace, own] : m_ranks) {
            for (std::uint32_t i = 0; i < own.size(); ++i) {
                own[i] = places.at(trace->text(StringId{i}));
            }
        }
    }
    [[nodiscard]] std::int64_t of(const TraceStore &trace, StringId name) const {
        return m_ranks.at(&trace)[name.value];
    }

private:
    std::map<const TraceStore *, std::vector<std::int64_t>> m_ranks;
};

}  // namespace

SliceList::SliceList(const Workspace &workspace, const SliceListQuery &query, const std::stop_token &stop)
    : m_lanes(loadedLanes(workspace, query.range, query.lanes)) {
    addRuns();
    const bool isFiltered = filter(query, stop);
    const bool isInOrder = query.order == Order::Start && !query.isDescending && m_runs.size() <= 1;
    m_size = isFiltered ? m_order.size() : m_positions;
    m_isSorted = isInOrder || m_size <= kMostSorted;
    if (!isInOrder && m_isSorted && !stop.stop_requested()) {
        sort(query, stop);
    }
}

void SliceList::addRuns() {
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
        const auto &own = m_lanes[lane];
        for (auto depth = own.lane.firstDepth; depth < own.endDepth(); ++depth) {
            auto run = sliceRun(own.slices(), depth, own.range);
            run.end =
                run.first + static_cast<std::uint32_t>(std::min<std::uint64_t>(run.size(), kMostRows - m_positions));
            if (run.size() > 0) {
                m_runs.push_back({lane, run, m_positions});
                m_positions += run.size();
            }
        }
    }
}

/// Leaves the wanted positions in m_order; false when all are wanted.
bool SliceList::filter(const SliceListQuery &query, const std::stop_token &stop) {
    if (!query.name && query.part.empty()) {
        return false;
    }
    std::map<const TraceStore *, std::vector<bool>> wanted;
    for (const auto &run : m_runs) {
        const auto &lane = m_lanes[run.lane];
        const auto &slices = lane.slices();
        auto &names = wanted[lane.trace.get()];
        if (names.empty()) {
            names = wantedNames(*lane.trace, query);
        }
        for (auto i = run.slices.first; i < run.slices.end; ++i) {
            if (i % kRowsPerCheck == 0 && stop.stop_requested()) {
                return true;
            }
            if (names[slices.name(i).value]) {
                m_order.push_back(static_cast<std::uint32_t>(run.firstRow + i - run.slices.first));
            }
        }
    }
    return true;
}

void SliceList::sort(const SliceListQuery &query, const std::stop_token &stop) {
    struct Keyed {
        std::int64_t key;
        std::uint32_t position;
    };
    const auto ranks = query.order == Order::Name ? std::optional<NameRanks>(m_lanes) : std::nullopt;
    const auto keyOf = [&](const Place &place) -> std::int64_t {
        const auto &slices = place.lane->slices();
        const auto i = place.slice.value;
        switch (query.order) {
            case Order::Start:
                return ns(slices.begin(i)) + place.lane->lane.offset.count();
            case Order::Duration:
                return (slices.end(i) - slices.begin(i)).count();
            case Order::Self:
                return selfTime(slices, slices.at(place.slice)).count();
            case Order::Name:
                return ranks->of(*place.lane->trace, slices.name(i));
            case Order::Track:
                return place.lane - m_lanes.data();
            case Order::Depth:
                return slices.depthOf(i);
        }
        return 0;
    };
    std::vector<Keyed> keyed(m_size);
    for (std::uint64_t row = 0; row < m_size; ++row) {
        if (row % kRowsPerCheck == 0 && stop.stop_requested()) {
            return;
        }
        const auto position = m_order.empty() ? static_cast<std::uint32_t>(row) : m_order[row];
        keyed[row] = {keyOf(placeOf(position)), position};
    }
    const auto less = [&](const Keyed &a, const Keyed &b) {
        return a.key != b.key ? (query.isDescending ? b.key < a.key : a.key < b.key) : a.position < b.position;
    };
    if (!interruptibleSort(keyed.begin(), keyed.end(), less, stop)) {
        return;
    }
    m_order.resize(m_size);
    std::transform(keyed.begin(), keyed.end(), m_order.begin(), [](const Keyed &k) { return k.position; });
}

SliceList::Place SliceList::placeOf(std::uint64_t position) const {
    const auto after = std::upper_bound(m_runs.begin(), m_runs.end(), position,
                                        [](std::uint64_t p, const Stretch &run) { return p < run.firstRow; });
    const auto &run = *std::prev(after);
    return {&m_lanes[run.lane], SliceId{run.slices.first + static_cast<std::uint32_t>(position - run.firstRow)}};
}

ListedSlice SliceList::at(std::uint64_t row) const {
    const auto [lane, id] = placeOf(m_order.empty() ? row : m_order[row]);
    const auto &slices = lane->slices();
    ListedSlice listed;
    listed.ref = {lane->lane.run, lane->lane.source, lane->lane.track, id};
    listed.rank = lane->rank;
    listed.slice = slices.at(id);
    const auto offset = lane->lane.offset.count();
    listed.range = {alignedTime(ns(listed.slice.begin) + offset), alignedTime(ns(listed.slice.end) + offset)};
    listed.self = selfTime(slices, listed.slice);
    listed.name = lane->trace->text(listed.slice.name);
    listed.process = processOf(*lane);
    listed.track = lane->trace->text(lane->track().name);
    return listed;
}

ResultTable SliceList::table(std::uint64_t first, std::uint64_t end) const {
    const ColumnList<ListedSlice> columns{
        column("rank", "Global rank; empty when unknown.", &ListedSlice::rank, ifKnown),
        column("process", "Process or device that the track belongs to.", &ListedSlice::process),
        column("track", "Track: a thread, a stream, a group.", &ListedSlice::track),
        column("name", "Name of the slice.", &ListedSlice::name),
        column("start_ns", "ns", "Start on the common clock of the run.", &ListedSlice::range, &AlignedRange::begin),
        column("start_raw_ns", "ns", "Start as in the file.", &ListedSlice::slice, &Slice::begin),
        column("duration_us", "us", "Whole duration.", &ListedSlice::slice, &Slice::duration),
        column("self_us", "us", "duration_us less the time that slices one depth below take of it.",
               &ListedSlice::self),
        column("depth", "Row of the track, 0 on top.", &ListedSlice::slice, &Slice::depth),
        column("evidence", "The slice, for --select.", &ListedSlice::ref),
    };
    auto table = emptyTable("slices", columns);
    TableRows<ListedSlice> out(columns, table);
    for (auto row = first; row < std::min(end, m_size); ++row) {
        out.add(at(row));
    }
    return table;
}

}  // namespace stagescope
