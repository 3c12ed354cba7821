#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/first_items.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/analysis/trace/told_gaps.h"
#include "core/base/item_ref.h"
#include "core/base/string_pool.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace stagescope {

namespace {

enum class GapsBy : std::uint8_t { Gap, Cause };
constexpr auto kGapModes = std::to_array<std::string_view>({"gap", "cause"});
constexpr std::int64_t kDefaultGapRows = 100;

/// Work of the device, or a call of the host.
struct Work {
    std::string_view name;
    SliceRef ref;
};

Work workOf(const Run &run, const RankCapture &capture, const DispatchPath &path) {
    Work work{{}, {run.id, path.source, path.track, path.slice}};
    for (const auto &source : capture.loaded) {
        if (source.source == path.source && !source.traces.empty()) {
            work.name = source.traces.front()->text(path.name);
            break;
        }
    }
    return work;
}

/// One gap, or the sum of those of a step and a cause.
struct GapRow {
    int rank = -1;
    std::optional<std::int64_t> step;
    std::optional<std::int64_t> device;
    std::string_view cause;
    std::size_t gaps = 1;
    std::optional<RankRange> range{};
    Nanos duration{0};
    Nanos stepTotal{0};
    std::optional<Nanos> hostLate{};
    std::optional<Work> before{};
    std::optional<Work> after{};
    std::optional<Work> host{};
};

struct IsLonger {
    bool operator()(const GapRow &a, const GapRow &b) const {
        return std::tuple(b.duration, a.rank, a.range->begin, a.device) <
               std::tuple(a.duration, b.rank, b.range->begin, b.device);
    }
};

struct GapsOfRanks {
    using FirstGaps = FirstItems<GapRow, IsLonger>;

    GapsBy by;
    std::size_t most;
    ToldGapsOfPipelines pipelines;
    std::optional<ToldGaps> told{};  ///< when all ranks have told of their launches
    StringPool texts{};              ///< of the rows
    FirstGaps longest;

    [[nodiscard]] bool needsSurvey() const { return pipelines.needsTimelines(); }
    void survey(const RankInput &of) { pipelines.add(of.capture, of.stop); }
    [[nodiscard]] std::vector<ToldGap> toldOf(const RankInput &of) {
        if (!told) {
            told = pipelines.told(of.stop);
        }
        const auto it = told->find(of.capture.rank);
        return it == told->end() ? std::vector<ToldGap>() : std::move(it->second);
    }
    [[nodiscard]] std::optional<Work> kept(const std::optional<Work> &work) {
        return work ? std::optional(Work{texts.at(texts.intern(work->name)), work->ref}) : std::nullopt;
    }
};

Result<GapsOfRanks> startGaps(const AnalysisInput &input, const std::stop_token &stop) {
    const auto mode = choiceParameter(input, "by", kGapModes);
    const auto top = countParameter(input, "top", kDefaultGapRows);
    if (!mode || !top) {
        return tl::unexpected(mode ? top.error() : mode.error());
    }
    return GapsOfRanks{.by = static_cast<GapsBy>(*mode),
                       .most = *top,
                       .pipelines = ToldGapsOfPipelines(*input.run(), stop),
                       .longest = GapsOfRanks::FirstGaps(*top)};
}

void addSums(int rank, const StepGaps &step, TableRows<GapRow> &out) {
    const auto add = [&](std::string_view cause, std::size_t count, Nanos sum) {
        out.add({.rank = rank,
                 .step = step.step,
                 .device = step.device,
                 .cause = cause,
                 .gaps = count,
                 .duration = sum,
                 .stepTotal = step.range.duration()});
    };
    add("busy", 0, step.busy);
    const auto sums = step.byCause();
    for (std::size_t i = 0; i < kFreeCauses; ++i) {
        const auto cause = static_cast<FreeCause>(i);
        const auto count =
            std::count_if(step.gaps.begin(), step.gaps.end(), [&](const FreeGap &gap) { return gap.cause == cause; });
        if (count > 0) {
            add(freeCauseText(cause), static_cast<std::size_t>(count), sums.at(i));
        }
    }
}

/// A gap of a rank, and where it lies.
struct PlacedGap {
    const StepGaps *step;
    const FreeGap *gap;

