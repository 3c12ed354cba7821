#include "core/analysis/pipeline/recognition/recognition.h"

#include "core/analysis/pipeline/recognition/order_comparison.h"
#include "core/analysis/pipeline/recognition/pipeline_alignment.h"
#include "core/analysis/pipeline/recognition/schedule_candidates.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

std::size_t cellCount(const ObservedStep &step) {
    std::size_t count = 0;
    for (const auto &rank : step.ranks) {
        count += rank.cells.size();
    }
    return count;
}

/// Steps to learn from: not the cells outside of all steps where there are any inside.
std::vector<const ObservedStep *> stepsToLearnFrom(const Observation &observation) {
    std::vector<const ObservedStep *> steps;
    for (const auto &step : observation.steps) {
        if (step.step != kNoStep && cellCount(step) > 0) {
            steps.push_back(&step);
        }
    }
    if (steps.empty()) {
        for (const auto &step : observation.steps) {
            if (cellCount(step) > 0) {
                steps.push_back(&step);
            }
        }
    }
    return steps;
}

/// Steps that were not cut, the first kSearchSteps of them: those with nearly as many cells as the fullest.
std::vector<const ObservedStep *> fullSteps(const std::vector<const ObservedStep *> &steps) {
    constexpr double kFull = 0.9;
    std::size_t most = 0;
    for (const auto *step : steps) {
        most = std::max(most, cellCount(*step));
    }
    std::vector<const ObservedStep *> full;
    for (const auto *step : steps) {
        if (static_cast<double>(cellCount(*step)) >= kFull * static_cast<double>(most) && full.size() < kSearchSteps) {
            full.push_back(step);
        }
    }
    return full;
}

/// Rounding of sums of costs.
constexpr double kSameCost = 1e-6;

double costOf(const OrderDifference &difference) {
    return static_cast<double>(difference.missing) +
           kExtraCost * static_cast<double>(difference.extra + difference.contradicting);
}

struct Candidate {
    ScheduleOptions options;
    double cost = 0;
};

/// The best m of a family: the range is walked with a stride, then the surroundings of the best with half of it.
class FamilySearch {
public:
    FamilySearch(const PipelineChart &chart, const std::vector<OrderSignature> &signatures, const VisibleKinds &visible)
        : m_chart(chart), m_signatures(signatures), m_visible(visible) {}

    void search(const ScheduleFamily &family) {
        constexpr int kWalk = 16;
        int stride = std::max(1, (family.most - family.least) / kWalk);
        std::map<int, std::optional<double>> tried;
        const auto cost = [&](int m) {
            const auto [it, isNew] = tried.try_emplace(m);
            if (isNew) {
                it->second = costWith(family.options, m);
            }
            return it->second;
        };
        std::optional<int> best;
        const auto consider = [&](int m) {
            if (m >= family.least && m <= family.most && cost(m) && (!best || *cost(m) < *cost(*best))) {
                best = m;
            }
        };
        for (int from = family.least; from <= family.most; from += stride) {
            int m = from;  // some forms run only certain m
            while (m + 1 < from + stride && !cost(m)) {
                ++m;
            }
            consider(m);
        }
        for (consider(family.most); stride > 1 && best;) {
            const int last = stride;
            stride = (stride + 1) / 2;
            const int centre = *best;
            for (int m = centre - last; m <= centre + last; m += stride) {
                consider(m);
            }
        }
        for (int m = best.value_or(0) - kAround; best && m <= *best + kAround; ++m) {
            if (m >= family.least && m <= family.most && cost(m)) {
                candidates.push_back({family.options, *cost(m)});
                candidates.back().options.microbatches = m;
            }
        }
    }

    std::vector<Candidate> candidates{};

private:
    /// Times may yet tell that m is a little more or less.
    static constexpr int kAround = 2;

    [[nodiscard]] std::optional<double> costWith(ScheduleOptions options, int microbatches) const {
        options.microbatches = microbatches;
        const auto schedule = generateSchedule(options);
        return schedule ? std::optional(costOf(compareOrders(m_chart, *schedule, m_signatures, m_visible)))
                        : std::nullopt;
    }

    const PipelineChart &m_chart;
    const std::vector<OrderSignature> &m_signatures;
    VisibleKinds m_visible;
};

std::vector<ExpectedOrder> ordersOf(const Schedule &schedule, const VisibleKinds &visible) {
    std::vector<ExpectedOrder> orders;
    for (const auto &rank : schedule.ranks) {
        orders.push_back(expectedOrder(rank, visible));
        for (auto &cell : orders.back()) {
            cell.action = 0;
        }
    }
    return orders;
}

