#include "core/analysis/communication/models/strategy_model.h"

#include "core/analysis/blame/held_up.h"
#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/cluster_steps.h"
#include "core/analysis/run/steps.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>

namespace stagescope {

namespace {

constexpr std::array kMetrics{RankMetric::Computing, RankMetric::NotOverlapped, RankMetric::Overlapped,
                              RankMetric::Free,      RankMetric::WaitPercent,   RankMetric::SynchronizationPercent,
                              RankMetric::Waited};
constexpr std::array kDimensions{ParallelDimension::Tp, ParallelDimension::Cp, ParallelDimension::Dp,
                                 ParallelDimension::Pp, ParallelDimension::Ep};

/// Means over what is added, by rank.
class Means {
public:
    void add(int rank, double value) {
        auto &[sum, count] = m_sums[rank];
        sum += value;
        ++count;
    }
    [[nodiscard]] std::map<int, double> take() const {
        std::map<int, double> means;
        for (const auto &[rank, entry] : m_sums) {
            means[rank] = entry.first / entry.second;
        }
        return means;
    }

private:
    std::map<int, std::pair<double, int>> m_sums;
};

/// Column of StepTraceRow::ns.
std::optional<std::size_t> columnOf(RankMetric metric) {
    switch (metric) {
        case RankMetric::Computing:
            return 0;
        case RankMetric::NotOverlapped:
            return 1;
        case RankMetric::Overlapped:
            return 2;
        case RankMetric::Free:
            return 4;
        default:
            return std::nullopt;
    }
}

std::map<int, double> stepValues(const std::vector<StepTraceRow> &rows, std::size_t column, const std::string &step) {
    Means means;
    for (const auto &row : rows) {
        if (!row.isStage && row.ranks.size() == 1 && (step.empty() || row.step == step) && row.ns[column] >= 0) {
            means.add(row.ranks.front(), static_cast<double>(row.ns[column]) / 1e6);
        }
    }
    return means.take();
}

/// A hundredth of the usual step, in the unit of the metric.
double newsOf(const std::vector<StepTraceRow> &rows, const StrategyQuestion &question) {
    if (question.metric == RankMetric::WaitPercent || question.metric == RankMetric::SynchronizationPercent) {
        return 1;
    }
    std::map<int, double> steps;
    for (const auto metric : {RankMetric::Computing, RankMetric::NotOverlapped, RankMetric::Free}) {
        for (const auto &[rank, value] : stepValues(rows, *columnOf(metric), question.step)) {
            steps[rank] += value;
        }
    }
    std::vector<double> lengths;
    std::transform(steps.begin(), steps.end(), std::back_inserter(lengths),
                   [](const auto &each) { return each.second; });
    return median(std::move(lengths)) / 100;
}

std::map<int, double> waitValues(const Run &run, RankMetric metric, const std::string &step,
                                 const std::stop_token &stop) {
    std::map<int, CommTime> sums;
    for (const auto &time : commTimes(run, CommSource::Any, stop)) {
        if (time.name == kAllOperators && (step.empty() || time.step == step)) {
            auto &sum = sums[time.rank];
            sum.transitMs += time.transitMs;
            sum.waitMs += time.waitMs;
            sum.synchronizationMs += time.synchronizationMs;
        }
    }
    std::map<int, double> values;
    for (const auto &[rank, sum] : sums) {
        const double ratio = metric == RankMetric::WaitPercent ? sum.waitRatio() : sum.synchronizationRatio();
        if (!std::isnan(ratio)) {
            values[rank] = 100 * ratio;
        }
    }
    return values;
}

std::map<int, double> waitedValues(const Run &run, const std::string &step, const std::stop_token &stop) {
    const auto late = lateArrivalsToTheEnd(run, stop);
    std::set<std::int64_t> steps;
    std::map<int, double> values;
    for (const auto &each : late.collectives) {
        if (step.empty() || stepNumber(step) == each.step) {
            steps.insert(each.step);
            if (each.heldUpBy) {
                values[*each.heldUpBy] += static_cast<double>(each.waited.count()) / 1e6;
            }
        }
    }
    for (auto &[rank, value] : values) {
        value /= static_cast<double>(steps.size());
    }
    // A rank that no wait comes of held nobody up.
    for (const int rank : late.collectives.empty() ? std::vector<int>{} : run.ranks()) {
        values.try_emplace(rank, 0);
    }
    return values;
}

}  // namespace

std::span<const RankMetric> rankMetrics() { return kMetrics; }

std::string_view rankMetricText(RankMetric metric) {
    constexpr std::array<std::string_view, kMetrics.size()> kTexts{
        "computing", "not_overlapped", "overlapped", "free", "wait_percent", "synchronization_percent", "waited"};
    return kTexts[static_cast<std::size_t>(metric)];
}

bool isHighBad(RankMetric metric) { return metric != RankMetric::Overlapped; }

bool StrategyModel::isPresent(int rank) const { return std::binary_search(present.begin(), present.end(), rank); }

std::optional<double> StrategyModel::valueOf(int rank) const {
    const auto it = values.find(rank);
    return it == values.end() ? std::nullopt : std::optional(it->second);
}

StrategyModel strategyModel(const Run &run, const StrategyQuestion &question, const std::stop_token &stop) {
    StrategyModel model;
    model.run = run.id;
    model.question = question;
    model.told = run.parallel;
    auto sizes = run.parallel;
    const std::array<std::pair<int, int *>, 5> typed{std::pair(question.sizes.tp, &sizes.tp),
                                                     {question.sizes.cp, &sizes.cp},
                                                     {question.sizes.dp, &sizes.dp},
                                                     {question.sizes.pp, &sizes.pp},
                                                     {question.sizes.ep, &sizes.ep}};
    for (const auto &[size, into] : typed) {
        // Who types sizes knows better than the metadata.
        sizes.world = size > 0 && size != *into ? 0 : sizes.world;
        *into = size > 0 ? size : *into;
    }
    model.sizes = completed(sizes);
    const auto rows = stepTraceRows(run, CommSource::Any, stop);
    std::set<std::string> steps;
    for (const auto &row : rows) {
        steps.insert(row.step);
    }
    model.steps.assign(steps.begin(), steps.end());
    if (const auto column = columnOf(question.metric)) {
        model.values = stepValues(rows, *column, question.step);
    } else if (question.metric == RankMetric::Waited) {
        model.values = waitedValues(run, question.step, stop);
    } else {
        model.values = waitValues(run, question.metric, question.step, stop);
    }
    model.news = newsOf(rows, question);
    model.present = run.ranks();
    if (model.present.empty()) {
        for (const auto &row : rows) {
            if (!row.isStage && row.ranks.size() == 1) {
                model.present.push_back(row.ranks.front());
            }
        }
        std::sort(model.present.begin(), model.present.end());
        model.present.erase(std::unique(model.present.begin(), model.present.end()), model.present.end());
    }
    return model;
}

std::span<const ParallelDimension> parallelDimensions() { return kDimensions; }

std::string_view dimensionText(ParallelDimension dimension) {
    constexpr std::array<std::string_view, kDimensions.size()> kTexts{"TP", "CP", "DP", "PP", "EP"};
    return kTexts[static_cast<std::size_t>(dimension)];
}

std::int64_t groupKey(ParallelDimension dimension, const ParallelPlace &place, const ParallelSizes &sizes,
                      RankNumbering order) {
    auto rest = place;
    switch (dimension) {
        case ParallelDimension::Tp:
            rest.tp = 0;
            break;
        case ParallelDimension::Cp:
            rest.cp = 0;
            break;
        case ParallelDimension::Dp:
            rest.dp = 0;
            break;
        case ParallelDimension::Pp:
            rest.pp = 0;
            break;
        case ParallelDimension::Ep:
            // Experts cross other dimensions; a group is a run of ranks in the crossed order.
            if (order == RankNumbering::MindSpeedTpCpEpDpPp) {
                rest.dp = (place.dp * sizes.cp + place.cp) / sizes.ep;
                rest.cp = 0;
            } else if (order == RankNumbering::VllmTpPpDpEp) {
                rest.dp = (place.dp * sizes.tp + place.tp) / sizes.ep;
                rest.tp = 0;
            } else {
                rest.dp = place.dp / sizes.ep;
            }
            break;
    }
    const std::int64_t crossed = std::int64_t{sizes.dp} * sizes.cp * sizes.tp;
    return ((rest.pp * crossed + rest.dp) * sizes.cp + rest.cp) * sizes.tp + rest.tp;
}

}  // namespace stagescope
