#include "core/analysis/pipeline/time/critical_path.h"
#include "core/analysis/pipeline/time/group_loop.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/step_id.h"

namespace stagescope {

namespace {

/// A cell and its place.
struct NodeRow {
    RunId run;
    const PipelineChart *chart;
    const MeasuredGraph *graph;
    const MeasuredGraph::Node *node;

    operator const PipelineGroup &() const { return chart->group; }
    operator const PipelineCell &() const { return cell(); }
    [[nodiscard]] const PipelineCell &cell() const { return chart->cells[node->cell]; }
    [[nodiscard]] Nanos duration() const { return cell().work(); }
    [[nodiscard]] CellRef ref() const { return cellRef(run, chart->group, cell()); }
};
struct PathRow : NodeRow {
    std::int64_t position;
    const CriticalPath::Stop *stop;

    operator const CriticalPath::Stop &() const { return *stop; }
};
struct SlackRow : NodeRow {
    Nanos slack;
};

Status addPaths(const AnalysisInput &input, const std::stop_token &stop, TableRows<PathRow> &out) {
    return forEachPipelineStep(input, stop,
                               [&](const Run &run, const PipelineChart &chart, const MeasuredGraph &graph) {
                                   const auto path = criticalPath(chart, graph);
                                   std::int64_t position = 0;
                                   for (const auto &each : path.stops) {
                                       out.add({{run.id, &chart, &graph, &graph.nodes[each.node]}, position++, &each});
                                   }
                               });
}

Status addSlacks(const AnalysisInput &input, const std::stop_token &stop, TableRows<SlackRow> &out) {
    return forEachPipelineStep(
        input, stop, [&](const Run &run, const PipelineChart &chart, const MeasuredGraph &graph) {
            const auto slack = slackOf(chart, graph);
            if (!slack) {
                out.note("Group " + chart.group.id + ", step " + stepText(graph.step) +
                         ": the measured order contradicts the dependencies (clocks, numbering).");
                return;
            }
            for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
                const NodeRow node{run.id, &chart, &graph, &graph.nodes[i]};
                if (input.wants(node.cell().rank)) {
                    out.add({node, (*slack)[i]});
                }
            }
        });
}

ColumnList<NodeRow> stepColumns() {
    return {
        column("group", "Pipeline group, ranks in order of stages.", &PipelineGroup::id),
        column("step", "Step; empty outside of all steps.", &NodeRow::graph, &MeasuredGraph::step, ifKnown),
    };
}

ColumnList<NodeRow> placeColumns() {
    return {
        column("rank", "Global rank.", &PipelineCell::rank, ifKnown),
        column("stage", "Stage of the cell, of the forward half of an overlapped one.", &NodeRow::node,
               &MeasuredGraph::Node::stage, ifKnown),
        column("kind", "F forward, B backward, I for input, W for weights, O overlapped forward and backward.",
               &PipelineCell::kind, cellKindText),
        column("microbatch", "Microbatch, of the forward half of an overlapped cell; empty when unknown.",
               &PipelineCell::microbatch, ifKnown),
        column("backward_microbatch", "Microbatch of the backward half of an overlapped cell.",
               &PipelineCell::backwardMicrobatch, ifKnown),
        column("chunk", "Virtual chunk or direction; empty when unknown.", &PipelineCell::chunk, ifKnown),
    };
}

}  // namespace

AnalysisEntry makeCriticalPathEntry() {
    using Row = PathRow;
    using Stop = CriticalPath::Stop;
    return runTable<Row>(
        {{.id = "critical_path", .title = "Critical path of each pipeline", .needsDeep = &needsDeepForCells}},
        {
            stepColumns(),
            column("position", "Place on the path, in order of time, from 0.", &Row::position),
            placeColumns(),
            column("start_ns", "ns", "Begin of the cell, aligned clock.",
                   [](const Row &row) { return row.node->range.begin; }),
            column("duration_us", "us", "Length of the cell.", &NodeRow::duration),
            column("of_window_percent", "%", "duration_us / window of the group in the step.",
                   [](const Row &row) { return percentOf(row.duration(), row.graph->window.duration()); }),
            column("gap_us", "us", "From the end of the cell before on the path; negative when it began before that.",
                   &Stop::gap),
            column("transfer_us", "us", "Part of gap_us that is a transfer.", &Stop::transfer),
            column("work_us", "us",
                   "Part of gap_us in which the stage computes the loss, or other work of each microbatch.",
                   &Stop::work),
            column("evidence", "Name of the cell for --select.", &NodeRow::ref),
        },
        addPaths);
}

AnalysisEntry makeSlackEntry() {
    using Row = SlackRow;
    return runTable<Row>(
        {{.id = "slack", .title = "Slack of each cell", .needsDeep = &needsDeepForCells}},
        {
            stepColumns(),
            placeColumns(),
            column("duration_us", "us", "Length of the cell.", &NodeRow::duration),
            column("slack_us", "us",
                   "How much later the cell could end without a longer window, all else as measured: latest - "
                   "earliest end in a replay with measured durations and transfers; 0 = critical.",
                   &Row::slack),
            column("evidence", "Name of the cell for --select.", &NodeRow::ref),
        },
        addSlacks);
}

}  // namespace stagescope
