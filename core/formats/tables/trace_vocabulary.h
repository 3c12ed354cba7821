#pragma once

#include "core/store/trace/track.h"

#include <optional>
#include <string_view>

namespace stagescope {

// What names mean in the traces of torch_npu and msprof (by process and thread) and of Kineto (by category). All case
// rules are those of the profilers; everything unknown stays Other.

/// Kind of a track by the names of its process and its thread; `kind` is what is known already and wins when it says
/// more.
[[nodiscard]] TrackKind trackKindOf(std::string_view process, std::string_view thread, TrackKind kind);
/// Class of a slice by Kineto's or torch_npu's category and its own name; Other when the category says nothing.
[[nodiscard]] SliceClass classOfCategory(std::string_view category, std::string_view name);
/// Class of a slice by the track that it lies on, for slices whose category said nothing.
[[nodiscard]] SliceClass classOnTrack(TrackKind kind, std::string_view process, std::string_view name,
                                      SliceClass klass);
/// A slice of this category runs on the device: its track is a stream.
[[nodiscard]] bool isDeviceCategory(std::string_view category);
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
/// N of "ProfilerStep#N".
[[nodiscard]] std::optional<std::int64_t> profilerStepNumber(std::string_view name);
/// "send", "receive" or "batch" for a point-to-point operation of HCCL or NCCL, else empty.
[[nodiscard]] std::string_view p2pKind(std::string_view name);

/// "128" of "hcom_batchSendRecv__128_3_1": the last digits of the hash of the group's id; empty in other names.
[[nodiscard]] std::string_view groupOfOperator(std::string_view name);

}  // namespace stagescope
