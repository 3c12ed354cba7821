#include "core/store/trace/trace_merger.h"

#include "core/base/extra_threads.h"
#include "core/base/natural_order.h"
#include "core/store/trace/flow_matching.h"
#include "core/store/trace/interruptible_sort.h"
#include "core/store/trace/plausible_times.h"
#include "core/store/trace/range_pairs.h"
#include "core/store/trace/slice_table_builder.h"
#include "core/store/trace/store_bounds.h"
#include "core/store/trace/stream_check.h"
#include "core/store/trace/summary_lanes.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

/// Times beyond +-146 years from the origin are clamped, so that no difference of two times can overflow.
std::int64_t clampTime(std::int64_t t) { return std::clamp(t, -kTimeLimit, kTimeLimit - 1); }

}  // namespace

/// One merge: the state that its steps share. Not reused.
class TraceMerger {
public:
    TraceMerger(std::vector<TraceBuilder> builders, const MergeOptions &options)
        : m_builders(std::move(builders)), m_options(options), m_store(std::make_shared<TraceStore>()) {}

    Result<std::shared_ptr<const TraceStore>> run() {
        unifyStrings();
        collectTracks();
        orderTracks();
        m_times = PlausibleTimes(sampledBegins());
        m_origin = m_times.middle() < m_options.origin ? m_options.origin : 0;
        if (!pairEdges() || !buildTracks()) {
            return fail(ErrorKind::Cancelled, "loading was cancelled", m_options.source);
        }
        logLanes();
        finishTracks();
        tellHealth();
        if (m_options.summaryLanes && !addSummaryLanes()) {
            return fail(ErrorKind::Cancelled, "loading was cancelled", m_options.source);
        }
        return std::shared_ptr<const TraceStore>(std::move(m_store));
    }

private:
    using Key = TraceBuilder::TrackKey;
    struct Part {
        std::size_t builder;
        TraceBuilder::LocalTrack track;
    };
    struct Lane {
        Key key;
        std::vector<Part> parts;
        TraceBuilder::Description description;
        TrackId id;
        std::size_t rows = 0;
        bool holdsCalls = false;  ///< of a host
        PairedRanges ranges{};    ///< of its begins and ends
        StreamTrouble trouble{};
        std::uint64_t negative = 0;
        std::int64_t firstNegative = 0;  ///< the earliest
        SliceTableBuilder::Anomalies anomalies{};
    };
    struct Process {
        TraceBuilder::Description description;
        TrackId id;
    };
    [[nodiscard]] StringId mapped(std::size_t builder, StringId local) const {
        return local.value < m_stringMaps[builder].size() ? m_stringMaps[builder][local.value] : StringId{0};
    }

    void unifyStrings() {
        m_stringMaps.resize(m_builders.size());
        for (std::size_t b = 0; b < m_builders.size(); ++b) {
            if (b == 0) {
                m_store->m_strings = std::move(m_builders[0].m_strings);
            }
            auto &pool = b == 0 ? m_store->m_strings : m_builders[b].m_strings;
            auto &map = m_stringMaps[b];
            map.resize(pool.size());
            for (std::uint32_t i = 0; i < map.size(); ++i) {
                map[i] = b == 0 ? StringId{i} : m_store->m_strings.intern(pool.at(StringId{i}));
            }
            if (b > 0) {
                pool = StringPool();
            }
        }
    }

    void mergeDescription(TraceBuilder::Description &into, const TraceBuilder::Description &from,
                          std::size_t builder) const {
        into.name = from.name.isValid() ? mapped(builder, from.name) : into.name;
        into.label = from.label.isValid() ? mapped(builder, from.label) : into.label;
        into.kind = from.kind != TrackKind::Other ? from.kind : into.kind;
        if (from.hasSortIndex) {
            into.hasSortIndex = true;
            into.sortIndex = from.sortIndex;
        }
    }

