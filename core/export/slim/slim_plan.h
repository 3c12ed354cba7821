#pragma once

#include "core/base/result.h"
#include "core/formats/cut/file_cut.h"
#include "core/session/workspace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

/// What a smaller copy is still to answer.
enum class SlimAnswer : std::uint8_t {
    Pipeline,       ///< cells, schedule, transfers and bubbles
    Communication,  ///< operators, times, links and groups
    Memory,         ///< the profiler's record and snapshots
    All,            ///< whatever any view or table shows
};
/// "pipeline", "communication" ...; nothing for another word.
[[nodiscard]] std::optional<SlimAnswer> slimAnswerFromText(std::string_view text);
[[nodiscard]] std::string_view slimAnswerText(SlimAnswer answer);

struct SlimChoice {
    std::vector<SlimAnswer> answers{};
    std::vector<int> ranks{};                                      ///< empty = all
    std::optional<std::pair<std::int64_t, std::int64_t>> steps{};  ///< first and last
};

/// Why a file is left out.
enum class SlimReason : std::uint8_t {
    Kept,
    NotRead,     ///< no reader takes it
    ToldTwice,   ///< another file of the rank tells the same, and is used
    NotAsked,    ///< it tells nothing of what was asked for
    OtherRank,   ///< of ranks that were not asked for
    Unreadable,  ///< it should have been kept
};
/// "kept", "not read by any view or table" ...
[[nodiscard]] std::string_view slimReasonText(SlimReason reason);

/// One file of a profile.
struct SlimPart {
    FileSource file;   ///< without a format where discovery does not know it
    std::string name;  ///< below the folder of the run, '/' between its parts
    SlimReason reason = SlimReason::Kept;
    FileCut cut{};
};

/// The folder that files of a copy get where the run is the folder of one rank, which is known by its name; else empty.
[[nodiscard]] std::string slimBase(const Run &run);

/// Which files of a run are kept, by what their formats can tell (formatDescriptor), and those beside them, all in the
/// order of their names. Needs a run whose steps are loaded where steps are chosen; of them each rank keeps what
/// keptSteps says. Walks the run's folder, without following links to folders. Errors: NotFound where a rank has other
/// steps alone or no rank any of these; Cancelled. Any thread.
[[nodiscard]] Result<std::vector<SlimPart>> slimPlan(const Run &run, const SlimChoice &choice,
                                                     const std::stop_token &stop = {});

}  // namespace stagescope
