#include "core/analysis/trace/box_statistics.h"

#include "core/analysis/trace/slice_runs.h"
#include "core/base/extra_threads.h"
#include "core/base/intervals.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <thread>
#include <tuple>
#include <unordered_map>

namespace stagescope {

namespace {

constexpr std::uint32_t kChunk = 1U << 15;  ///< slices between two looks at the token

struct BoxSum {
    std::int64_t count = 0;
    std::int64_t total = 0;
    std::int64_t self = 0;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::int64_t greatest = 0;

    void add(std::int64_t duration) {
        ++count;
        total += duration;
        self += duration;
        least = std::min(least, duration);
        greatest = std::max(greatest, duration);
    }
    void add(const BoxSum &other) {
        count += other.count;
        total += other.total;
        self += other.self;
        least = std::min(least, other.least);
        greatest = std::max(greatest, other.greatest);
    }
};

/// Sums by name of one trace: dense, since a name's id is a position.
class NameSums {
public:
    void prepare(std::size_t strings) {
        if (m_slot.size() != strings) {
            m_slot.assign(strings, 0);
        }
    }
    BoxSum &of(StringId name) {
        auto &slot = m_slot[name.value];
        if (slot == 0) {
            m_sums.emplace_back(name, BoxSum{});
            slot = static_cast<std::uint32_t>(m_sums.size());
        }
        return m_sums[slot - 1].second;
    }
    [[nodiscard]] const std::vector<std::pair<StringId, BoxSum>> &all() const { return m_sums; }

private:
    std::vector<std::uint32_t> m_slot;  ///< position in m_sums + 1
    std::vector<std::pair<StringId, BoxSum>> m_sums;
};

/// Slices of a track besides names: what its union needs.
struct LaneSum {
    std::int64_t count = 0;
    std::int64_t base = 0;        ///< time of the first depth's slices, which are disjoint
    std::vector<Interval> loose;  ///< slices further down that no slice one depth above covers

    void add(LaneSum &&other) {
        count += other.count;
        base += other.base;
        loose.insert(loose.end(), other.loose.begin(), other.loose.end());
    }
};

void sortLongestFirst(std::vector<NameStatistics> &names) {
    std::sort(names.begin(), names.end(), [](const auto &a, const auto &b) {
        return std::tie(b.total, a.place, a.name) < std::tie(a.total, b.place, b.name);
    });
}

/// What is computed or tells of the recording ("PyTorch Profiler (0)") is no work, wherever the file puts it.
std::optional<LanePlace> placeOfLane(const LaneSlices &lane) {
    const auto &slices = lane.slices();
    const bool isNoWork = slices.size() > 0 && slices.klass(0) == SliceClass::Overlap;
    return isNoWork ? LanePlace::Summary : placeOf(lane.track().kind);
}

/// Some slices of one depth, for one worker.
struct Chunk {
    std::size_t lane = 0;
    std::size_t bin = 0;  ///< trace and place: what shares the sums by name
    SliceRun run;
};

struct WorkerSums {
    std::vector<NameSums> names;  ///< by bin
    std::vector<LaneSum> lanes;
};

/// Adds up chunks. A slice takes its time from the self time of those above it, so that one pass that follows two
/// neighbouring depths does all.
class ChunkAdder {
public:
    ChunkAdder(const LaneSlices &lane, NameSums &names, LaneSum &own)
        : m_table(lane.slices()),
          m_range(lane.range),
          m_firstDepth(lane.lane.firstDepth),
          m_endDepth(lane.endDepth()),
          m_names(names),
          m_own(own) {}

    void add(const SliceRun &run) {
        const bool isCounted = run.depth < m_endDepth;
        const bool hasParents = run.depth > m_firstDepth;
        if (run.size() == 0) {
            return;
        }
        if (hasParents) {
            m_parent = m_table.firstEndingAfter(run.depth - 1, m_table.begin(run.first));
            m_parentEnd = m_table.depthBegin(run.depth);
        }
        for (auto i = run.first; i < run.end; ++i) {
            const auto begin = std::max(m_table.begin(i), m_range.begin);
            const auto end = std::min(m_table.end(i), m_range.end);
            const auto duration = (end - begin).count();
            const auto covered = hasParents ? takeFromParents(begin, end) : 0;
            if (!isCounted) {
                continue;
            }
            m_names.of(m_table.name(i)).add(duration);
            ++m_own.count;
            if (!hasParents) {
                m_own.base += duration;
            } else if (covered < duration) {
                m_own.loose.push_back({ns(begin), ns(end)});
            }
        }
    }

private:
    /// How much of [begin, end) slices one depth above cover; their self time is less by that.
    std::int64_t takeFromParents(RankTime begin, RankTime end) {
        while (m_parent < m_parentEnd && m_table.end(m_parent) <= begin) {
            ++m_parent;
        }
        std::int64_t covered = 0;
        for (auto p = m_parent; p < m_parentEnd && m_table.begin(p) < end; ++p) {
            const auto common = (std::min(m_table.end(p), end) - std::max(m_table.begin(p), begin)).count();
            if (common > 0) {
                m_names.of(m_table.name(p)).self -= common;
                covered += common;
            }
        }
        return covered;
    }

