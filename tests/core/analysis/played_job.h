#pragma once

#include "core/analysis/pipeline/replay/stragglers.h"
#include "core/analysis/pipeline/time/ideal_schedule.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <utility>
#include <vector>

namespace stagescope::played {

// Jobs of several pipelines whose cells are longer or shorter as a test asks.

inline constexpr int kStages = 4;
inline constexpr int kMicrobatches = 8;
inline constexpr std::int64_t kMs = 1'000'000;

/// By what a cell is longer than usual; the rank of `cell` is its stage.
using Factor = std::function<double(std::size_t replica, int step, const PipelineCell &cell)>;

/// Moves the cells of a chart to where they would be with their lengths: each begins when all that it waits for is
/// there.
inline void layOut(PipelineChart &chart) {
    auto &cells = chart.cells.edit();
    for (const auto step : chart.steps) {
        const auto graph = measuredGraph(chart, step, {});
        const auto replay = replayGraph(*graph, {.transfer = [](const auto &, const auto &) { return Nanos{kMs}; }});
        for (std::size_t i = 0; i < graph->nodes.size(); ++i) {
            auto &range = cells[graph->nodes[i].cell].range;
            const auto begin = rankTime(10'000 * kMs * step + ns(replay->times[i].begin));
            range = {begin, begin + range.duration()};
        }
    }
}

inline int rankAt(std::size_t replica, int stage) { return static_cast<int>(replica) * kStages + stage; }

/// Replicas of a pipeline of which each cell has jitter of 1 % and its factor; ranks as rankAt.
inline MeasuredJob jobOf(int replicas, int steps, const Factor &factor, ScheduleKind kind = ScheduleKind::OneFOneB) {
    MeasuredJob job;
    std::mt19937 random(7);
    std::normal_distribution<double> jitter(1.0, 0.01);
    const ScheduleOptions options{.kind = kind, .stages = kStages, .microbatches = kMicrobatches};
    const auto schedule = generateSchedule(options);
    const auto pattern = *theoryChart(options, *schedule,
                                      {.forward = Nanos{10 * kMs},
                                       .backwardInput = Nanos{10 * kMs},
                                       .backwardWeight = Nanos{10 * kMs},
                                       .transfer = Nanos{kMs}});
    for (std::size_t replica = 0; replica < static_cast<std::size_t>(replicas); ++replica) {
        auto chart = pattern;
        for (int &rank : chart.group.ranks) {
            rank = rankAt(replica, rank);
        }
        chart.cells.edit().clear();
        chart.steps.clear();
        for (int step = 0; step < steps; ++step) {
            chart.steps.push_back(step);
            for (auto cell : pattern.cells) {
                const auto begin = cell.range.begin + Nanos{10'000 * kMs} * step;
                const double length =
                    static_cast<double>(cell.range.duration().count()) * jitter(random) * factor(replica, step, cell);
                cell.step = step;
                cell.rank = rankAt(replica, cell.rank);
                cell.range = {begin, begin + Nanos{std::llround(length)}};
                chart.cells.edit().push_back(cell);
            }
        }
        layOut(chart);
        job.charts.push_back(std::move(chart));
    }
    for (const auto &chart : job.charts) {
        auto &graphs = job.graphs.emplace_back();
        for (const auto step : chart.steps) {
            graphs.push_back(*measuredGraph(chart, step, {}));
        }
    }
    return job;
}

/// Of the usual step: as long as its longest pipeline.
inline Nanos stepOf(const MeasuredJob &job) {
    std::vector<Nanos> steps(job.graphs.front().size(), Nanos{0});
    for (const auto &graphs : job.graphs) {
        for (std::size_t step = 0; step < steps.size(); ++step) {
            steps[step] = std::max(steps[step], graphs[step].window.duration());
        }
    }
    return lowerMedian(std::move(steps));
}

/// 0.8 to 1.2, by replica, step and microbatch: data of unequal length.
inline double unevenLength(std::size_t replica, int step, int microbatch) {
    std::mt19937 random(static_cast<unsigned>(replica * 1000 + static_cast<std::size_t>(step) * 100 +
                                              static_cast<std::size_t>(microbatch)));
    return 0.8 + 0.4 * static_cast<double>(random() % 1000) / 1000;
}

}  // namespace stagescope::played
