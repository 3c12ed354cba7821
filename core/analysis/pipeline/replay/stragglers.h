#pragma once

#include "core/analysis/pipeline/replay/cure.h"
#include "core/analysis/pipeline/replay/straggler_model.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// From where on the lengths of microbatches count as uneven: jitter alone does not correlate.
struct MicrobatchLimits {
    double correlation = 0.7;
    double spread = 0.03;  ///< of log duration
};

/// Who holds a job up, and by how much: StragglerModel names, JobReplay weighs, and what would be saved is told by
/// CuredJob, as everywhere. Times are means per step, savings those of the usual step. A
/// slowdown is T with only this one's costs as measured / T with all costs ideal (S, S_t, S_w of arXiv 2505.05713); a
/// share is the part of the whole slowdown that goes away when only this one's costs become ideal: it may exceed 1, and
/// there is none below a slowdown of half a percent.
struct Stragglers {
    struct Part {
        double slowdown = 1;
        std::optional<double> share{};
    };
    struct WorkerFigures {
        Worker worker;
        int rank = 0;
        double slowdown = 1;  ///< S_w
        double ratio = 1;     ///< of its work to its stage's, in the steps where it is slow, else in the median step
        double z = 0;
        std::vector<std::int64_t> slowSteps{};  ///< empty: not a straggler
        Cure cure{};                            ///< of the slow one: in those steps as fast as its stage
        /// By the cure, alone or, where that is more, on top of those of all other slow ones; 0 for others.
        Nanos saved{0};
        Nanos busy{0};  ///< in cells and stage work (stage_work.h)
        Nanos wait{0};  ///< window of its pipeline - busy
    };
    struct StageFigures {
        Part part;
        double ratio = 1;  ///< of its work to the median stage's, slow workers apart
    };

    std::vector<std::int64_t> steps;
    std::size_t replicas = 0;
    Nanos measured{0};  ///< T, replayed with what was measured: without launch delays
    Nanos ideal{0};
    double slowdown = 1;  ///< S = measured / ideal
    std::array<Part, kCostClasses> classes{};
    std::vector<StageFigures> stages;
    std::vector<Part> pipelines;         ///< by replica
    std::vector<WorkerFigures> workers;  ///< by (replica, stage)
    /// Slow ones of pipelines that lack ranks, so that no replay has them and no cure: compared with their stages;
    /// `saved` is what one as slow costs in a whole pipeline. Of their Worker the row alone means something, and no
    /// slowdown is known.
    std::vector<WorkerFigures> apart{};
    std::vector<std::size_t> slowest{};      ///< workers of highest slowdown, 3 % of all, at least one
    std::optional<double> slowestShare{};    ///< M_W: all of these ideal at once
    std::optional<double> lastStageShare{};  ///< M_S
    Cure evenStages{};                       ///< the same work spread evenly over the stages, slow workers apart
    Nanos stageSaved{0};  ///< by it, on top of the cures of slow workers; below 0 where that makes the step longer
    StragglerModel::MicrobatchEffect data;
    Nanos dataSaved{0};  ///< if all microbatches had the same length
    Cure evenData{};     ///< all cells as long as if they had

    /// Forward and backward of the same microbatches are long together, in other steps others: the data differ in
    /// length.
    [[nodiscard]] bool isDataUneven(const MicrobatchLimits &limits = {}) const {
        return data.isKnown && (areUneven(data, limits) || !unevenReplicas(limits).empty());
    }
    /// Those by themselves; empty where no replica or each is.
    [[nodiscard]] std::vector<std::size_t> unevenReplicas(const MicrobatchLimits &limits = {}) const {
        std::vector<std::size_t> result;
        for (std::size_t replica = 0; data.isKnown && replica < data.replicas.size(); ++replica) {
            if (areUneven(data.replicas[replica], limits)) {
                result.push_back(replica);
            }
        }
        return result.size() == data.replicas.size() ? std::vector<std::size_t>{} : result;
    }
    template <class Effect>
    [[nodiscard]] static bool areUneven(const Effect &effect, const MicrobatchLimits &limits) {
        return effect.correlation > limits.correlation && effect.spread > limits.spread;
    }
    /// Whether the work of a stage, slow workers apart, is beyond the limit for workers.
    [[nodiscard]] bool hasMoreWork(std::size_t stage) const { return stages[stage].ratio > StragglerLimits{}.ratio; }
    /// Whether a rank that is slow in all steps can be told from a slow stage.
    [[nodiscard]] bool canTellWorkers() const { return replicas > 1; }
    [[nodiscard]] const WorkerFigures &at(Worker worker) const {
        return workers[worker.replica * stages.size() + worker.row];
    }
};

/// Nothing when there is no step that all pipelines have in whole, or they differ in length. `apart`: pipelines with
/// steps that lack ranks. `run`: whose pipelines they are. O(cells * stages); stopped: nothing. Any thread.
[[nodiscard]] std::optional<Stragglers> stragglersOf(std::span<const JobPipeline> pipelines, const Run &run,
                                                     const StragglerLimits &limits = {},
                                                     const std::stop_token &stop = {},
                                                     std::span<const JobPipeline> apart = {});

/// The pipelines of a run with the graphs of their steps.
struct MeasuredJob {
    std::vector<PipelineChart> charts;
    std::vector<std::vector<MeasuredGraph>> graphs;  ///< by chart
    /// The same of pipelines without a whole step.
    std::vector<PipelineChart> partCharts{};
    std::vector<std::vector<MeasuredGraph>> partGraphs{};

    [[nodiscard]] std::vector<JobPipeline> pipelines() const;  ///< refer to this
    [[nodiscard]] std::vector<JobPipeline> apart() const;
};
/// By rank the number of its pipeline among all of the run, also those that no replay has. O(ranks).
[[nodiscard]] std::map<int, std::size_t> replicaOfRanks(const Run &run);
/// Groups without cells are left out. Incomplete when stopped. O(cells log cells).
[[nodiscard]] MeasuredJob measuredJob(const Run &run, const std::stop_token &stop = {});

}  // namespace stagescope
