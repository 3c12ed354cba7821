#include "core/analysis/pipeline/recognition/pipeline_alignment.h"

#include "core/analysis/pipeline/recognition/measured_costs.h"
#include "core/analysis/pipeline/recognition/partners.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <type_traits>

namespace stagescope {

namespace {

constexpr double kUnlike = std::numeric_limits<double>::infinity();

Nanos lengthOf(const ObservedCell &cell) { return Nanos{cell.end - cell.begin}; }

class Aligner {
public:
    Aligner(const PipelineChart &chart, const Observation &observation, const Schedule &schedule)
        : m_chart(chart),
          m_observation(observation),
          m_schedule(schedule),
          m_result{ordersOf(schedule, observation.visible), {}} {}

    [[nodiscard]] double cost(std::span<const std::size_t> positions, const std::stop_token &stop) {
        alignExact();
        simulate(measure(false, false));
        double sum = 0;
        for (std::size_t s = 0; s < m_result.steps.size() && !stop.stop_requested(); ++s) {
            for (const auto r : positions) {
                sum += withTask(s, r, m_result.steps[s][r].isExact ? &costInPlace : &alignedCost);
            }
        }
        return sum;
    }

    [[nodiscard]] PipelineAlignment run(const std::stop_token &stop) {
        findPartners();
        alignExact();
        for (const bool knowsChunks : {false, true}) {
            if (knowsChunks && m_schedule.chunks == 1) {
                break;  // nothing new is known
            }
            simulate(measure(knowsChunks, true));
            bool isChanged = alignSteps(stop);
            for (int sweep = 0; sweep < kMaxSweeps && isChanged; ++sweep) {
                measureSlips();
                isChanged = alignSteps(stop);
            }
        }
        return std::move(m_result);
    }

private:
    static std::vector<ExpectedOrder> ordersOf(const Schedule &schedule, const VisibleKinds &visible) {
        std::vector<ExpectedOrder> orders;
        for (const auto &rank : schedule.ranks) {
            orders.push_back(expectedOrder(rank, visible));
        }
        return orders;
    }

    void findPartners() {
        for (const auto &order : m_result.expected) {
            m_partners.emplace_back(order.size());
        }
        for (const auto &transfer : expectedTransfers(m_schedule, m_result.expected)) {
            m_partners[transfer.producer.position][transfer.producer.index].push_back(transfer.consumer);
            m_partners[transfer.consumer.position][transfer.consumer.index].push_back(transfer.producer);
        }
    }

    [[nodiscard]] const ObservedRank &observed(std::size_t step, std::size_t position) const {
        return m_observation.steps[step].ranks[position];
    }
    [[nodiscard]] const PipelineAction &action(std::size_t position, std::size_t expected) const {
        return m_schedule.ranks[position][m_result.expected[position][expected].action];
    }

    [[nodiscard]] double ownCost(const ObservedCell &cell, std::size_t position, std::size_t index) const {
        const auto &expected = m_result.expected[position][index];
        if (!fits(cell.kind, expected, m_observation.visible)) {
            return kUnlike;
        }
        const auto &named = m_chart.cells[cell.cell];
        if (named.numbering == Numbering::Named && cell.second == ObservedCell::kNone &&
            !agrees(named, halfOf(cell.kind, numbersOf(expected, action(position, index)), expected.kind),
                    m_schedule.microbatches)) {
            return kUnlike;
        }
        return cell.kind == expected.kind ? 0 : kHalfCost;
    }
    /// Numbers for the half of an O that was recorded alone.
    static ExpectedNumbers halfOf(CellKind seen, const ExpectedNumbers &numbers, CellKind expected) {
        if (seen == expected || expected != CellKind::Overlapped) {
            return numbers;
        }
        return seen == CellKind::Forward
                   ? ExpectedNumbers{.microbatch = numbers.microbatch, .chunk = numbers.chunk}
                   : ExpectedNumbers{.microbatch = numbers.backwardMicrobatch, .chunk = numbers.backwardChunk};
    }

    void alignExact() {
        for (const auto &step : m_observation.steps) {
            auto &ranks = m_result.steps.emplace_back(step.ranks.size());
            m_ranges.emplace_back(step.ranks.size());
            for (std::size_t r = 0; r < step.ranks.size(); ++r) {
                const auto &cells = step.ranks[r].cells;
                auto &rank = ranks[r];
                rank.matches.resize(cells.size());
                rank.isExact = cells.size() == m_result.expected[r].size();
                for (std::size_t i = 0; rank.isExact && i < cells.size(); ++i) {
                    rank.isExact = ownCost(cells[i], r, i) == 0;
                }
                for (std::size_t i = 0; rank.isExact && i < cells.size(); ++i) {
                    rank.matches[i] = {i, std::numeric_limits<double>::infinity()};
                }
                indexCells(rank, m_result.expected[r].size());
            }
        }
    }

    [[nodiscard]] static bool isCertain(const CellMatch &match) {
        return match.isMatched() && match.margin >= kMinMargin;
    }

