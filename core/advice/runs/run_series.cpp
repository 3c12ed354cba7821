#include "core/advice/runs/run_series.h"

#include "core/advice/gate/gate.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/run/typical_step.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/natural_order.h"
#include "core/base/statistics.h"

#include <QtCore/QDateTime>

#include <algorithm>
#include <array>
#include <set>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 5> kUsualMetrics{"step_ms", "computing_ms", "exposed_comm_ms", "free_ms",
                                                        "peak_memory_gib"};

struct FigureRow {
    const SeriesRun *run;
    std::size_t number;
    const SeriesMetric *metric;
    const SeriesFigure *figure;
    std::optional<Quartiles> box{};
    std::optional<double> first{};

    operator const SeriesRun &() const { return *run; }
    operator const SeriesFigure &() const { return *figure; }
};

std::optional<double> extreme(const FigureRow &row, bool isMost) {
    const auto &steps = row.figure->steps;
    if (steps.empty()) {
        return std::nullopt;
    }
    return isMost ? *std::max_element(steps.begin(), steps.end()) : *std::min_element(steps.begin(), steps.end());
}

std::optional<double> changeOf(const FigureRow &row) {
    const bool isKnown = row.first && row.figure != nullptr && row.figure->value;
    return isKnown ? std::optional(*row.figure->value - *row.first) : std::nullopt;
}

std::optional<double> changePercentOf(const FigureRow &row) {
    const auto change = changeOf(row);
    return change && *row.first != 0 ? std::optional(100 * *change / *row.first) : std::nullopt;
}

ColumnList<FigureRow> figureColumns() {
    using Row = FigureRow;
    const auto boxed = [](double Quartiles::*which) {
        return [which](const Row &row) { return row.box ? std::optional((*row.box).*which) : std::nullopt; };
    };
    return {
        column("number", "Place of the run in the series, from 1.", &Row::number),
        column("run", "Its label.", &SeriesRun::label),
        column("path", "Where it was read.", &SeriesRun::path),
        column("captured_ns", "ns", "Start of its first step, Unix epoch; empty where the clock is unknown.",
               &SeriesRun::capturedNs),
        column("ranks", "Its ranks.", &SeriesRun::ranks),
        column("steps", "Its steps.", &SeriesRun::steps),
        column("metric", "Short name or expression, as given.", [](const Row &row) { return row.metric->name; }),
        column("unit", "Unit of the figures; empty for numbers.",
               [](const Row &row) { return textIfAny(row.metric->figure.unit); }),
        column("value", "The figure over all steps.", &SeriesFigure::value),
        column("min", "Smallest value of a step.", [](const Row &row) { return extreme(row, false); }),
        column("q1", "First quartile of the steps' values.", boxed(&Quartiles::q1)),
        column("median", "Their median.", boxed(&Quartiles::median)),
        column("q3", "Third quartile.", boxed(&Quartiles::q3)),
        column("max", "Largest value of a step.", [](const Row &row) { return extreme(row, true); }),
        column("change", "value - that of the first run that has it.", changeOf),
        column("change_percent", "%", "change / that of the first run.", changePercentOf),
        column("reason", "Why there is no value.", [](const Row &row) { return textIfAny(row.figure->reason); }),
    };
}

/// "2026-01-31 17:05:09"
std::string utcText(std::int64_t ns) {
    return QDateTime::fromMSecsSinceEpoch(ns / 1'000'000, Qt::UTC)
        .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"))
        .toStdString();
}

