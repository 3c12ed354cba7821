#include "core/formats/tables/trace_vocabulary.h"

#include "core/base/text.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string>

namespace stagescope {

namespace {

/// A blank counts as an underscore: tasks are called both "Write Value" and "WRITE_VALUE".
bool startsWithNoCase(std::string_view text, std::string_view prefix) {
    return text.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), text.begin(), [](char a, char b) {
               return a == (b == ' ' ? '_' : lowerCase(b));
           });
}

bool startsWithAnyNoCase(std::string_view name, std::span<const std::string_view> prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(), [&](auto prefix) { return startsWithNoCase(name, prefix); });
}

bool isStepName(std::string_view name) { return name.starts_with("ProfilerStep#"); }

/// Entries of a hardware stream that hold it without working: switches, events, notifies, markers.
constexpr std::array<std::string_view, 10> kEventPrefixes{"event_",           "notify",  "profiling_", "capture_",
                                                          "place_holder",     "barrier", "wait_value", "write_value",
                                                          "model_maintaince", "cmo"};
constexpr std::array<std::string_view, 5> kCopyPrefixes{"memcpy", "memset", "sdma", "pcie_dma", "aclnn_memcpy"};

SliceClass classOnStream(std::string_view name) {
    if (startsWithAnyNoCase(name, kEventPrefixes)) {
        return SliceClass::Event;
    }
    if (isCopyTask(name)) {
        return SliceClass::Memcpy;
    }
    return startsWithNoCase(name, "hcom_") || containsIgnoringCase(name, "nccl") ? SliceClass::Communication
                                                                                 : SliceClass::Computing;
}

SliceClass classOfAnnotation(std::string_view name) { return isStepName(name) ? SliceClass::Step : SliceClass::Mstx; }

}  // namespace

TrackKind trackKindOf(std::string_view process, std::string_view thread, TrackKind kind) {
    if (kind != TrackKind::Other) {
        return kind;
    }
    if (process == "Python" || process == "CANN" || process == "PTA") {
        return containsIgnoringCase(thread, "mstx") ? TrackKind::Mstx : TrackKind::HostThread;
    }
    if (process == "Ascend Hardware") {
        return TrackKind::DeviceStream;
    }
    if (process == "HCCL" || process == "Communication" || process == "COMMUNICATION") {
        return thread.starts_with("Plane") ? TrackKind::CommPlane : TrackKind::CommGroup;
    }
    if (process == "Overlap Analysis") {
        return TrackKind::Overlap;
    }
    if (containsIgnoringCase(process, "mstx") || containsIgnoringCase(process, "nvtx")) {
        return TrackKind::Mstx;
    }
    return thread.starts_with("stream ") || thread.starts_with("Stream ")   ? TrackKind::DeviceStream
           : thread.starts_with("thread ") || thread.starts_with("Thread ") ? TrackKind::HostThread
                                                                            : TrackKind::Other;
}

SliceClass classOfCategory(std::string_view category, std::string_view name) {
    if (category.empty()) {
        return isStepName(name) ? SliceClass::Step : SliceClass::Other;
    }
    if (category == "cpu_op" || category == "fwd" || category == "operator") {
        return isStepName(name) ? SliceClass::Step : SliceClass::HostOp;
    }
    if (category == "python_function") {
        return SliceClass::Python;
    }
    if (category == "enqueue" || category == "dequeue") {
        return SliceClass::Queue;
    }
    if (category == "kernel" || category == "Kernel") {
        // DeepEP exchanges tokens between experts by kernels of its own: internode, intranode, internode_ll.
        const bool communicates = containsIgnoringCase(name, "nccl") || containsIgnoringCase(name, "hccl") ||
                                  containsIgnoringCase(name, "oneccl") || containsIgnoringCase(name, "::internode") ||
                                  containsIgnoringCase(name, "::intranode");
        return communicates ? SliceClass::Communication : SliceClass::Computing;
    }
    // A fill runs as a kernel does.
    if (category == "gpu_memset" || category == "Memset" || category == "mtia_ccp_events" || category == "hpu_op") {
        return SliceClass::Computing;
    }
    if (category.starts_with("gpu_mem") || category == "Memcpy") {
        return SliceClass::Memcpy;
    }
    if (category == "cuda_sync" || category == "xpu_sync") {
        return SliceClass::Event;
    }
    if (category.starts_with("cuda_") || category == "overhead" || category == "runtime" ||
        category.ends_with("_runtime") || category.ends_with("_driver")) {
        return SliceClass::Runtime;  // cuda_runtime, cuda_driver, cuda_profiler_range
    }
    if (category == "user_annotation") {
        return classOfAnnotation(name);
    }
    const bool isRange =
        category == "gpu_user_annotation" || category == "mtia_insight" || category == "mstx" || category == "nvtx";
    return isRange ? SliceClass::Mstx : SliceClass::Other;
}

SliceClass classOnTrack(TrackKind kind, std::string_view process, std::string_view name, SliceClass klass) {
    if (kind == TrackKind::Overlap) {
        return SliceClass::Overlap;
    }
    if (klass != SliceClass::Other) {
        return klass;
    }
    switch (kind) {
        case TrackKind::DeviceStream:
            return classOnStream(name);
        case TrackKind::CommGroup:
            return SliceClass::Communication;
        case TrackKind::CommPlane:
            return SliceClass::CommTask;
        case TrackKind::Mstx:
            return SliceClass::Mstx;
        case TrackKind::HostThread:
            return process == "CANN" ? SliceClass::Runtime : SliceClass::Other;
        default:
            return klass;
    }
}

