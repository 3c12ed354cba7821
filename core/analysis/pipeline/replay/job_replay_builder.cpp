#include "core/analysis/pipeline/replay/job_replay.h"
#include "core/analysis/pipeline/replay/stage_costs.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace stagescope {

namespace {

using Node = MeasuredGraph::Node;

/// Who waits for whom in work outside of the pipeline.
enum class Scope : std::uint8_t { Own, Replicas, FirstAndLast, Everyone };

bool has(std::string_view name, std::string_view part) { return name.find(part) != std::string_view::npos; }

/// By the names that Megatron gives to its timers; what a file calls gradient_sync without saying more is taken to
/// join the replicas.
Scope scopeOf(const PipelineCell &cell) {
    if (has(cell.name, "clip")) {
        return Scope::Everyone;
    }
    if (has(cell.name, "embedding")) {
        return Scope::FirstAndLast;
    }
    if (has(cell.name, "layernorm")) {  // over tensor parallel ranks, which work in step
        return Scope::Own;
    }
    const bool joins = cell.kind == CellKind::GradientSync || has(cell.name, "all-gather");
    return joins ? Scope::Replicas : Scope::Own;
}

CostClass classOf(CellKind kind) {
    return kind == CellKind::Forward || kind == CellKind::Overlapped ? CostClass::Forward : CostClass::Backward;
}

/// A piece of work outside of the pipeline as it is being collected.
struct Work {
    std::string name;
    CostClass cost = CostClass::Collectives;
    AlignedTime begin{};  ///< of the member that came last
    struct Part {
        Worker worker;
        AlignedRange range;
    };
    std::vector<Part> parts;
};

}  // namespace

class JobReplayBuilder {
public:
    JobReplayBuilder(std::span<const JobPipeline> pipelines, const ClockAlignment &clock)
        : m_pipelines(pipelines), m_clock(clock) {}

    std::optional<JobReplay> build() {
        if (m_pipelines.empty() || !chooseSteps()) {
            return std::nullopt;
        }
        for (const auto number : m_replay.m_stepNumbers) {
            JobReplay::Step step;
            for (std::size_t replica = 0; replica < m_pipelines.size(); ++replica) {
                const auto *graph = graphOf(m_pipelines[replica], number);
                const auto order = dependencyOrder(*graph);
                if (order.size() != graph->nodes.size()) {
                    return std::nullopt;
                }
                step.pipelines.push_back(cellsOf(*m_pipelines[replica].chart, *graph, order));
            }
            addWork(number, step);
            m_replay.m_steps.push_back(std::move(step));
        }
        setIdeals();
        m_replay.keep(JobReplay::Measured);
        m_replay.keep(JobReplay::Ideal);
        return std::move(m_replay);
    }

private:
    static const MeasuredGraph *graphOf(const JobPipeline &pipeline, std::int64_t step) {
        const auto it = std::find_if(pipeline.steps.begin(), pipeline.steps.end(),
                                     [&](const auto *graph) { return graph->step == step; });
        return it == pipeline.steps.end() ? nullptr : *it;
    }

    /// Steps that are whole in each pipeline; false when there are none or the pipelines differ in length.
    bool chooseSteps() {
        m_replay.m_replicas = m_pipelines.size();
        m_replay.m_rows = m_pipelines.front().chart->group.ranks.size();
        for (const auto *graph : m_pipelines.front().steps) {
            const bool isShared = std::all_of(m_pipelines.begin(), m_pipelines.end(), [&](const auto &pipeline) {
                const auto *other = graphOf(pipeline, graph->step);
                return other != nullptr && other->isWhole && other->rows.size() == m_replay.m_rows;
            });
            if (isShared) {
                m_replay.m_stepNumbers.push_back(graph->step);
            }
        }
        return !m_replay.m_stepNumbers.empty();
    }

