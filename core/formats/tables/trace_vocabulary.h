#pragma once

#include "core/base/words/producer_words.h"
#include "core/store/trace/track.h"

#include <optional>
#include <string_view>
#include <unordered_map>

namespace stagescope {

// What names mean in traces: classes and kinds of the store for the words of producers (core/base/words), and what
// names of collectives tell. Everything unknown stays Other.

/// Kind of a track by the names of its process and its thread; `kind` is what is known already by what the track holds
/// and wins where it says more.
[[nodiscard]] TrackKind trackKindOf(std::string_view process, std::string_view thread, TrackKind kind);
/// Class of a slice by its category and its own name; Other when the category says nothing.
[[nodiscard]] SliceClass classOfCategory(const CategoryWord &category, std::string_view name);
[[nodiscard]] SliceClass classOfCategory(std::string_view category, std::string_view name);
/// A slice of such a category runs on the device: its track is a stream.
[[nodiscard]] bool isDevice(EventMeaning meaning);
/// An event of such a category is a call of a thread of the host: its track is such a thread, whatever its name.
[[nodiscard]] bool isHostCall(EventMeaning meaning, std::string_view category);

/// Classes of the slices of one track whose category said nothing, by what the track holds. Names are remembered by
/// where they lie: they outlive it.
class LaneClasses {
public:
    LaneClasses(TrackKind kind, std::string_view process, std::string_view thread);
    [[nodiscard]] SliceClass of(std::string_view name, SliceClass klass);

private:
    TrackKind m_kind;
    LaneWord m_lane;
    std::unordered_map<const char *, SliceClass> m_known;
};
/// A task of a stream of Ascend that copies or fills, by its name.
[[nodiscard]] bool isCopyTask(std::string_view name);
/// A fill of device memory, as Kineto names it.
[[nodiscard]] bool isFill(std::string_view name);
/// What a collective of NCCL or RCCL does, by any of the names for it: "allreduce" for "_allreduce_base", "all_reduce",
/// "ncclDevKernel_AllReduce_Sum_f32_RING_LL(...)"; "send", "recv"; empty when the name tells nothing.
[[nodiscard]] std::string_view collectiveOf(std::string_view name);
/// "pp" for "PIPELINE_MODEL_PARALLEL_GROUP" (Megatron) and "mesh_pp" (DeviceMesh); other descriptions as they are.
[[nodiscard]] std::string_view groupNameOf(std::string_view description);
/// "RING_LL" of "ncclDevKernel_AllReduce_Sum_f32_RING_LL(...)"; empty in other names.
[[nodiscard]] std::string_view algorithmOfKernel(std::string_view name);
/// N of "ProfilerStep#N", or by whatever name a profiler marks a step.
[[nodiscard]] std::optional<std::int64_t> profilerStepNumber(std::string_view name);
/// "send", "receive" or "batch" for a point-to-point operation of HCCL or NCCL, else empty.
[[nodiscard]] std::string_view p2pKind(std::string_view name);

/// "128" of "hcom_batchSendRecv__128_3_1": the last digits of the hash of the group's id; empty in other names.
[[nodiscard]] std::string_view groupOfOperator(std::string_view name);

}  // namespace stagescope
