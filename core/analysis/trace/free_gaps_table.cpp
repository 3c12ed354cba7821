#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"
#include "core/analysis/tables/table_parameters.h"
#include "core/analysis/trace/told_gaps.h"
#include "core/base/item_ref.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace stagescope {

namespace {

enum class By : std::uint8_t { Gap, Cause };
constexpr auto kModes = std::to_array<std::string_view>({"gap", "cause"});
constexpr std::int64_t kDefaultRows = 100;

/// A gap with all that its row needs; the rank's paths are not kept.
struct Row {
    int rank = -1;
    std::optional<std::int64_t> step;
    Nanos stepTotal{0};
    FreeGap gap;
    std::optional<DispatchPath> before;
    std::optional<DispatchPath> after;
};

bool isLonger(const Row &a, const Row &b) {
    const auto first = a.gap.range.duration();
    const auto second = b.gap.range.duration();
    return std::tie(second, a.rank, a.gap.range.begin) < std::tie(first, b.rank, b.gap.range.begin);
}

void keepLongest(std::vector<Row> &rows, std::size_t limit) {
    const auto count = std::min(limit, rows.size());
    std::partial_sort(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(count), rows.end(), &isLonger);
    rows.resize(count);
}

std::string_view nameOf(const RankCapture &capture, const DispatchPath &path) {
    for (const auto &source : capture.loaded) {
        if (source.source == path.source && !source.traces.empty()) {
            return source.traces.front()->text(path.name);
        }
    }
    return {};
}

std::vector<Cell> cellsOf(const Run &run, const Row &row) {
    const auto &capture = *run.capture(row.rank);
    const auto &gap = row.gap;
    const auto call = hostCallIn(capture, {gap.whole.begin, gap.whole.end});
    const auto nameCell = [&](const std::optional<DispatchPath> &path) {
        return path ? textCell(nameOf(capture, *path)) : Cell{};
    };
    const auto itemCell = [&](const std::optional<DispatchPath> &path) {
        return path ? textCell(toText(SliceRef{run.id, path->source, path->track, path->slice})) : Cell{};
    };
    return {knownCell(row.rank),
            numberCell(row.step),
            textCell(freeCauseText(gap.cause)),
            numberCell(1),
            numberCell(ns(gap.range.begin)),
            numberCell(ns(gap.range.end)),
            microsCell(gap.range.duration()),
            percentCell(gap.range.duration(), row.stepTotal),
            microsCell(gap.hostLate),
            nameCell(row.before),
            nameCell(row.after),
            call ? textCell(call->name) : Cell{},
            itemCell(row.after),
            itemCell(row.before),
            call ? textCell(toText(SliceRef{run.id, call->source, call->track, call->slice})) : Cell{}};
}

std::vector<Cell> sumCells(int rank, const StepGaps &step, std::string_view cause, std::size_t count, Nanos sum) {
    std::vector<Cell> cells{knownCell(rank), numberCell(step.step),
                            textCell(cause), numberCell(count),
                            Cell{},          Cell{},
                            microsCell(sum), percentCell(sum, step.range.duration())};
    cells.resize(15);
    return cells;
}

void addSums(int rank, const StepGaps &step, ResultTable &table) {
    table.rows.push_back(sumCells(rank, step, "busy", 0, step.busy));
    const auto sums = step.byCause();
    for (std::size_t i = 0; i < kFreeCauses; ++i) {
        const auto cause = static_cast<FreeCause>(i);
        const auto count =
            std::count_if(step.gaps.begin(), step.gaps.end(), [&](const FreeGap &gap) { return gap.cause == cause; });
        if (count > 0) {
            table.rows.push_back(
                sumCells(rank, step, freeCauseText(cause), static_cast<std::size_t>(count), sums.at(i)));
        }
    }
}

void addGaps(const AnalysisInput &input, int rank, const RankGaps &gaps, std::size_t limit, std::vector<Row> &rows) {
    const auto pathAt = [&](std::size_t i) {
        return i == FreeGap::kNone ? std::optional<DispatchPath>{} : gaps.paths[i];
    };
    for (const auto &step : gaps.steps) {
        for (const auto &gap : step.gaps) {
            if ((!input.step || input.step == step.step) && inRange(input, *input.run(), rank, gap.range)) {
                rows.push_back({rank, step.step, step.range.duration(), gap, pathAt(gap.before), pathAt(gap.after)});
            }
            if (rows.size() > 2 * limit + 4096) {
                keepLongest(rows, limit);
            }
        }
    }
}

Result<ResultTable> runFreeGaps(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("free_gaps"));
    const auto *run = input.run();
    const auto mode = choiceParameter(input, "by", kModes);
    const auto top = countParameter(input, "top", kDefaultRows);
    if (!mode || !top) {
        return tl::unexpected(mode ? top.error() : mode.error());
    }
    std::vector<Row> rows;
    auto told = run == nullptr ? ToldGaps{} : toldGaps(*run, stop);
    for (const int rank : run == nullptr ? std::vector<int>{} : run->ranks()) {
        const auto gaps = input.wants(rank) ? freeGaps(*run->capture(rank), std::move(told[rank]), stop) : RankGaps{};
        if (stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        if (static_cast<By>(*mode) == By::Gap) {
            addGaps(input, rank, gaps, *top, rows);
            continue;
        }
        for (const auto &step : gaps.steps) {
            if ((!input.step || input.step == step.step) && inRange(input, *run, rank, step.range)) {
                addSums(rank, step, table);
            }
        }
    }
    keepLongest(rows, *top);
    for (const auto &row : rows) {
        table.rows.push_back(cellsOf(*run, row));
    }
    if (!rows.empty()) {
        table.notes.push_back("The longest gaps first, at most " + std::to_string(*top) + ".");
    } else if (table.rows.empty()) {
        table.notes.emplace_back("No gaps: nothing that is loaded tells when the device worked.");
    }
    return table;
}

}  // namespace

