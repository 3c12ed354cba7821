#pragma once

#include "core/advice/gate/gate_expression.h"
#include "core/analysis/tables/result_table.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A figure that is made of each run: a short name of the gate, or a figure in its grammar.
struct SeriesMetric {
    std::string name;
    GateFigure figure;
};
/// BadArgument tells what is wrong and where.
[[nodiscard]] Result<SeriesMetric> seriesMetric(std::string_view text);
/// step_ms, computing_ms, exposed_comm_ms, free_ms, peak_memory_gib: what small files tell.
[[nodiscard]] std::span<const std::string_view> usualSeriesMetrics();

struct SeriesFigure {
    std::optional<double> value{};
    std::vector<double> steps{};  ///< one value of each step
    std::string reason{};         ///< why there is no value
};
/// What is kept of a run.
struct SeriesRun {
    std::string label;
    std::string path;
    std::optional<std::int64_t>
        capturedNs{};  ///< begin of its first step, Unix epoch; nothing where clocks do not tell
    std::size_t ranks = 0;
    std::size_t steps = 0;
    std::vector<SeriesFigure> figures{};  ///< by metric
};
/// Costs what the tables of the metrics cost. Any thread. Stopped: incomplete.
[[nodiscard]] SeriesRun seriesRun(const Run &run, std::span<const SeriesMetric> metrics,
                                  const std::stop_token &stop = {});

enum class SeriesOrder : std::uint8_t { Given, Time, Label };
/// By time: runs of unknown time last, those by label. By label: numbers in it count as numbers, "run2" before "run10".
void sortSeries(std::vector<SeriesRun> &runs, SeriesOrder order);

/// One row per run and metric: the value, how the steps spread, and the change from the first run that has the figure.
[[nodiscard]] ResultTable seriesTable(std::span<const SeriesRun> runs, std::span<const SeriesMetric> metrics);

}  // namespace stagescope
