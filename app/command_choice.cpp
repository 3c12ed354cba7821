#include "app/command_choice.h"

#include "core/analysis/item_facts.h"
#include "core/analysis/pipeline/cell_sources.h"
#include "core/analysis/pipeline/pipeline_group.h"
#include "core/analysis/steps.h"
#include "core/analysis/time_split.h"

#include <algorithm>

namespace stagescope {

namespace {

/// By the marks of the host, the profiler's own split of its time, or the cells of the pipeline.
bool hasStep(const RankCapture &capture, std::int64_t step) {
    const auto steps = rankSteps(capture);
    const auto splits = timeSplits(capture, {});
    const auto cells = rankCells(capture).cells;
    return findStep(steps, step) < steps.size() ||
           std::any_of(splits.begin(), splits.end(), [&](const auto &split) { return split.step == step; }) ||
           std::any_of(cells.begin(), cells.end(), [&](const auto &cell) { return cell.step == step; });
}

}  // namespace

Status checkChoice(const Workspace &workspace, const CommandChoice &choice) {
    const auto *run = workspace.mainRun();
    if (run == nullptr) {
        return {};
    }
    const auto none = [&](const std::string &what) {
        return fail(ErrorKind::BadArgument, "there is no " + what + " in what is loaded", run->path);
    };
    for (const int rank : choice.ranks) {
        if (run->capture(rank) == nullptr) {
            return none("rank " + std::to_string(rank));
        }
    }
    const auto knowsStep = [&](const RankCapture &capture) { return hasStep(capture, *choice.step); };
    if (choice.step && std::none_of(run->captures.begin(), run->captures.end(), knowsStep)) {
        return none("step " + std::to_string(*choice.step));
    }
    const auto groups = choice.group.empty() ? std::vector<PipelineGroup>{} : pipelineGroups(*run);
    if (!choice.group.empty() &&
        std::none_of(groups.begin(), groups.end(), [&](const auto &group) { return group.id == choice.group; })) {
        return none("pipeline group '" + choice.group + "'");
    }
    if (choice.item && !itemFacts(workspace, *choice.item)) {
        return none("item " + toText(*choice.item));
    }
    return {};
}

}  // namespace stagescope