    /// Tracks with rows only: metadata alone makes no track (Insight deletes such threads too).
    void collectTracks() {
        std::unordered_map<Key, std::size_t, TraceBuilder::KeyHash> known;
        for (std::size_t b = 0; b < m_builders.size(); ++b) {
            auto &tracks = m_builders[b].m_tracks;
            for (TraceBuilder::LocalTrack t = 0; t < tracks.size(); ++t) {
                const Key key{tracks[t].key.kind, mapped(b, tracks[t].key.process), mapped(b, tracks[t].key.thread)};
                const auto [it, isNew] = known.try_emplace(key, m_lanes.size());
                if (isNew) {
                    m_lanes.emplace_back().key = key;
                    m_processes[key.process];
                }
                auto &lane = m_lanes[it->second];
                lane.parts.push_back({b, t});
                lane.holdsCalls = lane.holdsCalls || tracks[t].holdsCalls;
                lane.rows += tracks[t].slices.size() + tracks[t].samples.size() + tracks[t].edges.size();
            }
        }
        for (std::size_t b = 0; b < m_builders.size(); ++b) {
            for (const auto &[localKey, description] : m_builders[b].m_descriptions) {
                const auto it = known.find({localKey.kind, mapped(b, localKey.process), mapped(b, localKey.thread)});
                if (it != known.end()) {
                    mergeDescription(m_lanes[it->second].description, description, b);
                }
            }
            for (const auto &[process, description] : m_builders[b].m_processes) {
                const auto it = m_processes.find(mapped(b, process));
                if (it != m_processes.end()) {
                    mergeDescription(it->second.description, description, b);
                }
            }
        }
        for (auto &lane : m_lanes) {
            lane.description.name = lane.description.name.isValid() ? lane.description.name : lane.key.thread;
        }
        for (auto &[key, process] : m_processes) {
            process.description.name = process.description.name.isValid() ? process.description.name : key;
        }
        std::vector<std::vector<bool>> inFlows(m_builders.size());
        for (std::size_t b = 0; b < m_builders.size(); ++b) {
            inFlows[b].resize(m_builders[b].m_tracks.size());
            m_builders[b].m_flows.forEach([&](const TraceBuilder::FlowRow &r) { inFlows[b][r.track] = true; });
        }
        std::erase_if(m_lanes, [&](const Lane &lane) {
            return lane.rows == 0 && std::none_of(lane.parts.begin(), lane.parts.end(),
                                                  [&](const Part &part) { return inFlows[part.builder][part.track]; });
        });
    }

    [[nodiscard]] auto sortKey(const TraceBuilder::Description &d) const {
        return d.hasSortIndex ? d.sortIndex : std::numeric_limits<std::int64_t>::max();
    }
    /// By sort index, name, and the file's own id: an order that does not depend on which worker met what first.
    [[nodiscard]] bool isBefore(const TraceBuilder::Description &a, StringId idA, const TraceBuilder::Description &b,
                                StringId idB) const {
        if (sortKey(a) != sortKey(b)) {
            return sortKey(a) < sortKey(b);
        }
        const auto &strings = m_store->m_strings;
        if (a.name != b.name) {
            return naturalLess(strings.at(a.name), strings.at(b.name));
        }
        return idA != idB && naturalLess(strings.at(idA), strings.at(idB));
    }

