#include "core/analysis/cluster/rank_raster.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace stagescope {

namespace {

constexpr std::int64_t kTableColumns = 100;
constexpr std::size_t kMostColumns = 100'000;

struct RankTimeRow {
    int rank;
    AlignedTime start;
    Nanos duration;
    double value;
    int whom;
};

/// What is asked about: a range, a step from the first rank's begin to the last one's end, or all that is known.
std::optional<AlignedRange> rangeAsked(const AnalysisInput &input, const RankSignals &signals) {
    if (input.range || !input.step) {
        return input.range ? input.range : signals.bounds();
    }
    std::optional<AlignedRange> all;
    for (const auto *capture : input.captures()) {
        const auto steps = rankSteps(*capture);
        const auto at = findStep(steps, *input.step);
        if (at < steps.size()) {
            const auto own = input.run()->clock.toAligned(capture->rank, steps[at].device.value_or(steps[at].range));
            all = all ? AlignedRange{std::min(all->begin, own.begin), std::max(all->end, own.end)} : own;
        }
    }
    return all;
}

Status addRankTime(const AnalysisInput &input, const std::stop_token &stop, TableRows<RankTimeRow> &out) {
    std::vector<std::string_view> ids;
    std::ranges::transform(signalMetricList(), std::back_inserter(ids), signalMetricId);
    const auto metric = choiceParameter(input, "metric", ids);
    const auto columns = countParameter(input, "columns", kTableColumns);
    if (!metric || !columns) {
        return tl::unexpected(metric ? columns.error() : metric.error());
    }
    if (*columns > kMostColumns) {
        return fail(ErrorKind::BadArgument, "columns: at most " + std::to_string(kMostColumns));
    }
    const auto signals = rankSignals(*input.run(), signalMetricList()[*metric], stop);
    const auto range = rangeAsked(input, signals);
    if (!range) {
        return {};
    }
    auto order = rankOrder(signals, RankOrder::Number, *range);
    std::erase_if(order, [&](std::size_t place) { return !input.wants(signals.ranks[place].rank); });
    const auto raster = rasterOf(signals, {*range, *columns, order, order.size()}, stop);
    for (std::size_t row = 0; row < raster.rows; ++row) {
        for (std::size_t column = 0; column < raster.columns; ++column) {
            if (!std::isnan(raster.at(row, column))) {
                const auto begin = raster.timeOf(column);
                out.add({signals.ranks[order[row]].rank, begin, raster.timeOf(column + 1) - begin,
                         raster.at(row, column), raster.whomAt(row, column)});
            }
        }
    }
    if (signals.uncertainty.value_or(Nanos{0}) > Nanos{0} &&
        (signals.metric == SignalMetric::Waiting || signals.metric == SignalMetric::WaitingFor)) {
        out.note("Clocks may be off by " + cellText(columns::written(*signals.uncertainty)) +
                 " us: shorter waits are skipped.");
    }
    if (signals.resolution > Nanos{0}) {
        out.note("Tasks nearer than " + cellText(columns::written(signals.resolution)) + " us were brought together.");
    }
    return {};
}

}  // namespace

AnalysisEntry makeRankTimeEntry() {
    using Row = RankTimeRow;
    return runTable<Row>(
        {.entry = {.id = "rank_time",
                   .title = "Ranks over time",
                   .depth = LoadDepth::Deep,
                   .isLean = true,
                   .parameters = {{"metric", "computing",
                                   "computing, exposed (communication that nothing covers), free (neither), waiting: "
                                   "%; waiting_for: the rank that is waited for longest; frequency: MHz; flops: "
                                   "TFLOP/s of matrix work; traffic: GB/s of communication."},
                                  {"columns", std::to_string(kTableColumns),
                                   "In how many parts of equal length the range, the step or the whole is cut."}}},
         .whenEmpty = "Not answerable from this profile: the data of this metric is not loaded."},
        {
            column("rank", "Global rank.", &Row::rank, ifKnown),
            column("start_ns", "ns", "Begin of the part, aligned clock.", &Row::start),
            column("duration_us", "us", "Its length.", &Row::duration),
            column("value", "Mean over the part, in the unit of the metric; of waiting_for %.", &Row::value),
            column("waited_rank", "Of waiting_for: the rank that was waited for longest.", &Row::whom, ifKnown),
        },
        addRankTime);
}

}  // namespace stagescope
