// Model: each action starts when its producers and the action before it on its rank are done; the sources stand in
// schedule.h. Ranks whose head waits are kept at what they wait for, so that each action is looked at a bounded number
// of times.

#include "core/analysis/pipeline/schedule/simulator.h"

#include "core/analysis/pipeline/schedule/schedule_text.h"

#include <algorithm>
#include <array>
#include <deque>
#include <string>

namespace stagescope {

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr std::size_t kStopInterval = 4096;

/// What an action hands on: an activation, a gradient for the stage before, or its own gradient for W.
struct Output {
    bool isDone = false;
    Nanos end{0};
    const PipelineAction *producer = nullptr;
    std::size_t waiting = kNone;  ///< first rank that waits for it
};

class Simulator {
public:
    Simulator(const Schedule &schedule, const SimulationCosts &costs);
    Result<Simulation> run(const std::stop_token &stop);

private:
    enum What : std::size_t { Activation = 0, Gradient = 1 };
    struct Head {
        std::size_t next = 0;
        Nanos free{0};
        std::size_t alsoWaiting = kNone;  ///< next rank that waits for the same output
    };
    using Inputs = std::array<std::size_t, 2>;

    [[nodiscard]] std::size_t outputIndex(What what, int stage, int microbatch, int chunk) const;
    [[nodiscard]] std::size_t gradientInput(int stage, int microbatch, int chunk) const;
    [[nodiscard]] Inputs inputsOf(const PipelineAction &action) const;
    [[nodiscard]] bool isValid(const PipelineAction &action) const;
    void advance(std::size_t rank);
    void give(std::size_t output, const PipelineAction &producer, Nanos end);
    void finish(const PipelineAction &action, Nanos end);
    [[nodiscard]] Nanos arrival(const Output &input, const PipelineAction &action) const;
    [[nodiscard]] std::string headsText() const;

    const Schedule &m_schedule;
    const SimulationCosts &m_costs;
    std::size_t m_directions;
    std::vector<Output> m_outputs;
    std::vector<Head> m_heads;
    std::deque<std::size_t> m_runnable;
    Simulation m_result;
};

Simulator::Simulator(const Schedule &schedule, const SimulationCosts &costs)
    : m_schedule(schedule), m_costs(costs), m_directions(schedule.placement == StagePlacement::Dual ? 2 : 1) {
    m_heads.resize(schedule.ranks.size());
    m_result.times.resize(schedule.ranks.size());
    for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
        m_result.times[rank].reserve(schedule.ranks[rank].size());
        m_runnable.push_back(rank);
    }
}

bool Simulator::isValid(const PipelineAction &action) const {
    const auto isWithin = [](int value, int end) { return value >= 0 && value < end; };
    const bool hasBackward = action.kind == CellKind::Overlapped;
    return isWithin(action.stage, m_schedule.stageCount) && isWithin(action.microbatch, m_schedule.microbatches) &&
           isWithin(action.chunk, m_schedule.chunks) &&
           (!hasBackward || (isWithin(action.backwardStage, m_schedule.stageCount) &&
                             isWithin(action.backwardMicrobatch, m_schedule.microbatches) &&
                             isWithin(action.backwardChunk, m_schedule.chunks)));
}

std::size_t Simulator::outputIndex(What what, int stage, int microbatch, int chunk) const {
    const std::size_t direction = m_directions == 2 ? std::size_t(chunk) : 0;
    const std::size_t stages = std::size_t(m_schedule.stageCount);
    return ((what * m_directions + direction) * stages + std::size_t(stage)) * std::size_t(m_schedule.microbatches) +
           std::size_t(microbatch);
}

std::size_t Simulator::gradientInput(int stage, int microbatch, int chunk) const {
    if (stage + 1 == m_schedule.stageCount) {
        return outputIndex(Activation, stage, microbatch, chunk);
    }
    return outputIndex(Gradient, stage + 1, microbatch, chunk);
}

