#include "views/pipeline/shown_pipeline.h"

#include "views/common/workspace_advice.h"

namespace stagescope {

ShownPipeline shownPipeline(const std::shared_ptr<const Workspace> &workspace, const ShownPipeline &asked,
                            const RuleValues &values, const std::stop_token &stop) {
    if (!asked.group.empty() && asked.step) {
        return asked;
    }
    const auto focus = workspaceAdvice(workspace, values, stop)->focus;
    // Of another group the step to look at first says nothing.
    const bool isFocus = asked.group.empty() || asked.group == focus.group;
    return {asked.group.empty() ? focus.group : asked.group, asked.step || !isFocus ? asked.step : focus.step};
}

}  // namespace stagescope
