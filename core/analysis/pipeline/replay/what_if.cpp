#include "core/analysis/pipeline/replay/what_if.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stagescope {

namespace {

using Chunks = std::vector<ChunkCosts>;

Nanos sumOf(const std::vector<Nanos> &values) { return std::accumulate(values.begin(), values.end(), Nanos{0}); }
Nanos part(Nanos value, double factor) { return Nanos{std::llround(double(value.count()) * factor)}; }
std::string percent(double share) { return std::to_string(std::lround(share * 100)); }

bool needsSplit(ScheduleKind kind) {
    return kind != ScheduleKind::GPipe && kind != ScheduleKind::OneFOneB && kind != ScheduleKind::Interleaved &&
           kind != ScheduleKind::LoopedBfs;
}

/// One stage of p as a whole, whatever the chunks that it was measured in.
std::vector<ChunkCosts> wholeStages(const std::vector<Chunks> &ranks, StagePlacement placement) {
    std::vector<ChunkCosts> stages;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        // In DualPipe two ranks hold each stage, one per direction.
        const bool isDual = placement == StagePlacement::Dual;
        stages.push_back(isDual ? combined({ranks[rank][0], ranks[ranks.size() - 1 - rank][1]}, meanOf)
                                : combined(ranks[rank], sumOf));
    }
    return stages;
}

class Question {
public:
    Question(const StageCosts &costs, const ScheduleOptions &measured, const WhatIf &question)
        : m_costs(costs), m_measured(measured), m_question(question), m_ranks(costs.ranks) {}

    Result<WhatIfResult> answer(const std::stop_token &stop);

private:
    void assume(std::string_view what, std::vector<std::string> args = {}) {
        m_result.assumptions.emplace_back("what_if.assumes." + std::string(what), std::move(args));
    }
    void takeFromOthers(std::size_t index);
    Status changeRanks();
    Status changeLayers();
    void changePasses();
    void splitBackwards();
    void reshape();
    void sayOverlap(const Schedule &schedule);
    [[nodiscard]] Nanos overlapped(const PipelineAction &action) const;
    [[nodiscard]] Nanos durationOf(const PipelineAction &action) const;
    [[nodiscard]] const ChunkCosts &costsOf(int rank, int chunk) const {
        return m_ranks[std::size_t(rank)][std::size_t(chunk)];
    }
    void addFigures();
    void findBound();
    [[nodiscard]] std::size_t countTransfers() const;

    const StageCosts &m_costs;
    const ScheduleOptions &m_measured;
    const WhatIf &m_question;
    std::vector<Chunks> m_ranks;
    bool m_isOverlapMeasured = false;  ///< the overlapped costs are of this shape
    WhatIfResult m_result;
};

Result<WhatIfResult> Question::answer(const std::stop_token &stop) {
    m_result.schedule = m_question.schedule.value_or(m_measured);
    if (m_result.schedule.stages != int(m_ranks.size())) {
        return fail(ErrorKind::BadArgument, "the pipeline has " + std::to_string(m_ranks.size()) +
                                                " ranks, the schedule needs " +
                                                std::to_string(m_result.schedule.stages));
    }
    Result<Schedule> schedule = generateSchedule(m_result.schedule);
    RETURN_IF_ERROR(schedule);
    if (const Status status = changeRanks(); !status) {
        return tl::make_unexpected(status.error());
    }
    m_result.costs = m_ranks;
    splitBackwards();
    reshape();
    sayOverlap(*schedule);
    SimulationCosts costs{.duration = [this](const PipelineAction &action) { return durationOf(action); }};
    const Nanos way = part(m_costs.transfer, m_question.transferFactor);
    costs.transfer = [way](const PipelineAction &, const PipelineAction &) { return way; };
    Result<Simulation> simulation = simulateSchedule(*schedule, costs, stop);
    RETURN_IF_ERROR(simulation);
    m_result.order = std::move(*schedule);
    m_result.simulation = std::move(*simulation);
    addFigures();
    return std::move(m_result);
}

