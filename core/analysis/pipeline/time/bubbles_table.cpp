#include "core/analysis/pipeline/time/counterfactuals.h"
#include "core/analysis/pipeline/time/group_loop.h"
#include "core/analysis/pipeline/time/step_account.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/step_id.h"

#include <algorithm>
#include <numeric>

namespace stagescope {

namespace {

struct BubblesRow {
    const Run *run;
    const PipelineChart *chart;
    const StepAccount *account;
    const RowBubbles *bubbles;

    operator const PipelineGroup &() const { return chart->group; }
    operator const StepAccount &() const { return *account; }
    operator const RowBubbles &() const { return *bubbles; }

    [[nodiscard]] Nanos step() const { return account->range.duration(); }
    [[nodiscard]] Nanos window() const { return account->window.duration(); }
    [[nodiscard]] Nanos idle() const { return bubbles->idle(); }
    [[nodiscard]] Nanos rest() const {
        return step() - account->busy - std::accumulate(account->causes.begin(), account->causes.end(), Nanos{0});
    }
};

/// What is known of ranks with cells only.
template <class Getter>
auto ofCells(Getter get) {
    return [get](const BubblesRow &row) {
        return row.account->hasCells ? std::optional(std::invoke(get, row)) : std::nullopt;
    };
}
/// A BubbleCause or OtherWork.
template <class Cause>
auto timeOf(Cause cause) {
    return ofCells([cause](const BubblesRow &row) { return row.account->of(cause); });
}
/// Idle time of the window in percent.
auto idleOf(Nanos (*whole)(const BubblesRow &row)) {
    return [whole](const BubblesRow &row) {
        return row.account->hasCells ? percentOf(row.idle(), whole(row)) : std::nullopt;
    };
}

Status addBubbles(const AnalysisInput &input, const std::stop_token &stop, TableRows<BubblesRow> &out) {
    return forEachPipelineStep(
        input, stop, [&](const Run &run, const PipelineChart &chart, const MeasuredGraph &graph) {
            const auto rows = bubbleCauses(chart, graph, run.clock);
            for (const auto &account : stepAccounts(run, chart, graph, rows, stop)) {
                const auto &ranks = chart.group.ranks;
                const auto row = std::find(ranks.begin(), ranks.end(), account.rank) - ranks.begin();
                if (input.wants(account.rank)) {
                    out.add({&run, &chart, &account, &rows[static_cast<std::size_t>(row)]});
                }
            }
        });
}

ColumnList<BubblesRow> causeColumns() {
    using Row = BubblesRow;
    return {
        column("head_us", "us", "From the begin of the window to the rank's first cell: the pipeline fills.",
               timeOf(BubbleCause::Head)),
        column("dependency_wait_us", "us", "What the next cell needs was not computed yet.",
               timeOf(BubbleCause::DependencyWait)),
        column("rendezvous_wait_us", "us", "Computed, but a side of the transfer had not come.",
               timeOf(BubbleCause::RendezvousWait)),
        column("transfer_us", "us", "The transfer itself.", timeOf(BubbleCause::Transfer)),
        column("host_launch_us", "us",
               "All inputs were there, and the launch of what comes next, the cell or its receive, is recorded and "
               "came late.",
               timeOf(BubbleCause::HostLaunch)),
        column("late_start_us", "us",
               "All inputs were there and the cell had not begun, and no late launch explains it; outside of the "
               "window gaps between work of the device (see table free_gaps for their causes).",
               timeOf(BubbleCause::LateStart)),
        column("tail_us", "us", "After the rank's last cell, and after the last work of the step.",
               timeOf(BubbleCause::Tail)),
        column("unknown_us", "us", "The awaited event is unknown, or the device's work is not loaded.",
               timeOf(BubbleCause::Unknown)),
        column("preparing_us", "us", "Before the first work of the device in the step: data loading, host.",
               timeOf(OtherWork::Preparing)),
        column("loss_us", "us", "Loss, where cells mark it.", timeOf(OtherWork::Loss)),
        column("gradient_sync_us", "us", "Gradient synchronization, where cells mark it.",
               timeOf(OtherWork::GradientSync)),
        column("optimizer_us", "us", "Optimizer, where cells mark it.", timeOf(OtherWork::Optimizer)),
        column("other_computing_us", "us", "Computing outside of the window that no cell names.",
               timeOf(OtherWork::Computing)),
        column("other_communication_us", "us",
               "Communication outside of the window that no cell names and no computing hides.",
               timeOf(OtherWork::Communication)),
        column("other_marked_us", "us", "Cells of kind other.", timeOf(OtherWork::Marked)),
        column("sum_check_us", "us", "step_us - busy_us - all causes: 0.", ofCells(&Row::rest)),
        column("beyond_us", "us",
               "Part of the window before the rank's step or after it, while other ranks of the pipeline work: in "
               "idle_us, not in step_us.",
               ofCells([](const Row &row) { return row.account->beyond; })),
        column("inherent_us", "us",
               "Part of idle_us that the schedule costs with cells of equal length and no transfers, bubble by bubble; "
               "empty where the step cannot be replayed.",
               &RowBubbles::inherent),
        column("p2p_us", "us",
               "Union of the rank's point-to-point operations in the step, batched ones too, waiting included; empty "
               "where none was recorded.",
               &StepAccount::p2p),
        column(
            "p2p_of_step_percent", "%", "p2p_us / step_us.",
            [](const Row &row) { return row.account->p2p ? percentOf(*row.account->p2p, row.step()) : std::nullopt; }),
        column("peer_bubble_us", "us",
               "Bubble as MindStudio Insight and msprof-analyze say it: the plain sum of receive durations; batched "
               "sends and receives do not count there.",
               &StepAccount::peerBubble),
        column("evidence", "Name of the rank for --select.",
               [](const Row &row) {
                   return RankRef{row.run->id, row.account->rank};
               }),
    };
}

struct CauseRow {
    const PipelineChart *chart;
    std::int64_t step;
    std::string_view cause;
    Nanos length;
    Nanos makespan;  ///< of the replay with this cause and those above
    const Counterfactuals *all;

