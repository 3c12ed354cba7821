#pragma once

#include "core/advice/number_texts.h"
#include "core/advice/rule.h"

#include <optional>
#include <string>
#include <vector>

namespace stagescope {

/// What a usual step of the run's pipelines looks like: medians over all steps whose cells are all there.
struct PipelineMedians {
    Nanos window{0};
    std::vector<Nanos> busy;  ///< by position in the pipeline
    std::vector<Nanos> work;  ///< part of it: the loss and other work between cells (stage_work.h)
};
/// Nothing where no step is whole. O(steps).
[[nodiscard]] std::optional<PipelineMedians> pipelineMedians(const RuleInput &input);

/// The step of a pipeline whose value is the median of that pipeline; null for a pipeline without whole steps.
[[nodiscard]] const StepStudy *medianStep(const GroupStudy &group, Nanos (*valueOf)(const Counterfactuals &parts));

/// "12.3": of a time in ms.
[[nodiscard]] std::string msText(Nanos value);

}  // namespace stagescope