/// Sums over ranks, then their mean.
class MeanSplit {
public:
    void add(const TimeParts &parts) {
        ++m_count;
        for (std::size_t i = 0; i < kAll.size(); ++i) {
            m_sums.at(i) += static_cast<double>((parts.*kAll.at(i)).count());
        }
    }
    [[nodiscard]] std::optional<TimeParts> mean() const {
        if (m_count == 0) {
            return std::nullopt;
        }
        TimeParts result;
        for (std::size_t i = 0; i < kAll.size(); ++i) {
            result.*kAll.at(i) = Nanos(static_cast<std::int64_t>(m_sums.at(i) / m_count));
        }
        return result;
    }

private:
    static constexpr std::array kAll{&TimeParts::total,         &TimeParts::preparing,     &TimeParts::computing,
                                     &TimeParts::communication, &TimeParts::notOverlapped, &TimeParts::overlapped,
                                     &TimeParts::free,          &TimeParts::tail};
    std::array<double, kAll.size()> m_sums{};  ///< in ns; of what files tell, an integer may be too small
    double m_count = 0;
};

/// A run as a row of the overview.
struct OverviewRow {
    const SeriesRun *run;
    std::size_t number;
    FigureRow chosen;

    operator const SeriesRun &() const { return *run; }
    operator const FigureRow &() const { return chosen; }
};

ColumnList<OverviewRow> overviewColumns(std::span<const SeriesMetric> metrics) {
    using Row = OverviewRow;
    ColumnList<OverviewRow> list{
        column("number", "Place of the run in the series, from 1.", &Row::number),
        column("run", "Its label.", &SeriesRun::label),
        column("captured", "Start of its first step, UTC; empty where the clock is unknown.",
               [](const SeriesRun &run) {
                   return run.capturedNs ? std::optional(utcText(*run.capturedNs)) : std::nullopt;
               }),
        column("ranks", "Its ranks.", &SeriesRun::ranks),
        column("steps", "Its steps.", &SeriesRun::steps),
        column("change_percent", "%", "Chosen figure, from the first run that has it.", changePercentOf),
    };
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        const auto value = [i](const SeriesRun &run) {
            return i < run.figures.size() ? run.figures[i].value : std::nullopt;
        };
        const auto &figure = metrics[i].figure;
        const auto meaning = "The figure " + metrics[i].name + " over all steps.";
        list.all.push_back({{metrics[i].name, ColumnType::Real, figure.unit, meaning},
                            [value](const Row &row) { return columns::cellOf(value(row)); }});
    }
    const ColumnList<OverviewRow> last{
        column("path", "Where it was read.", &SeriesRun::path),
        column("reason", "Why the chosen figure has no value.",
               [](const FigureRow &row) { return row.figure ? textIfAny(row.figure->reason) : std::nullopt; }),
    };
    list.all.insert(list.all.end(), last.all.begin(), last.all.end());
    return list;
}

}  // namespace

Result<SeriesMetric> seriesMetric(std::string_view text) {
    auto figure = parseGateFigure(text);
    if (!figure) {
        return fail(ErrorKind::BadArgument, "metric '" + std::string(text) + "', at " +
                                                std::to_string(figure.error().at + 1) + ": " + figure.error().detail);
    }
    return SeriesMetric{std::string(text), std::move(*figure)};
}

std::span<const std::string_view> usualSeriesMetrics() { return kUsualMetrics; }

SeriesRun seriesRun(const Run &run, std::span<const SeriesMetric> metrics, const std::stop_token &stop) {
    SeriesRun result{run.label, run.path, {}, run.ranks().size()};
    std::set<std::int64_t> steps;
    const auto splits = timeSplits(run, stop);
    for (const auto &split : splits) {
        if (split.step) {
            steps.insert(*split.step);
        }
        const auto begin = split.range ? ns(split.range->begin) : 0;
        if (isWallTime(begin)) {
            result.capturedNs = std::min(result.capturedNs.value_or(begin), begin);
        }
    }
    for (const int rank : run.ranks()) {
        // Times that the profiler summed up tell no begin.
        for (const auto &step : rankSteps(*run.capture(rank))) {
            if (isWallTime(ns(step.range.begin))) {
                result.capturedNs = std::min(result.capturedNs.value_or(ns(step.range.begin)), ns(step.range.begin));
            }
        }
    }
    result.steps = steps.size();
    MeanSplit mean;
    for (const auto &split : typicalSplits(splits)) {
        mean.add(split.parts);
    }
    result.split = mean.mean();
    Gate gate(run, nullptr, {});
    for (const auto &metric : metrics) {
        const auto judged = gate.judge({metric.name, metric.figure, GateComparison::Greater, {}}, stop);
        result.figures.push_back({judged.run.value, judged.run.steps, judged.run.value ? "" : judged.run.reason});
    }
    return result;
}

