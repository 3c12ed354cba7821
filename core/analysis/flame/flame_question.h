#pragma once

#include "core/analysis/flame/flame_tree.h"
#include "core/analysis/tables/analysis.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// What the range and the step that are asked for mean for the host and the device of a rank; nothing where the rank
/// has no such step.
[[nodiscard]] std::optional<FlameOptions> flameOptions(const AnalysisInput &input, const Run &run,
                                                       const RankCapture &capture, FlameFrames frames);

/// What call paths are compared with.
struct FlameAgainst {
    enum class Kind : std::uint8_t {
        IfBaseline,  ///< the baseline where there is one
        None,
        Baseline,  ///< the same rank there, or its only one, in the same step; of a range nothing: the runs have no
                   ///< time in common
        Rank,      ///< another rank of the run
        Step,      ///< another step of the same rank
    };
    Kind kind = Kind::IfBaseline;
    std::int64_t number = 0;  ///< of the rank or step

    bool operator==(const FlameAgainst &) const = default;
};
/// "none", "baseline", "rank:1", "step:3"; empty: IfBaseline. BadArgument for any other text.
[[nodiscard]] Result<FlameAgainst> flameAgainst(std::string_view text);
[[nodiscard]] std::string flameAgainstText(const FlameAgainst &against);

/// The other side of a difference: a question of its own about a rank of either run.
struct FlameOther {
    AnalysisInput input;
    const Run *run = nullptr;
    const RankCapture *capture = nullptr;
};
/// Nothing where nothing is to be compared, or there is no such rank; its trace may not be loaded.
[[nodiscard]] std::optional<FlameOther> flameOther(const AnalysisInput &input, const RankCapture &capture,
                                                   const FlameAgainst &against);

}  // namespace stagescope
