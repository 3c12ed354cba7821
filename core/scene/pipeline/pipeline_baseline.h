#pragma once

#include "core/analysis/pipeline/time/ideal_schedule.h"
#include "core/base/message.h"

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <vector>

namespace stagescope {

struct PipelineInput;

/// A step of a baseline beside the measured one. A plain value.
struct PipelineBaseline {
    std::int64_t step = 0;
    Nanos window{0};               ///< its length, measured as that of the step beside it
    std::map<int, Nanos> bubbles;  ///< by rank
    /// All its cells by rank, then begin. Ranks are those of the same stage in the measured pipeline, and times are
    /// moved so that both steps begin together. None is paired with a measured cell.
    std::vector<IdealCell> cells;
};

/// The baseline's pipeline over the same ranks, else one of as many stages, and its step of the same number, else the
/// one of median length. Nothing when the input has no step or the baseline no such pipeline. O(cells log cells), any
/// thread.
[[nodiscard]] std::optional<PipelineBaseline> pipelineBaseline(const Run &baseline, const PipelineInput &input,
                                                               const std::stop_token &stop = {});

/// How long both steps are and what lies between: "step 330.7 ms, baseline 280.4 ms: +50.3 ms, +17.9 %". `input` has a
/// baseline.
[[nodiscard]] Message baselineNote(const PipelineInput &input);

}  // namespace stagescope
