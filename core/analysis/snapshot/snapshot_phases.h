#pragma once

#include "core/analysis/snapshot/snapshot_history.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

/// A stretch of a history and what became of memory in it.
struct SnapshotPhase {
    enum class Kind : std::uint8_t {
        Initialisation,  ///< before the first step, in a recording that saw the program begin (start_step 0)
        BeforeSteps,     ///< before the first step, in one that began later
        Step,
        AfterSteps,
        Whole,  ///< the file does not tell steps
    };
    Kind kind = Kind::Whole;
    std::int64_t step = -1;   ///< its number
    std::uint32_t begin = 0;  ///< moments
    std::uint32_t end = 0;
    std::uint64_t bytesBefore = 0;
    std::uint64_t bytesAfter = 0;
    std::uint64_t peak = 0;
    std::uint32_t peakAt = 0;     ///< moment
    std::uint64_t allocated = 0;  ///< bytes of the blocks made in it
    std::uint64_t keptBytes = 0;  ///< of these, not freed in it
    std::uint64_t keptBlocks = 0;
};
/// "initialisation", "before the first step", "step", "after the last step", "whole history"
[[nodiscard]] std::string_view phaseKindText(SnapshotPhase::Kind kind);

/// The history cut at the begins of steps (ProfilerStep marks, where events have times); phases without events are left
/// out. O(phases log events + blocks).
[[nodiscard]] std::vector<SnapshotPhase> snapshotPhases(const SnapshotHistory &history,
                                                        const std::stop_token &stop = {});
/// The moment at which the first step begins; nothing where it is not told or nothing came before.
[[nodiscard]] std::optional<std::uint32_t> firstStepMoment(const SnapshotHistory &history);

}  // namespace stagescope