    const SliceTable &m_table;
    RankRange m_range;
    std::uint32_t m_firstDepth;
    std::uint32_t m_endDepth;
    NameSums &m_names;
    LaneSum &m_own;
    std::uint32_t m_parent = 0;
    std::uint32_t m_parentEnd = 0;
};

/// Time of [begin, end) that slices of a depth do not cover.
std::int64_t uncovered(const SliceTable &slices, std::uint32_t depth, Interval interval) {
    auto left = interval.end - interval.begin;
    const auto end = slices.depthBegin(depth + 1);
    for (auto i = slices.firstEndingAfter(depth, rankTime(interval.begin));
         i < end && ns(slices.begin(i)) < interval.end; ++i) {
        left -= std::max<std::int64_t>(
            0, std::min(ns(slices.end(i)), interval.end) - std::max(ns(slices.begin(i)), interval.begin));
    }
    return left;
}

class BoxWork {
public:
    BoxWork(std::vector<LaneSlices> lanes, const std::stop_token &stop) : m_lanes(std::move(lanes)), m_stop(stop) {
        for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
            if (const auto place = placeOfLane(m_lanes[lane])) {
                addChunks(lane, *place);
            }
        }
    }

    BoxStatistics run() {
        const auto cores = std::max(1U, std::thread::hardware_concurrency());
        // All have room, also those whose thread does not start: they add nothing.
        const WorkerSums none{std::vector<NameSums>(m_bins.size()), std::vector<LaneSum>(m_lanes.size())};
        std::vector<WorkerSums> sums(std::min<std::size_t>(cores, std::max<std::size_t>(1, m_chunks.size())), none);
        {
            ExtraThreads helpers;
            for (std::size_t i = 1; i < sums.size(); ++i) {
                if (!helpers.start([this, &own = sums[i]] { work(own); })) {
                    break;
                }
            }
            work(sums.front());
        }
        m_result.complete = !m_stop.stop_requested();
        if (m_result.complete) {
            gatherNames(sums);
            gatherPlaces(sums);
        }
        return std::move(m_result);
    }

private:
    void addChunks(std::size_t lane, LanePlace place) {
        const auto &own = m_lanes[lane];
        const auto bin = m_bins.try_emplace({own.trace.get(), place}, m_bins.size()).first->second;
        // One depth more than the box has: it takes from the self time of the last.
        const auto end =
            std::min(own.endDepth() + (own.endDepth() > own.lane.firstDepth ? 1 : 0), own.slices().depthCount());
        for (auto depth = own.lane.firstDepth; depth < end; ++depth) {
            const auto run = sliceRun(own.slices(), depth, own.range);
            for (auto first = run.first; first < run.end; first += std::min(kChunk, run.end - first)) {
                m_chunks.push_back({lane, bin, {depth, first, first + std::min(kChunk, run.end - first)}});
            }
        }
    }

    void work(WorkerSums &sums) {
        for (auto i = m_next++; i < m_chunks.size() && !m_stop.stop_requested(); i = m_next++) {
            const auto &chunk = m_chunks[i];
            const auto &lane = m_lanes[chunk.lane];
            auto &names = sums.names[chunk.bin];
            names.prepare(lane.trace->strings().size());
            ChunkAdder(lane, names, sums.lanes[chunk.lane]).add(chunk.run);
        }
    }

    void gatherNames(const std::vector<WorkerSums> &sums) {
        std::array<std::unordered_map<std::string_view, BoxSum>, kLanePlaces> byName;
        for (const auto &[key, bin] : m_bins) {
            auto &names = byName[static_cast<std::size_t>(key.second)];
            for (const auto &worker : sums) {
                for (const auto &[name, sum] : worker.names[bin].all()) {
                    names[key.first->text(name)].add(sum);
                }
            }
        }
        for (std::size_t place = 0; place < kLanePlaces; ++place) {
            for (const auto &[name, sum] : byName[place]) {
                if (sum.count > 0) {
                    m_result.names.push_back({static_cast<LanePlace>(place), std::string(name), sum.count,
                                              Nanos{sum.total}, Nanos{sum.self}, Nanos{sum.least},
                                              Nanos{sum.greatest}});
                }
            }
        }
        sortLongestFirst(m_result.names);
    }

    void gatherPlaces(std::vector<WorkerSums> &sums) {
        std::array<PlaceStatistics, kLanePlaces> places;
        for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
            LaneSum all;
            for (auto &worker : sums) {
                all.add(std::move(worker.lanes[lane]));
            }
            if (all.count > 0) {
                auto &place = places[static_cast<std::size_t>(*placeOfLane(m_lanes[lane]))];
                ++place.tracks;
                place.count += all.count;
                place.busy += Nanos{busyOf(m_lanes[lane], std::move(all))};
            }
        }
        for (const auto &name : m_result.names) {
            auto &place = places[static_cast<std::size_t>(name.place)];
            place.place = name.place;
            place.total += name.total;
            place.self += name.self;
        }
        std::copy_if(places.begin(), places.end(), std::back_inserter(m_result.places),
                     [](const PlaceStatistics &place) { return place.count > 0; });
    }

