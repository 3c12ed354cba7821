#include "core/analysis/pipeline/recognition/recognition.h"

#include "core/analysis/pipeline/recognition/lowest_cost.h"
#include "core/analysis/pipeline/recognition/order_comparison.h"
#include "core/analysis/pipeline/recognition/pipeline_alignment.h"
#include "core/analysis/pipeline/recognition/schedule_candidates.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>

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

/// Steps that were not cut, the first of them up to kSearchSteps or kSearchCells: those with nearly as many cells as
/// the fullest.
std::vector<const ObservedStep *> fullSteps(const std::vector<const ObservedStep *> &steps) {
    constexpr double kFull = 0.9;
    std::size_t most = 0;
    for (const auto *step : steps) {
        most = std::max(most, cellCount(*step));
    }
    std::vector<const ObservedStep *> full;
    std::size_t cells = 0;
    for (const auto *step : steps) {
        const auto count = cellCount(*step);
        if (static_cast<double>(count) >= kFull * static_cast<double>(most) && full.size() < kSearchSteps &&
            cells < kSearchCells) {
            full.push_back(step);
            cells += count;
        }
    }
    return full;
}

/// Ranks with cells by position, evenly fewer of them where the steps have more than kSearchCells.
std::vector<std::size_t> positionsToCompare(const std::vector<const ObservedStep *> &steps) {
    std::set<std::size_t> found;
    std::size_t cells = 0;
    for (const auto *step : steps) {
        for (std::size_t r = 0; r < step->ranks.size(); ++r) {
            if (!step->ranks[r].cells.empty()) {
                found.insert(r);
                cells += step->ranks[r].cells.size();
            }
        }
    }
    const std::size_t stride = std::clamp<std::size_t>(cells / kSearchCells, 1, found.size() / kSearchRanks + 1);
    std::vector<std::size_t> result;
    std::size_t place = 0;
    std::copy_if(found.begin(), found.end(), std::back_inserter(result),
                 [&](std::size_t) { return place++ % stride == 0; });
    return result;
}

std::vector<OrderSignature> signaturesAt(const std::vector<std::size_t> &positions,
                                         const std::vector<const ObservedStep *> &steps) {
    auto signatures = orderSignatures(steps);
    std::erase_if(signatures, [&](const OrderSignature &signature) {
        return !std::binary_search(positions.begin(), positions.end(), signature.position);
    });
    return signatures;
}

/// Rounding of sums of costs.
constexpr double kSameCost = 1e-6;

double costOf(const OrderDifference &difference) {
    return static_cast<double>(difference.missing) +
           kExtraCost * static_cast<double>(difference.extra + difference.contradicting);
}

/// A form with the number of microbatches that fits its order best.
struct OrderedForm {
    ScheduleFamily family;
    int microbatches = 0;
    double cost = 0;

    [[nodiscard]] ScheduleOptions with(int count) const {
        auto options = family.options;
        options.microbatches = count;
        return options;
    }
    /// The numbers of microbatches that it can run.
    [[nodiscard]] std::vector<int> counts() const {
        std::vector<int> result;
        for (int m = family.least; m <= family.most; ++m) {
            if (checkSchedule(with(m))) {
                result.push_back(m);
            }
        }
        return result;
    }
};

/// A schedule and how badly its order and times fit.
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
        if (best) {
            forms.push_back({family, *best, *cost(*best)});
        }
    }

    std::vector<OrderedForm> forms{};

private:
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
          m_positions(positionsToCompare(m_full)),
          m_few(signaturesAt(m_positions, m_full)),
          m_counts(forwardCounts(m_full, chart)),
          m_hint(hint) {}

    [[nodiscard]] std::optional<RecognisedSchedule> run() {
        if (m_all.empty() || (m_chart.group.ranks.size() == 1 && m_chart.group.origin == GroupOrigin::AllRanks)) {
            return std::nullopt;
        }
        auto result = bestOfAll();
        return result && areCellsOfWork() && scoreOfWhole(result->schedule) < kMinScoreOfWork ? std::nullopt : result;
    }

