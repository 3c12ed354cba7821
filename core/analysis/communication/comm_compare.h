#pragma once

#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_pairing.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

/// One figure of communication in two runs or steps.
struct CommDifference {
    enum class Kind : std::uint8_t {
        Operator,   ///< times of an operator on a rank
        Transport,  ///< what an operator sent from a rank over one transport
        Link,       ///< what an operator sent from `rank` to `destination`
    };
    enum class Metric : std::uint8_t { Elapsed, Transit, Wait, Synchronization, Idle, Size, Time, Bandwidth };
    Kind kind = Kind::Operator;
    Metric metric = Metric::Elapsed;
    std::string step;          ///< as commTimes tells it
    std::string baselineStep;  ///< what it was paired with
    std::string name;          ///< as in the run, else as in the baseline
    std::string group;
    int rank = -1;
    int destination = -1;
    std::string transport;
    std::optional<double> value{};  ///< ms, MB of 10^6 bytes, 10^9 bytes/s; nothing where only the baseline has it
    std::optional<double> baseline{};

    /// Nothing unless both are known.
    [[nodiscard]] std::optional<double> difference() const;
    /// value / baseline; nothing unless both are known and the baseline is not 0.
    [[nodiscard]] std::optional<double> ratio() const;
};
/// "operator", "transport", "link"
[[nodiscard]] std::string_view commKindText(CommDifference::Kind kind);
/// "elapsed", "transit" ...
[[nodiscard]] std::string_view commMetricText(CommDifference::Metric metric);
/// "ms", "MB", "GB/s"
[[nodiscard]] std::string_view commMetricUnit(CommDifference::Metric metric);

/// Steps of equal name; where the two have none in common, first to first and so on.
[[nodiscard]] StepPairs pairedSteps(const Run &run, const Run &baseline, const std::stop_token &stop = {});

/// All figures of both, cell by cell, in the order of the run, then what only the baseline has. Operators are paired by
/// type and running number within the step, and links by ranks, in groups of equal ranks, so that runs whose
/// groups got other names compare. `run` and `baseline` may be the same, with different steps. Any thread, O(rows log
/// rows).
[[nodiscard]] std::vector<CommDifference> compareComm(const Run &run, const Run &baseline, const StepPairs &steps,
                                                      const std::stop_token &stop = {});

}  // namespace stagescope