    static std::vector<JobReplay::Cell> cellsOf(const PipelineChart &chart, const MeasuredGraph &graph,
                                                const std::vector<std::size_t> &order) {
        const auto transfer = measuredTransfers(chart, graph.step);
        std::vector<std::size_t> positions(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            positions[order[i]] = i;
        }
        std::vector<JobReplay::Cell> cells;
        cells.reserve(order.size());
        for (const auto index : order) {
            const auto &node = graph.nodes[index];
            JobReplay::Cell cell;
            cell.node = &node;
            cell.before = node.before == MeasuredGraph::kNone ? MeasuredGraph::kNone : positions[node.before];
            cell.cost = classOf(node.kind);
            cell.duration.measured = node.duration();
            cell.work.measured = node.work;
            for (std::size_t i = 0; i < node.inputs.size(); ++i) {
                if (const auto &input = node.inputs[i]; input.producer != MeasuredGraph::kNone) {
                    const auto &producer = graph.nodes[input.producer];
                    const bool isActivation =
                        node.kind == CellKind::Forward || (node.kind == CellKind::Overlapped && i == 0);
                    cell.inputs[i] = {positions[input.producer],
                                      producer.row != node.row,
                                      isActivation ? CostClass::Activations : CostClass::Gradients,
                                      {transfer(node, input), Nanos{0}}};
                }
            }
            cells.push_back(cell);
        }
        return cells;
    }

    /// What the ranks do before their first cell and after their last one, joined by name and number.
    void addWork(std::int64_t number, JobReplay::Step &step) {
        std::map<std::tuple<bool, std::string, int, int>, Work> works;
        for (std::size_t replica = 0; replica < m_pipelines.size(); ++replica) {
            collectWork(replica, number, works);
        }
        for (const bool isBefore : {true, false}) {
            std::vector<const Work *> order;
            for (const auto &[key, work] : works) {
                if (std::get<0>(key) == isBefore) {
                    order.push_back(&work);
                }
            }
            std::stable_sort(order.begin(), order.end(),
                             [](const auto *a, const auto *b) { return a->begin < b->begin; });
            for (const auto *work : order) {
                (isBefore ? step.before : step.after).push_back(jointOf(*work));
                m_joints[{work->name, work->cost}].push_back(
                    {m_replay.m_steps.size(), isBefore, (isBefore ? step.before : step.after).size() - 1});
            }
        }
    }

    void collectWork(std::size_t replica, std::int64_t number,
                     std::map<std::tuple<bool, std::string, int, int>, Work> &works) {
        const auto &chart = *m_pipelines[replica].chart;
        const auto &graph = *graphOf(m_pipelines[replica], number);
        std::map<std::pair<std::size_t, std::string>, int> seen;
        for (const auto &cell : chart.cells) {
            const auto &ranks = chart.group.ranks;
            const auto row = static_cast<std::size_t>(std::find(ranks.begin(), ranks.end(), cell.rank) - ranks.begin());
            if (cell.step != number || isScheduled(cell.kind) || row >= ranks.size()) {
                continue;
            }
            const Worker worker{replica, row};
            const auto range = m_clock.toAligned(cell.rank, cell.range);
            const bool isBefore = range.end <= graph.nodes[graph.rows[row].front()].range.begin;
            if (!isBefore && range.begin < graph.nodes[graph.rows[row].back()].range.end) {
                continue;  // within the pipeline
            }
            const auto scope = scopeOf(cell);
            auto &work = works[{isBefore, cell.name, seen[{row, cell.name}]++, partyOf(scope, worker)}];
            work.name = cell.name;
            work.cost = scope == Scope::Own && cell.kind != CellKind::GradientSync ? CostClass::OtherWork
                                                                                   : CostClass::Collectives;
            work.begin = work.parts.empty() ? range.begin : std::max(work.begin, range.begin);
            // Clipping waits for the norm of all gradients, and what is recorded is that wait.
            work.parts.push_back({worker, scope == Scope::Everyone ? AlignedRange{range.end, range.end} : range});
        }
    }