Simulator::Inputs Simulator::inputsOf(const PipelineAction &a) const {
    const auto activationInput = [this](int stage, int microbatch, int chunk) {
        return stage == 0 ? kNone : outputIndex(Activation, stage - 1, microbatch, chunk);
    };
    switch (a.kind) {
        case CellKind::Forward:
            return {activationInput(a.stage, a.microbatch, a.chunk), kNone};
        case CellKind::Backward:
        case CellKind::BackwardInput:
            return {gradientInput(a.stage, a.microbatch, a.chunk), kNone};
        case CellKind::BackwardWeight:
            return {outputIndex(Gradient, a.stage, a.microbatch, a.chunk), kNone};
        case CellKind::Overlapped:
            return {activationInput(a.stage, a.microbatch, a.chunk),
                    gradientInput(a.backwardStage, a.backwardMicrobatch, a.backwardChunk)};
        case CellKind::Loss:
            return {outputIndex(Activation, a.stage, a.microbatch, a.chunk), kNone};
        default:
            return {kNone, kNone};
    }
}

void Simulator::give(std::size_t index, const PipelineAction &producer, Nanos end) {
    Output &output = m_outputs[index];
    output.isDone = true;
    output.end = end;
    output.producer = &producer;
    while (output.waiting != kNone) {
        const std::size_t rank = output.waiting;
        output.waiting = m_heads[rank].alsoWaiting;
        m_runnable.push_back(rank);
    }
}

void Simulator::finish(const PipelineAction &a, Nanos end) {
    if (a.kind == CellKind::Forward || a.kind == CellKind::Overlapped) {
        give(outputIndex(Activation, a.stage, a.microbatch, a.chunk), a, end);
    }
    if (givesGradient(a.kind)) {
        give(outputIndex(Gradient, a.stage, a.microbatch, a.chunk), a, end);
    }
    if (a.kind == CellKind::Overlapped) {
        give(outputIndex(Gradient, a.backwardStage, a.backwardMicrobatch, a.backwardChunk), a, end);
    }
}

Nanos Simulator::arrival(const Output &input, const PipelineAction &action) const {
    const bool crosses = input.producer->rank != action.rank;
    return input.end + (crosses && m_costs.transfer ? m_costs.transfer(*input.producer, action) : Nanos{0});
}

void Simulator::advance(std::size_t rank) {
    Head &head = m_heads[rank];
    const std::vector<PipelineAction> &actions = m_schedule.ranks[rank];
    for (; head.next < actions.size(); ++head.next) {
        const PipelineAction &action = actions[head.next];
        Nanos begin = head.free;
        for (const std::size_t index : inputsOf(action)) {
            if (index == kNone) {
                continue;
            }
            Output &input = m_outputs[index];
            if (!input.isDone) {
                head.alsoWaiting = input.waiting;
                input.waiting = rank;
                return;
            }
            begin = std::max(begin, arrival(input, action));
        }
        head.free = begin + m_costs.duration(action);
        m_result.times[rank].push_back({begin, head.free});
        finish(action, head.free);
    }
}

std::string Simulator::headsText() const {
    std::string text;
    for (std::size_t rank = 0; rank < m_heads.size(); ++rank) {
        const std::vector<PipelineAction> &actions = m_schedule.ranks[rank];
        text += text.empty() ? "" : ", ";
        text += "rank " + std::to_string(rank);
        text += m_heads[rank].next < actions.size() ? " at " + paperText(actions[m_heads[rank].next], m_schedule)
                                                    : " at its end";
    }
    return text;
}

/// Zero of the result = begin of the first action.
void settle(Simulation &simulation) {
    Nanos first = Nanos::max();
    Nanos last = Nanos::min();
    for (const std::vector<ActionTimes> &rank : simulation.times) {
        if (rank.empty()) {
            continue;
        }
        first = std::min(first, rank.front().begin);
        last = std::max(last, rank.back().end);
    }
    if (first > last) {
        return;
    }
    for (std::vector<ActionTimes> &rank : simulation.times) {
        for (ActionTimes &times : rank) {
            times = {times.begin - first, times.end - first};
        }
    }
    simulation.makespan = last - first;
}

