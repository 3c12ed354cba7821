#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/time/counterfactuals.h"
#include "core/analysis/pipeline/time/group_loop.h"
#include "core/analysis/pipeline/time/step_account.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace stagescope {

namespace {

Cell stepCell(std::int64_t step) { return step == kNoStep ? Cell{} : numberCell(step); }

std::vector<Cell> accountRow(const PipelineChart &chart, const Run &run, const StepAccount &account,
                             const RowBubbles &row) {
    const auto window = account.window.duration();
    const auto idle = window - row.busy;
    const RankRef evidence{run.id, account.rank};
    std::vector<Cell> cells = {textCell(chart.group.id), stepCell(account.step), knownCell(account.rank),
                               microsCell(account.range.duration()), microsCell(window)};
    if (!account.hasCells) {
        cells.resize(cells.size() + 5 + kBubbleCauses - 1);
    } else {
        cells.insert(cells.end(), {microsCell(account.busy), microsCell(idle), percentCell(idle, window),
                                   percentCell(idle, row.busy), percentCell(idle, account.range.duration())});
        for (std::size_t i = 0; i < kBubbleCauses; ++i) {
            if (static_cast<BubbleCause>(i) != BubbleCause::OtherWork) {
                cells.push_back(microsCell(account.causes[i]));
            }
        }
    }
    for (const auto other : account.others) {
        cells.push_back(account.hasCells ? microsCell(other) : Cell{});
    }
    const auto sum = account.busy + std::accumulate(account.causes.begin(), account.causes.end(), Nanos{0});
    cells.push_back(account.hasCells ? microsCell(account.range.duration() - sum) : Cell{});
    cells.push_back(row.inherent ? microsCell(*row.inherent) : Cell{});
    cells.push_back(microsCell(account.p2p));
    cells.push_back(percentCell(account.p2p, account.range.duration()));
    cells.push_back(microsCell(account.peerBubble));
    cells.push_back(textCell(toText(evidence)));
    return cells;
}

Result<ResultTable> runBubbles(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("bubbles"));
    const auto visit = [&](const Run &run, const PipelineChart &chart, const MeasuredGraph &graph) {
        const auto rows = bubbleCauses(chart, graph, run.clock);
        for (const auto &account : stepAccounts(run, chart, graph, rows, stop)) {
            const auto &ranks = chart.group.ranks;
            const auto row = std::find(ranks.begin(), ranks.end(), account.rank) - ranks.begin();
            if (input.wants(account.rank)) {
                table.rows.push_back(accountRow(chart, run, account, rows[static_cast<std::size_t>(row)]));
            }
        }
    };
    if (const auto status = forEachPipelineStep(input, stop, visit); !status) {
        return tl::make_unexpected(status.error());
    }
    return table;
}

struct Part {
    std::string_view cause;
    Nanos length;
};

void addParts(const PipelineChart &chart, const MeasuredGraph &graph, ResultTable &table) {
    const auto result = counterfactuals(chart, graph);
    if (!result) {
        table.notes.push_back("Group " + chart.group.id + ", step " + std::to_string(graph.step) +
                              ": cells are missing or not numbered, so it cannot be replayed.");
        return;
    }
    const Part parts[] = {{"busy", result->busyMean},
                          {"inherent", result->inherent()},
                          {"stage_imbalance", result->stageImbalance()},
                          {"variability", result->variability()},
                          {"transfer", result->transfer()},
                          {"late_start", result->launch()},
                          {"residual", result->residual()}};
    const Nanos makespans[] = {result->busyMean,  result->uniform,  result->stages, result->actual,
                               result->transfers, result->launches, result->window};
    for (std::size_t i = 0; i < std::size(parts); ++i) {
        table.rows.push_back({textCell(chart.group.id), stepCell(graph.step), textCell(parts[i].cause),
                              microsCell(parts[i].length), percentCell(parts[i].length, result->window),
                              percentCell(parts[i].length, result->busyMean), microsCell(makespans[i])});
    }
}

Result<ResultTable> runBubbleCauses(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("bubble_causes"));
    const auto visit = [&](const Run &, const PipelineChart &chart, const MeasuredGraph &graph) {
        addParts(chart, graph, table);
    };
    if (const auto status = forEachPipelineStep(input, stop, visit); !status) {
        return tl::make_unexpected(status.error());
    }
    return table;
}