    /// Number of the party that a worker joins.
    [[nodiscard]] int partyOf(Scope scope, Worker worker) const {
        switch (scope) {
            case Scope::Own:
                return static_cast<int>(worker.replica * m_replay.m_rows + worker.row);
            case Scope::Replicas:
                return static_cast<int>(worker.row);
            case Scope::FirstAndLast:
                return static_cast<int>(worker.replica);
            case Scope::Everyone:
                break;
        }
        return 0;
    }

    /// A member that came early waited: its duration counts from the last one's begin.
    static JobReplay::Joint jointOf(const Work &work) {
        JobReplay::Joint joint;
        joint.cost = work.cost;
        for (const auto &[worker, range] : work.parts) {
            const auto waited = std::max(work.begin - range.begin, Nanos{0});
            joint.members.push_back({worker, {std::max(range.duration() - waited, Nanos{0}), Nanos{0}}});
        }
        return joint;
    }

    void setIdeals() {
        struct Lengths {
            std::vector<Nanos> works;
            std::vector<Nanos> cells;
        };
        std::map<std::pair<CellKind, int>, Lengths> lengths;
        std::map<CostClass, std::vector<Nanos>> transfers;
        const auto keyOf = [&](std::size_t replica, const JobReplay::Cell &cell) {
            return std::pair(cell.node->kind, m_pipelines[replica].chart->cells[cell.node->cell].microbatch);
        };
        forEachCell([&](std::size_t replica, JobReplay::Cell &cell) {
            auto &[works, cells] = lengths[keyOf(replica, cell)];
            works.push_back(cell.work.measured);
            cells.push_back(cell.duration.measured);
            for (const auto &input : cell.inputs) {
                if (input.crosses) {
                    transfers[input.way].push_back(input.transfer.measured);
                }
            }
        });
        std::map<std::pair<CellKind, int>, std::pair<Nanos, Nanos>> means;
        for (const auto &[key, values] : lengths) {
            means[key] = {meanOf(values.works), meanOf(values.cells)};
        }
        std::map<CostClass, Nanos> ways;
        for (auto &[way, values] : transfers) {
            ways[way] = median(std::move(values));
        }
        forEachCell([&](std::size_t replica, JobReplay::Cell &cell) {
            std::tie(cell.work.ideal, cell.duration.ideal) = means.at(keyOf(replica, cell));
            for (auto &input : cell.inputs) {
                input.transfer.ideal = input.crosses ? ways.at(input.way) : Nanos{0};
            }
        });
        for (const auto &[key, places] : m_joints) {
            setIdealOfJoints(key.second, places);
        }
    }

    struct JointPlace {
        std::size_t step;
        bool isBefore;
        std::size_t index;
    };

    void setIdealOfJoints(CostClass cost, const std::vector<JointPlace> &places) {
        std::vector<Nanos> values;
        const auto jointAt = [&](const JointPlace &place) -> JobReplay::Joint & {
            auto &step = m_replay.m_steps[place.step];
            return (place.isBefore ? step.before : step.after)[place.index];
        };
        for (const auto &place : places) {
            for (const auto &member : jointAt(place).members) {
                values.push_back(member.duration.measured);
            }
        }
        const auto value = cost == CostClass::OtherWork ? meanOf(values) : median(std::move(values));
        for (const auto &place : places) {
            for (auto &member : jointAt(place).members) {
                member.duration.ideal = value;
            }
        }
    }

    template <class Visit>
    void forEachCell(Visit visit) {
        for (auto &step : m_replay.m_steps) {
            for (std::size_t replica = 0; replica < step.pipelines.size(); ++replica) {
                for (auto &cell : step.pipelines[replica]) {
                    visit(replica, cell);
                }
            }
        }
    }

    std::span<const JobPipeline> m_pipelines;
    const ClockAlignment &m_clock;
    JobReplay m_replay;
    std::map<std::pair<std::string, CostClass>, std::vector<JointPlace>> m_joints;
};

std::optional<JobReplay> JobReplay::of(std::span<const JobPipeline> pipelines, const ClockAlignment &clock) {
    return JobReplayBuilder(pipelines, clock).build();
}

}  // namespace stagescope