AnalysisEntry makeFreeGapsEntry() {
    return {
        .id = "free_gaps",
        .title = "Free time of the device by cause",
        .depth = LoadDepth::Deep,
        .parameters = {{"by", "gap",
                        "gap: one row per gap, the longest first; cause: sums per rank, step and cause, with the busy "
                        "time, that together are the step."},
                       {"top", std::to_string(kDefaultRows), "Gaps to list."}},
        .columns =
            {
                integerColumn("rank", "", "Global rank."),
                integerColumn("step", "", "Step; empty where the capture has none and is taken as a whole."),
                textColumn(
                    "cause",
                    "host_launch: the next work was launched late, by a launch that is recorded; synchronisation: the "
                    "host waited for the device when it ran dry; data_loading: the host fetched data; "
                    "communication_wait: host or device waited for other ranks; pipeline_wait: in the rank's pipeline "
                    "no data was there to work on, so that a late launch costs nothing (table bubbles tells more); "
                    "copy: the device copied; other: launched in time; unknown: no launch of the next work is "
                    "recorded; busy: no gap (sums only)."),
                integerColumn("gaps", "", "Gaps of this row."),
                integerColumn("start_ns", "ns", "Begin of the gap, clock of the rank; empty for sums."),
                integerColumn("end_ns", "ns", "End of the gap by the same clock."),
                realColumn("duration_us", "us",
                           "Time in which the device neither computes nor communicates; cut at the step's ends."),
                realColumn("step_percent", "%",
                           "duration_us of the step: per rank and step, all gaps and the busy time "
                           "are 100 %."),
                realColumn("host_late_us", "us",
                           "From the gap's begin, uncut, until the launch call of the next work returned; empty where "
                           "no launch is known."),
                textColumn("before", "Work that ends where the gap begins."),
                textColumn("after", "Work that begins where it ends."),
                textColumn("host_call",
                           "Call that tells best what the host did meanwhile: the shortest one that fills "
                           "most of the gap."),
                textColumn("evidence", "Name of the work after the gap for --select."),
                textColumn("evidence_before", "Name of the work before it for --select."),
                textColumn("evidence_host", "Name of the host's call for --select."),
            },
        .run = &runFreeGaps};
}

}  // namespace stagescope