bool isDeviceCategory(std::string_view category) {
    return category == "kernel" || category == "Kernel" || category == "gpu_memcpy" || category == "gpu_memset" ||
           category == "mtia_ccp_events" || category == "hpu_op";
}

bool isCopyTask(std::string_view name) { return startsWithAnyNoCase(name, kCopyPrefixes); }

bool isFill(std::string_view name) { return name.starts_with("Memset"); }

std::string_view collectiveOf(std::string_view name) {
    std::string plain;
    for (const char c : name.substr(0, name.find('('))) {
        if (c != '_' && c != '-' && c != ' ') {
            plain += lowerCase(c);
        }
    }
    struct Known {
        std::string_view part;
        std::string_view collective;
    };
    // "reducescatter" before "reduce", "allgather" before "gather".
    static constexpr auto kKnown = std::to_array<Known>({
        {"allreduce", "allreduce"},
        {"reducescatter", "reduce_scatter"},
        {"allgather", "allgather"},
        {"alltoall", "alltoall"},
        {"all2all", "alltoall"},
        {"broadcast", "broadcast"},
        {"barrier", "barrier"},
        {"gather", "gather"},
        {"scatter", "scatter"},
        {"coalesced", "coalesced"},
        {"sendrecv", {}},
        {"reduce", "reduce"},
        {"recv", "recv"},
        {"send", "send"},
    });
    const auto it = std::find_if(kKnown.begin(), kKnown.end(),
                                 [&](const Known &known) { return plain.find(known.part) != std::string::npos; });
    return it == kKnown.end() ? std::string_view{} : it->collective;
}

std::string_view groupNameOf(std::string_view description) {
    struct Known {
        std::string_view description;
        std::string_view name;
    };
    static constexpr auto kKnown = std::to_array<Known>({{"PIPELINE_MODEL_PARALLEL_GROUP", "pp"},
                                                         {"TENSOR_MODEL_PARALLEL_GROUP", "tp"},
                                                         {"DATA_PARALLEL_GROUP", "dp"},
                                                         {"DATA_PARALLEL_GROUP_WITH_CP", "dp_cp"},
                                                         {"CONTEXT_PARALLEL_GROUP", "cp"},
                                                         {"EXPERT_MODEL_PARALLEL_GROUP", "ep"},
                                                         {"MODEL_PARALLEL_GROUP", "mp"},
                                                         {"EMBEDDING_GROUP", "embd"}});
    const auto it = std::find_if(kKnown.begin(), kKnown.end(),
                                 [&](const Known &known) { return known.description == description; });
    constexpr std::string_view kMesh = "mesh_";
    return it != kKnown.end()               ? it->name
           : description.starts_with(kMesh) ? description.substr(kMesh.size())
                                            : description;
}

std::string_view algorithmOfKernel(std::string_view name) {
    name = name.substr(0, name.find('('));
    for (const std::string_view mark : {"_RING", "_TREE", "_COLLNET", "_NVLS", "_PAT"}) {
        if (const auto at = name.find(mark); at != std::string_view::npos) {
            const auto algorithm = name.substr(at + 1);
            // Older kernels tell the operation behind it: RING_LL_Sum_float.
            const auto operation = algorithm.find_first_of("abcdefghijklmnopqrstuvwxyz");
            const auto end = operation == std::string_view::npos ? operation : algorithm.rfind('_', operation);
            return algorithm.substr(0, end);
        }
    }
    return {};
}

std::optional<std::int64_t> profilerStepNumber(std::string_view name) {
    constexpr std::string_view kPrefix = "ProfilerStep#";
    std::int64_t step = 0;
    if (!name.starts_with(kPrefix)) {
        return std::nullopt;
    }
    name.remove_prefix(kPrefix.size());
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), step);
    return error == std::errc{} && end == name.data() + name.size() ? std::optional(step) : std::nullopt;
}

std::string_view groupOfOperator(std::string_view name) {
    const auto mark = name.find("__");
    if (mark == std::string_view::npos) {
        return {};
    }
    const auto rest = name.substr(mark + 2);
    const auto digits = rest.substr(0, rest.find('_'));
    return std::all_of(digits.begin(), digits.end(), &isDigit) ? digits : std::string_view{};
}

std::string_view p2pKind(std::string_view name) {
    if (startsWithNoCase(name, "hcom_batchsendrecv") || containsIgnoringCase(name, "sendrecv")) {
        return "batch";
    }
    if (startsWithNoCase(name, "hcom_send") || startsWithNoCase(name, "nccl:send") ||
        startsWithNoCase(name, "ncclkernel_send")) {
        return "send";
    }
    if (startsWithNoCase(name, "hcom_receive") || startsWithNoCase(name, "hcom_recv") ||
        startsWithNoCase(name, "nccl:recv") || startsWithNoCase(name, "ncclkernel_recv")) {
        return "receive";
    }
    return {};
}

}  // namespace stagescope