    static void indexCells(RankAlignment &rank, std::size_t expected) {
        rank.cellOf.assign(expected, RankAlignment::kNone);
        for (std::size_t i = 0; i < rank.matches.size(); ++i) {
            if (isCertain(rank.matches[i])) {
                rank.cellOf[rank.matches[i].expected] = i;
            }
        }
    }

    /// `findsWeights`: what pauses tell of W that are not seen, once it is known that the schedule has some.
    [[nodiscard]] MeasuredCosts measure(bool knowsChunks, bool findsWeights) const {
        MeasuredCosts costs;
        for (std::size_t s = 0; s < m_result.steps.size(); ++s) {
            for (std::size_t r = 0; r < m_result.expected.size(); ++r) {
                const auto &cells = observed(s, r).cells;
                for (std::size_t i = 0; i < cells.size(); ++i) {
                    const auto &match = m_result.steps[s][r].matches[i];
                    const bool isKnown = knowsChunks && isCertain(match);
                    costs.add(r, cells[i].kind, isKnown ? action(r, match.expected).chunk : -1, lengthOf(cells[i]));
                }
            }
        }
        if (findsWeights && !m_observation.visible.weights) {
            addPauses(costs);
        }
        costs.finish();
        return costs;
    }

    /// Of ranks that run most of their unseen W right behind a backward: the last ones begin with them late.
    void addPauses(MeasuredCosts &costs) const {
        const auto backwards = static_cast<std::size_t>(m_schedule.microbatches * m_schedule.chunks);
        for (std::size_t s = 0; s < m_result.steps.size(); ++s) {
            for (std::size_t r = 0; r < m_result.expected.size() && 2 * r < backwards; ++r) {
                const auto &cells = observed(s, r).cells;
                for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
                    if (givesGradient(cells[i].kind)) {
                        costs.addPause(r, Nanos{cells[i + 1].begin - cells[i].end});
                    }
                }
            }
        }
    }

    void simulate(const MeasuredCosts &costs) {
        const auto simulation = simulateSchedule(m_schedule, costs.costs());
        m_begins.assign(m_result.expected.size(), {});
        m_units.clear();
        for (std::size_t r = 0; r < m_result.expected.size(); ++r) {
            m_units.push_back(costs.unit(r));
            for (const auto &expected : m_result.expected[r]) {
                // Without times (no schedule that can run is without) the order alone counts.
                auto begin = simulation ? static_cast<double>(simulation->times[r][expected.action].begin.count())
                                        : m_units.back() * static_cast<double>(m_begins[r].size());
                if (expected.half == ExpectedCell::Half::Backward) {
                    begin += static_cast<double>(costs.duration(r, CellKind::Forward, -1).count());
                }
                m_begins[r].push_back(begin);
            }
        }
        m_isOpen.assign(m_result.steps.size(), true);
        m_paces.clear();
        for (std::size_t s = 0; s < m_result.steps.size(); ++s) {
            m_paces.push_back(paceOf(s, costs));
        }
    }

    /// How long the cells of a step took, measured in their usual length.
    [[nodiscard]] double paceOf(std::size_t step, const MeasuredCosts &costs) const {
        std::vector<double> paces;
        for (std::size_t r = 0; r < m_result.expected.size(); ++r) {
            for (const auto &cell : observed(step, r).cells) {
                const auto usual = costs.duration(r, cell.kind, -1).count();
                if (usual > 0) {
                    paces.push_back(static_cast<double>(cell.end - cell.begin) / static_cast<double>(usual));
                }
            }
        }
        const double pace = upperMedian(std::move(paces));
        return pace > 0 ? pace : 1;
    }

    /// The sure cell of this step at a place; null where there is none.
    [[nodiscard]] const ObservedCell *observedAt(std::size_t step, const ExpectedPlace &place) const {
        const auto at = m_result.steps[step][place.position].cellOf[place.index];
        const auto &rank = m_result.steps[step][place.position];
        const bool isSure = at != RankAlignment::kNone && rank.matches[at].margin >= kSureMargin;
        return isSure ? &observed(step, place.position).cells[at] : nullptr;
    }

    /// The begin of a cell as one of its partners tells it.
    struct Forecast {
        std::size_t index = 0;  ///< of the expected cell
        std::size_t partner = 0;
        double begin = 0;
    };
    [[nodiscard]] std::vector<Forecast> forecasts(std::size_t step, std::size_t position, double pace) const {
        std::vector<Forecast> result;
        for (std::size_t e = 0; e < m_result.expected[position].size(); ++e) {
            for (const auto &partner : m_partners[position][e]) {
                if (const auto *other = observedAt(step, partner)) {
                    const double distance = m_begins[position][e] - m_begins[partner.position][partner.index];
                    result.push_back({e, partner.position, static_cast<double>(other->begin) + pace * distance});
                }
            }
        }
        return result;
    }