std::vector<ColumnSpec> causeColumns() {
    return {
        realColumn("head_us", "us", "From the begin of the window to the rank's first cell: the pipeline fills."),
        realColumn("dependency_wait_us", "us", "What the next cell needs was not computed yet."),
        realColumn("rendezvous_wait_us", "us", "Computed, but a side of the transfer had not come."),
        realColumn("transfer_us", "us", "The transfer itself."),
        realColumn("host_launch_us", "us",
                   "All inputs were there, and the launch of what comes next, the cell or its receive, is recorded and "
                   "came late."),
        realColumn("late_start_us", "us",
                   "All inputs were there and the cell had not begun, and no late launch tells why; outside of the "
                   "window gaps between work of the device (table free_gaps tells their causes)."),
        realColumn("tail_us", "us", "After the rank's last cell, and after the last work of the step."),
        realColumn("unknown_us", "us", "What was waited for is not known, or the device's work is not loaded."),
        realColumn("preparing_us", "us", "Before the first work of the device in the step: data loading, host."),
        realColumn("loss_us", "us", "Loss, where cells mark it."),
        realColumn("gradient_sync_us", "us", "Gradient synchronisation, where cells mark it."),
        realColumn("optimizer_us", "us", "Optimizer, where cells mark it."),
        realColumn("other_computing_us", "us", "Computing outside of the window that no cell names."),
        realColumn("other_communication_us", "us",
                   "Communication outside of the window that no cell names and no computing hides."),
        realColumn("other_marked_us", "us", "Cells of kind other."),
        realColumn("sum_check_us", "us", "step_us - busy_us - all causes: 0."),
        realColumn("inherent_us", "us",
                   "Part of idle_us that the schedule costs with cells of equal length and no transfers, bubble by "
                   "bubble; empty where the step cannot be replayed."),
        realColumn("p2p_us", "us",
                   "Union of the rank's point-to-point operations in the step, batched ones too, waiting included."),
        realColumn("p2p_of_step_percent", "%", "p2p_us / step_us."),
        realColumn(
            "peer_bubble_us", "us",
            "Bubble as MindStudio Insight and msprof-analyze say it: the plain sum of receive durations; batched "
            "sends and receives do not count there."),
        textColumn("evidence", "Name of the rank for --select."),
    };
}

}  // namespace

AnalysisEntry makeBubblesEntry() {
    AnalysisEntry entry;
    entry.id = "bubbles";
    entry.title = "Bubbles of each rank by cause";
    entry.needsDeep = &needsDeepForCells;
    entry.columns = {
        textColumn("group", "Pipeline group, ranks in order of stages."),
        integerColumn("step", "", "Step; empty outside of all steps."),
        integerColumn("rank", "", "Global rank; figures are empty for a rank without cells."),
        realColumn("step_us", "us", "Whole step of the rank, to the end of the device's work."),
        realColumn("window_us", "us", "First begin to last end of all scheduled cells of the group in the step."),
        realColumn("busy_us", "us", "Union of the rank's scheduled cells."),
        realColumn("idle_us", "us", "window_us - busy_us."),
        realColumn("idle_of_window_percent", "%",
                   "idle_us / window_us: the bubble rate, (p-1)/(m+p-1) for an ideal 1F1B."),
        realColumn("idle_of_busy_percent", "%",
                   "idle_us / busy_us: Megatron's bubble fraction, (p-1)/m for an ideal 1F1B."),
        realColumn("idle_of_step_percent", "%", "idle_us / step_us."),
    };
    const auto causes = causeColumns();
    entry.columns.insert(entry.columns.end(), causes.begin(), causes.end());
    entry.run = &runBubbles;
    return entry;
}

AnalysisEntry makeBubbleCausesEntry() {
    return {.id = "bubble_causes",
            .title = "Why a pipeline's window is as long as it is",
            .needsDeep = &needsDeepForCells,
            .columns =
                {
                    textColumn("group", "Pipeline group, ranks in order of stages."),
                    integerColumn("step", "", "Step; empty outside of all steps."),
                    textColumn(
                        "cause",
                        "busy: mean over ranks of the time in cells and in the loss between them; inherent: what the "
                        "schedule costs with cells of equal length, the loss spread over them; stage_imbalance: means "
                        "per stage instead; variability: each cell as measured; "
                        "transfer: with the transfers; late_start: with the delays before cells; residual: rest."),
                    realColumn("length_us", "us", "What the cause adds to the window; parts sum up to the window."),
                    realColumn("of_window_percent", "%", "length_us / window."),
                    realColumn("of_busy_percent", "%", "length_us / busy."),
                    realColumn("makespan_us", "us", "Window of the replay that includes this cause and those above."),
                },
            .run = &runBubbleCauses};
}

}  // namespace stagescope