/// Median pause after a backward, on the rank with the least of them, as a share of a backward. Only of ranks that run
/// most of their W in between: the first W of ZB-H1 follows backward number r.
double pauseShare(const std::vector<const ObservedStep *> &steps, int microbatches) {
    std::map<std::size_t, std::vector<double>> shares;
    for (const auto *step : steps) {
        for (std::size_t r = 0; r < step->ranks.size() && 2 * r < static_cast<std::size_t>(microbatches); ++r) {
            const auto &cells = step->ranks[r].cells;
            for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
                if (givesGradient(cells[i].kind) && cells[i].end > cells[i].begin) {
                    shares[r].push_back(static_cast<double>(cells[i + 1].begin - cells[i].end) /
                                        static_cast<double>(cells[i].end - cells[i].begin));
                }
            }
        }
    }
    double least = shares.empty() ? 0 : std::numeric_limits<double>::max();
    for (auto &[rank, values] : shares) {
        least = std::min(least, upperMedian(std::move(values)));
    }
    return least;
}

/// Median backward in median forwards.
double backwardShare(const std::vector<const ObservedStep *> &steps) {
    std::vector<std::int64_t> forwards;
    std::vector<std::int64_t> backwards;
    for (const auto *step : steps) {
        for (const auto &rank : step->ranks) {
            for (const auto &cell : rank.cells) {
                (cell.kind == CellKind::Forward ? forwards : backwards).push_back(cell.end - cell.begin);
            }
        }
    }
    if (forwards.empty() || backwards.empty()) {
        return 0;
    }
    const auto usual = [](std::vector<std::int64_t> values) {
        return static_cast<double>(std::max<std::int64_t>(1, upperMedian(std::move(values))));
    };
    return usual(std::move(backwards)) / usual(std::move(forwards));
}

class Recognition {
public:
    Recognition(const Observation &observation, const PipelineChart &chart, const ScheduleHint &hint,
                const std::stop_token &stop)
        : m_observation(observation),
          m_chart(chart),
          m_stop(stop),
          m_steps(stepsToLearnFrom(observation)),
          m_all(orderSignatures(m_steps)),
          m_full(fullSteps(m_steps)),
          m_few(orderSignatures(m_full)),
          m_counts(forwardCounts(m_full, chart)),
          m_hint(hint) {}

    [[nodiscard]] std::optional<RecognisedSchedule> run() {
        if (m_all.empty() || (m_chart.group.ranks.size() == 1 && m_chart.group.origin == GroupOrigin::AllRanks)) {
            return std::nullopt;
        }
        auto result = best(m_hint);
        const bool isHinted = m_hint.kind || m_hint.microbatches > 0;
        if (isHinted && (!result || result->match.isCustom)) {
            if (auto free = best({}); free && (!result || free->match.score > result->match.score)) {
                return free;
            }
        } else if (result && m_hint.kind && m_hint.microbatches > 0) {
            result->match.isFromMetadata = true;
        }
        return result;
    }

private:
    [[nodiscard]] std::vector<Candidate> candidates(const ScheduleHint &hint, bool isDoubtful) const {
        FamilySearch search(m_chart, m_few, m_observation.visible);
        for (const auto &family : scheduleFamilies(static_cast<int>(m_chart.group.ranks.size()), m_counts,
                                                   m_observation.visible, hint, isDoubtful)) {
            if (!m_stop.stop_requested()) {
                search.search(family);
            }
        }
        std::stable_sort(search.candidates.begin(), search.candidates.end(), &isCheaper);
        return std::move(search.candidates);
    }

    [[nodiscard]] std::optional<RecognisedSchedule> best(const ScheduleHint &hint) const {
        auto found = candidates(hint, false);
        if (found.empty() || found.front().cost > 0) {
            found = candidates(hint, true);
        }
        if (found.empty()) {
            return std::nullopt;
        }
        found = fittingTimes(std::move(found));
        auto schedule = generateSchedule(found.front().options);
        if (!schedule) {
            return std::nullopt;
        }
        const auto fit = compareOrders(m_chart, *schedule, m_all, m_observation.visible);
        RecognisedSchedule result{{}, std::move(*schedule)};
        result.match.candidates = equals(found, result.schedule);
        result.match.score = fit.score();
        result.match.steps = m_steps.size();
        result.match.isCustom = isCustom(result.schedule, fit);
        return result;
    }