    static std::int64_t busyOf(const LaneSlices &lane, LaneSum &&sum) {
        auto busy = sum.base;
        for (const auto &interval : merged(std::move(sum.loose))) {
            busy += uncovered(lane.slices(), lane.lane.firstDepth, interval);
        }
        return busy;
    }

    std::vector<LaneSlices> m_lanes;
    const std::stop_token &m_stop;
    std::map<std::pair<const TraceStore *, LanePlace>, std::size_t> m_bins;
    std::vector<Chunk> m_chunks;
    std::atomic<std::size_t> m_next{0};
    BoxStatistics m_result;
};

std::optional<CounterStatistics> counterStatistics(const LaneSlices &lane, const std::stop_token &stop) {
    const auto &counter = lane.trace->counter(lane.lane.track);
    CounterStatistics result;
    result.run = lane.lane.run;
    result.rank = lane.rank;
    result.name = lane.trace->text(lane.track().name);
    result.unit = lane.trace->text(lane.track().label);
    double area = 0;
    double time = 0;
    const auto count = static_cast<std::uint32_t>(counter.size());
    const auto holding = counter.indexAt(lane.range.begin);
    for (auto i = holding < count ? holding : 0; i < count && counter.time(i) < lane.range.end; ++i) {
        if (i % kChunk == 0 && stop.stop_requested()) {
            break;
        }
        // Nobody knows how long the last sample's value held: it counts at its own time only.
        const auto begin = std::max(counter.time(i), lane.range.begin);
        const auto end = i + 1 < count ? std::min(counter.time(i + 1), lane.range.end) : counter.time(i);
        if (end < begin) {
            break;
        }
        const auto value = counter.value(i);
        result.min = result.samples == 0 ? value : std::min(result.min, value);
        result.max = result.samples == 0 ? value : std::max(result.max, value);
        area += value * static_cast<double>((end - begin).count());
        time += static_cast<double>((end - begin).count());
        ++result.samples;
    }
    result.mean = time > 0 ? area / time : result.min;
    return result.samples > 0 ? std::optional(result) : std::nullopt;
}

}  // namespace

std::optional<LanePlace> placeOf(TrackKind kind) {
    switch (kind) {
        case TrackKind::HostThread:
        case TrackKind::Mstx:
        case TrackKind::Other:
            return LanePlace::Host;
        case TrackKind::DeviceStream:
            return LanePlace::Device;
        case TrackKind::CommGroup:
        case TrackKind::CommPlane:
            return LanePlace::Communication;
        case TrackKind::Overlap:
            return LanePlace::Summary;
        case TrackKind::Process:
        case TrackKind::Counter:
            break;
    }
    return std::nullopt;
}

std::string_view placeText(LanePlace place) {
    constexpr std::array<std::string_view, kLanePlaces> kTexts{"host", "device", "communication", "summary"};
    return kTexts[static_cast<std::size_t>(place)];
}

void JoinedBoxes::add(BoxStatistics box) {
    for (auto &name : box.names) {
        const auto [it, isNew] = m_names.try_emplace({name.place, name.name}, name);
        if (auto &sum = it->second; !isNew) {
            sum.count += name.count;
            sum.total += name.total;
            sum.self += name.self;
            sum.min = std::min(sum.min, name.min);
            sum.max = std::max(sum.max, name.max);
        }
    }
    for (const auto &place : box.places) {
        const auto [it, isNew] = m_places.try_emplace(place.place, place);
        if (auto &sum = it->second; !isNew) {
            sum.tracks += place.tracks;
            sum.count += place.count;
            sum.total += place.total;
            sum.self += place.self;
            sum.busy += place.busy;
        }
    }
    std::move(box.counters.begin(), box.counters.end(), std::back_inserter(m_counters));
    m_isComplete = m_isComplete && box.complete;
}

BoxStatistics JoinedBoxes::take() {
    BoxStatistics all{.names = {}, .places = {}, .counters = std::move(m_counters), .complete = m_isComplete};
    for (auto &[key, name] : m_names) {
        all.names.push_back(std::move(name));
    }
    sortLongestFirst(all.names);
    for (const auto &[key, place] : m_places) {
        all.places.push_back(place);
    }
    return all;
}

BoxStatistics boxStatistics(const Workspace &workspace, AlignedRange range, const std::vector<LaneRef> &lanes,
                            const std::stop_token &stop) {
    auto loaded = loadedLanes(workspace, range, lanes);
    std::vector<CounterStatistics> counters;
    for (const auto &lane : loaded) {
        if (lane.track().kind == TrackKind::Counter) {
            if (auto counter = counterStatistics(lane, stop)) {
                counters.push_back(std::move(*counter));
            }
        }
    }
    auto result = BoxWork(std::move(loaded), stop).run();
    result.counters = std::move(counters);
    return result;
}

}  // namespace stagescope
