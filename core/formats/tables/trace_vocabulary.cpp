#include "core/formats/tables/trace_vocabulary.h"

#include "core/base/text.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <string>

namespace stagescope {

namespace {

bool startsWithNoCase(std::string_view text, std::string_view prefix) {
    return text.size() >= prefix.size() &&
           std::equal(prefix.begin(), prefix.end(), text.begin(), [](char a, char b) { return a == lowerCase(b); });
}

/// The words of Ascend's streams, whose events have no category.
std::size_t ascendWords() {
    static const auto dialect = ProducerWords::builtIn().lane("Ascend Hardware", {}).dialect;
    return dialect;
}

SliceClass classOnStream(std::string_view name, std::size_t dialect) {
    const auto &words = ProducerWords::builtIn();
    return words.means(NameMeaning::Marker, name, dialect)          ? SliceClass::Event
           : words.means(NameMeaning::Copy, name, dialect)          ? SliceClass::Memcpy
           : words.means(NameMeaning::Communication, name, dialect) ? SliceClass::Communication
                                                                    : SliceClass::Computing;
}

SliceClass classOnLane(const LaneWord &lane, std::string_view name) {
    switch (lane.holds) {
        case LaneMeaning::Stream:
            return classOnStream(name, lane.dialect);
        case LaneMeaning::Groups:
            return SliceClass::Communication;
        case LaneMeaning::Planes:
            return SliceClass::CommTask;
        case LaneMeaning::Ranges:
            return SliceClass::Mstx;
        case LaneMeaning::Calls:
            return SliceClass::Runtime;
        case LaneMeaning::Operators:
            return SliceClass::HostOp;
        case LaneMeaning::Steps:
            return SliceClass::Step;
        default:
            return SliceClass::Other;
    }
}

/// What a track that a file describes by its kind alone holds.
LaneMeaning meaningOf(TrackKind kind) {
    switch (kind) {
        case TrackKind::DeviceStream:
            return LaneMeaning::Stream;
        case TrackKind::CommGroup:
            return LaneMeaning::Groups;
        case TrackKind::CommPlane:
            return LaneMeaning::Planes;
        case TrackKind::Mstx:
            return LaneMeaning::Ranges;
        default:
            return LaneMeaning::None;
    }
}

TrackKind kindOf(LaneMeaning holds) {
    switch (holds) {
        case LaneMeaning::Host:
        case LaneMeaning::Operators:
        case LaneMeaning::Calls:
            return TrackKind::HostThread;
        case LaneMeaning::Ranges:
            return TrackKind::Mstx;
        case LaneMeaning::Stream:
            return TrackKind::DeviceStream;
        case LaneMeaning::Groups:
            return TrackKind::CommGroup;
        case LaneMeaning::Planes:
            return TrackKind::CommPlane;
        case LaneMeaning::Summary:
            return TrackKind::Overlap;
        default:
            return TrackKind::Other;
    }
}

}  // namespace

TrackKind trackKindOf(std::string_view process, std::string_view thread, TrackKind kind) {
    return kind != TrackKind::Other ? kind : kindOf(ProducerWords::builtIn().lane(process, thread).holds);
}

SliceClass classOfCategory(const CategoryWord &category, std::string_view name) {
    const auto &words = ProducerWords::builtIn();
    switch (category.means) {
        case EventMeaning::Operator:
            return words.isStep(name) ? SliceClass::Step : SliceClass::HostOp;
        case EventMeaning::Range:
            return words.isStep(name) ? SliceClass::Step : SliceClass::Mstx;
        case EventMeaning::DeviceRange:
            return SliceClass::Mstx;
        case EventMeaning::Python:
            return SliceClass::Python;
        case EventMeaning::Queue:
            return SliceClass::Queue;
        case EventMeaning::Call:
            return SliceClass::Runtime;
        case EventMeaning::Kernel:
            return words.means(NameMeaning::Communication, name, category.dialect) ? SliceClass::Communication
                                                                                   : SliceClass::Computing;
        case EventMeaning::Fill:
            return SliceClass::Computing;  // a fill runs as a kernel does
        case EventMeaning::Copy:
            return SliceClass::Memcpy;
        case EventMeaning::Wait:
            return SliceClass::Event;
        case EventMeaning::Summary:
            return SliceClass::Overlap;
        default:
            return SliceClass::Other;
    }
}

SliceClass classOfCategory(std::string_view category, std::string_view name) {
    if (category.empty()) {
        return ProducerWords::builtIn().isStep(name) ? SliceClass::Step : SliceClass::Other;
    }
    return classOfCategory(ProducerWords::builtIn().category(category), name);
}

LaneClasses::LaneClasses(TrackKind kind, std::string_view process, std::string_view thread)
    : m_kind(kind), m_lane(ProducerWords::builtIn().lane(process, thread)) {
    if (m_lane.holds == LaneMeaning::None || kindOf(m_lane.holds) != kind) {
        // A file that says what a track is, in whoever's words: work of streams without categories is Ascend's.
        const bool isSteps = m_lane.holds == LaneMeaning::Steps;
        m_lane = {isSteps ? LaneMeaning::Steps : meaningOf(kind), ascendWords()};
    }
}

SliceClass LaneClasses::of(std::string_view name, SliceClass klass) {
    if (m_kind == TrackKind::Overlap) {
        return SliceClass::Overlap;
    }
    if (klass != SliceClass::Other) {
        return klass;
    }
    const auto [it, isNew] = m_known.try_emplace(name.data(), SliceClass::Other);
    if (isNew) {
        it->second = classOnLane(m_lane, name);
    }
    return it->second;
}

bool isDevice(EventMeaning meaning) {
    return meaning == EventMeaning::Kernel || meaning == EventMeaning::Fill || meaning == EventMeaning::Copy;
}

bool isHostCall(EventMeaning meaning, std::string_view category) {
    switch (meaning) {
        case EventMeaning::Operator:
        case EventMeaning::Python:
        case EventMeaning::Queue:
        case EventMeaning::Range:
            return true;
        case EventMeaning::Call:
            return category != "overhead" && category != "cuda_profiler_range";  // these have lanes of their own
        default:
            return false;
    }
}

bool isCopyTask(std::string_view name) {
    return ProducerWords::builtIn().means(NameMeaning::Copy, name, ascendWords());
}

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
    return ProducerWords::builtIn().stepNumber(name);
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