    void orderTracks() {
        std::vector<StringId> processes;
        for (const auto &[key, process] : m_processes) {
            processes.push_back(key);
        }
        std::sort(processes.begin(), processes.end(), [&](StringId a, StringId b) {
            return isBefore(m_processes.at(a).description, a, m_processes.at(b).description, b);
        });
        std::sort(m_lanes.begin(), m_lanes.end(), [&](const Lane &a, const Lane &b) {
            const bool before = isBefore(a.description, a.key.thread, b.description, b.key.thread);
            const bool after = isBefore(b.description, b.key.thread, a.description, a.key.thread);
            return before || after ? before : a.key.kind < b.key.kind;
        });
        std::unordered_map<StringId, std::vector<Lane *>> lanesOf;
        for (auto &lane : m_lanes) {
            lanesOf[lane.key.process].push_back(&lane);
        }
        auto &tracks = m_store->m_tracks;
        for (const auto key : processes) {
            auto &process = m_processes.at(key);
            const auto lanes = lanesOf.find(key);
            if (lanes == lanesOf.end()) {
                continue;
            }
            process.id = TrackId{static_cast<std::uint32_t>(tracks.size())};
            tracks.push_back(trackOf(process.id, {}, TrackKind::Process, process.description));
            for (auto *lane : lanes->second) {
                lane->id = TrackId{static_cast<std::uint32_t>(tracks.size())};
                tracks.push_back(trackOf(lane->id, process.id, kindOf(*lane, process), lane->description));
            }
        }
        // Threads of one number in several processes are told apart by now.
        std::sort(m_lanes.begin(), m_lanes.end(), [](const Lane &a, const Lane &b) { return a.id < b.id; });
        m_store->m_slices.resize(tracks.size());
        m_store->m_counters.resize(tracks.size());
    }

    [[nodiscard]] Track trackOf(TrackId id, TrackId parent, TrackKind kind, const TraceBuilder::Description &d) const {
        return {.id = id,
                .parent = parent,
                .kind = kind,
                .name = d.name,
                .label = d.label.isValid() ? d.label : StringId{0},
                .sortIndex = d.hasSortIndex ? d.sortIndex : 0};
    }

    /// What a track holds says more than names that anybody may give: what calls is a thread of the host, unless work
    /// of a device runs on it.
    [[nodiscard]] TrackKind kindOf(const Lane &lane, const Process &process) const {
        const auto kind = lane.key.kind != TrackKind::Other ? lane.key.kind : lane.description.kind;
        if (kind != TrackKind::Other || !m_options.classify) {
            return kind;
        }
        const auto &strings = m_store->m_strings;
        const auto byName =
            m_options.classify(strings.at(process.description.name), strings.at(lane.description.name), kind);
        const bool isUnsure = byName == TrackKind::Other || byName == TrackKind::DeviceStream;
        return lane.holdsCalls && isUnsure ? TrackKind::HostThread : byName;
    }

    [[nodiscard]] std::vector<std::int64_t> sampledBegins() const {
        constexpr std::size_t kEnough = 65'536;
        std::size_t rows = 0;
        std::for_each(m_lanes.begin(), m_lanes.end(), [&](const Lane &lane) { rows += lane.rows; });
        const auto stride = rows / kEnough + 1;
        std::vector<std::int64_t> begins;
        for (const auto &builder : m_builders) {
            for (const auto &track : builder.m_tracks) {
                track.slices.sample(stride, [&](const TraceBuilder::SliceRow &row) { begins.push_back(row.begin); });
                track.edges.sample(stride, [&](const RangeEdge &edge) { begins.push_back(edge.time); });
            }
        }
        return begins;
    }

    /// A time of the file on the clock of the store.
    [[nodiscard]] std::int64_t placed(std::int64_t time) const {
        std::int64_t sum = 0;
        return __builtin_add_overflow(time, m_origin, &sum) ? clampTime(time) : clampTime(sum);
    }

