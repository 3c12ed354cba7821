// What a box holds, as tables.
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/trace/box_statistics.h"
#include "core/analysis/trace/slice_runs.h"
#include "core/store/tables/health_record.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>

namespace stagescope {

namespace {

constexpr std::int64_t kFar = std::int64_t{1} << 61;  ///< beyond all times of a store

struct NameRow {
    const NameStatistics *of;
    Nanos busy;  ///< tracks of its place
    std::int64_t unended = 0;

    operator const NameStatistics &() const { return *of; }

    [[nodiscard]] Nanos mean() const { return of->total / of->count; }
};

/// How many ranges of a name nothing ends.
using UnendedNames = std::map<std::string, std::int64_t, std::less<>>;

std::vector<NameRow> rowsOf(const BoxStatistics &statistics, const UnendedNames &unended = {}) {
    std::map<LanePlace, Nanos> busy;
    for (const auto &place : statistics.places) {
        busy[place.place] = place.busy;
    }
    std::vector<NameRow> rows;
    for (const auto &name : statistics.names) {
        const auto open = unended.find(name.name);
        rows.push_back({&name, busy[name.place], open == unended.end() ? 0 : open->second});
    }
    return rows;
}

ColumnList<NameRow> nameColumns() {
    using Name = NameStatistics;
    return {
        column("place", "host, device or communication: the kind of track; summary: an overlap lane.", &Name::place,
               placeText),
        column("name", "Name of the slices.", &Name::name),
        column("count", "Slices that touch the range.", &Name::count),
        column("total_us", "us", "Sum of their durations within the range, nested ones included.", &Name::total),
        column("self_us", "us", "total_us less the time that slices one depth below take of it.", &Name::self),
        column("mean_us", "us", "total_us / count, rounded down to the nanosecond.", &NameRow::mean),
        column("min_us", "us", "Shortest duration within the range.", &Name::min),
        column("max_us", "us", "Longest duration within the range.", &Name::max),
        column("share_percent", "%",
               "self_us / time that the tracks of this place are busy (union of the slices of each track, added up "
               "over the tracks).",
               [](const NameRow &row) { return percentOf(row.of->self, row.busy); }),
        column("not_ended", "Of count, those that nothing in the file ends: they last to the end of the trace.",
               &NameRow::unended),
    };
}

/// The boxes of ranks, one after the other, in the stretch of time that is asked about: of a step, from where the first
/// rank begins it to where the last ends it.
struct BoxOfRanks {
    const AnalysisInput *input;
    std::optional<AlignedRange> step{};
    JoinedBoxes boxes{};
    UnendedNames unended{};

    /// Where traces alone tell steps.
    [[nodiscard]] bool needsSurvey() const { return input->step && needsDeepForSteps(*input->run()); }
    void survey(const RankInput &of) { addStep(of.capture); }
    void addStep(const RankCapture &capture) {
        const auto steps = rankSteps(capture);
        const auto at = findStep(steps, *input->step);
        if (at < steps.size()) {
            const auto own = input->run()->clock.toAligned(capture.rank, steps[at].range);
            step = step ? AlignedRange{std::min(step->begin, own.begin), std::max(step->end, own.end)} : own;
        }
    }
    /// Empty when no rank has the step.
    [[nodiscard]] AlignedRange range() const {
        const auto asked = input->range.value_or(AlignedRange{alignedTime(-kFar), alignedTime(kFar)});
        if (!input->step) {
            return asked;
        }
        return step ? AlignedRange{std::max(step->begin, asked.begin), std::min(step->end, asked.end)} : AlignedRange{};
    }
};

Result<BoxOfRanks> startNames(const AnalysisInput &input) {
    BoxOfRanks all{&input};
    for (const auto *capture : input.step ? input.captures() : std::vector<const RankCapture *>{}) {
        all.addStep(*capture);
    }
    return all;
}

void addNames(const RankInput &of, BoxOfRanks &all, TableRows<NameRow> & /*out*/) {
    const auto &workspace = *of.all.workspace;
    for (const auto &record : recordsOf<HealthRecord>(of.capture)) {
        if (record.trouble == trouble::kNotEnded) {
            all.unended[std::string(record.name)] += record.count;
        }
    }
    all.boxes.add(boxStatistics(workspace, all.range(), workLanes(workspace, {of.capture.rank}), of.stop));
}

void addNameRows(BoxOfRanks &all, TableRows<NameRow> &out) {
    const auto statistics = all.boxes.take();
    for (const auto &row : rowsOf(statistics, all.unended)) {
        out.add(row);
    }
    for (const auto &place : statistics.places) {
        out.note(std::string(placeText(place.place)) + ": " + std::to_string(place.count) + " slices on " +
                 std::to_string(place.tracks) + " tracks, busy " + durationText(place.busy) +
                 " (union of the slices of each track), sum of durations " + durationText(place.total) + ".");
    }
}

}  // namespace

AnalysisEntry makeSliceStatsEntry() {
    return rankTable<NameRow>(
        {.entry =
             {.id = "slice_stats", .title = "Slices by name", .depth = LoadDepth::Deep, .level = BundleLevel::Full},
         .whenEmpty = "No slices: no trace of these ranks is loaded, or nothing ran in this time."},
        nameColumns(), startNames, addNames, addNameRows);
}

ResultTable namesTable(const BoxStatistics &statistics) {
    return tableOf("slice_stats", nameColumns(), rowsOf(statistics));
}

ResultTable placesTable(const BoxStatistics &statistics) {
    using Place = PlaceStatistics;
    return tableOf<Place>(
        "slice_totals",
        {
            column("place", "host, device or communication: the kind of track; summary: an overlap lane, no work.",
                   &Place::place, placeText),
            column("tracks", "Tracks with slices in the box.", &Place::tracks),
            column("count", "Slices that touch the box.", &Place::count),
            column("busy_us", "us", "Union of the slices of each track, added up over the tracks.", &Place::busy),
            column("total_us", "us", "Sum of all durations: nested slices count again in those around them.",
                   &Place::total),
            column("self_us", "us", "Sum of self times.", &Place::self),
        },
        statistics.places);
}

ResultTable countersTable(const BoxStatistics &statistics) {
    using Counter = CounterStatistics;
    return tableOf<Counter>(
        "counter_stats",
        {
            column("rank", "Global rank; empty when unknown.", &Counter::rank, ifKnown),
            column("name", "Name of the counter.", &Counter::name),
            column("unit", "Unit as in the file.", &Counter::unit),
            column("samples", "Samples whose value holds somewhere in the box.", &Counter::samples),
            column("min", "Least value in the box.", &Counter::min),
            column("max", "Greatest value in the box.", &Counter::max),
            column("mean", "Mean over time in the box; a value holds until the next sample.", &Counter::mean),
        },
        statistics.counters);
}

}  // namespace stagescope
