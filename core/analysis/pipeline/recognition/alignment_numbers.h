#pragma once

#include "core/analysis/pipeline/recognition/pipeline_alignment.h"

#include <optional>

namespace stagescope {

/// Writes an alignment into the cells of its chart, and what did not match into `unmatched`. What files say is kept:
/// only an unknown chunk is added. Ranks without any cell in a step miss nothing. All references outlive this.
class AlignmentNumbers {
public:
    AlignmentNumbers(PipelineChart &chart, const Observation &observation, const Schedule &schedule,
                     const PipelineAlignment &alignment);
    void apply();
    /// Of the steps and ranks in order; nothing where all is as expected.
    [[nodiscard]] std::optional<ScheduleMatch::Difference> firstDifference() const;

private:
    void applyRank(std::size_t step, std::size_t position);
    void number(const ObservedCell &cell, const CellMatch &match, std::size_t position, Numbering numbering);
    void noteUnmatched(std::size_t step, std::size_t position);
    [[nodiscard]] std::string expectedText(std::size_t position, std::size_t expected) const;
    [[nodiscard]] bool isCountable(std::size_t position) const;

    PipelineChart &m_chart;
    const Observation &m_observation;
    const Schedule &m_schedule;
    const PipelineAlignment &m_alignment;
};

}  // namespace stagescope
