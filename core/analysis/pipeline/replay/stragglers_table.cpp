#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/pipeline/replay/stragglers.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <algorithm>

namespace stagescope {

namespace {

double millis(Nanos value) { return static_cast<double>(value.count()) / 1e6; }
Cell percent(std::optional<double> share) { return share ? Cell{100 * *share} : Cell{}; }
Cell excess(double ratio) { return 100 * (ratio - 1); }

/// One row; what is not set is unknown.
struct Row {
    std::string_view scope;
    std::string_view cost{};
    Cell rank{};
    Cell stage{};
    Cell replica{};
    std::string_view verdict{};
    Cell slowdown{};
    Cell removed{};
    Cell excess{};
    Cell z{};
    Cell firstSlow{};
    Cell lastSlow{};
    Cell slowSteps{};
    Cell saved{};
    Cell busy{};
    Cell wait{};
    std::string evidence{};

    [[nodiscard]] std::vector<Cell> cells() const {
        const auto text = [](std::string_view value) { return value.empty() ? Cell{} : textCell(value); };
        return {textCell(scope), text(cost), rank,   stage, replica,       text(verdict),
                slowdown,        removed,    excess, z,     firstSlow,     lastSlow,
                slowSteps,       saved,      busy,   wait,  text(evidence)};
    }
};

class StragglerRows {
public:
    StragglerRows(const AnalysisInput &input, const Stragglers &found, ResultTable &table)
        : m_input(input), m_found(found), m_table(table) {}

    void add() {
        addJob();
        addCosts();
        addStages();
        for (std::size_t i = 0; i < m_found.pipelines.size(); ++i) {
            push({.scope = "replica",
                  .replica = numberCell(i),
                  .slowdown = m_found.pipelines[i].slowdown,
                  .removed = percent(m_found.pipelines[i].share)});
        }
        addWorkers();
    }

private:
    void push(const Row &row) { m_table.rows.push_back(row.cells()); }

    void addJob() {
        push({.scope = "job", .slowdown = m_found.slowdown, .saved = millis(m_found.measured - m_found.ideal)});
        push({.scope = "slowest_workers", .removed = percent(m_found.slowestShare)});
        push({.scope = "last_stage", .removed = percent(m_found.lastStageShare)});
        push({.scope = "microbatches",
              .verdict = m_found.isDataUneven() ? "data_imbalance" : "",
              .saved = m_found.data.isKnown ? Cell{millis(m_found.dataSaved)} : Cell{}});
    }
    void addCosts() {
        for (std::size_t i = 0; i < kCostClasses; ++i) {
            push({.scope = "cost",
                  .cost = costClassText(static_cast<CostClass>(i)),
                  .slowdown = m_found.classes[i].slowdown,
                  .removed = percent(m_found.classes[i].share)});
        }
    }

    void addStages() {
        for (std::size_t row = 0; row < m_found.stages.size(); ++row) {
            const auto &stage = m_found.stages[row];
            const std::string_view verdict = m_found.canTellWorkers() ? "stage_imbalance" : "slow_stage_or_worker";
            push({.scope = "stage",
                  .stage = numberCell(row),
                  .verdict = m_found.hasMoreWork(row) ? verdict : std::string_view{},
                  .slowdown = stage.part.slowdown,
                  .removed = percent(stage.part.share),
                  .excess = excess(stage.ratio)});
        }
    }

    void addWorkers() {
        for (const auto &worker : m_found.workers) {
            if (!m_input.wants(worker.rank)) {
                continue;
            }
            const auto &slow = worker.slowSteps;
            push({.scope = "worker",
                  .rank = numberCell(worker.rank),
                  .stage = numberCell(worker.worker.row),
                  .replica = numberCell(worker.worker.replica),
                  .verdict = slow.empty() ? "" : "slow_worker",
                  .slowdown = worker.slowdown,
                  .excess = excess(worker.ratio),
                  .z = worker.z,
                  .firstSlow = slow.empty() ? Cell{} : knownCell(slow.front()),
                  .lastSlow = slow.empty() ? Cell{} : knownCell(slow.back()),
                  .slowSteps = numberCell(slow.size()),
                  .saved = millis(worker.saved),
                  .busy = millis(worker.busy),
                  .wait = millis(worker.wait),
                  .evidence = toText(RankRef{m_input.run()->id, worker.rank})});
        }
    }

    const AnalysisInput &m_input;
    const Stragglers &m_found;
    ResultTable &m_table;
};

Result<ResultTable> runStragglers(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("stragglers"));
    if (input.run() == nullptr) {
        return table;
    }
    const auto job = measuredJob(*input.run(), stop);
    const auto found = stragglersOf(job.pipelines(), input.run()->clock, {}, stop);
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    if (!found) {
        table.notes.emplace_back("No step in which each cell of the schedule is known on all ranks of all pipelines.");
        return table;
    }
    StragglerRows(input, *found, table).add();
    table.notes.push_back("Over " + std::to_string(found->steps.size()) + " steps and " +
                          std::to_string(found->replicas) +
                          " pipelines; replayed without launch delays, means per step.");
    if (!found->canTellWorkers()) {
        table.notes.emplace_back(
            "One pipeline: a rank that is slow in all steps cannot be told from a stage with more work.");
    }
    return table;
}

}  // namespace

AnalysisEntry makeStragglersEntry() {
    return {
        .id = "stragglers",
        .title = "Stragglers",
        .needsDeep = &needsDeepForCells,
        .columns =
            {
                textColumn("scope",
                           "What the row weighs: job, slowest_workers (3 % of all), last_stage, microbatches, "
                           "cost, stage, replica, worker."),
                textColumn("cost", "forward, backward, activations, gradients (transfers), collectives, other_work."),
                integerColumn("rank", "", "Global rank."),
                integerColumn("stage", "", "Position in the pipeline."),
                integerColumn("replica", "", "Number of its pipeline."),
                textColumn("verdict",
                           "stage_imbalance (all replicas), slow_worker (one replica), data_imbalance (moves "
                           "between steps, forward and backward together), slow_stage_or_worker (one "
                           "pipeline: they cannot be told apart)."),
                realColumn("slowdown", "", "T with only this one's costs as measured / T with all costs ideal."),
                realColumn("removed_percent", "%",
                           "(T measured - T with this one's costs ideal) / (T measured - T "
                           "ideal): the share of the slowdown that goes with it."),
                realColumn("work_excess_percent", "%",
                           "Work / usual work - 1: of a worker against its stage in the "
                           "slow steps or the median step, of a stage against the median "
                           "stage."),
                realColumn("z", "", "Distance of the log of that from the median in robust standard deviations."),
                integerColumn("first_slow_step", "",
                              "First step in which the worker is slow: z > 4 and 5 % more work "
                              "than its stage, at least three steps in a row (all if fewer)."),
                integerColumn("last_slow_step", "", "Last one."),
                integerColumn("slow_steps", "", "How many."),
                realColumn("saved_ms", "ms",
                           "Per step, by replay: job = if all costs were ideal, worker = if it alone were slow and "
                           "became as fast as its stage, microbatches = if all had the same length."),
                realColumn("busy_ms", "ms", "Time in cells per step."),
                realColumn("wait_ms", "ms", "Window of its pipeline - busy, per step."),
                textColumn("evidence", "Name of the rank for --select."),
            },
        .run = &runStragglers};
}

}  // namespace stagescope
