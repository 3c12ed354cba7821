#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/replay/stragglers.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

#include <map>
#include <span>

namespace stagescope {

namespace {

std::optional<double> excessOf(double ratio) { return 100 * (ratio - 1); }

/// One row; what is not set is unknown.
struct StragglerRow {
    std::string_view scope;
    std::string_view cost{};
    std::optional<int> rank{};
    std::optional<std::size_t> stage{};
    std::optional<std::size_t> replica{};
    std::string_view verdict{};
    std::optional<double> slowdown{};
    std::optional<double> removed{};  ///< a share
    std::optional<double> excess{};   ///< percent
    std::optional<double> z{};
    std::span<const std::int64_t> slowSteps{};
    std::optional<std::size_t> slowStepCount{};
    std::optional<Nanos> saved{};
    std::optional<Nanos> busy{};
    std::optional<Nanos> wait{};
    std::optional<RankRef> evidence{};

    [[nodiscard]] std::optional<std::int64_t> firstSlow() const {
        return slowSteps.empty() ? std::nullopt : ifKnown(slowSteps.front());
    }
    [[nodiscard]] std::optional<std::int64_t> lastSlow() const {
        return slowSteps.empty() ? std::nullopt : ifKnown(slowSteps.back());
    }
};

class StragglerRows {
public:
    StragglerRows(const AnalysisInput &input, const Stragglers &found, TableRows<StragglerRow> &out)
        : m_input(input), m_found(found), m_out(out), m_replicas(replicaOfRanks(*input.run())) {}

    void add() {
        addJob();
        addCosts();
        addStages();
        for (std::size_t i = 0; i < m_found.pipelines.size(); ++i) {
            const auto &part = m_found.pipelines[i];
            const auto &first = m_found.workers[i * m_found.stages.size()];
            m_out.add({.scope = "replica",
                       .replica = m_replicas[first.rank],
                       .slowdown = part.slowdown,
                       .removed = part.share});
        }
        addWorkers();
    }

private:
    void addJob() {
        m_out.add({.scope = "job", .slowdown = m_found.slowdown, .saved = m_found.measured - m_found.ideal});
        m_out.add({.scope = "slowest_workers", .removed = m_found.slowestShare});
        m_out.add({.scope = "last_stage", .removed = m_found.lastStageShare});
        m_out.add({.scope = "microbatches",
                   .verdict = m_found.isDataUneven() ? "data_imbalance" : "",
                   .saved = m_found.data.isKnown ? std::optional(m_found.dataSaved) : std::nullopt});
    }
    void addCosts() {
        for (std::size_t i = 0; i < kCostClasses; ++i) {
            const auto &part = m_found.classes[i];
            m_out.add({.scope = "cost",
                       .cost = costClassText(static_cast<CostClass>(i)),
                       .slowdown = part.slowdown,
                       .removed = part.share});
        }
    }

    void addStages() {
        const std::string_view verdict = m_found.canTellWorkers() ? "stage_imbalance" : "slow_stage_or_worker";
        for (std::size_t row = 0; row < m_found.stages.size(); ++row) {
            const auto &stage = m_found.stages[row];
            m_out.add({.scope = "stage",
                       .stage = row,
                       .verdict = m_found.hasMoreWork(row) ? verdict : std::string_view{},
                       .slowdown = stage.part.slowdown,
                       .removed = stage.part.share,
                       .excess = excessOf(stage.ratio)});
        }
    }

    void addWorkers() {
        for (const auto &worker : m_found.workers) {
            addWorker(worker, worker.slowdown);
        }
        for (const auto &worker : m_found.apart) {
            addWorker(worker, std::nullopt);
        }
    }

