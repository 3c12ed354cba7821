#include "core/analysis/training/captured_steps.h"

#include "core/analysis/run/steps.h"
#include "core/base/step_id.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace stagescope {

namespace {

/// How well times of steps agree: the mean distance of ln(logged / recorded) from its mean, since a profiler slows all
/// steps down, over so many.
struct Agreement {
    std::size_t pairs = 0;
    std::size_t named = 0;  ///< recorded steps that the log has
    double error = 0;
};

Agreement agreementAt(std::int64_t shift, const std::map<std::int64_t, double> &logged,
                      const std::vector<CapturedStep> &steps) {
    Agreement agreement;
    std::vector<double> ratios;
    double sum = 0;
    for (const auto &step : steps) {
        const auto it = logged.find(step.step + shift);
        agreement.named += it != logged.end() ? 1 : 0;
        if (it != logged.end() && it->second > 0 && step.duration > 0) {
            ratios.push_back(std::log(it->second / static_cast<double>(step.duration)));
            sum += ratios.back();
        }
    }
    agreement.pairs = ratios.size();
    for (const double ratio : ratios) {
        const auto count = static_cast<double>(ratios.size());
        agreement.error += std::abs(ratio - sum / count) / count;
    }
    return agreement;
}

/// Both count the same steps, the profile begins at 0 or 1, or either of them where the job was started again.
std::set<std::int64_t> shiftsOf(const LoggedSeries &log) {
    constexpr std::size_t kMost = 64;
    std::set<std::int64_t> shifts{-1, 0, 1};
    for (std::size_t i = 0; i < log.steps.size() && shifts.size() < kMost; ++i) {
        if (i == 0 || log.steps[i].part != log.steps[i - 1].part) {
            shifts.insert({log.steps[i].step - 1, log.steps[i].step});
        }
    }
    return shifts;
}

void chooseShift(const LoggedSeries &log, CapturedSteps &captured) {
    constexpr double kFits = 0.2;
    constexpr std::size_t kFewest = 4;  // of fewer steps chance may decide
    std::map<std::int64_t, double> logged;
    for (const auto &step : log.steps) {
        logged[step.step] = std::isnan(step.stepTime) ? 0 : step.stepTime;
    }
    const auto same = agreementAt(0, logged, captured.steps);
    auto best = same;
    for (const auto shift : shiftsOf(log)) {
        const auto found = agreementAt(shift, logged, captured.steps);
        // Another one than the same numbers has to fit much better, or to be the only one.
        const bool isMore = found.named > best.named;
        const bool isNearer = found.pairs >= best.pairs && found.pairs >= kFewest && 2 * found.error < best.error;
        if (isMore || (found.named == best.named && isNearer)) {
            best = found;
            captured.shift = shift;
        }
    }
    captured.isByTime = best.pairs >= kFewest && best.error < kFits;
}

}  // namespace

const CapturedStep *CapturedSteps::nearest(std::int64_t loggedStep) const {
    const auto after =
        std::lower_bound(steps.begin(), steps.end(), loggedStep,
                         [](const CapturedStep &step, std::int64_t number) { return step.inLog < number; });
    if (after == steps.begin()) {
        return steps.empty() ? nullptr : &steps.front();
    }
    const auto before = std::prev(after);
    const bool isAfter = after != steps.end() && after->inLog - loggedStep < loggedStep - before->inLog;
    return isAfter ? &*after : &*before;
}

CapturedSteps capturedSteps(const Run &run, const LoggedSeries &log) {
    CapturedSteps captured;
    auto ranks = run.ranks();
    std::stable_partition(ranks.begin(), ranks.end(), [&](int rank) { return rank == log.rank; });
    for (const int rank : ranks) {
        for (const auto &step : rankSteps(*run.capture(rank))) {
            if (occurrenceOfStep(step.step) == 1) {
                captured.steps.push_back({step.step, step.step, step.range.duration().count()});
            }
        }
        captured.rank = rank;
        if (!captured.steps.empty()) {
            break;
        }
    }
    if (captured.steps.empty()) {
        return {};
    }
    std::sort(captured.steps.begin(), captured.steps.end(),
              [](const CapturedStep &a, const CapturedStep &b) { return a.step < b.step; });
    chooseShift(log, captured);
    for (auto &step : captured.steps) {
        step.inLog = step.step + captured.shift;
    }
    return captured;
}

}  // namespace stagescope
