#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/analysis/trace/told_gaps.h"
#include "core/base/item_ref.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace stagescope {

namespace {

enum class GapsBy : std::uint8_t { Gap, Cause };
constexpr auto kGapModes = std::to_array<std::string_view>({"gap", "cause"});
constexpr std::int64_t kDefaultGapRows = 100;

/// A gap with all that its row needs; the rank's paths are not kept.
struct Gap {
    int rank = -1;
    std::optional<std::int64_t> step;
    Nanos stepTotal{0};
    FreeGap gap;
    std::optional<DispatchPath> before;
    std::optional<DispatchPath> after;
};

bool isLonger(const Gap &a, const Gap &b) {
    const auto first = a.gap.range.duration();
    const auto second = b.gap.range.duration();
    return std::tie(second, a.rank, a.gap.range.begin) < std::tie(first, b.rank, b.gap.range.begin);
}

void keepLongest(std::vector<Gap> &rows, std::size_t limit) {
    const auto count = std::min(limit, rows.size());
    std::partial_sort(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count), rows.end(), &isLonger);
    rows.resize(count);
}

/// Work of the device, or a call of the host.
struct Work {
    std::string_view name;
    SliceRef ref;
};

std::optional<Work> workOf(const Run &run, const RankCapture &capture, const std::optional<DispatchPath> &path) {
    if (!path) {
        return std::nullopt;
    }
    Work work{{}, {run.id, path->source, path->track, path->slice}};
    for (const auto &source : capture.loaded) {
        if (source.source == path->source && !source.traces.empty()) {
            work.name = source.traces.front()->text(path->name);
            break;
        }
    }
    return work;
}

/// One gap, or the sum of those of a step and a cause.
struct GapRow {
    int rank = -1;
    std::optional<std::int64_t> step;
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

GapRow rowOf(const Run &run, const Gap &of) {
    const auto &capture = *run.capture(of.rank);
    const auto &gap = of.gap;
    const auto call = hostCallIn(capture, gap.whole);
    return {.rank = of.rank,
            .step = of.step,
            .cause = freeCauseText(gap.cause),
            .range = gap.range,
            .duration = gap.range.duration(),
            .stepTotal = of.stepTotal,
            .hostLate = gap.hostLate,
            .before = workOf(run, capture, of.before),
            .after = workOf(run, capture, of.after),
            .host = call ? std::optional(Work{call->name, {run.id, call->source, call->track, call->slice}})
                         : std::nullopt};
}

void addSums(int rank, const StepGaps &step, TableRows<GapRow> &out) {
    const auto add = [&](std::string_view cause, std::size_t count, Nanos sum) {
        out.add({.rank = rank,
                 .step = step.step,
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

void addGaps(const AnalysisInput &input, int rank, const RankGaps &gaps, std::size_t limit, std::vector<Gap> &rows) {
    const auto pathAt = [&](std::size_t i) {
        return i == FreeGap::kNone ? std::optional<DispatchPath>{} : gaps.paths[i];
    };
    for (const auto &step : gaps.steps) {
        for (const auto &gap : step.gaps) {
            if (input.wantsStep(step.step) && input.touches(rank, gap.range)) {
                rows.push_back({rank, step.step, step.range.duration(), gap, pathAt(gap.before), pathAt(gap.after)});
            }
            if (rows.size() > 2 * limit + 4096) {
                keepLongest(rows, limit);
            }
        }
    }
}

Status addGapRows(const AnalysisInput &input, const std::stop_token &stop, TableRows<GapRow> &out) {
    const auto mode = choiceParameter(input, "by", kGapModes);
    const auto top = countParameter(input, "top", kDefaultGapRows);
    if (!mode || !top) {
        return tl::unexpected(mode ? top.error() : mode.error());
    }
    const auto &run = *input.run();
    auto told = toldGaps(run, stop);
    std::vector<Gap> rows;
    for (const auto *capture : input.captures()) {
        const int rank = capture->rank;
        const auto gaps = freeGaps(*capture, std::move(told[rank]), stop);
        if (stop.stop_requested()) {
            return {};
        }
        if (static_cast<GapsBy>(*mode) == GapsBy::Gap) {
            addGaps(input, rank, gaps, *top, rows);
            continue;
        }
        for (const auto &step : gaps.steps) {
            if (input.wantsStep(step.step) && input.touches(rank, step.range)) {
                addSums(rank, step, out);
            }
        }
    }
    keepLongest(rows, *top);
    for (const auto &gap : rows) {
        out.add(rowOf(run, gap));
    }
    if (!rows.empty()) {
        out.note("The longest gaps first, at most " + std::to_string(*top) + ".");
    }
    return {};
}

}  // namespace

AnalysisEntry makeFreeGapsEntry() {
    return runTable<GapRow>(
        {.entry = {.id = "free_gaps",
                   .title = "Free time of the device by cause",
                   .depth = LoadDepth::Deep,
                   .parameters = {{"by", "gap",
                                   "gap: one row per gap, the longest first; cause: sums per rank, step and cause, "
                                   "with the busy time, that together are the step."},
                                  {"top", std::to_string(kDefaultGapRows), "Gaps to list."}}},
         .whenEmpty = "No gaps: nothing that is loaded tells when the device worked."},
        {
            key(column("rank", "Global rank.", &GapRow::rank, ifKnown)),
            key(column("step", "Step; empty where the capture has none and is taken as a whole.", &GapRow::step)),
            key(column(
                "cause",
                "host_launch: the next work was launched late, by a launch that is recorded; synchronisation: the "
                "host waited for the device when it ran dry; data_loading: the host fetched data; "
                "communication_wait: host or device waited for other ranks; pipeline_wait: in the rank's pipeline "
                "no data was there to work on, so that a late launch costs nothing (table bubbles tells more); "
                "copy: the device copied; other: launched in time; unknown: no launch of the next work is "
                "recorded; busy: no gap (sums only).",
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
                   "Call that tells best what the host did meanwhile: the shortest one that fills most of the gap.",
                   &GapRow::host, &Work::name),
            column("evidence", "Name of the work after the gap for --select.", &GapRow::after, &Work::ref),
            column("evidence_before", "Name of the work before it for --select.", &GapRow::before, &Work::ref),
            column("evidence_host", "Name of the host's call for --select.", &GapRow::host, &Work::ref),
        },
        addGapRows);
}

}  // namespace stagescope
