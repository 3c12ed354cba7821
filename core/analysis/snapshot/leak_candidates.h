#pragma once

#include "core/analysis/snapshot/stack_groups.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// A place in the program whose blocks grow from step to step.
struct LeakCandidate {
    std::string name;
    StackId stack{0};
    std::uint64_t firstBytes = 0;  ///< in use at the end of the first step that counts
    std::uint64_t lastBytes = 0;   ///< and of the last one
    double bytesPerStep = 0;
    std::uint64_t blocks = 0;      ///< in use at the end
    std::uint64_t allocated = 0;   ///< handed out in the history
    double freedShare = 0;         ///< of these, 0 to 1: nothing ever freed is the strongest evidence
    std::uint32_t grownSteps = 0;  ///< steps that count and ended with more than the one before
};

/// By what steps were told from each other.
enum class StepEvidence : std::uint8_t {
    StepMarks,       ///< ProfilerStep#N
    OptimizerMarks,  ///< Optimizer.step
    OptimizerCalls,  ///< frames of an optimizer's step, where events have no times
    Repetition,      ///< what is allocated again and again (repeated_steps.h)
    EqualParts,      ///< nothing: equal parts of the history
};
/// "ProfilerStep", "Optimizer.step", "calls of the optimizer", "repetition", "equal parts of the history"
[[nodiscard]] std::string_view stepEvidenceText(StepEvidence evidence);

struct LeakReport {
    std::vector<std::uint32_t> boundaries;  ///< last event of each step
    StepEvidence evidence = StepEvidence::EqualParts;
    std::uint32_t comparedSteps = 0;        ///< steps that count and have one before them that counts
    std::vector<LeakCandidate> candidates;  ///< fastest growing first

    [[nodiscard]] bool isBySteps() const { return evidence != StepEvidence::EqualParts; }
};

/// Groups whose bytes in use at the ends of steps never fall and grow in the end, the first two steps left out: memory
/// of parameters, optimizer and caches is made there. Steps are told by marks where events have times, else by the
/// optimizer, else by what repeats; where fewer than four can be told, the history is cut into `parts` equal parts,
/// which is weak evidence.
/// O(allocations x steps).
[[nodiscard]] LeakReport leakCandidates(const SnapshotSource &source, StackGrouping grouping, std::uint32_t parts);

}  // namespace stagescope
