#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"
#include "core/analysis/pipeline/schedule/simulator.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace stagescope {

/// What the cells of one chunk of a rank cost. Zero where nothing of the kind was measured or made up.
struct ChunkCosts {
    Nanos forward{0};
    Nanos backward{0};  ///< whole: I + W
    Nanos backwardInput{0};
    Nanos backwardWeight{0};
    Nanos loss{0};
    Nanos overlapped{0};
    Nanos forwardCommunication{0};   ///< part of a forward in which the device only communicates
    Nanos backwardCommunication{0};  ///< likewise of a whole backward

    /// Of one microbatch, without the loss.
    [[nodiscard]] Nanos work() const { return forward + backward; }
};
/// The costs, one after the other.
inline constexpr Nanos ChunkCosts::*kChunkCosts[] = {&ChunkCosts::forward,
                                                     &ChunkCosts::backward,
                                                     &ChunkCosts::backwardInput,
                                                     &ChunkCosts::backwardWeight,
                                                     &ChunkCosts::loss,
                                                     &ChunkCosts::overlapped,
                                                     &ChunkCosts::forwardCommunication,
                                                     &ChunkCosts::backwardCommunication};
/// Each cost from the same cost of several chunks; none = zero.
[[nodiscard]] ChunkCosts combined(const std::vector<ChunkCosts> &chunks,
                                  const std::function<Nanos(std::vector<Nanos>)> &combine);
[[nodiscard]] ChunkCosts scaled(const ChunkCosts &costs, double factor);
/// Rounded to the nanosecond; 0 for none.
[[nodiscard]] Nanos meanOf(const std::vector<Nanos> &values);

/// What the cells of a pipeline cost, as measured in one or more steps. A loss that the schedule does not order itself
/// counts with the cell behind it, as all work of a stage (stage_work.h).
struct StageCosts {
    std::vector<std::vector<ChunkCosts>> ranks;  ///< [position in the group][chunk of the measured schedule]
    Nanos transfer{0};                           ///< mean over steps of the median of their edges
    std::size_t cells = 0;                       ///< that the costs come from
    bool isSplitMeasured = false;                ///< I and W were seen, else only whole backwards
    bool isCommunicationKnown = false;           ///< the communication within cells was measured
    std::optional<double> hiddenShare{};         ///< 1 - O / (F + B), where overlapped cells were measured
};

/// The measured cells of a pipeline by step and microbatch: gives their mean costs, and those of a resample for an
/// interval (bootstrap over steps, and over the microbatches of each). A value; any thread.
class CostSamples {
public:
    /// Of one step, or of all. O(cells).
    explicit CostSamples(const PipelineChart &chart, std::optional<std::int64_t> step = {});

    /// Nothing when no schedule was recognised, or a chunk of a rank has no forward or no backward. O(cells).
    [[nodiscard]] std::optional<StageCosts> mean() const;
    /// The same of as many steps and microbatches drawn with replacement; equal seeds give equal draws on every
    /// machine.
    [[nodiscard]] std::optional<StageCosts> resampled(std::uint64_t seed) const;
    /// Whether a resample can differ from the mean.
    [[nodiscard]] bool canResample() const;

private:
    struct Sum {
        std::int64_t sum = 0;
        std::int64_t count = 0;
    };
    using Sums = std::vector<Sum>;  ///< by place and cost
    struct Step {
        std::int64_t step = 0;
        std::vector<int> microbatches{};
        std::vector<Sums> blocks{};  ///< by position in microbatches
        std::vector<Nanos> transfers{};
    };

    /// What a cell is in the schedule: marks do not tell I from B.
    [[nodiscard]] CellKind roleOf(const PipelineCell &cell, std::size_t rank) const;
    void addCell(const PipelineCell &cell, Nanos work, std::size_t rank);
    [[nodiscard]] Step &stepOf(std::int64_t step);
    [[nodiscard]] Sums &blockOf(const PipelineCell &cell);
    [[nodiscard]] std::size_t place(std::size_t rank, int chunk) const;
    [[nodiscard]] std::optional<StageCosts> costs(const Sums &sums, const std::vector<Nanos> &transfers) const;
    [[nodiscard]] std::optional<ChunkCosts> chunkCosts(const Sums &sums, std::size_t place) const;

    std::size_t m_ranks = 0;
    std::size_t m_chunks = 0;  ///< 0 = no schedule
    std::size_t m_cells = 0;
    bool m_isSplitMeasured = false;
    bool m_isCommunicationKnown = false;
    std::set<std::tuple<std::size_t, int, int>> m_inputs;  ///< I of the schedule: rank, chunk, microbatch
    std::vector<Step> m_steps;
};

}  // namespace stagescope