Result<SeriesRun> loadSeriesRun(const RunLoader &load, std::span<const SeriesMetric> metrics, SeriesReading reading,
                                const std::stop_token &stop) {
    const auto isDeep = [](const SeriesMetric &metric) { return metric.figure.table->depth == LoadDepth::Deep; };
    const bool isAnyDeep = std::any_of(metrics.begin(), metrics.end(), isDeep);
    if (isAnyDeep && reading == SeriesReading::Traces) {
        const auto run = load(LoadDepth::Deep);
        return run ? Result<SeriesRun>(seriesRun(*run, metrics, stop)) : tl::make_unexpected(run.error());
    }
    auto run = load(LoadDepth::Shallow);
    RETURN_IF_ERROR(run);
    auto series = seriesRun(*run, metrics, stop);
    bool lacks = false;
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        const auto &table = *metrics[i].figure.table;
        lacks |= isDeep(metrics[i]) ? !series.figures[i].value : table.needsDeep != nullptr && table.needsDeep(*run);
    }
    if (lacks && !stop.stop_requested()) {
        run = load(LoadDepth::Deep);
        return run ? Result<SeriesRun>(seriesRun(*run, metrics, stop)) : tl::make_unexpected(run.error());
    }
    return series;
}

SeriesRun unreadSeriesRun(std::string label, std::string path, std::size_t metrics, const std::string &reason) {
    SeriesRun result{std::move(label), std::move(path)};
    result.figures.resize(metrics, SeriesFigure{{}, {}, reason});
    return result;
}

void sortSeries(std::vector<SeriesRun> &runs, SeriesOrder order) {
    const auto byLabel = [](const SeriesRun &a, const SeriesRun &b) { return naturalLess(a.label, b.label); };
    const auto byTime = [&](const SeriesRun &a, const SeriesRun &b) {
        if (a.capturedNs && b.capturedNs && a.capturedNs != b.capturedNs) {
            return *a.capturedNs < *b.capturedNs;
        }
        return a.capturedNs.has_value() != b.capturedNs.has_value() ? a.capturedNs.has_value() : byLabel(a, b);
    };
    if (order == SeriesOrder::Label) {
        std::stable_sort(runs.begin(), runs.end(), byLabel);
    } else if (order == SeriesOrder::Time) {
        std::stable_sort(runs.begin(), runs.end(), byTime);
    }
}

ResultTable seriesTable(std::span<const SeriesRun> runs, std::span<const SeriesMetric> metrics) {
    std::vector<FigureRow> rows;
    std::vector<std::optional<double>> first(metrics.size());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        for (std::size_t k = 0; k < metrics.size() && k < runs[i].figures.size(); ++k) {
            const auto &figure = runs[i].figures[k];
            first[k] = first[k] ? first[k] : figure.value;
            auto steps = figure.steps;
            const auto box = steps.empty() ? std::nullopt : std::optional(quartiles(std::span(steps)));
            rows.push_back({&runs[i], i + 1, &metrics[k], &figure, box, first[k]});
        }
    }
    return tableOf("runs", figureColumns(), rows);
}

ResultTable seriesOverview(std::span<const SeriesRun> runs, std::span<const SeriesMetric> metrics, std::size_t chosen) {
    std::vector<OverviewRow> rows;
    std::optional<double> first;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto *figure = chosen < runs[i].figures.size() ? &runs[i].figures[chosen] : nullptr;
        first = first || figure == nullptr ? first : figure->value;
        rows.push_back({&runs[i], i + 1, {&runs[i], i + 1, nullptr, figure, {}, first}});
    }
    return tableOf("runs_overview", overviewColumns(metrics), rows);
}

}  // namespace stagescope
