#pragma once

#include "core/advice/gate/gate_expression.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/tables/result_table.h"
#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Whether a time of a capture, in ns, is one of the Unix epoch: smaller ones count from the start of a machine.
[[nodiscard]] constexpr bool isWallTime(std::int64_t ns) {
    constexpr std::int64_t kYear2001 = 1'000'000'000'000'000'000;
    return ns >= kYear2001;
}

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
    std::optional<TimeParts> split{};     ///< of its typical step, mean of the ranks
    std::vector<SeriesFigure> figures{};  ///< by metric
};
/// Costs what the tables of the metrics cost. Any thread. Stopped: incomplete.
[[nodiscard]] SeriesRun seriesRun(const Run &run, std::span<const SeriesMetric> metrics,
                                  const std::stop_token &stop = {});
/// Loads a run, or says why it cannot be.
using RunLoader = std::function<Result<Run>(LoadDepth depth)>;
enum class SeriesReading : std::uint8_t {
    Traces,     ///< as deep as the tables of the metrics want it
    SmallFiles  ///< no deeper than is needed for every figure: times may be those that the profiler summed up
};
/// The same of a run that is loaded first. Errors: those of the loader.
[[nodiscard]] Result<SeriesRun> loadSeriesRun(const RunLoader &load, std::span<const SeriesMetric> metrics,
                                              SeriesReading reading, const std::stop_token &stop = {});
/// In place of a run that cannot be loaded: no figure, each for this reason.
[[nodiscard]] SeriesRun unreadSeriesRun(std::string label, std::string path, std::size_t metrics,
                                        const std::string &reason);

enum class SeriesOrder : std::uint8_t { Given, Time, Label };
/// By time: runs of unknown time last, those by label. By label: numbers in it count as numbers, "run2" before "run10".
void sortSeries(std::vector<SeriesRun> &runs, SeriesOrder order);

/// One row per run and metric: the value, how the steps spread, and the change from the first run that has the figure.
[[nodiscard]] ResultTable seriesTable(std::span<const SeriesRun> runs, std::span<const SeriesMetric> metrics);
/// One row per run with all its figures, and how one of them differs from that of the first run that has it.
[[nodiscard]] ResultTable seriesOverview(std::span<const SeriesRun> runs, std::span<const SeriesMetric> metrics,
                                         std::size_t chosen);

}  // namespace stagescope