    /// What nothing ends lasts to the end of the trace, which is known when all other rows are.
    bool pairEdges() {
        std::vector<Lane *> work;
        for (auto &lane : m_lanes) {
            const auto hasEdges = [&](const Part &part) {
                return m_builders[part.builder].m_tracks[part.track].edges.size() > 0;
            };
            if (std::any_of(lane.parts.begin(), lane.parts.end(), hasEdges)) {
                work.push_back(&lane);
            }
        }
        if (!takeInTurns(work.size(), m_options.workers, [&](std::size_t i) { return pairEdges(*work[i]); })) {
            return false;
        }
        const auto isOpen = [](const Lane *lane) { return !lane->ranges.open.empty(); };
        const auto end = std::any_of(work.begin(), work.end(), isOpen) ? lastTime() : 0;
        for (auto *lane : work) {
            auto &[rows, open, lostEnds, firstLost] = lane->ranges;
            log("trace.unmatched_begin", Severity::Info, *lane, open.size(), open.empty() ? 0 : open.front().begin);
            log("trace.unmatched_end", Severity::DataLoss, *lane, lostEnds, firstLost);
            for (auto &row : open) {
                row.duration = std::max<std::int64_t>(std::min(end - row.begin, kTimeLimit - 1), 0);
                rows.push_back(row);
            }
        }
        return true;
    }

    bool pairEdges(Lane &lane) {
        std::vector<RangeEdge> edges;
        for (const auto &part : lane.parts) {
            m_builders[part.builder].m_tracks[part.track].edges.drain([&](RangeEdge edge) {
                edge.time = placed(edge.time);
                edge.name = mapped(part.builder, edge.name);
                edge.id = mapped(part.builder, edge.id);
                edges.push_back(edge);
            });
        }
        auto ranges = pairRanges(std::move(edges), m_options.stop);
        if (ranges) {
            lane.ranges = std::move(*ranges);
        }
        return ranges.has_value();
    }

    /// Of all that has an end; times far from the others do not count.
    [[nodiscard]] std::int64_t lastTime() const {
        auto last = std::numeric_limits<std::int64_t>::min();
        const auto take = [&](std::int64_t begin, std::int64_t duration) {
            if (std::int64_t end = 0; m_times.contain(begin) &&
                                      !__builtin_add_overflow(begin, std::max<std::int64_t>(duration, 0), &end) &&
                                      m_times.contain(end)) {
                last = std::max(last, placed(end));
            }
        };
        for (const auto &builder : m_builders) {
            for (const auto &track : builder.m_tracks) {
                track.slices.forEach([&](const TraceBuilder::SliceRow &row) { take(row.begin, row.duration); });
                track.samples.forEach([&](const TraceBuilder::SampleRow &row) { take(row.time, 0); });
            }
        }
        for (const auto &lane : m_lanes) {
            for (const auto *rows : {&lane.ranges.rows, &lane.ranges.open}) {
                std::for_each(rows->begin(), rows->end(),
                              [&](const SliceRow &row) { take(row.begin - m_origin, row.duration); });
            }
        }
        return last;
    }

    bool buildTracks() {
        std::vector<Lane *> work;
        for (auto &lane : m_lanes) {
            work.push_back(&lane);
        }
        std::sort(work.begin(), work.end(), [](const Lane *a, const Lane *b) { return a->rows > b->rows; });
        // The largest tracks first, and the flows, which touch no track, among them.
        return takeInTurns(work.size() + 1, m_options.workers,
                           [&](std::size_t i) { return i == 0 ? takeFlows() : buildTrack(*work[i - 1]); });
    }

    bool buildTrack(Lane &lane) {
        if (lane.key.kind == TrackKind::Counter) {
            return buildCounter(lane);
        }
        std::vector<SliceRow> rows;
        rows.reserve(lane.rows);
        for (const auto &part : lane.parts) {
            m_builders[part.builder].m_tracks[part.track].slices.drain([&](const TraceBuilder::SliceRow &r) {
                SliceRow row{placed(r.begin), r.duration, r.row, mapped(part.builder, r.name), r.klass};
                if (row.duration < 0) {
                    lane.firstNegative = lane.negative++ == 0 ? r.begin : std::min(r.begin, lane.firstNegative);
                    row.duration = 0;
                }
                row.duration = std::min(row.duration, kTimeLimit - 1 - std::max<std::int64_t>(row.begin, 0));
                rows.push_back(row);
            });
        }
        rows.insert(rows.end(), lane.ranges.rows.begin(), lane.ranges.rows.end());
        lane.ranges.rows = {};
        reclassify(lane, rows);
        auto table = SliceTableBuilder::build(std::move(rows), lane.anomalies, m_options.stop, streamCheck(lane));
        if (!table) {
            return false;
        }
        m_store->m_slices[lane.id.value] = std::move(*table);
        return true;
    }