/// The median of the other stages, chunk by chunk.
void Question::takeFromOthers(std::size_t index) {
    for (std::size_t chunk = 0; chunk < m_ranks[index].size(); ++chunk) {
        Chunks others;
        for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
            if (rank != index) {
                others.push_back(m_ranks[rank][chunk]);
            }
        }
        m_ranks[index][chunk] = combined(others, median<Nanos>);
    }
}

Status Question::changeRanks() {
    if (m_question.balanced) {
        Chunks all;
        for (const Chunks &rank : m_ranks) {
            all.insert(all.end(), rank.begin(), rank.end());
        }
        for (Chunks &rank : m_ranks) {
            rank.assign(rank.size(), combined(all, meanOf));
        }
        assume("balanced");
    }
    if (m_question.fixedRank) {
        const auto index = std::size_t(*m_question.fixedRank);
        if (index >= m_ranks.size() || m_ranks.size() < 2) {
            return fail(ErrorKind::BadArgument, "there is no stage " + std::to_string(*m_question.fixedRank));
        }
        if (m_question.fixedCosts.size() == m_ranks[index].size()) {
            m_ranks[index] = m_question.fixedCosts;
            assume("fixed_peers");
        } else {
            takeFromOthers(index);
            assume("fixed_stages");
        }
    }
    changePasses();
    return m_question.newLayers.empty() ? Status{} : changeLayers();
}

/// What a backward computes more, it does before its gradients: they wait for it.
void Question::changePasses() {
    const auto add = [](Nanos &cost, Nanos more) { cost = cost > Nanos{0} ? std::max(cost + more, Nanos{0}) : cost; };
    for (std::size_t rank = 0; rank < std::min(m_question.passes.size(), m_ranks.size()); ++rank) {
        const auto &changes = m_question.passes[rank];
        for (std::size_t chunk = 0; chunk < std::min(changes.size(), m_ranks[rank].size()); ++chunk) {
            auto &costs = m_ranks[rank][chunk];
            add(costs.forward, changes[chunk].forward);
            add(costs.backward, changes[chunk].backward);
            add(costs.backwardInput, changes[chunk].backward);
            add(costs.overlapped, changes[chunk].forward + changes[chunk].backward);
        }
    }
    if (!m_question.passes.empty()) {
        assume("passes");
    }
}

Status Question::changeLayers() {
    const std::vector<int> &from = m_question.layers;
    const std::vector<int> &to = m_question.newLayers;
    const auto isPositive = [](int layers) { return layers > 0; };
    if (from.size() != m_ranks.size() || to.size() != m_ranks.size()) {
        return fail(ErrorKind::BadArgument, "layers are given as one number per stage: [8,8,8,8]");
    }
    if (!std::all_of(from.begin(), from.end(), isPositive) || !std::all_of(to.begin(), to.end(), isPositive)) {
        return fail(ErrorKind::BadArgument, "each stage keeps at least one layer");
    }
    if (placementOf(m_measured.kind) == StagePlacement::Dual) {
        return fail(ErrorKind::BadArgument, "in dualpipe two ranks hold each stage: layers cannot be moved alone");
    }
    // The stage that is cheapest per layer has nothing but layers; what others take beyond that stays where it is.
    std::vector<ChunkCosts> perLayer;
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
        perLayer.push_back(scaled(combined(m_ranks[rank], sumOf), 1.0 / from[rank]));
    }
    const ChunkCosts layer = *std::min_element(
        perLayer.begin(), perLayer.end(), [](const ChunkCosts &a, const ChunkCosts &b) { return a.work() < b.work(); });
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
        for (ChunkCosts &chunk : m_ranks[rank]) {
            const ChunkCosts change = scaled(layer, double(to[rank] - from[rank]) / double(m_ranks[rank].size()));
            for (const auto member : kChunkCosts) {
                chunk.*member = std::max(chunk.*member + change.*member, Nanos{0});
            }
        }
    }
    assume("layers");
    return {};
}

