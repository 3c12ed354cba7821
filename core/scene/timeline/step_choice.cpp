#include "core/scene/timeline/step_choice.h"

#include "core/base/words/step_pattern.h"
#include "core/store/trace/trace_store.h"

#include <set>
#include <string_view>
#include <vector>

namespace stagescope {

bool canMarkSteps(const Workspace &workspace, const SliceRef &slice) {
    const auto trace = workspace.trace(slice.run, slice.source);
    const auto *run = workspace.run(slice.run);
    const auto *file = run == nullptr ? nullptr : run->file(slice.source);
    const bool isJson = file != nullptr && file->format == "trace_json";  // others have tables of steps
    if (trace == nullptr || !isJson || trace->track(slice.track).kind == TrackKind::DeviceStream) {
        return false;
    }
    const auto &slices = trace->slices(slice.track);
    return slices.begin(slice.slice.value) < slices.end(slice.slice.value);
}

std::string stepPatternOf(const Workspace &workspace, const SliceRef &slice) {
    const auto trace = workspace.trace(slice.run, slice.source);
    if (trace == nullptr) {
        return {};
    }
    const auto &slices = trace->slices(slice.track);
    std::set<std::string_view> names;
    for (std::uint32_t i = 0; i < slices.size(); ++i) {
        names.insert(trace->text(slices.name(i)));
    }
    const std::vector<std::string_view> all(names.begin(), names.end());
    return StepPattern::likeName(trace->text(slices.name(slice.slice.value)), all);
}

}  // namespace stagescope
