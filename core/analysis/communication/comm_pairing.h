#pragma once

#include "core/analysis/communication/cluster_comm.h"

#include <cstdint>
#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace stagescope {

// What communication of two runs, or of two steps, has in common: groups got other names, steps and operators other
// numbers. Pure functions, any thread.

/// Steps to lay side by side: of the run, of the baseline.
using StepPairs = std::vector<std::pair<std::string, std::string>>;
/// Steps of equal name; where the two have none in common, first to first and so on.
[[nodiscard]] StepPairs pairedSteps(std::span<const std::string> steps, std::span<const std::string> ofBaseline);

/// What makes groups of two runs the same, by their own names: their ranks, and which of the groups of these ranks.
using CommGroupKeys = std::map<std::string, std::string>;
[[nodiscard]] CommGroupKeys commGroupKeys(std::vector<CommGroupRow> groups);

/// Names of operators without what differs from run to run: "hcom_send__822_5_1" is the type, digits of the group's
/// hash, a running number and a rest. Running numbers go on from step to step and depend on where the recording began:
/// they count from the first of the step. Names of another form stand for themselves.
class OperatorNumbers {
public:
    /// All rows of a run with step, group and name, before names are asked for. O(n log n).
    template <class Row>
    void learn(const std::vector<Row> &rows) {
        for (const auto &row : rows) {
            learn(row.step, row.group, row.name);
        }
    }
    [[nodiscard]] std::string plainName(const std::string &step, const std::string &group,
                                        const std::string &name) const;

private:
    void learn(const std::string &step, const std::string &group, std::string_view name);

    std::map<std::tuple<std::string, std::string, std::string>, std::int64_t> m_first;  ///< by step, group, type
};

/// A matrix and what its groups are told by.
struct MatrixSide {
    const CommMatrix &matrix;
    const CommGroupKeys &groups;
};
/// Links of the baseline in the words of the run: groups, steps and operators are named as their counterparts there, or
/// as they are where it has none. Steps that are in no pair are left out; empty when stopped. O(links log links).
[[nodiscard]] CommMatrix inWordsOf(const MatrixSide &run, const MatrixSide &baseline, const StepPairs &steps,
                                   const std::stop_token &stop = {});

}  // namespace stagescope
