#pragma once

#include "core/analysis/snapshot/snapshot_source.h"
#include "core/base/message.h"

#include <cstdint>
#include <string>
#include <vector>

namespace stagescope {

enum class QualityGrade : std::uint8_t {
    Loss,   ///< figures are wrong or missing because of it
    Note,   ///< something is not known, or was put right
    Sound,  ///< looked at and nothing found
};
/// "loss", "note", "sound"
[[nodiscard]] std::string_view qualityGradeText(QualityGrade grade);

/// One thing to bear in mind of a device of a snapshot, or to be sure of.
struct QualityFact {
    std::string check;  ///< complete, overflow, times, frames, frees, segment_events, failures, workspaces, replay ...
    QualityGrade grade = QualityGrade::Sound;
    std::uint64_t count = 0;  ///< of what was found
    std::uint64_t of = 0;     ///< among so many; 0: not a share
    Message text;             ///< in words, "memory.quality...."
};

/// All checks, the gravest first. O(events).
[[nodiscard]] std::vector<QualityFact> snapshotQuality(const SnapshotSource &source);

}  // namespace stagescope
