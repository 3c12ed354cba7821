#include "core/analysis/pipeline/what_if.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace stagescope {

namespace {

using Rank = StageCosts::Rank;

Nanos scaled(Nanos value, double factor) { return Nanos{std::llround(static_cast<double>(value.count()) * factor)}; }

struct Mean {
    Nanos sum{0};
    std::int64_t count = 0;
    void add(Nanos value) {
        sum += value;
        ++count;
    }
    [[nodiscard]] Nanos value() const { return count == 0 ? Nanos{0} : Nanos{(sum.count() + count / 2) / count}; }
};

/// Applies a function to every cost of a rank.
template <class Fn>
Rank mapped(Rank rank, Fn fn) {
    for (Nanos *cost :
         {&rank.forward, &rank.backward, &rank.backwardInput, &rank.backwardWeight, &rank.loss, &rank.overlapped}) {
        *cost = fn(*cost);
    }
    return rank;
}

/// A cost per rank, combined over all of them.
template <class Combine>
Rank combined(const std::vector<Rank> &ranks, Combine combine) {
    Rank result;
    for (const auto member : {&Rank::forward, &Rank::backward, &Rank::backwardInput, &Rank::backwardWeight, &Rank::loss,
                              &Rank::overlapped}) {
        std::vector<Nanos> values;
        for (const auto &rank : ranks) {
            values.push_back(rank.*member);
        }
        result.*member = combine(std::move(values));
    }
    return result;
}

Nanos meanOf(std::vector<Nanos> values) {
    Mean mean;
    for (const auto value : values) {
        mean.add(value);
    }
    return mean.value();
}

Nanos medianOf(std::vector<Nanos> values) {
    std::sort(values.begin(), values.end());
    const auto half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

class Question {
public:
    Question(const StageCosts &costs, const ScheduleOptions &measured, const WhatIf &question)
        : m_costs(costs), m_measured(measured), m_question(question), m_ranks(costs.ranks) {}

    Result<WhatIfResult> answer(const std::stop_token &stop) {
        m_result.schedule = m_question.schedule.value_or(m_measured);
        if (m_result.schedule.stages != static_cast<int>(m_ranks.size())) {
            return fail(ErrorKind::BadArgument, "the pipeline has " + std::to_string(m_ranks.size()) +
                                                    " ranks, the schedule asks for " +
                                                    std::to_string(m_result.schedule.stages));
        }
        auto schedule = generateSchedule(m_result.schedule);
        if (!schedule) {
            return tl::make_unexpected(schedule.error());
        }
        if (const auto status = changeRanks(); !status) {
            return tl::make_unexpected(status.error());
        }
        splitBackwards();
        scaleToChunks();
        auto simulation = simulateSchedule(*schedule, costs(), stop);
        if (!simulation) {
            return tl::make_unexpected(simulation.error());
        }
        m_result.order = std::move(*schedule);
        m_result.simulation = std::move(*simulation);
        addFigures();
        return std::move(m_result);
    }

private:
    Status changeRanks() {
        if (m_question.balanced) {
            m_ranks.assign(m_ranks.size(), combined(m_ranks, meanOf));
            m_result.assumptions.emplace_back("Work can be spread evenly over the stages.");
        }
        if (m_question.fixedRank) {
            const auto index = static_cast<std::size_t>(*m_question.fixedRank);
            if (index >= m_ranks.size() || m_ranks.size() < 2) {
                return fail(ErrorKind::BadArgument, "there is no stage " + std::to_string(*m_question.fixedRank));
            }
            auto others = m_ranks;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(index));
            m_ranks[index] = combined(others, medianOf);
            m_result.assumptions.emplace_back("The stage that is mended takes the median of the others.");
        }
        return m_question.moveLayers == 0 ? Status{} : moveLayers();
    }

    Status moveLayers() {
        const auto from = static_cast<std::size_t>(m_question.moveFrom);
        const auto to = static_cast<std::size_t>(m_question.moveTo);
        const auto &layers = m_question.layers;
        const bool isPossible = layers.size() == m_ranks.size() && from < layers.size() && to < layers.size() &&
                                m_question.moveLayers > 0 && m_question.moveLayers < layers[from];
        if (!isPossible) {
            return fail(ErrorKind::BadArgument, "layers can only be moved between stages that keep at least one");
        }
        const double share = static_cast<double>(m_question.moveLayers) / layers[from];
        // What is not a layer (loss) stays: only the parts that grow with layers move.
        const auto moved = mapped(m_ranks[from], [&](Nanos cost) { return scaled(cost, share); });
        const auto give = [&](Nanos Rank::*member) {
            m_ranks[from].*member -= moved.*member;
            m_ranks[to].*member += moved.*member;
        };
        for (const auto member :
             {&Rank::forward, &Rank::backward, &Rank::backwardInput, &Rank::backwardWeight, &Rank::overlapped}) {
            give(member);
        }
        m_result.assumptions.emplace_back("All layers of a stage take the same time, and a stage is its layers.");
        return {};
    }

    void splitBackwards() {
        if (!m_costs.isSplitAssumed) {
            return;
        }
        for (auto &rank : m_ranks) {
            rank.backwardInput = scaled(rank.backward, m_question.inputShare);
            rank.backwardWeight = rank.backward - rank.backwardInput;
        }
        const bool isSplit = m_result.schedule.kind != ScheduleKind::GPipe &&
                             m_result.schedule.kind != ScheduleKind::OneFOneB &&
                             m_result.schedule.kind != ScheduleKind::Interleaved;
        if (isSplit) {
            m_result.assumptions.push_back("Backward for input takes " +
                                           std::to_string(std::lround(m_question.inputShare * 100)) +
                                           " % of a backward: only whole backwards were measured.");
        }
    }

    /// A rank's work stays the same however many chunks it is cut into.
    void scaleToChunks() {
        // In DualPipe a rank works on two stages, each a whole one of p, for half of the microbatches each.
        const auto parts = [](const ScheduleOptions &o) { return o.kind == ScheduleKind::DualPipe ? 1 : chunksOf(o); };
        const int from = parts(m_measured);
        const int to = parts(m_result.schedule);
        if (from == to) {
            return;
        }
        for (auto &rank : m_ranks) {
            rank = mapped(rank, [&](Nanos cost) { return Nanos{cost.count() * from / to}; });
        }
        m_result.assumptions.emplace_back("The layers of a stage can be cut into chunks of equal length.");
    }

    [[nodiscard]] Nanos overlapped(Nanos forward, Nanos backward) const {
        return std::max(forward, backward) + scaled(std::min(forward, backward), 1 - m_question.overlapGain);
    }

    [[nodiscard]] SimulationCosts costs() {
        SimulationCosts result;
        result.duration = [this](const PipelineAction &action) { return durationOf(action); };
        const auto way = scaled(m_costs.transfer, m_question.transferFactor);
        result.transfer = [way](const PipelineAction &, const PipelineAction &) { return way; };
        return result;
    }

    [[nodiscard]] Nanos durationOf(const PipelineAction &action) const {
        const auto &rank = m_ranks[static_cast<std::size_t>(action.rank)];
        switch (action.kind) {
            case CellKind::Forward:
                return rank.forward;
            case CellKind::Backward:
                return rank.backward;
            case CellKind::BackwardInput:
                return rank.backwardInput;
            case CellKind::BackwardWeight:
                return rank.backwardWeight;
            case CellKind::Overlapped:
                return rank.overlapped > Nanos{0} ? rank.overlapped : overlapped(rank.forward, rank.backward);
            case CellKind::Loss:
                return rank.loss;
            default:
                return Nanos{0};
        }
    }

    void addFigures() {
        m_result.makespan = m_result.simulation.makespan;
        m_result.ranks = rankFigures(m_result.order, m_result.simulation);
        double idle = 0;
        for (std::size_t i = 0; i < m_result.ranks.size(); ++i) {
            const auto &figures = m_result.ranks[i];
            idle += static_cast<double>(figures.globalIdle.count());
            if (figures.busy > m_result.busyMax) {
                m_result.busyMax = figures.busy;
                const bool isBound = static_cast<double>(figures.busy.count()) >=
                                     kBoundShare * static_cast<double>(m_result.makespan.count());
                m_result.boundBy = isBound ? std::optional(static_cast<int>(i)) : std::nullopt;
            }
        }
        if (m_result.makespan > Nanos{0}) {
            m_result.bubbleShare =
                idle / static_cast<double>(m_result.ranks.size()) / static_cast<double>(m_result.makespan.count());
        }
        m_result.transfers = countTransfers();
    }

    /// Each forward and each gradient that comes from another rank.
    [[nodiscard]] std::size_t countTransfers() const {
        const auto &order = m_result.order;
        const int ranks = m_result.schedule.stages;
        std::size_t count = 0;
        const auto add = [&](int rank, int stage, int chunk, bool isForward) {
            const int from = isForward ? stage - 1 : stage + 1;
            if (from < 0 || from >= order.stageCount) {
                return;
            }
            // In V the neighbour stage may live on the same rank.
            const int chunkThere = order.placement == StagePlacement::Dual ? chunk : from / ranks;
            count += rankOfStage(order.placement, ranks, from, chunkThere) != rank ? 1 : 0;
        };
        for (const auto &actions : order.ranks) {
            for (const auto &a : actions) {
                if (a.kind == CellKind::Forward || a.kind == CellKind::Overlapped) {
                    add(a.rank, a.stage, a.chunk, true);
                }
                if (givesGradient(a.kind)) {
                    add(a.rank, a.stage, a.chunk, false);
                }
                if (a.kind == CellKind::Overlapped) {
                    add(a.rank, a.backwardStage, a.backwardChunk, false);
                }
            }
        }
        return count;
    }

    const StageCosts &m_costs;
    const ScheduleOptions &m_measured;
    const WhatIf &m_question;
    std::vector<Rank> m_ranks;
    WhatIfResult m_result;
};

}  // namespace