void Question::splitBackwards() {
    bool isAssumed = false;
    for (Chunks &rank : m_ranks) {
        for (ChunkCosts &chunk : rank) {
            if (chunk.backwardInput > Nanos{0} && chunk.backwardWeight > Nanos{0}) {
                continue;
            }
            isAssumed = true;
            chunk.backwardInput = part(chunk.backward, m_question.inputShare);
            chunk.backwardWeight = chunk.backward - chunk.backwardInput;
        }
    }
    if (isAssumed && needsSplit(m_result.schedule.kind)) {
        assume("split", {percent(m_question.inputShare)});
    }
}

/// A rank's work stays the same however many chunks it is cut into.
void Question::reshape() {
    const StagePlacement from = placementOf(m_measured.kind);
    const StagePlacement to = placementOf(m_result.schedule.kind);
    const auto chunks = std::size_t(chunksOf(m_result.schedule));
    m_isOverlapMeasured = from == to && chunks == m_ranks.front().size();
    if (m_isOverlapMeasured) {
        return;
    }
    const std::vector<ChunkCosts> stages = wholeStages(m_ranks, from);
    for (std::size_t rank = 0; rank < stages.size(); ++rank) {
        if (to == StagePlacement::Dual) {
            m_ranks[rank] = {stages[rank], stages[stages.size() - 1 - rank]};
        } else {
            m_ranks[rank].assign(chunks, scaled(stages[rank], 1.0 / double(chunks)));
        }
    }
    if (to == StagePlacement::Dual) {
        assume("two_copies");
    } else if (chunks > 1) {
        assume("chunks");
    }
}

void Question::sayOverlap(const Schedule &schedule) {
    const auto isOverlapped = [](const PipelineAction &action) { return action.kind == CellKind::Overlapped; };
    const bool hasOverlap = std::any_of(schedule.ranks.begin(), schedule.ranks.end(), [&](const auto &actions) {
        return std::any_of(actions.begin(), actions.end(), isOverlapped);
    });
    if (!hasOverlap) {
        return;
    }
    if (m_question.overlapGain && m_costs.isCommunicationKnown) {
        assume("overlap_given", {percent(*m_question.overlapGain)});
    } else if (m_costs.hiddenShare) {
        assume("overlap_measured", {percent(*m_costs.hiddenShare)});
    } else {
        assume("overlap_nothing");
    }
}

Nanos Question::overlapped(const PipelineAction &action) const {
    const ChunkCosts &forward = costsOf(action.rank, action.chunk);
    const ChunkCosts &backward = costsOf(action.rank, action.backwardChunk);
    const Nanos serial = forward.forward + backward.backward;
    if (m_question.overlapGain) {
        const Nanos communication = forward.forwardCommunication + backward.backwardCommunication;
        const Nanos computing = serial - communication;
        return std::max(computing, communication) +
               part(std::min(computing, communication), 1 - *m_question.overlapGain);
    }
    if (m_isOverlapMeasured && forward.overlapped > Nanos{0}) {
        return forward.overlapped;
    }
    return part(serial, 1 - m_costs.hiddenShare.value_or(0));
}

Nanos Question::durationOf(const PipelineAction &action) const {
    const ChunkCosts &costs = costsOf(action.rank, action.chunk);
    switch (action.kind) {
        case CellKind::Forward:
            return costs.forward;
        case CellKind::Backward:
            return costs.backward;
        case CellKind::BackwardInput:
            return costs.backwardInput;
        case CellKind::BackwardWeight:
            return costs.backwardWeight;
        case CellKind::Overlapped:
            return overlapped(action);
        case CellKind::Loss:
            return costs.loss;
        default:
            return Nanos{0};
    }
}

