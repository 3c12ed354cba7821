// What a box holds, as tables.
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"
#include "core/analysis/trace/box_statistics.h"
#include "core/analysis/trace/slice_runs.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr std::int64_t kFar = std::int64_t{1} << 61;  ///< beyond all times of a store

const PlaceStatistics *placeIn(const BoxStatistics &statistics, LanePlace place) {
    const auto it = std::find_if(statistics.places.begin(), statistics.places.end(),
                                 [&](const PlaceStatistics &p) { return p.place == place; });
    return it == statistics.places.end() ? nullptr : &*it;
}

/// The asked stretch of time; of a step, from where the first rank begins it to where the last ends it. Empty when no
/// rank has the step.
AlignedRange rangeOf(const AnalysisInput &input, const Run &run) {
    const AlignedRange asked = input.range.value_or(AlignedRange{alignedTime(-kFar), alignedTime(kFar)});
    if (!input.step) {
        return asked;
    }
    std::optional<AlignedRange> all;
    for (const int rank : run.ranks()) {
        const auto steps = rankSteps(*run.capture(rank));
        const auto at = findStep(steps, *input.step);
        if (at < steps.size() && input.wants(rank)) {
            const auto own = run.clock.toAligned(rank, steps[at].range);
            all = all ? AlignedRange{std::min(all->begin, own.begin), std::max(all->end, own.end)} : own;
        }
    }
    return all ? AlignedRange{std::max(all->begin, asked.begin), std::min(all->end, asked.end)} : AlignedRange{};
}

Result<ResultTable> runSliceStats(const AnalysisInput &input, const std::stop_token &stop) {
    const auto *run = input.run();
    if (run == nullptr) {
        return emptyTable(*analysisById("slice_stats"));
    }
    const auto statistics =
        boxStatistics(*input.workspace, rangeOf(input, *run), workLanes(*input.workspace, input.ranks), stop);
    if (!statistics.complete) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    auto table = namesTable(statistics);
    for (const auto &place : statistics.places) {
        table.notes.push_back(std::string(placeText(place.place)) + ": " + std::to_string(place.count) + " slices on " +
                              std::to_string(place.tracks) + " tracks, busy " + durationText(place.busy) +
                              " (union of the slices of each track), sum of durations " + durationText(place.total) +
                              ".");
    }
    if (table.rows.empty()) {
        table.notes.emplace_back("No slices: no trace of these ranks is loaded, or nothing ran in this time.");
    }
    return table;
}

}  // namespace

AnalysisEntry makeSliceStatsEntry() {
    return {.id = "slice_stats",
            .title = "Slices by name",
            .depth = LoadDepth::Deep,
            .columns =
                {
                    textColumn("place", "host, device or communication: the kind of track; summary: an overlap lane."),
                    textColumn("name", "Name of the slices."),
                    integerColumn("count", "", "Slices that touch the range."),
                    realColumn("total_us", "us", "Sum of their durations within the range, nested ones included."),
                    realColumn("self_us", "us", "total_us less the time that slices one depth below take of it."),
                    realColumn("mean_us", "us", "total_us / count, rounded down to the nanosecond."),
                    realColumn("min_us", "us", "Shortest duration within the range."),
                    realColumn("max_us", "us", "Longest duration within the range."),
                    realColumn("share_percent", "%",
                               "self_us / time that the tracks of this place are busy (union of the slices of each "
                               "track, added up over the tracks)."),
                },
            .run = &runSliceStats};
}

ResultTable namesTable(const BoxStatistics &statistics) {
    auto table = emptyTable(*analysisById("slice_stats"));
    table.rows.reserve(statistics.names.size());
    for (const auto &name : statistics.names) {
        const auto *place = placeIn(statistics, name.place);
        table.rows.push_back({textCell(placeText(name.place)), textCell(name.name), numberCell(name.count),
                              microsCell(name.total), microsCell(name.self), microsCell(name.total / name.count),
                              microsCell(name.min), microsCell(name.max),
                              percentCell(name.self, place == nullptr ? Nanos{0} : place->busy)});
    }
    return table;
}

ResultTable placesTable(const BoxStatistics &statistics) {
    ResultTable table;
    table.id = "slice_totals";
    table.columns = {
        textColumn("place", "host, device or communication: the kind of track; summary: an overlap lane, no work."),
        integerColumn("tracks", "", "Tracks with slices in the box."),
        integerColumn("count", "", "Slices that touch the box."),
        realColumn("busy_us", "us", "Union of the slices of each track, added up over the tracks."),
        realColumn("total_us", "us", "Sum of all durations: nested slices count again in those around them."),
        realColumn("self_us", "us", "Sum of self times."),
    };
    for (const auto &place : statistics.places) {
        table.rows.push_back({textCell(placeText(place.place)), numberCell(place.tracks), numberCell(place.count),
                              microsCell(place.busy), microsCell(place.total), microsCell(place.self)});
    }
    return table;
}

ResultTable countersTable(const BoxStatistics &statistics) {
    ResultTable table;
    table.id = "counter_stats";
    table.columns = {
        integerColumn("rank", "", "Global rank; empty when unknown."),
        textColumn("name", "Name of the counter."),
        textColumn("unit", "Unit as the file tells it."),
        integerColumn("samples", "", "Samples whose value holds somewhere in the box."),
        realColumn("min", "", "Least value in the box."),
        realColumn("max", "", "Greatest value in the box."),
        realColumn("mean", "", "Mean over time in the box; a value holds until the next sample."),
    };
    for (const auto &counter : statistics.counters) {
        table.rows.push_back({knownCell(counter.rank), textCell(counter.name), textCell(counter.unit),
                              numberCell(counter.samples), Cell{counter.min}, Cell{counter.max}, Cell{counter.mean}});
    }
    return table;
}

}  // namespace stagescope
