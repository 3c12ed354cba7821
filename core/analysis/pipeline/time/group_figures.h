#pragma once

#include "core/analysis/pipeline/chart/pipeline_group.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace stagescope {

/// What a rank of a pipeline did in one step, in figures that can be compared over all ranks of a job.
struct PipelineRankFigures {
    int rank = 0;
    int stage = 0;
    int replica = 0;        ///< number of its group
    bool hasCells = false;  ///< false: nothing else here means anything
    Nanos window{0};        ///< of the group's step
    Nanos busy{0};          ///< window without RowBubbles::idle
    Nanos meanForward{0};   ///< of F cells; zero without any
    Nanos meanBackward{0};  ///< of B (I + W where B is split); zero without any
};

/// Figures of all ranks of a chart's group in a step; a step that the chart does not have = the one of median window.
/// O(cells log cells). Any thread.
[[nodiscard]] std::vector<PipelineRankFigures> groupFigures(const PipelineChart &chart, const ClockAlignment &clock,
                                                            int replica, std::optional<std::int64_t> step);

/// Begin and end of an action over the replicas of a job, each counted from the begin of its group's step.
struct EnvelopeSpan {
    int stage = 0;
    CellKind kind = CellKind::Forward;
    int microbatch = -1;
    int chunk = -1;
    int backwardMicrobatch = -1;
    int backwardChunk = -1;
    std::size_t replicas = 0;  ///< in how many it was found
    Nanos beginLeast{0};
    Nanos beginMedian{0};
    Nanos beginMost{0};
    Nanos endLeast{0};
    Nanos endMedian{0};
    Nanos endMost{0};
};

/// Collects the cells of a step from the replicas, one chart after the other, and gives the spans over all of them.
class PipelineEnvelope {
public:
    /// Numbered cells only; the step as in groupFigures. O(cells).
    void add(const PipelineChart &chart, std::optional<std::int64_t> step, const ClockAlignment &clock);
    /// By (stage, median begin). O(cells log cells).
    [[nodiscard]] std::vector<EnvelopeSpan> spans() const;
    [[nodiscard]] int replicas() const { return m_replicas; }

private:
    struct Seen {
        EnvelopeSpan action;
        std::vector<std::int64_t> begins;
        std::vector<std::int64_t> ends;
    };
    std::vector<Seen> m_actions;
    std::map<std::array<int, 6>, std::size_t> m_positions;
    int m_replicas = 0;
};

}  // namespace stagescope