void Question::addFigures() {
    m_result.makespan = m_result.simulation.makespan;
    m_result.ranks = rankFigures(m_result.order, m_result.simulation);
    const bool isWhole = m_result.order.placement == StagePlacement::Dual;
    const double chunks = isWhole ? 1 : m_result.order.chunks;
    double idle = 0;
    for (const RankFigures &figures : m_result.ranks) {
        idle += double(figures.globalIdle.count());
        m_result.busyMax = std::max(m_result.busyMax, figures.busy);
        m_result.activations.push_back(figures.peakActivations / chunks);
    }
    if (m_result.makespan > Nanos{0}) {
        m_result.bubbleShare = idle / double(m_result.ranks.size()) / double(m_result.makespan.count());
    }
    findBound();
    m_result.transfers = countTransfers();
}

void Question::findBound() {
    const std::vector<RankFigures> &ranks = m_result.ranks;
    const auto longest = std::max_element(ranks.begin(), ranks.end(),
                                          [](const RankFigures &a, const RankFigures &b) { return a.busy < b.busy; });
    std::vector<Nanos> others;
    for (auto it = ranks.begin(); it != ranks.end(); ++it) {
        if (it != longest) {
            others.push_back(it->busy);
        }
    }
    const bool isLonger =
        !others.empty() && double(longest->busy.count()) >= kBoundExcess * double(median(others).count());
    if (isLonger && double(longest->innerIdle.count()) <= kBoundIdleShare * double(m_result.makespan.count())) {
        m_result.boundBy = int(longest - ranks.begin());
    }
}

/// Each forward and each gradient that comes from another rank.
std::size_t Question::countTransfers() const {
    const Schedule &order = m_result.order;
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
    for (const std::vector<PipelineAction> &actions : order.ranks) {
        for (const PipelineAction &action : actions) {
            if (action.kind == CellKind::Forward || action.kind == CellKind::Overlapped) {
                add(action.rank, action.stage, action.chunk, true);
            }
            if (givesGradient(action.kind)) {
                add(action.rank, action.stage, action.chunk, false);
            }
            if (action.kind == CellKind::Overlapped) {
                add(action.rank, action.backwardStage, action.backwardChunk, false);
            }
        }
    }
    return count;
}

}  // namespace

bool keepsOrder(const WhatIf &question) { return !question.schedule && !question.overlapGain; }

Result<WhatIfResult> whatIf(const StageCosts &costs, const ScheduleOptions &measured, const WhatIf &question,
                            const std::stop_token &stop) {
    return Question(costs, measured, question).answer(stop);
}

std::vector<IdealCell> whatIfCells(const WhatIfResult &result, const PipelineChart &chart, std::int64_t step,
                                   const ClockAlignment &clock) {
    std::optional<AlignedTime> begin;
    for (const PipelineCell &cell : chart.cells) {
        if (cell.step == step && isScheduled(cell.kind)) {
            const AlignedTime start = clock.toAligned(cell.rank, cell.range.begin);
            begin = begin ? std::min(*begin, start) : start;
        }
    }
    std::vector<IdealCell> cells;
    for (std::size_t rank = 0; begin && rank < result.order.ranks.size(); ++rank) {
        for (std::size_t i = 0; i < result.order.ranks[rank].size(); ++i) {
            const PipelineAction &action = result.order.ranks[rank][i];
            const ActionTimes &times = result.simulation.times[rank][i];
            cells.push_back({.rank = chart.group.ranks[rank],
                             .kind = action.kind,
                             .microbatch = action.microbatch,
                             .chunk = action.chunk,
                             .backwardMicrobatch = action.backwardMicrobatch,
                             .backwardChunk = action.backwardChunk,
                             .range = {*begin + times.begin, *begin + times.end}});
        }
    }
    // The scene finds a rank's cells by number, whatever its stage.
    std::stable_sort(cells.begin(), cells.end(),
                     [](const IdealCell &a, const IdealCell &b) { return a.rank < b.rank; });
    return cells;
}

}  // namespace stagescope
