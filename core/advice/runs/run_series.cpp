#include "core/advice/runs/run_series.h"

#include "core/advice/gate/gate.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <array>
#include <set>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 5> kUsualMetrics{"step_ms", "computing_ms", "exposed_comm_ms", "free_ms",
                                                        "peak_memory_gib"};
constexpr std::int64_t kYear2001 = 1'000'000'000'000'000'000;  // smaller times are not of the Unix epoch

/// Digits count as numbers.
bool isBefore(std::string_view a, std::string_view b) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto numberAt = [&](std::string_view text, std::size_t from) {
        auto end = from;
        while (end < text.size() && isDigit(text[end])) {
            ++end;
        }
        const auto digits = text.substr(from, end - from);
        return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
    };
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            const auto first = numberAt(a, i);
            const auto second = numberAt(b, j);
            if (first != second) {
                return first.size() != second.size() ? first.size() < second.size() : first < second;
            }
            while (i < a.size() && isDigit(a[i])) {
                ++i;
            }
            while (j < b.size() && isDigit(b[j])) {
                ++j;
            }
        } else if (a[i] != b[j]) {
            return a[i] < b[j];
        } else {
            ++i;
            ++j;
        }
    }
    return a.size() - i < b.size() - j;
}

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
    return row.first && row.figure->value ? std::optional(*row.figure->value - *row.first) : std::nullopt;
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
        column("captured_ns", "ns", "Begin of its first step, Unix epoch; empty where the clock does not tell.",
               &SeriesRun::capturedNs),
        column("ranks", "Its ranks.", &SeriesRun::ranks),
        column("steps", "Its steps.", &SeriesRun::steps),
        column("metric", "Short name or figure, as asked for.", [](const Row &row) { return row.metric->name; }),
        column("unit", "Unit of the figures; empty for numbers.",
               [](const Row &row) { return textIfAny(row.metric->figure.unit); }),
        column("value", "The figure over all steps.", &SeriesFigure::value),
        column("min", "Smallest value of a step.", [](const Row &row) { return extreme(row, false); }),
        column("q1", "First quartile of the steps' values.", boxed(&Quartiles::q1)),
        column("median", "Their median.", boxed(&Quartiles::median)),
        column("q3", "Third quartile.", boxed(&Quartiles::q3)),
        column("max", "Largest value of a step.", [](const Row &row) { return extreme(row, true); }),
        column("change", "value - that of the first run that has it.", changeOf),
        column("change_percent", "%", "change / that of the first run.",
               [](const Row &row) {
                   const auto change = changeOf(row);
                   return change && *row.first != 0 ? std::optional(100 * *change / *row.first) : std::nullopt;
               }),
        column("reason", "Why there is no value.", [](const Row &row) { return textIfAny(row.figure->reason); }),
    };
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
    SeriesRun result{run.label, run.path, {}, run.ranks().size(), 0, {}};
    std::set<std::int64_t> steps;
    for (const auto &split : timeSplits(run, stop)) {
        if (split.step) {
            steps.insert(*split.step);
        }
        const auto begin = split.range ? ns(split.range->begin) : 0;
        if (begin >= kYear2001) {
            result.capturedNs = std::min(result.capturedNs.value_or(begin), begin);
        }
    }
    result.steps = steps.size();
    Gate gate(run, nullptr, {});
    for (const auto &metric : metrics) {
        const auto judged = gate.judge({metric.name, metric.figure, GateComparison::Greater, {}}, stop);
        result.figures.push_back({judged.run.value, judged.run.steps, judged.run.value ? "" : judged.run.reason});
    }
    return result;
}

void sortSeries(std::vector<SeriesRun> &runs, SeriesOrder order) {
    const auto byLabel = [](const SeriesRun &a, const SeriesRun &b) { return isBefore(a.label, b.label); };
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

}  // namespace stagescope
