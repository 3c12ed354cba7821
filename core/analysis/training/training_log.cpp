#include "core/analysis/training/training_log.h"

#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace stagescope {

namespace {

struct MetricSlot {
    std::string_view metric;
    double LoggedStep::*slot;
};
constexpr auto kSlots = std::to_array<MetricSlot>({{"step_time", &LoggedStep::stepTime},
                                                   {"elapsed_time", &LoggedStep::elapsed},
                                                   {"loss", &LoggedStep::loss},
                                                   {"grad_norm", &LoggedStep::gradNorm},
                                                   {"learning_rate", &LoggedStep::learningRate},
                                                   {"tokens_per_second", &LoggedStep::tokens},
                                                   {"tflops_per_device", &LoggedStep::tflops},
                                                   {"mfu", &LoggedStep::mfu},
                                                   {"memory", &LoggedStep::memory},
                                                   {"epoch", &LoggedStep::epoch}});

/// Of each text of the column, whether it is one of the slots.
std::vector<double LoggedStep::*> slotsOf(const TableStore::Texts &metrics) {
    std::vector<double LoggedStep::*> slots(metrics.values.size(), nullptr);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        for (const auto &[metric, slot] : kSlots) {
            slots[i] = metric == metrics.values[i] ? slot : slots[i];
        }
    }
    return slots;
}

/// Steps of all ranks of one file.
std::map<int, LoggedSeries> seriesOf(const std::shared_ptr<const TableStore> &table) {
    using R = TrainingValueRecord;
    const TableRecords<R> records(*table);
    const auto *metrics = records.texts<&R::metric>();
    std::map<int, LoggedSeries> byRank;
    if (metrics == nullptr) {
        return byRank;
    }
    const auto slots = slotsOf(*metrics);
    for (std::size_t row = 0; row < records.size(); ++row) {
        const auto rank = static_cast<int>(records.at<&R::rank>(row));
        const auto step = records.at<&R::step>(row);
        const auto part = records.at<&R::part>(row);
        auto &series = byRank[rank];
        if (series.steps.empty()) {
            series.file = records.at<&R::file>(row);
            series.dialect = records.at<&R::dialect>(row);
            series.rank = rank;
            series.table = table;
        }
        if (series.steps.empty() || series.steps.back().step != step || series.steps.back().part != part) {
            series.steps.push_back({.step = step, .part = part});
        }
        auto &logged = series.steps.back();
        logged.time = std::max(logged.time, records.at<&R::time>(row));
        if (const auto slot = slots[metrics->at[row]]) {
            logged.*slot = records.at<&R::value>(row);
            logged.hasLoss = logged.hasLoss || slot == &LoggedStep::loss;
        }
    }
    return byRank;
}

/// From step to step by what the log says of time; the first of a part has none.
void workOutTimes(LoggedSeries &series) {
    const bool hasTimes = std::any_of(series.steps.begin(), series.steps.end(),
                                      [](const LoggedStep &step) { return !std::isnan(step.stepTime); });
    if (hasTimes) {
        return;
    }
    const bool hasElapsed = std::any_of(series.steps.begin(), series.steps.end(),
                                        [](const LoggedStep &step) { return !std::isnan(step.elapsed); });
    series.resolution = hasElapsed ? 1e9 : 1e6;
    const LoggedStep *before = nullptr;
    for (auto &step : series.steps) {
        const bool isKnown = hasElapsed ? !std::isnan(step.elapsed) : step.time != kNoLoggedTime;
        if (!isKnown) {
            continue;
        }
        if (before != nullptr && before->part == step.part) {
            const double passed = hasElapsed ? step.elapsed - before->elapsed
                                             : static_cast<double>(step.time) - static_cast<double>(before->time);
            const auto steps = static_cast<double>(step.step - before->step);
            step.stepTime = passed > 0 ? passed / steps : kNotTold;
            series.isByClock = series.isByClock || passed > 0;
        }
        before = &step;
    }
}

template <class Fits>
std::ptrdiff_t countOf(const LoggedSeries &series, Fits fits) {
    return std::count_if(series.steps.begin(), series.steps.end(), fits);
}
std::ptrdiff_t timedSteps(const LoggedSeries &series) {
    return countOf(series, [](const LoggedStep &step) { return !std::isnan(step.stepTime); });
}
std::ptrdiff_t lossSteps(const LoggedSeries &series) {
    return countOf(series, [](const LoggedStep &step) { return step.hasLoss; });
}

}  // namespace

std::vector<LoggedSeries> loggedSeries(const Run &run) {
    std::vector<LoggedSeries> all;
    for (const auto &table : run.clusterTables) {
        if (table->kind() != TableKind::TrainingValues) {
            continue;
        }
        auto byRank = seriesOf(table);
        const auto most = std::max_element(byRank.begin(), byRank.end(), [](const auto &a, const auto &b) {
            return a.second.steps.size() < b.second.steps.size();
        });
        if (most != byRank.end()) {
            workOutTimes(most->second);
            all.push_back(std::move(most->second));
        }
    }
    return all;
}

const LoggedSeries *mainSeries(const std::vector<LoggedSeries> &all) {
    const auto it = std::max_element(all.begin(), all.end(), [](const LoggedSeries &a, const LoggedSeries &b) {
        return std::pair(timedSteps(a), lossSteps(a)) < std::pair(timedSteps(b), lossSteps(b));
    });
    return it == all.end() ? nullptr : &*it;
}

bool hasTrainingLog(const Run &run) {
    return std::any_of(run.clusterTables.begin(), run.clusterTables.end(),
                       [](const auto &table) { return table->kind() == TableKind::TrainingValues; });
}

}  // namespace stagescope
