#include "core/analysis/run/platform.h"

#include "core/base/path_text.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"

#include <algorithm>
#include <array>
#include <optional>

namespace stagescope {

namespace {

/// By what only that device writes (argument_survey.h).
struct OtherDevice {
    std::string_view contents;
    std::string_view name;
};
constexpr std::array<OtherDevice, 3> kOtherDevices{
    {{"category xpu_runtime", "xpu"}, {"category mtia_ccp_events", "mtia"}, {"category hpu_op", "hpu"}}};

bool hasKey(const RankCapture &capture, std::string_view begin) {
    const auto facts = recordsOf<EnvironmentRecord>(capture);
    return std::any_of(facts.begin(), facts.end(),
                       [&](const EnvironmentRecord &fact) { return fact.key.starts_with(begin); });
}

bool isNamedByMsprof(std::string_view name) {
    return name.starts_with("msprof") || name.starts_with("op_summary") || name.starts_with("op_statistic");
}

std::optional<Platform> platformOf(const FileSource &file) {
    const std::string_view path = file.path;
    const auto name = lastPart(path);
    const auto contains = [&](std::string_view part) { return path.find(part) != std::string_view::npos; };
    if (file.format == "job_timeline") {
        return Platform::Job;
    }
    if (contains("_ascend_ms") || name.starts_with("ascend_mindspore") || name.starts_with("ascend_timeline_display") ||
        file.format == "hccl_trace" || file.format == "step_trace_raw" ||
        (file.format == "data_pipeline" && !contains("/PROF_"))) {
        return Platform::MindSpore;
    }
    if (contains("_ascend_pt") || contains("ascend_pytorch") || contains("ASCEND_PROFILER_OUTPUT") ||
        name.starts_with("trace_view.json")) {
        return Platform::TorchNpu;
    }
    if (isNamedByMsprof(name) || contains("/PROF_")) {
        return Platform::Msprof;
    }
    return file.format == "trace_json" ? std::optional(Platform::Torch) : std::nullopt;
}

std::optional<Platform> platformOfBundle(const RankCapture &capture) {
    const auto name = capture.environmentValue({}, kBundledPlatform);
    for (const auto platform :
         {Platform::TorchNpu, Platform::MindSpore, Platform::Msprof, Platform::Torch, Platform::Job}) {
        if (platformName(platform) == name) {
            return platform;
        }
    }
    return std::nullopt;
}

std::optional<Platform> platformOf(const RankCapture &capture) {
    if (const auto bundled = platformOfBundle(capture)) {
        return bundled;
    }
    if (hasKey(capture, "ms_profiler_info.") || hasKey(capture, "profiler_parameters.")) {
        return Platform::MindSpore;
    }
    if (hasKey(capture, "experimental_config.")) {
        return Platform::TorchNpu;
    }
    std::optional<Platform> found;
    for (const auto &file : capture.files) {
        const auto own = platformOf(file);
        found = own && (!found || *own < *found) ? own : found;
    }
    return found;
}

}  // namespace

std::string_view platformName(Platform platform) {
    constexpr std::array<std::string_view, 6> kNames{"torch_npu", "mindspore", "msprof", "torch", "job", "snapshot"};
    return kNames.at(static_cast<std::size_t>(platform));
}

Platform platformOf(const Run &run) {
    for (const auto &capture : run.captures) {
        if (const auto found = platformOf(capture)) {
            return *found;
        }
    }
    const bool hasOnlySnapshots = run.captures.empty() && run.clusterFiles.empty() && !run.snapshots.empty();
    return hasOnlySnapshots ? Platform::Snapshot : Platform::TorchNpu;
}

std::string_view otherTorchDevice(const Run &run) {
    for (const auto &capture : run.captures) {
        for (const auto &part : recordsOf<ContentsRecord>(capture)) {
            const auto *device = std::find_if(kOtherDevices.begin(), kOtherDevices.end(),
                                              [&](const OtherDevice &other) { return part.name == other.contents; });
            if (device != kOtherDevices.end()) {
                return device->name;
            }
        }
    }
    return {};
}

}  // namespace stagescope