    /// Those whose order is nearly as good as the best one's, by how well the times fit: a lost cell leaves a gap.
    /// Equal orders and equal times stay in order.
    [[nodiscard]] std::vector<Candidate> fittingTimes(std::vector<Candidate> found) const {
        std::erase_if(found, [limit = kDoubt * found.front().cost](const Candidate &c) { return c.cost > limit; });
        found.resize(std::min(found.size(), kTimedCandidates));
        if (found.size() == 1) {
            return found;
        }
        Observation few{{}, m_observation.visible};
        for (const auto *step : m_full) {
            few.steps.push_back(*step);
        }
        for (auto &candidate : found) {
            const auto schedule = generateSchedule(candidate.options);
            candidate.cost = alignmentCost(m_chart, few, *schedule, m_stop);
            candidate.cost *= candidate.options.groupSize == 0 ? 1 : kUnusualGroup;
        }
        keepBestCounts(found);
        const auto least = std::min_element(found.begin(), found.end(), isCheaper)->cost;
        const auto simplest = std::find_if(found.begin(), found.end(), [&](const Candidate &c) {
            return c.cost <= least * (1 + kSameFit) + kSameCost;
        });
        std::rotate(found.begin(), simplest, std::next(simplest));
        return found;
    }

    static bool isCheaper(const Candidate &a, const Candidate &b) { return a.cost < b.cost; }

    /// Of each form the number of microbatches that fits best, the forms in order.
    static void keepBestCounts(std::vector<Candidate> &found) {
        std::vector<Candidate> best;
        for (const auto &candidate : found) {
            const auto same = std::find_if(best.begin(), best.end(), [&](const Candidate &other) {
                auto options = other.options;
                options.microbatches = candidate.options.microbatches;
                return options == candidate.options;
            });
            if (same == best.end()) {
                best.push_back(candidate);
            } else if (isCheaper(candidate, *same)) {
                *same = candidate;
            }
        }
        found = std::move(best);
    }

    /// Whether the pipeline may run W that are not seen.
    [[nodiscard]] bool mayHideWeights(int microbatches) const {
        const bool isWholeDevice = std::any_of(m_chart.cells.begin(), m_chart.cells.end(), [](const PipelineCell &c) {
            return c.evidence == CellEvidence::Inferred;
        });
        return m_observation.visible.weights || (!isWholeDevice && backwardShare(m_full) < kFullBackward &&
                                                 pauseShare(m_full, microbatches) >= kRoomForWeights);
    }

    /// Candidates with the signature of the first one, one per kind.
    [[nodiscard]] std::vector<ScheduleOptions> equals(const std::vector<Candidate> &found,
                                                      const Schedule &first) const {
        const auto orders = ordersOf(first, m_observation.visible);
        const bool hasRoom = mayHideWeights(first.microbatches);
        std::vector<ScheduleOptions> result;
        for (const auto &candidate : found) {
            const bool isRepeated = std::any_of(result.begin(), result.end(), [&](const ScheduleOptions &o) {
                return o.kind == candidate.options.kind && o.kind != ScheduleKind::MindSpeedDualPipeV;
            });
            const bool isRuledOut = candidate.options.kind == ScheduleKind::ZeroBubbleH1 && !hasRoom && !result.empty();
            if (isRepeated || isRuledOut || candidate.cost > found.front().cost * (1 + kSameFit) + kSameCost) {
                continue;
            }
            const auto schedule = generateSchedule(candidate.options);
            if (schedule && ordersOf(*schedule, m_observation.visible) == orders) {
                result.push_back(candidate.options);
            }
        }
        return result;
    }

    [[nodiscard]] bool isCustom(const Schedule &schedule, const OrderDifference &whole) const {
        auto visible = m_observation.visible;
        visible.weights = false;
        visible.losses = false;
        std::vector<OrderSignature> strict;
        for (const auto &signature : m_all) {
            strict.push_back(signature);
            std::erase_if(strict.back().kinds,
                          [](CellKind kind) { return kind == CellKind::BackwardWeight || kind == CellKind::Loss; });
        }
        const auto fit = compareOrders(m_chart, schedule, strict, visible);
        const auto inverted = static_cast<double>(fit.inverted + whole.contradicting);
        return whole.score() < kMinScore || inverted > kMaxInversions * static_cast<double>(fit.expected);
    }

    const Observation &m_observation;
    const PipelineChart &m_chart;
    const std::stop_token &m_stop;
    std::vector<const ObservedStep *> m_steps;
    std::vector<OrderSignature> m_all;
    std::vector<const ObservedStep *> m_full;
    std::vector<OrderSignature> m_few;
    ForwardCounts m_counts;
    const ScheduleHint &m_hint;
};

}  // namespace

std::optional<RecognisedSchedule> recogniseSchedule(const Observation &observation, const PipelineChart &chart,
                                                    const ScheduleHint &hint, const std::stop_token &stop) {
    return Recognition(observation, chart, hint, stop).run();
}

}  // namespace stagescope
