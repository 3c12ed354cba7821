#pragma once

#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// What a rank's trace says that cannot be, or that does not fit together: one entry per kind of trouble and track.
struct TraceTrouble {
    std::string trouble;  ///< core/store/tables/health_record.h, or the code of what loading did not take
    std::string process;
    std::string track;
    std::string name;  ///< of the worst
    std::uint64_t count = 0;
    std::optional<std::int64_t> of;    ///< rows that might have it
    std::optional<RankTime> begin;     ///< of the worst
    std::optional<Nanos> duration;     ///< of the worst, as the file has it
    std::optional<std::int64_t> over;  ///< works that the worst reaches over
    Nanos lost{0};                     ///< what was cut off
    std::optional<std::int64_t> step;  ///< that the worst lies in
    bool touchesFigures = false;       ///< durations, bounds or joins of work; the rest tells of the recording

    /// Whether figures are to be read with it in mind: it touches them, or a tenth of the rows that might have it do.
    [[nodiscard]] bool concernsMuch() const;

    /// What was done with it: "cut", "left_out", "kept", "lost".
    [[nodiscard]] std::string_view effect() const;
};

/// By weight: what touches figures first. Empty for a sound trace, and until a trace is loaded. O(kinds of trouble).
/// Any thread.
[[nodiscard]] std::vector<TraceTrouble> traceHealth(const RankCapture &capture);
/// One English sentence for commands, without the rank.
[[nodiscard]] std::string troubleText(const TraceTrouble &trouble);
/// One line for a table whose figures they concern much: how many, how much, and where more is told; empty for a sound
/// rank.
[[nodiscard]] std::string healthNote(const RankCapture &capture);

}  // namespace stagescope