    /// After all of them are built: which worker was first must not decide which sample is.
    void logLanes() {
        for (const auto &lane : m_lanes) {
            log("trace.negative_duration", Severity::Error, lane, lane.negative, lane.firstNegative);
            log("trace.overlap", Severity::Info, lane, lane.anomalies.overlaps, lane.anomalies.firstOverlap);
            log("trace.too_deep", Severity::DataLoss, lane, lane.anomalies.tooDeep, 0);
        }
    }

    /// Of streams and threads. Streams that a file of Kineto's describes by what runs on them are strict.
    [[nodiscard]] std::function<void(std::vector<SliceRow> &)> streamCheck(Lane &lane) const {
        const auto kind = m_store->m_tracks[lane.id.value].kind;
        if (kind != TrackKind::DeviceStream && kind != TrackKind::HostThread && kind != TrackKind::Mstx) {
            return {};
        }
        const bool isStrict = lane.key.kind == TrackKind::Other && lane.description.kind == TrackKind::DeviceStream;
        return [this, &lane, isStrict, isOfHost = kind != TrackKind::DeviceStream](std::vector<SliceRow> &rows) {
            lane.trouble = checkStream(rows, {m_times, m_origin, m_options.isOneLaunch, isStrict, isOfHost});
        };
    }

    void tellHealth() {
        if (m_options.health == nullptr) {
            return;
        }
        auto &health = *m_options.health;
        health.origin = m_origin;
        for (const auto &lane : m_lanes) {
            if (!lane.trouble.isEmpty()) {
                health.streams.push_back({lane.id, lane.trouble});
            }
            if (const auto &track = m_store->m_tracks[lane.id.value]; track.kind == TrackKind::HostThread) {
                health.addCrossing(lane.id, lane.anomalies.crossings, track.rowCount, lane.anomalies.firstCrossing);
            }
            for (const auto &row : lane.ranges.open) {
                health.addUnended(lane.id, row.name, row.begin);
            }
        }
        if (m_times.jump() > 0) {
            health.jump = m_times.jump();
            health.jumpAt = placed(m_times.jumpAt());
            health.jumped = static_cast<std::uint64_t>(m_times.jumpShare() * double(m_store->m_sliceCount)) + 1;
        }
        health.flowStarts = m_lostFlows.lostStarts;
        health.flowEnds = m_lostFlows.lostEnds;
        health.ambiguousFlows = m_lostFlows.ambiguous;
    }