    operator const PipelineGroup &() const { return chart->group; }
};

void addParts(const PipelineChart &chart, const MeasuredGraph &graph, TableRows<CauseRow> &out) {
    const auto result = counterfactuals(chart, graph);
    if (!result) {
        out.note("Group " + chart.group.id + ", step " + stepText(graph.step) +
                 ": cells are missing or not numbered, so it cannot be replayed.");
        return;
    }
    const auto &all = *result;
    const auto add = [&](std::string_view cause, Nanos length, Nanos makespan) {
        out.add({&chart, graph.step, cause, length, makespan, &all});
    };
    add("busy", all.busyMean, all.busyMean);
    add("inherent", all.inherent(), all.uniform);
    add("stage_imbalance", all.stageImbalance(), all.stages);
    add("variability", all.variability(), all.actual);
    add("transfer", all.transfer(), all.transfers);
    add("late_start", all.launch(), all.launches);
    add("residual", all.residual(), all.window);
}

Status addCauses(const AnalysisInput &input, const std::stop_token &stop, TableRows<CauseRow> &out) {
    return forEachPipelineStep(input, stop,
                               [&](const Run & /*run*/, const PipelineChart &chart, const MeasuredGraph &graph) {
                                   addParts(chart, graph, out);
                               });
}

}  // namespace

AnalysisEntry makeBubblesEntry() {
    using Row = BubblesRow;
    return runTable<Row>(
        {{.id = "bubbles", .title = "Bubbles of each rank by cause", .needsDeep = &needsDeepForCells}},
        {
            column("group", "Pipeline group, ranks in order of stages.", &PipelineGroup::id),
            column("step", "Step; empty outside of all steps.", &StepAccount::step, ifKnown),
            column("rank", "Global rank; figures are empty for a rank without cells.", &StepAccount::rank, ifKnown),
            column("step_us", "us", "Whole step of the rank, as in time_split.", &Row::step),
            column("window_us", "us", "First begin to last end of all scheduled cells of the group in the step.",
                   &Row::window),
            column("busy_us", "us", "Union of the rank's scheduled cells.",
                   ofCells([](const Row &row) { return row.account->busy; })),
            column("idle_us", "us",
                   "window_us - busy_us - work between cells that the stage does for each microbatch: the loss.",
                   ofCells(&Row::idle)),
            column("idle_of_window_percent", "%",
                   "idle_us / window_us: the bubble rate, (p-1)/(m+p-1) for an ideal 1F1B.",
                   idleOf([](const Row &row) { return row.window(); })),
            column("idle_of_busy_percent", "%",
                   "idle_us / busy_us: Megatron's bubble fraction, (p-1)/m for an ideal 1F1B.",
                   idleOf([](const Row &row) { return row.bubbles->busy; })),
            column("idle_of_step_percent", "%", "(idle_us - beyond_us) / step_us.",
                   [](const Row &row) {
                       const auto &account = *row.account;
                       return account.hasCells ? percentOf(row.idle() - account.beyond, row.step()) : std::nullopt;
                   }),
            causeColumns(),
        },
        addBubbles);
}

AnalysisEntry makeBubbleCausesEntry() {
    using Row = CauseRow;
    return runTable<Row>(
        {{.id = "bubble_causes",
          .title = "Why a pipeline's window is as long as it is",
          .needsDeep = &needsDeepForCells}},
        {
            column("group", "Pipeline group, ranks in order of stages.", &PipelineGroup::id),
            column("step", "Step; empty outside of all steps.", &Row::step, ifKnown),
            column("cause",
                   "busy: mean over ranks of the time in cells and in the loss between them; inherent: what the "
                   "schedule costs with cells of equal length, the loss spread over them; stage_imbalance: means per "
                   "stage instead; variability: each cell as measured; transfer: with the transfers; late_start: with "
                   "the delays before cells; residual: rest.",
                   &Row::cause),
            column("length_us", "us", "What the cause adds to the window; parts sum up to the window.", &Row::length),
            column("of_window_percent", "%", "length_us / window.",
                   [](const Row &row) { return percentOf(row.length, row.all->window); }),
            column("of_busy_percent", "%", "length_us / busy.",
                   [](const Row &row) { return percentOf(row.length, row.all->busyMean); }),
            column("makespan_us", "us", "Window of the replay that includes this cause and those above.",
                   &Row::makespan),
        },
        addCauses);
}

}  // namespace stagescope
