#pragma once

#include "core/analysis/pipeline/replay/cure.h"
#include "core/analysis/pipeline/time/measured_graph.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <vector>

namespace stagescope {

/// A step of one pipeline of a job. Refers to what outlives the replay.
struct JobStep {
    const PipelineChart *chart = nullptr;
    const MeasuredGraph *graph = nullptr;
    AlignedRange range{};  ///< from the first begin to the last end of the step on the pipeline's ranks
};

/// The steps of a job replayed without what cures take out of them, several at once: savings do not add up, since they
/// hide one another or share their time. All else stays as measured: the order of each rank, what its cells wait for,
/// transfers, and how late each cell begins once all that it waits for is there. Without cures the replay gives the
/// measured times, to the nanosecond. A job's step is as long as its longest pipeline; ahead of its first cell a rank's
/// own time counts, behind the last cell of all only what passes while no rank computes. Where several cures take the
/// same moment of a rank, the largest share of it goes.
///
/// Without a whole step of a pipeline each rank is taken to wait for nobody: the rank that saves most tells. Any
/// thread, several at once.
class CuredJob {
public:
    /// Keeps the steps that all cells are there of. `run` outlives it. O(cells log cells).
    CuredJob(const Run &run, std::span<const JobStep> steps);
    ~CuredJob();

    [[nodiscard]] bool hasPipelines() const { return !m_steps.empty(); }
    /// By how much a usual step is shorter, the median of steps as they are - that of steps without what the cures
    /// take; below 0 where it is longer. O(cells + parts log parts).
    [[nodiscard]] Nanos saved(std::span<const Cure *const> cures) const;
    [[nodiscard]] Nanos saved(const Cure &cure) const;

private:
    struct Pipeline;
    struct Step {
        std::vector<Pipeline> pipelines;
        AlignedTime begin{};
        AlignedTime lastCell = AlignedTime::min();
        AlignedTime end = AlignedTime::min();
    };
    class Taken;
    using TakenByRank = std::map<int, Taken>;
    class Pace;
    using PaceByRank = std::map<int, Pace>;

    [[nodiscard]] const IntervalSet &computing(int rank) const;
    [[nodiscard]] Nanos savedBehind(const Step &step, const TakenByRank &taken) const;
    [[nodiscard]] Nanos savedOfRanks(const TakenByRank &taken) const;

    const Run &m_run;
    std::map<std::int64_t, Step> m_steps;
    mutable std::mutex m_mutex;
    mutable std::map<int, IntervalSet> m_computing;  ///< by rank, aligned; read when asked for
};

}  // namespace stagescope
