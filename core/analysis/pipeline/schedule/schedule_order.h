#pragma once

#include "core/analysis/pipeline/schedule/schedule.h"

#include <array>
#include <cstddef>
#include <deque>
#include <vector>

namespace stagescope {

/// Collects the actions of one rank; knows which stage its chunks are. Used by the schedule_*.cpp only.
class RankActions {
public:
    RankActions(const ScheduleOptions &options, int rank);

    void forward(int microbatch, int chunk = 0) { add(CellKind::Forward, microbatch, chunk); }
    void backward(int microbatch, int chunk = 0) { add(CellKind::Backward, microbatch, chunk); }
    void input(int microbatch, int chunk = 0) { add(CellKind::BackwardInput, microbatch, chunk); }
    void weight(int microbatch, int chunk = 0) { add(CellKind::BackwardWeight, microbatch, chunk); }
    void loss(int microbatch, int chunk = 0) { add(CellKind::Loss, microbatch, chunk); }
    void overlapped(int forwardMicrobatch, int forwardChunk, int backwardMicrobatch, int backwardChunk);
    std::vector<PipelineAction> take() { return std::move(m_actions); }

private:
    void add(CellKind kind, int microbatch, int chunk);
    [[nodiscard]] int stage(int chunk) const { return stageOf(m_placement, m_ranks, m_rank, chunk); }

    StagePlacement m_placement;
    int m_ranks;
    int m_rank;
    std::vector<PipelineAction> m_actions;
};

/// An order in which the two halves of a rank (chunks or directions) each run their microbatches in turn, so that
/// saying the half suffices. Weights wait in a queue, filled by input(), emptied by weight() and weightOf().
/// Microbatches from options.microbatches on are counted and not written.
class TwoHalfOrder {
public:
    /// Half k is chunk k, or chunk 1 - k when `isMirrored`.
    TwoHalfOrder(const ScheduleOptions &options, int rank, bool isMirrored = false);

    void forward(int half);
    void backward(int half);
    void input(int half);
    void weight();            ///< the oldest
    void weightOf(int half);  ///< the oldest of that half
    void overlapped(int forwardHalf, int backwardHalf);
    /// What overlapped() says, as two actions one behind the other.
    void apart(int forwardHalf, int backwardHalf);
    /// Rank 0 runs the loss head before each backward (or pair) of its chunk 1, the last stage of a V.
    void setLossBeforeBackward(bool isSet) { m_hasLoss = isSet; }
    [[nodiscard]] int forwards(int half) const { return m_forwards[std::size_t(half)]; }
    [[nodiscard]] int backwards(int half) const { return m_backwards[std::size_t(half)]; }
    [[nodiscard]] bool hasWeights(int half) const;
    std::vector<PipelineAction> take() { return m_order.take(); }

private:
    struct Work {
        int half = 0;
        int microbatch = 0;
    };
    [[nodiscard]] int chunk(int half) const { return m_isMirrored ? 1 - half : half; }
    [[nodiscard]] int startBackward(int half);
    void write(const Work &weight);

    RankActions m_order;
    int m_microbatches;
    bool m_isMirrored;
    bool m_hasLoss = false;
    std::array<int, 2> m_forwards{};
    std::array<int, 2> m_backwards{};
    std::deque<Work> m_weights;
};

// The order of one rank, per family; the options were checked.
std::vector<PipelineAction> gpipeOrder(const ScheduleOptions &options, int rank);
std::vector<PipelineAction> oneFOneBOrder(const ScheduleOptions &options, int rank);
std::vector<PipelineAction> interleavedOrder(const ScheduleOptions &options, int rank);
std::vector<PipelineAction> loopedBfsOrder(const ScheduleOptions &options, int rank);
std::vector<PipelineAction> interleavedZeroBubbleOrder(const ScheduleOptions &options, int rank);
std::vector<PipelineAction> zeroBubbleH1Order(const ScheduleOptions &options, int rank);
std::vector<PipelineAction> zeroBubbleH2Order(const ScheduleOptions &options, int rank);
std::vector<PipelineAction> zeroBubbleVOrder(const ScheduleOptions &options, int rank);
std::vector<PipelineAction> dualPipeOrder(const ScheduleOptions &options, int rank);
std::vector<PipelineAction> dualPipeVOrder(const ScheduleOptions &options, int rank);
std::vector<PipelineAction> mindSpeedOrder(const ScheduleOptions &options, int rank);

/// Microbatches per group of Interleaved and its zero-bubble form, the default filled in.
[[nodiscard]] inline int groupSizeOf(const ScheduleOptions &options) {
    return options.groupSize > 0 ? options.groupSize : options.stages;
}

}  // namespace stagescope