    /// After all processes of the file. What the lanes hold is no row of the file: not logged, not counted.
    bool addSummaryLanes() {
        auto &store = *m_store;
        auto processes = summaryLanes(store.m_tracks, store.m_slices, store.m_strings, m_options.stop);
        const auto steps = m_options.steps ? m_options.steps(store) : std::vector<NamedStep>{};
        if (!steps.empty()) {
            std::erase_if(processes,
                          [](const SummaryProcess &process) { return process.name.starts_with(kStepsProcess); });
            processes.push_back(stepsLane(steps));
        }
        for (auto &process : processes) {
            const auto name = store.m_strings.intern(process.name);
            const auto parent = addTrack({}, TrackKind::Process, name, store.m_strings.intern(process.label), 0);
            for (std::size_t i = 0; i < process.lanes.size(); ++i) {
                auto &lane = process.lanes[i];
                std::vector<StringId> names;
                for (const auto &text : lane.names) {
                    names.push_back(store.m_strings.intern(text));
                }
                for (auto &row : lane.rows) {
                    row.name = names[row.name.value];
                }
                SliceTableBuilder::Anomalies anomalies;
                auto table = SliceTableBuilder::build(std::move(lane.rows), anomalies, m_options.stop);
                if (!table) {
                    return false;
                }
                const auto id = addTrack(parent, TrackKind::Overlap, store.m_strings.intern(lane.name), StringId{0},
                                         static_cast<std::int64_t>(i));
                store.m_nameClasses.resize(store.m_strings.size(), TraceStore::kNoSlice);
                addNameClasses(*table);
                store.m_tracks[id.value].depthCount = table->depthCount();
                store.m_tracks[id.value].rowCount = static_cast<std::uint32_t>(table->size());
                store.m_slices[id.value] = std::move(*table);
            }
        }
        store.m_tracks.shrink_to_fit();  // they stay, and there are thousands of ranks
        store.m_slices.shrink_to_fit();
        store.m_counters.shrink_to_fit();
        return !m_options.stop.stop_requested();
    }

    TrackId addTrack(TrackId parent, TrackKind kind, StringId name, StringId label, std::int64_t order) {
        const TrackId id{static_cast<std::uint32_t>(m_store->m_tracks.size())};
        m_store->m_tracks.push_back(
            {.id = id, .parent = parent, .kind = kind, .name = name, .label = label, .sortIndex = order});
        m_store->m_slices.emplace_back();
        m_store->m_counters.emplace_back();
        return id;
    }

    void reclassify(const Lane &lane, std::vector<SliceRow> &rows) const {
        if (!m_options.reclassify) {
            return;
        }
        const auto &track = m_store->m_tracks[lane.id.value];
        const auto &strings = m_store->m_strings;
        const auto process = strings.at(m_store->m_tracks[track.parent.value].name);
        const auto classOf = m_options.reclassify(track.kind, process, strings.at(track.name));
        for (auto &row : rows) {
            row.klass = classOf(strings.at(row.name), row.klass);
        }
    }

    bool buildCounter(Lane &lane) {
        std::vector<TraceBuilder::SampleRow> samples;
        samples.reserve(lane.rows);
        for (const auto &part : lane.parts) {
            m_builders[part.builder].m_tracks[part.track].samples.drain([&](TraceBuilder::SampleRow row) {
                row.time = placed(row.time);
                samples.push_back(row);
            });
        }
        const auto inOrder = [](const auto &a, const auto &b) {
            return std::tie(a.time, a.row) < std::tie(b.time, b.row);
        };
        if (!interruptibleSort(samples.begin(), samples.end(), inOrder, m_options.stop)) {
            return false;
        }
        std::vector<std::int64_t> times(samples.size());
        std::vector<double> values(samples.size());
        for (std::size_t i = 0; i < samples.size(); ++i) {
            times[i] = samples[i].time;
            values[i] = samples[i].value;
        }
        m_store->m_counters[lane.id.value] = CounterTable(std::move(times), std::move(values));
        return true;
    }

    void log(std::string_view code, Severity severity, const Lane &lane, std::uint64_t count, std::int64_t firstTime) {
        if (count > 0) {
            const auto where = "track " + std::string(m_store->m_strings.at(lane.description.name));
            m_options.log->add(severity, m_options.source, code, where, "first at " + microsText(firstTime) + " us",
                               count);
        }
    }

    [[nodiscard]] ProcessTies processTies() const {
        std::map<std::string_view, std::uint32_t> processes;
        for (const auto &[key, process] : m_processes) {
            processes.emplace(m_store->m_strings.at(key), process.id.value);
        }
        return tiesOf(processes, m_options.drivers);
    }