private:
    [[nodiscard]] std::optional<RecognisedSchedule> bestOfAll() const {
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

    /// Of the lowest cost first.
    [[nodiscard]] std::vector<OrderedForm> orderedForms(const ScheduleHint &hint, bool isDoubtful) const {
        FamilySearch search(m_chart, m_few, m_observation.visible);
        for (const auto &family : scheduleFamilies(static_cast<int>(m_chart.group.ranks.size()), m_counts,
                                                   m_observation.visible, hint, isDoubtful)) {
            if (!m_stop.stop_requested()) {
                search.search(family);
            }
        }
        std::stable_sort(search.forms.begin(), search.forms.end(),
                         [](const auto &a, const auto &b) { return a.cost < b.cost; });
        return std::move(search.forms);
    }

    [[nodiscard]] std::optional<RecognisedSchedule> best(const ScheduleHint &hint) const {
        auto forms = orderedForms(hint, false);
        if (forms.empty() || forms.front().cost > 0) {
            forms = orderedForms(hint, true);
        }
        if (forms.empty()) {
            return std::nullopt;
        }
        const auto found = fittingTimes(std::move(forms));
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
    [[nodiscard]] std::vector<Candidate> fittingTimes(std::vector<OrderedForm> forms) const {
        const double lowest = forms.front().cost;
        const double limit = kDoubt * lowest;
        std::erase_if(forms, [limit](const auto &f) { return f.cost > limit; });
        std::stable_partition(forms.begin(), forms.end(),
                              [](const auto &f) { return handicap(f.family.options) == 1; });
        forms.resize(std::min(forms.size(), kTimedForms));
        Observation few{{}, m_observation.visible};
        for (const auto *step : m_full) {
            few.steps.push_back(*step);
        }
        const bool areLossesRare = lowest < kManyLosses * static_cast<double>(ranksCompared());
        const auto fit = [&](const ScheduleOptions &options) {
            const auto schedule = generateSchedule(options);
            const bool isDoubtful = areLossesRare && orderCost(*schedule) > limit;
            return isDoubtful ? std::numeric_limits<double>::infinity()
                              : handicap(options) * alignmentCost(m_chart, few, *schedule, m_positions, m_stop);
        };
        std::vector<Candidate> found;
        std::optional<Candidate> best;
        for (const auto &form : forms) {
            found.push_back(bestCount(form, best, fit));
            best = best && best->cost <= found.back().cost ? best : found.back();
        }
        const auto simplest =
            std::find_if(found.begin(), found.end(), [&](const Candidate &c) { return c.cost <= sameFit(best->cost); });
        std::rotate(found.begin(), simplest, std::next(simplest));
        return found;
    }

    /// Up to this a cost counts as good as another one.
    static double sameFit(double cost) { return cost * (1 + kSameFit) + kSameCost; }
    static double handicap(const ScheduleOptions &options) { return options.groupSize == 0 ? 1 : kUnusualGroup; }

    /// The number of microbatches with which a form fits best, looked for around as many forwards as the best form
    /// before has.
    template <typename Fit>
    [[nodiscard]] static Candidate bestCount(const OrderedForm &form, const std::optional<Candidate> &best,
                                             const Fit &fit) {
        const auto counts = form.counts();
        const int usual = best ? best->options.microbatches * forwardsPerMicrobatch(best->options) /
                                     forwardsPerMicrobatch(form.family.options)
                               : form.microbatches;
        const auto near = std::lower_bound(counts.begin(), counts.end(), usual);
        const auto start = std::min(static_cast<std::size_t>(near - counts.begin()), counts.size() - 1);
        const auto first = fit(form.with(counts[start]));
        if (best && first > kHopeless * best->cost) {
            return {form.with(counts[start]), first};
        }
        const auto costAt = [&](std::size_t i) { return i == start ? first : fit(form.with(counts[i])); };
        const auto [place, cost] = lowestCost(counts.size(), start, costAt, kHiddenLosses);
        return {form.with(counts[place]), cost};
    }

    /// Ranks with cells, of all steps that are compared.
    [[nodiscard]] std::size_t ranksCompared() const {
        return std::accumulate(m_few.begin(), m_few.end(), std::size_t{0},
                               [](std::size_t sum, const OrderSignature &s) { return sum + s.weight; });
    }

    /// Without the steps that were cut.
    [[nodiscard]] double scoreOfWhole(const Schedule &schedule) const {
        return compareOrders(m_chart, schedule, m_few, m_observation.visible).score();
    }

    [[nodiscard]] double orderCost(const Schedule &schedule) const {
        return costOf(compareOrders(m_chart, schedule, m_few, m_observation.visible));
    }

    /// No marks tell where any cell is: all are what threads and the device did.
    [[nodiscard]] bool areCellsOfWork() const {
        return std::all_of(m_chart.cells.begin(), m_chart.cells.end(), [](const PipelineCell &c) {
            return c.evidence == CellEvidence::Inferred || c.evidence == CellEvidence::FlowArrows;
        });
    }

    /// Whether the pipeline may run W that are not seen.
    [[nodiscard]] bool mayHideWeights(int microbatches) const {
        return m_observation.visible.weights || (!areCellsOfWork() && backwardShare(m_full) < kFullBackward &&
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
            if (isRepeated || isRuledOut || candidate.cost > sameFit(found.front().cost)) {
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
    std::vector<std::size_t> m_positions;
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