    void addWorker(const Stragglers::WorkerFigures &worker, std::optional<double> slowdown) {
        if (m_input.wants(worker.rank)) {
            m_out.add({.scope = "worker",
                       .rank = worker.rank,
                       .stage = worker.worker.row,
                       .replica = m_replicas[worker.rank],
                       .verdict = worker.slowSteps.empty() ? "" : "slow_worker",
                       .slowdown = slowdown,
                       .excess = excessOf(worker.ratio),
                       .z = worker.z,
                       .slowSteps = worker.slowSteps,
                       .slowStepCount = worker.slowSteps.size(),
                       .saved = worker.saved,
                       .busy = worker.busy,
                       .wait = worker.wait,
                       .evidence = RankRef{m_input.run()->id, worker.rank}});
        }
    }

    const AnalysisInput &m_input;
    const Stragglers &m_found;
    TableRows<StragglerRow> &m_out;
    std::map<int, std::size_t> m_replicas;
};

void addStragglers(const AnalysisInput &input, const std::stop_token &stop, TableRows<StragglerRow> &out) {
    const auto job = measuredJob(*input.run(), stop);
    const auto found = stragglersOf(job.pipelines(), *input.run(), {}, stop, job.apart());
    if (!found) {
        out.note("No step in which each cell of the schedule is known on all ranks of all pipelines.");
        return;
    }
    StragglerRows(input, *found, out).add();
    if (!found->apart.empty()) {
        out.note(
            "Ranks of pipelines that lack others are in no replay: those that are slow are there without a slowdown, "
            "saved_ms is that of such a rank in a whole pipeline.");
    }
    out.note("Over " + std::to_string(found->steps.size()) + " steps and " + std::to_string(found->replicas) +
             " pipelines; replayed without launch delays, means per step.");
    if (!found->canTellWorkers()) {
        out.note("One pipeline: a rank that is slow in all steps cannot be distinguished from a stage with more work.");
    }
}

}  // namespace

AnalysisEntry makeStragglersEntry() {
    using Row = StragglerRow;
    return runTable<Row>(
        {{.id = "stragglers", .title = "Stragglers", .needsDeep = &needsDeepForCells}},
        {
            column("scope",
                   "What the row weighs: job, slowest_workers (3 % of all), last_stage, microbatches, cost, stage, "
                   "replica, worker.",
                   &Row::scope),
            column("cost", "forward, backward, activations, gradients (transfers), collectives, other_work.",
                   &Row::cost, textIfAny),
            column("rank", "Global rank.", &Row::rank),
            column("stage", "Position in the pipeline.", &Row::stage),
            column("replica", "Number of its pipeline.", &Row::replica),
            column("verdict",
                   "stage_imbalance (all replicas), slow_worker (one replica), data_imbalance (moves between steps, "
                   "forward and backward together), slow_stage_or_worker (one pipeline: they cannot be distinguished).",
                   &Row::verdict, textIfAny),
            column("slowdown", "T with only this one's costs as measured / T with all costs ideal.", &Row::slowdown),
            column("removed_percent", "%",
                   "(T measured - T with this one's costs ideal) / (T measured - T ideal): the share of the slowdown "
                   "that goes with it.",
                   &Row::removed, inPercent),
            column("work_excess_percent", "%",
                   "Work / usual work - 1: of a worker against its stage in the slow steps or the median step, of a "
                   "stage against the median stage.",
                   &Row::excess),
            column("z", "Distance of the log of that from the median in robust standard deviations.", &Row::z),
            column("first_slow_step",
                   "First step in which the worker is slow: z > 4 and 5 % more work than its stage, at least three "
                   "steps in a row (all if fewer).",
                   &Row::firstSlow),
            column("last_slow_step", "Last one.", &Row::lastSlow),
            column("slow_steps", "How many.", &Row::slowStepCount),
            column("saved_ms", "ms",
                   "Per step, by replay: job = if all costs were ideal, worker = if it alone were slow and became as "
                   "fast as its stage, microbatches = if all had the same length.",
                   &Row::saved, inMillis),
            column("busy_ms", "ms",
                   "Time per step in cells and in work between them that the stage does for each microbatch.",
                   &Row::busy, inMillis),
            column("wait_ms", "ms", "Window of its pipeline - busy, per step.", &Row::wait, inMillis),
            column("evidence", "Name of the rank for --select.", &Row::evidence),
        },
        addStragglers);
}

}  // namespace stagescope
