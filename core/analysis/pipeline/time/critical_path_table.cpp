#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/time/critical_path.h"
#include "core/analysis/pipeline/time/group_loop.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

namespace stagescope {

namespace {

Cell stepCell(std::int64_t step) { return step == kNoStep ? Cell{} : numberCell(step); }

/// What a row says of a cell: kind, microbatch, chunk, rank, stage.
std::vector<Cell> placeCells(const PipelineChart &chart, const MeasuredGraph::Node &node) {
    const auto &cell = chart.cells[node.cell];
    return {knownCell(cell.rank),
            knownCell(node.stage),
            textCell(cellKindText(cell.kind)),
            knownCell(cell.microbatch),
            knownCell(cell.backwardMicrobatch),
            knownCell(cell.chunk)};
}

void addPath(const Run &run, const PipelineChart &chart, const MeasuredGraph &graph, ResultTable &table) {
    const auto path = criticalPath(chart, graph);
    std::int64_t position = 0;
    for (const auto &stop : path.stops) {
        const auto &node = graph.nodes[stop.node];
        std::vector<Cell> row = {textCell(chart.group.id), stepCell(graph.step), numberCell(position++)};
        const auto place = placeCells(chart, node);
        row.insert(row.end(), place.begin(), place.end());
        row.insert(row.end(), {numberCell(ns(node.range.begin)), microsCell(node.range.duration()),
                               percentCell(node.range.duration(), graph.window.duration()), microsCell(stop.gap),
                               microsCell(stop.transfer), microsCell(stop.work),
                               textCell(toText(cellRef(run.id, chart.group, chart.cells[node.cell])))});
        table.rows.push_back(std::move(row));
    }
}

Result<ResultTable> runCriticalPath(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("critical_path"));
    const auto visit = [&](const Run &run, const PipelineChart &chart, const MeasuredGraph &graph) {
        addPath(run, chart, graph, table);
    };
    if (const auto status = forEachPipelineStep(input, stop, visit); !status) {
        return tl::make_unexpected(status.error());
    }
    return table;
}

void addSlack(const AnalysisInput &input, const Run &run, const PipelineChart &chart, const MeasuredGraph &graph,
              ResultTable &table) {
    const auto slack = slackOf(chart, graph);
    if (!slack) {
        table.notes.push_back("Group " + chart.group.id + ", step " + std::to_string(graph.step) +
                              ": the measured order contradicts the dependencies (clocks, numbering).");
        return;
    }
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto &cell = chart.cells[graph.nodes[i].cell];
        if (!input.wants(cell.rank)) {
            continue;
        }
        std::vector<Cell> row = {textCell(chart.group.id), stepCell(graph.step)};
        const auto place = placeCells(chart, graph.nodes[i]);
        row.insert(row.end(), place.begin(), place.end());
        row.insert(row.end(), {microsCell(cell.range.duration()), microsCell((*slack)[i]),
                               textCell(toText(cellRef(run.id, chart.group, cell)))});
        table.rows.push_back(std::move(row));
    }
}

Result<ResultTable> runSlack(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("slack"));
    const auto visit = [&](const Run &run, const PipelineChart &chart, const MeasuredGraph &graph) {
        addSlack(input, run, chart, graph, table);
    };
    if (const auto status = forEachPipelineStep(input, stop, visit); !status) {
        return tl::make_unexpected(status.error());
    }
    return table;
}

/// Group, step, then what is special to a table, then the place of a cell.
std::vector<ColumnSpec> cellColumns(std::vector<ColumnSpec> special) {
    std::vector<ColumnSpec> columns = {textColumn("group", "Pipeline group, ranks in order of stages."),
                                       integerColumn("step", "", "Step; empty outside of all steps.")};
    columns.insert(columns.end(), special.begin(), special.end());
    const ColumnSpec place[] = {
        integerColumn("rank", "", "Global rank."),
        integerColumn("stage", "", "Stage of the cell, of the forward half of an overlapped one."),
        textColumn("kind", "F forward, B backward, I for input, W for weights, O overlapped forward and backward."),
        integerColumn("microbatch", "", "Microbatch, of the forward half of an overlapped cell; empty when unknown."),
        integerColumn("backward_microbatch", "", "Microbatch of the backward half of an overlapped cell."),
        integerColumn("chunk", "", "Virtual chunk or direction; empty when unknown."),
    };
    columns.insert(columns.end(), std::begin(place), std::end(place));
    return columns;
}

}  // namespace

AnalysisEntry makeCriticalPathEntry() {
    AnalysisEntry entry;
    entry.id = "critical_path";
    entry.title = "Critical path of each pipeline";
    entry.needsDeep = &needsDeepForCells;
    entry.columns = cellColumns({integerColumn("position", "", "Place on the path, in order of time, from 0.")});
    const ColumnSpec figures[] = {
        integerColumn("start_ns", "ns", "Begin of the cell, aligned clock."),
        realColumn("duration_us", "us", "Length of the cell."),
        realColumn("of_window_percent", "%", "duration_us / window of the group in the step."),
        realColumn("gap_us", "us", "From the end of the cell before on the path; negative when it began before that."),
        realColumn("transfer_us", "us", "Part of gap_us that is a transfer."),
        realColumn("work_us", "us",
                   "Part of gap_us in which the stage computes the loss, or other work of each microbatch."),
        textColumn("evidence", "Name of the cell for --select."),
    };
    entry.columns.insert(entry.columns.end(), std::begin(figures), std::end(figures));
    entry.run = &runCriticalPath;
    return entry;
}

AnalysisEntry makeSlackEntry() {
    AnalysisEntry entry;
    entry.id = "slack";
    entry.title = "Slack of each cell";
    entry.needsDeep = &needsDeepForCells;
    entry.columns = cellColumns({});
    const ColumnSpec figures[] = {
        realColumn("duration_us", "us", "Length of the cell."),
        realColumn("slack_us", "us",
                   "How much later the cell could end without a longer window, all else as measured: latest - earliest "
                   "end in a replay with measured durations and transfers; 0 = critical."),
        textColumn("evidence", "Name of the cell for --select."),
    };
    entry.columns.insert(entry.columns.end(), std::begin(figures), std::end(figures));
    entry.run = &runSlack;
    return entry;
}

}  // namespace stagescope