    /// From a partner to a rank, forwards and all others apart: their waits differ.
    using Way = std::tuple<std::size_t, std::size_t, bool>;
    [[nodiscard]] Way wayOf(std::size_t position, const Forecast &forecast) const {
        return {position, forecast.partner, m_result.expected[position][forecast.index].kind == CellKind::Forward};
    }

    /// How much later than told by a partner the cells of a rank usually begin: transfers, and clocks that are off.
    void measureSlips() {
        std::map<Way, std::vector<double>> late;
        for (std::size_t s = 0; s < m_result.steps.size(); ++s) {
            for (std::size_t r = 0; r < m_result.expected.size(); ++r) {
                const auto &cellOf = m_result.steps[s][r].cellOf;
                for (const auto &forecast : forecasts(s, r, m_paces[s])) {
                    if (cellOf[forecast.index] != RankAlignment::kNone) {
                        const auto &own = observed(s, r).cells[cellOf[forecast.index]];
                        late[wayOf(r, forecast)].push_back(static_cast<double>(own.begin) - forecast.begin);
                    }
                }
            }
        }
        m_slips.clear();
        for (auto &[pair, values] : late) {
            m_slips[pair] = upperMedian(std::move(values));
        }
    }

    /// Calls with the task of one rank in one step.
    template <typename Call>
    std::invoke_result_t<Call, const AlignmentTask &> withTask(std::size_t step, std::size_t position,
                                                               const Call &call) const {
        const auto &cells = observed(step, position).cells;
        const double pace = m_paces[step];
        auto begins = m_begins[position];
        for (double &begin : begins) {
            begin *= pace;
        }
        const double unit = m_units[position] * pace;
        std::vector<std::vector<double>> told(begins.size());
        std::vector<std::size_t> partners(begins.size(), 0);
        if (!m_slips.empty()) {
            for (std::size_t e = 0; e < partners.size(); ++e) {
                const auto &all = m_partners[position][e];
                partners[e] = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const auto &place) {
                    return !observed(step, place.position).cells.empty();
                }));
            }
            for (const auto &forecast : forecasts(step, position, pace)) {
                const auto slip = m_slips.find(wayOf(position, forecast));
                told[forecast.index].push_back(forecast.begin + (slip == m_slips.end() ? 0 : slip->second));
            }
        }
        const auto cost = [&](std::size_t i, std::size_t e) {
            double sum = ownCost(cells[i], position, e);
            if (sum == kUnlike) {
                return sum;
            }
            for (const double begin : told[e]) {
                const double late = std::abs(static_cast<double>(cells[i].begin) - begin) / unit;
                sum += kPartnerCost * std::min(1.0, late);
            }
            return sum + kUnknownPartnerCost * static_cast<double>(partners[e] - std::min(partners[e], told[e].size()));
        };
        return call({cells, m_result.expected[position], begins, unit, cost, m_ranges[step][position], step == 0,
                     step + 1 == m_result.steps.size()});
    }

    /// Whether anything changed.
    bool alignRank(std::size_t step, std::size_t position) {
        auto &rank = m_result.steps[step][position];
        auto found = withTask(step, position, &alignCells);
        rank.matches = std::move(found.matches);
        m_ranges[step][position] = std::move(found.ranges);
        const auto before = std::move(rank.cellOf);
        indexCells(rank, m_result.expected[position].size());
        return rank.cellOf != before;
    }

    /// Whether anything changed.
    bool alignSteps(const std::stop_token &stop) {
        bool isChanged = false;
        for (std::size_t s = 0; s < m_result.steps.size() && !stop.stop_requested(); ++s) {
            bool isStepChanged = false;
            for (std::size_t r = 0; m_isOpen[s] && r < m_result.expected.size(); ++r) {
                if (!m_result.steps[s][r].isExact && !observed(s, r).cells.empty()) {
                    isStepChanged = alignRank(s, r) || isStepChanged;
                }
            }
            m_isOpen[s] = isStepChanged;
            isChanged = isChanged || isStepChanged;
        }
        return isChanged;
    }

    const PipelineChart &m_chart;
    const Observation &m_observation;
    const Schedule &m_schedule;
    PipelineAlignment m_result;
    std::vector<std::vector<std::vector<ExpectedPlace>>> m_partners;  ///< by position and expected cell
    std::vector<std::vector<std::vector<ExpectedRange>>> m_ranges;    ///< [step][position], of the round before
    std::vector<std::vector<double>> m_begins;
    std::vector<double> m_units;
    std::vector<double> m_paces;  ///< by step
    std::vector<bool> m_isOpen;   ///< by step: something may still change
    std::map<Way, double> m_slips;
};

}  // namespace

PipelineAlignment alignPipeline(const PipelineChart &chart, const Observation &observation, const Schedule &schedule,
                                const std::stop_token &stop) {
    return Aligner(chart, observation, schedule).run(stop);
}

double alignmentCost(const PipelineChart &chart, const Observation &observation, const Schedule &schedule,
                     std::span<const std::size_t> positions, const std::stop_token &stop) {
    return Aligner(chart, observation, schedule).cost(positions, stop);
}

}  // namespace stagescope