std::optional<StageCosts> stageCosts(const PipelineChart &chart, std::vector<std::int64_t> steps) {
    if (!chart.match) {
        return std::nullopt;
    }
    constexpr std::array kKinds = {CellKind::Forward,        CellKind::Backward,   CellKind::BackwardInput,
                                   CellKind::BackwardWeight, CellKind::Overlapped, CellKind::Loss};
    std::map<std::pair<int, CellKind>, Mean> means;
    StageCosts result;
    for (const auto &cell : chart.cells) {
        const bool isAsked = steps.empty() || std::find(steps.begin(), steps.end(), cell.step) != steps.end();
        if (isAsked && std::find(kKinds.begin(), kKinds.end(), cell.kind) != kKinds.end()) {
            means[{cell.rank, cell.kind}].add(cell.range.duration());
            ++result.cells;
        }
    }
    result.chunks = chunksOf(chart.match->best());
    result.isSplitAssumed = true;
    for (const int rank : chart.group.ranks) {
        const auto of = [&](CellKind kind) { return means[{rank, kind}].value(); };
        Rank costs{of(CellKind::Forward),        of(CellKind::Backward), of(CellKind::BackwardInput),
                   of(CellKind::BackwardWeight), of(CellKind::Loss),     of(CellKind::Overlapped)};
        if (costs.backwardInput > Nanos{0}) {
            result.isSplitAssumed = false;
        }
        costs.backward = costs.backward > Nanos{0} ? costs.backward : costs.backwardInput + costs.backwardWeight;
        if (costs.forward <= Nanos{0} || costs.backward <= Nanos{0}) {
            return std::nullopt;
        }
        result.ranks.push_back(costs);
    }
    std::vector<Nanos> transfers;
    for (const auto &edge : chart.edges) {
        const bool isAsked = steps.empty() || std::find(steps.begin(), steps.end(), edge.step) != steps.end();
        if (isAsked && edge.receive != P2pEdge::kNone) {
            transfers.push_back(std::max(edge.transfer, Nanos{0}));
        }
    }
    result.transfer = transfers.empty() ? Nanos{0} : medianOf(std::move(transfers));
    return result;
}

Result<WhatIfResult> whatIf(const StageCosts &costs, const ScheduleOptions &measured, const WhatIf &question,
                            const std::stop_token &stop) {
    return Question(costs, measured, question).answer(stop);
}

}  // namespace stagescope
