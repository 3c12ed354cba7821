#include "core/analysis/run/platform.h"

#include "core/base/path_text.h"
#include "core/base/words/producer_words.h"
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
    return std::nullopt;
}

std::optional<Platform> platformNamed(std::string_view name) {
    for (std::size_t i = 0; i < kPlatforms; ++i) {
        if (const auto platform = static_cast<Platform>(i); platformName(platform) == name) {
            return platform;
        }
    }
    return std::nullopt;
}

std::optional<Platform> platformOfBundle(const RankCapture &capture) {
    const auto name = capture.environmentValue({}, kBundledPlatform);
    return name.empty() ? std::nullopt : platformNamed(name);
}

/// That of what was written into a trace wins over that of who wrote it.
std::optional<Platform> platformOfTraces(const RankCapture &capture) {
    std::optional<Platform> found;
    for (const auto &name : dialectsOf(capture)) {
        const auto *dialect = ProducerWords::builtIn().dialect(name);
        const auto platform = dialect == nullptr ? std::nullopt : platformNamed(dialect->platform);
        found = platform && (!found || dialect->isLayer) ? platform : found;
    }
    return found;
}

/// Formats that Ascend's profilers alone write.
bool isOfAscend(const FileSource &file) {
    constexpr std::array<std::string_view, 11> kFormats{
        "profiler_db",  "analysis_db",      "step_trace_time", "profiler_info", "profiler_metadata", "kernel_details",
        "kernel_table", "operator_details", "task_metrics",    "communication", "cluster_output"};
    return std::find(kFormats.begin(), kFormats.end(), file.format) != kFormats.end();
}

/// By what was read: cores and settings that only NPUs have.
bool isOfAscend(const RankCapture &capture) {
    for (const auto &table : capture.tables(TableKind::Kernels)) {
        const auto *cores = table->texts("core");
        if (cores != nullptr && std::any_of(cores->values.begin(), cores->values.end(), [](std::string_view core) {
                return core.starts_with("AI_") || core.starts_with("MIX_AI");
            })) {
            return true;
        }
    }
    constexpr std::array<std::string_view, 6> kSettings{"ASCEND_",     "HCCL_",        "ACLNN_",
                                                        "TASK_QUEUE_", "PYTORCH_NPU_", "cann_version"};
    return std::any_of(kSettings.begin(), kSettings.end(), [&](auto begin) { return hasKey(capture, begin); }) ||
           !capture.tables(TableKind::CommTimes).empty();
}

/// A trace that is not read yet: most are of torch.profiler.
bool hasUnreadTrace(const RankCapture &capture) {
    const auto contents = recordsOf<ContentsRecord>(capture);
    const bool isRead = contents.begin() != contents.end();
    return !isRead && std::any_of(capture.files.begin(), capture.files.end(),
                                  [](const FileSource &file) { return file.format == "trace_json"; });
}

}  // namespace

std::string_view platformName(Platform platform) {
    constexpr std::array<std::string_view, kPlatforms> kNames{
        "torch_npu", "mindspore", "msprof",    "torch", "rocm",     "torch_other", "jax",
        "jax_tpu",   "nsys",      "rocprofv3", "job",   "snapshot", "unknown"};
    return kNames.at(static_cast<std::size_t>(platform));
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
    if (!found) {
        found = platformOfTraces(capture);
    }
    const auto isOfFormat = [](const FileSource &file) { return isOfAscend(file); };
    if (!found && (std::any_of(capture.files.begin(), capture.files.end(), isOfFormat) || isOfAscend(capture))) {
        found = Platform::TorchNpu;
    }
    return !found && hasUnreadTrace(capture) ? std::optional(Platform::Torch) : found;
}

Platform platformOf(const Run &run) {
    std::optional<Platform> found;
    for (const auto &capture : run.captures) {
        const auto own = platformOf(capture);
        // msprof writes beneath the profilers of frameworks, too: where one of those wrote, its words count.
        const bool isNearer = own && found && isOfNpus(*own) && *found == Platform::Msprof;
        found = !found || isNearer ? own : found;
        if (found && *found != Platform::Msprof) {
            break;
        }
    }
    if (found) {
        return *found;
    }
    // Tables of a whole cluster are those of Ascend's tools; a bundle without any holds what belongs to no rank.
    const bool hasClusterFile =
        std::any_of(run.clusterFiles.begin(), run.clusterFiles.end(), [](const FileSource &file) {
            return !file.format.empty() && file.format != "bundle" && file.format != "training_log";
        });
    // Logs of a training tell nothing of its devices.
    const bool hasClusterTable = std::any_of(run.clusterTables.begin(), run.clusterTables.end(), [](const auto &table) {
        return table->kind() != TableKind::TrainingValues;
    });
    if (hasClusterFile || hasClusterTable) {
        return Platform::TorchNpu;
    }
    return run.captures.empty() && !run.snapshots.empty() ? Platform::Snapshot : Platform::Unknown;
}

bool isOfNpus(Platform platform) { return platform <= Platform::Msprof; }

bool isOfGpus(Platform platform) {
    return isOfTorch(platform) || platform == Platform::Jax || platform == Platform::JaxTpu ||
           platform == Platform::Nsys || platform == Platform::Rocprof;
}

bool isOfTorch(Platform platform) {
    return platform == Platform::Torch || platform == Platform::TorchRocm || platform == Platform::TorchOther;
}

std::vector<std::string> dialectsOf(const RankCapture &capture) {
    std::vector<std::string> names;
    for (const auto &part : recordsOf<ContentsRecord>(capture)) {
        if (part.name.starts_with(kDialectContents)) {
            const auto name = part.name.substr(kDialectContents.size());
            if (std::find(names.begin(), names.end(), name) == names.end()) {
                names.emplace_back(name);
            }
        }
    }
    return names;
}

std::vector<std::string> producersOf(const Run &run) {
    const auto platform = platformOf(run);
    std::vector<std::string> names;
    for (const auto &capture : run.captures) {
        for (const auto &name : dialectsOf(capture)) {
            if (std::find(names.begin(), names.end(), name) == names.end()) {
                names.push_back(name);
            }
        }
    }
    if (!names.empty() && !isOfNpus(platform)) {
        return names;  // who wrote a trace of an NPU is told by where it lies
    }
    switch (platform) {
        case Platform::TorchNpu:
        case Platform::Msprof:
            return {std::string(platformName(platform))};
        case Platform::MindSpore:
            return {"MindSpore"};
        default:
            return {};
    }
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
