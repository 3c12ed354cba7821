#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/chart/cell_use.h"
#include "core/analysis/pipeline/chart/p2p_ops.h"
#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/recognition/cell_launches.h"
#include "core/analysis/pipeline/recognition/chart_memo.h"
#include "core/analysis/pipeline/recognition/numbering.h"
#include "core/analysis/pipeline/recognition/p2p_edges.h"
#include "core/session/rank_facts.h"

#include <algorithm>
#include <set>

namespace stagescope {

namespace {

RankRow measuredRow(const RankCapture &capture, const std::stop_token &stop) {
    RankRow row{rankCells(capture, stop), p2pOps(capture)};
    measureUse(capture, row.found.cells, stop);
    findLaunches(capture, row.found.cells, row.ops, stop);
    return row;
}

PipelineChart workedOut(const Run &run, const PipelineGroup &group, const std::stop_token &stop) {
    PipelineChart chart;
    chart.group = group;
    std::vector<PipelineCell> cells;
    std::vector<P2pOp> p2p;
    std::set<std::int64_t> steps;
    auto ranks = group.ranks;
    std::sort(ranks.begin(), ranks.end());
    for (const int rank : ranks) {
        const auto *capture = run.capture(rank);
        if (capture == nullptr || stop.stop_requested()) {
            continue;
        }
        auto [found, ops] = rankRow(*capture, stop);
        chart.nestedCells += found.nested;
        for (auto &cell : found.cells) {
            steps.insert(cell.step);
            cells.push_back(std::move(cell));
        }
        p2p.insert(p2p.end(), std::make_move_iterator(ops.begin()), std::make_move_iterator(ops.end()));
    }
    cells.shrink_to_fit();
    p2p.shrink_to_fit();
    chart.cells = std::move(cells);
    chart.p2p = std::move(p2p);
    chart.steps.assign(steps.begin(), steps.end());
    numberCells(chart, scheduleHint(run, group), run.clock, stop);
    if (!stop.stop_requested()) {
        pairP2p(chart, run.clock);
    }
    return chart;
}

}  // namespace

RankRow rankRow(const RankCapture &capture, const std::stop_token &stop) {
    return measuredAlone(capture, stop, [&] { return measuredRow(capture, stop); });
}

PipelineChart pipelineChart(const Run &run, const PipelineGroup &group, const std::stop_token &stop) {
    static ChartMemo memo;
    auto key = ChartMemo::keyOf(run, group);
    if (const auto known = memo.find(key)) {
        return *known;
    }
    auto chart = std::make_shared<const PipelineChart>(workedOut(run, group, stop));
    if (!stop.stop_requested()) {
        memo.keep(std::move(key), chart);
    }
    return *chart;
}

}  // namespace stagescope
