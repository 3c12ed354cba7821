#pragma once

#include "core/analysis/pipeline/replay/stragglers.h"
#include "core/analysis/pipeline/time/ideal_schedule.h"

#include <cmath>
#include <functional>
#include <random>

namespace stagescope::played {

// Jobs of several pipelines whose cells are longer or shorter as a test asks.

inline constexpr int kStages = 4;
inline constexpr int kMicrobatches = 8;
inline constexpr std::int64_t kMs = 1'000'000;

/// By what a cell is longer than usual.
using Factor = std::function<double(std::size_t replica, int step, const PipelineCell &cell)>;

/// Replicas of a pipeline of which each cell has jitter of 1 % and its factor; rank of (stage, replica) = stage.
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
    for (int replica = 0; replica < replicas; ++replica) {
        auto chart = pattern;
        chart.cells.clear();
        chart.steps.clear();
        for (int step = 0; step < steps; ++step) {
            chart.steps.push_back(step);
            for (auto cell : pattern.cells) {
                const auto begin = cell.range.begin + Nanos{10'000 * kMs} * step;
                const double length = static_cast<double>(cell.range.duration().count()) * jitter(random) *
                                      factor(static_cast<std::size_t>(replica), step, cell);
                cell.step = step;
                cell.range = {begin, begin + Nanos{std::llround(length)}};
                chart.cells.push_back(cell);
            }
        }
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

/// 0.8 to 1.2, by replica, step and microbatch: data of unequal length.
inline double unevenLength(std::size_t replica, int step, int microbatch) {
    std::mt19937 random(static_cast<unsigned>(replica * 1000 + static_cast<std::size_t>(step) * 100 +
                                              static_cast<std::size_t>(microbatch)));
    return 0.8 + 0.4 * static_cast<double>(random() % 1000) / 1000;
}

}  // namespace stagescope::played