    bool takeFlows() {
        std::vector<std::vector<TrackId>> trackIds(m_builders.size());
        std::vector<FlowEnd> ends;
        for (std::size_t b = 0; b < m_builders.size(); ++b) {
            trackIds[b].resize(m_builders[b].m_tracks.size());
            ends.reserve(ends.capacity() + m_builders[b].m_flows.size());
        }
        for (const auto &lane : m_lanes) {
            for (const auto &part : lane.parts) {
                trackIds[part.builder][part.track] = lane.id;
            }
        }
        for (std::size_t b = 0; b < m_builders.size(); ++b) {
            m_builders[b].m_flows.drain([&](const TraceBuilder::FlowRow &r) {
                const auto track = trackIds[b][r.track];
                ends.push_back({placed(r.time), r.id, mapped(b, r.category), track, r.phase,
                                m_store->m_tracks[track.value].parent.value});
            });
        }
        auto matched = matchFlows(std::move(ends), processTies(), m_options.stop);
        if (!matched) {
            return false;
        }
        m_lostFlows = {{}, matched->lostStarts, matched->lostEnds, matched->ambiguous};
        logFlows("trace.unmatched_flow_start", Severity::Info, matched->lostStarts);
        logFlows("trace.unmatched_flow_end", Severity::Info, matched->lostEnds);
        logFlows("trace.ambiguous_flow", Severity::DataLoss, matched->ambiguous);
        m_store->m_flows = FlowTable(std::move(matched->flows), m_options.stop);
        return !m_options.stop.stop_requested();
    }

    void logFlows(std::string_view code, Severity severity, std::uint64_t count) {
        m_options.log->add(severity, m_options.source, code, {}, {}, count);
    }

    void finishTracks() {
        StoreBounds bounds;
        const auto isFar = [&](RankRange range) {
            return !m_times.contain(ns(range.begin) - m_origin) || !m_times.contain(ns(range.end) - m_origin);
        };
        m_store->m_nameClasses.assign(m_store->m_strings.size(), TraceStore::kNoSlice);
        for (auto &track : m_store->m_tracks) {
            const auto &slices = m_store->m_slices[track.id.value];
            const auto &counter = m_store->m_counters[track.id.value];
            addNameClasses(slices);
            track.depthCount = slices.depthCount();
            track.rowCount = static_cast<std::uint32_t>(slices.size() + counter.size());
            m_store->m_sliceCount += slices.size();
            m_store->m_sampleCount += counter.size();
            const auto sliceAt = [&](std::uint32_t i) { return RankRange{slices.begin(i), slices.end(i)}; };
            for (std::uint32_t d = 0; d < slices.depthCount(); ++d) {
                bounds.include(slices.depthBegin(d), slices.depthBegin(d + 1), sliceAt, isFar);
            }
            const auto sampleAt = [&](std::uint32_t i) { return RankRange{counter.time(i), counter.time(i)}; };
            bounds.include(0, static_cast<std::uint32_t>(counter.size()), sampleAt, isFar);
        }
        m_store->m_bounds = bounds.range();
    }

    void addNameClasses(const SliceTable &slices) {
        for (std::uint32_t i = 0; i < slices.size(); ++i) {
            auto &klass = m_store->m_nameClasses[slices.name(i).value];
            klass = klass == TraceStore::kNoSlice ? static_cast<std::uint8_t>(slices.klass(i)) : klass;
        }
    }

    std::vector<TraceBuilder> m_builders;
    const MergeOptions &m_options;
    std::shared_ptr<TraceStore> m_store;
    std::vector<std::vector<StringId>> m_stringMaps;
    std::vector<Lane> m_lanes;
    std::unordered_map<StringId, Process> m_processes;
    std::int64_t m_origin = 0;  ///< added to the file's times
    PlausibleTimes m_times;     ///< as the file counts them
    MatchedFlows m_lostFlows;
};

Result<std::shared_ptr<const TraceStore>> mergeTraces(std::vector<TraceBuilder> builders, const MergeOptions &options) {
    return TraceMerger(std::move(builders), options).run();
}

}  // namespace stagescope