    [[nodiscard]] GapRow row(int rank) const {
        return {.rank = rank,
                .step = step->step,
                .device = step->device,
                .cause = freeCauseText(gap->cause),
                .range = gap->range,
                .duration = gap->range.duration(),
                .stepTotal = step->range.duration(),
                .hostLate = gap->hostLate};
    }
};
struct IsLongerOfRank {
    bool operator()(const PlacedGap &a, const PlacedGap &b) const {
        const auto first = a.gap->range;
        const auto second = b.gap->range;
        return std::tuple(second.duration(), first.begin) < std::tuple(first.duration(), second.begin);
    }
};

/// What stands around a gap.
void describe(const RankInput &of, const RankGaps &gaps, const FreeGap &gap, GapsOfRanks &all, GapRow &row) {
    const auto workAt = [&](std::size_t i) {
        return all.kept(i == FreeGap::kNone ? std::nullopt : std::optional(workOf(of.run, of.capture, gaps.paths[i])));
    };
    row.before = workAt(gap.before);
    row.after = workAt(gap.after);
    if (const auto call = hostCallIn(of.capture, gap.whole)) {
        row.host = all.kept(Work{call->name, {of.run.id, call->source, call->track, call->slice}});
    }
}

void addLongest(const RankInput &of, const RankGaps &gaps, GapsOfRanks &all) {
    FirstItems<PlacedGap, IsLongerOfRank> longest(all.most);
    for (const auto &step : gaps.steps) {
        for (const auto &gap : step.gaps) {
            if (of.all.wantsStep(step.step) && of.all.touches(of.capture.rank, gap.range)) {
                longest.add({&step, &gap});
            }
        }
    }
    for (const auto &placed : longest.take()) {
        auto row = placed.row(of.capture.rank);
        if (!all.longest.takes(row)) {
            return;
        }
        describe(of, gaps, *placed.gap, all, row);
        all.longest.add(row);
    }
}

void addGapRows(const RankInput &of, GapsOfRanks &all, TableRows<GapRow> &out) {
    const int rank = of.capture.rank;
    const auto gaps = freeGapsByDevice(of.capture, all.toldOf(of), of.stop);
    if (all.by == GapsBy::Gap) {
        addLongest(of, gaps, all);
        return;
    }
    for (const auto &step : gaps.steps) {
        if (of.all.wantsStep(step.step) && of.all.touches(rank, step.range)) {
            addSums(rank, step, out);
        }
    }
}

void addLongestOfAll(GapsOfRanks &all, TableRows<GapRow> &out) {
    const auto rows = all.longest.take();
    for (const auto &row : rows) {
        out.add(row);
    }
    if (!rows.empty()) {
        out.note("The longest gaps first, at most " + std::to_string(all.most) + ".");
    }
}

}  // namespace

AnalysisEntry makeFreeGapsEntry() {
    return rankTable<GapRow>(
        {.entry = {.id = "free_gaps",
                   .title = "Free time of the device by cause",
                   .depth = LoadDepth::Deep,
                   .level = BundleLevel::Full,
                   .parameters = {{"by", "gap",
                                   "gap: one row per gap, the longest first; cause: sums per rank, step and cause, "
                                   "with the busy time, that together are the step."},
                                  {"top", std::to_string(kDefaultGapRows), "Gaps to list."}}},
         .whenEmpty = "No gaps: no device activity is loaded."},
        {
            key(column("rank", "Global rank.", &GapRow::rank, ifKnown)),
            key(column("step", "Step; empty where the capture has none and is taken as a whole.", &GapRow::step)),
            key(column("device",
                       "Device that idles, where the file of a rank has several, each judged by itself; empty: the "
                       "rank's only one.",
                       &GapRow::device)),
            key(column(
                "cause",
                "host_launch: the next work was launched late, by a launch that is recorded; synchronization: the host "
                "waited for the device when it ran dry; data_loading: the host fetched data; step_edge: short idle "
                "time where steps meet, since the loop waits for the device there; communication_wait: host or device "
                "waited for other ranks; pipeline_wait: in the rank's pipeline no data was there to work on, so that a "
                "late launch costs nothing (see table bubbles); copy: the device copied; other: launched in time; "
                "unknown: no launch of the next work is recorded; busy: no gap (sums only).",
                &GapRow::cause)),
            sum(column("gaps", "Gaps of this row.", &GapRow::gaps)),
            column("start_ns", "ns", "Begin of the gap, clock of the rank; empty for sums.", &GapRow::range,
                   &RankRange::begin),
            column("end_ns", "ns", "End of the gap by the same clock.", &GapRow::range, &RankRange::end),
            sum(column("duration_us", "us",
                       "Time in which the device neither computes nor communicates; cut at the step's ends.",
                       &GapRow::duration)),
            column("step_percent", "%",
                   "duration_us of the step: per rank and step, all gaps and the busy time are 100 %.",
                   [](const GapRow &row) { return percentOf(row.duration, row.stepTotal); }),
            column("host_late_us", "us",
                   "From the gap's begin, uncut, until the launch call of the next work returned; empty where no "
                   "launch is known.",
                   &GapRow::hostLate),
            column("before", "Work that ends where the gap begins.", &GapRow::before, &Work::name),
            column("after", "Work that begins where it ends.", &GapRow::after, &Work::name),
            column("host_call",
                   "Call that describes best what the host did meanwhile: the shortest one that fills most of the gap.",
                   &GapRow::host, &Work::name),
            column("evidence", "Name of the work after the gap for --select.", &GapRow::after, &Work::ref),
            column("evidence_before", "Name of the work before it for --select.", &GapRow::before, &Work::ref),
            column("evidence_host", "Name of the host's call for --select.", &GapRow::host, &Work::ref),
        },
        startGaps, addGapRows, addLongestOfAll);
}

}  // namespace stagescope
