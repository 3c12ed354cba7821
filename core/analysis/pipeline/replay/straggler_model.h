#pragma once

#include "core/analysis/pipeline/replay/job_replay.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace stagescope {

/// When a worker counts as slow. Defaults as in Greyhound (ATC '25) and StragglerAnalysis: rare by noise, and worth it.
struct StragglerLimits {
    double z = 4;         ///< distance from the median in robust standard deviations (1.4826 MAD)
    double ratio = 1.05;  ///< of its work to that of its stage
    int steps = 3;        ///< in a row; all steps where there are fewer
};

/// Two-way robust model of how long the same work takes: log work(worker, step) = stage + worker + step. The work of a
/// worker in a step is what its cells would take if each took the median of its class (kind, stage); classes are
/// compared only within the same stage, with the lower median over replicas (of two replicas the faster one). What a
/// whole replica does at once in a step and not in others is the data, not the workers, and is taken out.
///
/// With one replica there is nothing to compare a rank with but itself at other times: a rank that is slow in all steps
/// cannot be told from a slow stage.
class StragglerModel {
public:
    struct WorkerEffect {
        Worker worker;
        double ratio = 1;           ///< median over steps of work / work of its stage
        double z = 0;               ///< of the median step, or of the slow ones where it is slow
        std::vector<double> steps;  ///< ratio per step
        std::vector<bool> isSlow;   ///< per step: within a run of steps beyond the limits
        [[nodiscard]] bool isSlowAtAll() const;
    };
    /// Length of a cell's data: F and B of a microbatch that are longer or shorter together, in all stages.
    struct MicrobatchEffect {
        double correlation = 0;  ///< of F with B over microbatches of all replicas and steps
        double spread = 0;     ///< standard deviation of log duration of microbatches, what each index always has apart
        bool isKnown = false;  ///< at least three steps and eight microbatches
        /// The same of one replica, what its steps as a whole and its places always take apart, and its longest
        /// microbatch.
        struct Replica {
            double correlation = 0;
            double spread = 0;
            std::size_t step = 0;  ///< into the steps of the replay
            int microbatch = -1;
        };
        std::vector<Replica> replicas{};
    };

    /// Of the steps that the replay has. O(cells log cells).
    StragglerModel(std::span<const JobPipeline> pipelines, const std::vector<std::int64_t> &steps,
                   const StragglerLimits &limits = {});

    [[nodiscard]] const std::vector<WorkerEffect> &workers() const { return m_workers; }  ///< by (replica, row)
    [[nodiscard]] const MicrobatchEffect &data() const { return m_data; }

    /// By what a measured cell is divided to have data of the mean length of its step.
    [[nodiscard]] double dataDivisor(std::size_t step, Worker worker, const MeasuredGraph::Node &node) const;
    /// Work per step of a stage that is not slowed down by a worker, over the median of all stages.
    [[nodiscard]] double stageRatio(std::size_t row) const;

private:
    using ClassKey = std::tuple<std::size_t, CellKind, int>;              ///< row, kind, stage
    using MicrobatchKey = std::tuple<std::size_t, std::size_t, int>;      ///< replica, step, microbatch
    using StageKey = std::pair<CellKind, int>;                            ///< kind, stage
    using Levels = std::map<ClassKey, std::vector<std::vector<double>>>;  ///< by replica, by step: median ns
    struct Reference {
        double level = 0;       ///< ns
        std::size_t cells = 0;  ///< per step
    };

    void collect();
    void compareWorkers();
    [[nodiscard]] double workRatio(Worker worker, std::size_t step) const;
    void takeOutSharedMoves();
    void flagRuns(const StragglerLimits &limits);
    void compareData();
    void compareReplicas(const std::vector<MicrobatchKey> &keys, std::array<std::vector<double>, 2> logs);

    [[nodiscard]] const MeasuredGraph &graph(std::size_t replica, std::size_t step) const {
        return *m_graphs[replica][step];
    }
    [[nodiscard]] int microbatchOf(std::size_t replica, const MeasuredGraph::Node &node) const;
    [[nodiscard]] double kindLevel(CellKind kind) const;

    std::span<const JobPipeline> m_pipelines;
    std::vector<std::vector<const MeasuredGraph *>> m_graphs;  ///< by replica, by step
    std::size_t m_rows = 0;
    std::size_t m_steps = 0;
    Levels m_levels;
    std::map<ClassKey, Reference> m_references;
    std::map<CellKind, double> m_kindLevels;  ///< mean ns of the stages
    std::vector<WorkerEffect> m_workers;
    std::map<MicrobatchKey, double> m_dataFactors;  ///< mean of a step 1
    MicrobatchEffect m_data;
};

}  // namespace stagescope
