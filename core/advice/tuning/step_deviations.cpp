#include "core/advice/tuning/step_deviations.h"

#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/time_split.h"
#include "core/analysis/trace/free_gaps.h"
#include "core/base/number_text.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <numeric>

namespace stagescope {

namespace {

/// A step of a rank with its times.
struct TimedStep {
    const TimeSplit *split;
    StepTimes times;

    [[nodiscard]] Nanos length() const { return times.total(); }
};

Nanos lengthOf(const IntervalSet &set) { return Nanos{totalLength(set)}; }

StepTimes timesOf(const BusyIntervals &busy, const HostActivities &host, RankRange range) {
    const auto begin = ns(range.begin);
    const auto end = ns(range.end);
    const auto compiling = clipped(host.of(HostActivity::Compiling), begin, end);
    const auto rest = subtracted({{begin, end}}, compiling);
    const auto computing = intersected(rest, busy.computing);
    const auto idle = subtracted(rest, computing);
    const auto communication = intersected(idle, busy.communication);
    StepTimes times{lengthOf(computing), lengthOf(communication), host.within(subtracted(idle, communication))};
    times.host.at(static_cast<std::size_t>(HostActivity::Compiling)) += lengthOf(compiling);
    return times;
}

StepTimes difference(const StepTimes &a, const StepTimes &b) {
    StepTimes more{a.computing - b.computing, a.communication - b.communication, {}};
    for (std::size_t i = 0; i < more.host.size(); ++i) {
        more.host.at(i) = a.host.at(i) - b.host.at(i);
    }
    return more;
}

/// The middle one of all others.
const TimedStep &usualBeside(const std::vector<TimedStep> &steps, const TimedStep &step) {
    std::vector<const TimedStep *> others;
    for (const auto &other : steps) {
        if (&other != &step) {
            others.push_back(&other);
        }
    }
    return *lowerMedian(std::move(others),
                        [](const TimedStep *a, const TimedStep *b) { return a->length() < b->length(); });
}

/// How far the others lie from it, in the middle.
Nanos spreadBeside(const std::vector<TimedStep> &steps, const TimedStep &step, const TimedStep &usual) {
    std::vector<Nanos> distances;
    for (const auto &other : steps) {
        if (&other != &step) {
            distances.push_back(std::chrono::abs(other.length() - usual.length()));
        }
    }
    return lowerMedian(std::move(distances));
}

void findCause(const Run &run, const RankCapture &capture, const HostActivities &host, StepDeviation &deviation) {
    const auto &by = deviation.more.host;
    deviation.cause = static_cast<HostActivity>(std::max_element(by.begin(), by.end()) - by.begin());
    deviation.callRange = deviation.range;
    const auto when = clipped(host.of(deviation.cause), ns(deviation.range.begin), ns(deviation.range.end));
    const auto longest = std::max_element(when.begin(), when.end(), [](const Interval &a, const Interval &b) {
        return a.end - a.begin < b.end - b.begin;
    });
    if (longest != when.end()) {
        deviation.callRange = {rankTime(longest->begin), rankTime(longest->end)};
    }
    if (const auto call = hostCallIn(capture, deviation.callRange)) {
        deviation.call = SliceRef{run.id, call->source, call->track, call->slice};
    }
}

}  // namespace

Nanos StepTimes::total() const { return std::accumulate(host.begin(), host.end(), computing + communication); }

std::vector<StepDeviation> stepDeviations(const Run &run, const RankCapture &capture, double share,
                                          const std::stop_token &stop) {
    const auto splits = timeSplits(capture, stop);
    const auto isMeasured = [](const TimeSplit &split) {
        return split.range && split.step && split.source == TimeSplit::Source::Intervals;
    };
    std::vector<StepDeviation> result;
    if (std::count_if(splits.begin(), splits.end(), isMeasured) < 2) {
        return result;
    }
    const auto busy = busyIntervals(capture, stop);
    const auto host = hostActivities(capture, stop);
    std::vector<TimedStep> steps;
    for (const auto &split : splits) {
        if (isMeasured(split)) {
            steps.push_back({&split, timesOf(busy, host, *split.range)});
        }
    }
    const auto all = std::accumulate(steps.begin(), steps.end(), Nanos{0},
                                     [](Nanos sum, const TimedStep &step) { return sum + step.length(); });
    for (const auto &step : steps) {
        const auto &usual = usualBeside(steps, step);
        const auto extra = step.length() - usual.length();
        if (stop.stop_requested() || millis(extra) < share * millis(usual.length()) ||
            millis(extra) <= kDeviationSpread * millis(spreadBeside(steps, step, usual))) {
            continue;
        }
        StepDeviation deviation{capture.rank,
                                step.split->step,
                                *step.split->range,
                                usual.length(),
                                difference(step.times, usual.times),
                                steps.size(),
                                all};
        findCause(run, capture, host, deviation);
        result.push_back(deviation);
    }
    return result;
}

}  // namespace stagescope
