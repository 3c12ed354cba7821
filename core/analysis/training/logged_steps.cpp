#include "core/analysis/training/logged_steps.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace stagescope {

namespace {

constexpr std::size_t kFewestOfInterval = 3;

bool isFirstOfPart(const LoggedSeries &series, std::size_t at) {
    return at == 0 || series.steps[at - 1].part != series.steps[at].part;
}

/// Numbers of steps that may come at an interval.
class SlowNumbers {
public:
    SlowNumbers(const LoggedSeries &series, const std::vector<std::size_t> &slow) : m_series(series), m_slow(slow) {
        std::sort(m_slow.begin(), m_slow.end());
    }
    /// The interval at which most slow steps come, if half of all steps at it are slow; takes them out.
    [[nodiscard]] std::optional<StepInterval> take(double median) {
        std::optional<StepInterval> best;
        std::int64_t rest = 0;
        for (const auto every : candidates()) {
            for (const auto at : {m_slow.front(), m_slow.back()}) {
                const auto remainder = m_series.steps[at].step % every;
                const auto found = countAt(every, remainder);
                if (found.count >= kFewestOfInterval && (!best || found.count > best->count)) {
                    best = found;
                    rest = remainder;
                }
            }
        }
        if (best) {
            for (const auto at : m_slow) {
                best->extra += isAt(at, best->every, rest) ? (m_series.steps[at].stepTime - median) *
                                                                 static_cast<double>(stepsOfTime(m_series, at))
                                                           : 0;
            }
            std::erase_if(m_slow, [&](std::size_t at) { return isAt(at, best->every, rest); });
        }
        return best;
    }
    [[nodiscard]] const std::vector<std::size_t> &left() const { return m_slow; }

private:
    [[nodiscard]] bool isAt(std::size_t at, std::int64_t every, std::int64_t rest) const {
        return m_series.steps[at].step % every == rest;
    }
    /// Distances of neighbours.
    [[nodiscard]] std::set<std::int64_t> candidates() const {
        constexpr std::size_t kMost = 32;
        std::set<std::int64_t> every;
        for (std::size_t i = 1; i < m_slow.size() && every.size() < kMost; ++i) {
            const auto distance = m_series.steps[m_slow[i]].step - m_series.steps[m_slow[i - 1]].step;
            if (distance > 1) {
                every.insert(distance);
            }
        }
        return every;
    }
    [[nodiscard]] StepInterval countAt(std::int64_t every, std::int64_t rest) const {
        StepInterval found{every, 0, 0};
        for (const auto at : m_slow) {
            found.count += isAt(at, every, rest) ? 1 : 0;
        }
        std::size_t all = 0;
        for (std::size_t at = 0; at < m_series.steps.size(); ++at) {
            all += !std::isnan(m_series.steps[at].stepTime) && isAt(at, every, rest) ? 1 : 0;
        }
        found.count = 2 * found.count >= all ? found.count : 0;
        return found;
    }

    const LoggedSeries &m_series;
    std::vector<std::size_t> m_slow;
};

}  // namespace

std::int64_t stepsOfTime(const LoggedSeries &series, std::size_t at) {
    if (isFirstOfPart(series, at)) {
        return 1;
    }
    return std::max<std::int64_t>(series.steps[at].step - series.steps[at - 1].step, 1);
}

LoggedPace loggedPace(const LoggedSeries &series, double factor) {
    LoggedPace pace;
    std::vector<double> times;
    const auto &steps = series.steps;
    for (std::size_t at = 0; at < steps.size(); ++at) {
        if (!std::isnan(steps[at].stepTime)) {
            times.push_back(steps[at].stepTime);
            pace.total += steps[at].stepTime * static_cast<double>(stepsOfTime(series, at));
            const bool isSlower = !pace.slowest || steps[at].stepTime > steps[*pace.slowest].stepTime;
            pace.slowest = isSlower ? at : pace.slowest;
        }
    }
    pace.timed = times.size();
    if (times.empty()) {
        return pace;
    }
    pace.median = median(std::move(times));
    if (pace.timed < kFewestSteps) {
        return pace;
    }
    std::vector<std::size_t> slow;
    for (std::size_t at = 0; at < steps.size(); ++at) {
        const double extra = (steps[at].stepTime - pace.median) * static_cast<double>(stepsOfTime(series, at));
        if (std::isnan(extra) || steps[at].stepTime <= factor * pace.median || extra <= 2 * series.resolution) {
            continue;
        }
        (isFirstOfPart(series, at) ? pace.starts : slow).push_back(at);
    }
    SlowNumbers numbers(series, slow);
    while (numbers.left().size() >= kFewestOfInterval) {
        const auto interval = numbers.take(pace.median);
        if (!interval) {
            break;
        }
        pace.intervals.push_back(*interval);
    }
    pace.slow = numbers.left();
    std::stable_sort(pace.slow.begin(), pace.slow.end(),
                     [&](std::size_t a, std::size_t b) { return steps[a].stepTime > steps[b].stepTime; });
    return pace;
}

}  // namespace stagescope