Result<Simulation> Simulator::run(const std::stop_token &stop) {
    for (const std::vector<PipelineAction> &rank : m_schedule.ranks) {
        for (const PipelineAction &action : rank) {
            if (!isValid(action)) {
                return fail(ErrorKind::BadArgument, actionText(action) + " is outside of its schedule");
            }
        }
    }
    m_outputs.resize(2 * m_directions * std::size_t(m_schedule.stageCount) * std::size_t(m_schedule.microbatches));
    std::size_t turns = 0;
    while (!m_runnable.empty()) {
        if (turns++ % kStopInterval == 0 && stop.stop_requested()) {
            return fail(ErrorKind::Cancelled, "cancelled");
        }
        const std::size_t rank = m_runnable.front();
        m_runnable.pop_front();
        advance(rank);
    }
    for (std::size_t rank = 0; rank < m_heads.size(); ++rank) {
        if (m_heads[rank].next < m_schedule.ranks[rank].size()) {
            return fail(ErrorKind::BadArgument, "the ranks wait for each other: " + headsText());
        }
    }
    settle(m_result);
    return std::move(m_result);
}

bool releasesActivation(CellKind kind, bool freedByInput) {
    return kind == CellKind::Backward || kind == CellKind::Overlapped ||
           kind == (freedByInput ? CellKind::BackwardInput : CellKind::BackwardWeight);
}

RankFigures figuresOf(const std::vector<PipelineAction> &actions, const std::vector<ActionTimes> &times, Nanos makespan,
                      bool freedByInput) {
    RankFigures figures;
    int held = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const CellKind kind = actions[i].kind;
        figures.busy += times[i].end - times[i].begin;
        if (kind == CellKind::Forward || kind == CellKind::Overlapped) {
            figures.peakActivations = std::max(figures.peakActivations, ++held);
        }
        if (releasesActivation(kind, freedByInput)) {
            --held;
        }
    }
    figures.globalIdle = makespan - figures.busy;
    if (!times.empty()) {
        figures.innerIdle = times.back().end - times.front().begin - figures.busy;
    }
    return figures;
}

}  // namespace

SimulationCosts simulationCosts(const UniformCosts &costs) {
    const Nanos backward = costs.backward > Nanos{0} ? costs.backward : costs.backwardInput + costs.backwardWeight;
    const Nanos overlapped = costs.overlapped > Nanos{0} ? costs.overlapped : costs.forward + backward;
    SimulationCosts result;
    result.duration = [costs, backward, overlapped](const PipelineAction &action) {
        switch (action.kind) {
            case CellKind::Forward:
                return costs.forward;
            case CellKind::Backward:
                return backward;
            case CellKind::BackwardInput:
                return costs.backwardInput;
            case CellKind::BackwardWeight:
                return costs.backwardWeight;
            case CellKind::Overlapped:
                return overlapped;
            case CellKind::Loss:
                return costs.loss;
            default:
                return Nanos{0};
        }
    };
    if (costs.transfer > Nanos{0}) {
        result.transfer = [transfer = costs.transfer](const PipelineAction &, const PipelineAction &) {
            return transfer;
        };
    }
    return result;
}

Result<Simulation> simulateSchedule(const Schedule &schedule, const SimulationCosts &costs,
                                    const std::stop_token &stop) {
    return Simulator(schedule, costs).run(stop);
}

std::vector<RankFigures> rankFigures(const Schedule &schedule, const Simulation &simulation, bool freedByInput) {
    std::vector<RankFigures> figures;
    for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
        figures.push_back(figuresOf(schedule.ranks[rank], simulation.times[rank], simulation.makespan, freedByInput));
    }
    return figures;
}

}  // namespace stagescope
