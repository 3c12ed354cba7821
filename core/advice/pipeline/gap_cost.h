#pragma once

#include "core/advice/rule.h"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <vector>

namespace stagescope {

/// What gaps that hosts cause cost: by how much a step would be shorter without them. The cells of a pipeline are
/// replayed in the measured order with all else as measured, those of the ranks asked for without the gaps in them and
/// begun earlier by the gaps that they, or the ranks that send to them, held them up by. Gaps that hide behind waiting
/// cost nothing. Outside of the pipeline a gap costs what passes of it while no rank of the pipeline computes, nor
/// another one is late for the same causes. One object serves many questions of one rule. Any thread.
class GapCosts {
public:
    /// Whose step: of the job, which is as long as its longest pipeline, or of the pipeline that gains most.
    enum class Scope : std::uint8_t { Job, Pipeline };

    explicit GapCosts(const RuleInput &input) : m_input(input) {}

    /// Of all gaps of these causes on these ranks together, median over steps; nothing where no step of a pipeline has
    /// all of its cells. O(cells + gaps log gaps).
    [[nodiscard]] std::optional<Nanos> of(const std::vector<int> &ranks, std::initializer_list<FreeCause> causes,
                                          Scope scope) const;

private:
    [[nodiscard]] const IntervalSet &computing(int rank) const;

    const RuleInput &m_input;
    mutable std::map<int, IntervalSet> m_computing;  ///< by rank, aligned; read when asked for
};

}  // namespace stagescope
