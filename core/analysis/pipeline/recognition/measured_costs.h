#pragma once

#include "core/analysis/pipeline/recognition/expected_order.h"
#include "core/analysis/pipeline/schedule/simulator.h"

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace stagescope {

/// Median durations of the cells of a pipeline, as costs for the simulator. Where a kind was not measured, in this
/// order: of the rank whatever the chunk, of all ranks; then B = I, I = B, O = F + B, W = the pause that it would fill,
/// and 0 for what is never seen.
class MeasuredCosts {
public:
    /// chunk -1 = not known yet.
    void add(std::size_t position, CellKind kind, int chunk, Nanos duration);
    /// The time from a backward to the next cell of its rank. Of the ranks the one with the shortest median counts: on
    /// others there are waits, too.
    void addPause(std::size_t position, Nanos pause);
    /// Medians of what was added. Before this, nothing below may be called.
    void finish();

    [[nodiscard]] Nanos duration(std::size_t position, CellKind kind, int chunk) const;
    /// Without transfers: what is measured of them depends on clocks. Must not outlive this.
    [[nodiscard]] SimulationCosts costs() const;
    /// The shorter of a rank's usual forward and backward, >= 1 ns: what times are compared in.
    [[nodiscard]] double unit(std::size_t position) const;

private:
    using Key = std::tuple<int, CellKind, int>;  ///< position or kAny, kind, chunk or kAny
    [[nodiscard]] std::optional<Nanos> known(int position, CellKind kind, int chunk) const;

    std::map<Key, std::vector<std::int64_t>> m_samples;
    std::map<Key, Nanos> m_medians;
    std::map<std::size_t, std::vector<std::int64_t>> m_pauses;  ///< by position
    Nanos m_pause{0};
};

}  // namespace stagescope
