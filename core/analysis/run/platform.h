#pragma once

#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What wrote a profile: settings are advised in its words only.
enum class Platform : std::uint8_t {
    TorchNpu,
    MindSpore,
    Msprof,      ///< msprof's command line, without a framework
    Torch,       ///< torch.profiler (Kineto), on GPUs of CUDA
    TorchRocm,   ///< torch.profiler or rocprof, on GPUs of ROCm
    TorchOther,  ///< torch.profiler, on devices of neither: XPU, MTIA, Gaudi
    Jax,         ///< XLA, on GPUs
    JaxTpu,      ///< XLA, on TPUs
    Nsys,        ///< Nsight Systems
    Rocprof,     ///< rocprofv3
    Job,         ///< a timeline of a whole job, written by the job itself
    Snapshot,    ///< nothing but memory snapshots
    Unknown,     ///< nothing tells
};
inline constexpr std::size_t kPlatforms = 13;
/// As in message ids: "torch_npu", "mindspore", "msprof", "torch", "rocm", "torch_other", "jax", "jax_tpu", "nsys",
/// "rocprofv3", "job", "snapshot", "unknown".
[[nodiscard]] std::string_view platformName(Platform platform);
/// Whether its devices are NPUs of Ascend.
[[nodiscard]] bool isOfNpus(Platform platform);
/// Whether its devices are GPUs or TPUs: kernels have no type and no core, but the framework's operators.
[[nodiscard]] bool isOfGpus(Platform platform);
/// Whether torch.profiler wrote it, for devices that are no NPUs.
[[nodiscard]] bool isOfTorch(Platform platform);
/// Key of the setting by which a bundle tells the platform of what it was made from, since it has none of its files.
inline constexpr std::string_view kBundledPlatform = "bundled_platform";

/// From the settings that were read, else from names of files and their readers, else from who wrote the traces
/// (core/base/words/dialect.h). The first rank that tells decides. O(files).
[[nodiscard]] Platform platformOf(const Run &run);
/// Of one rank; nothing where nothing tells.
[[nodiscard]] std::optional<Platform> platformOf(const RankCapture &capture);
/// The dialects that the traces of a capture are written in, by name (resources/dialects). O(contents).
[[nodiscard]] std::vector<std::string> dialectsOf(const RankCapture &capture);
/// Who wrote the profile, as its traces tell: "PyTorch 2.x profiler", "SGLang"; by its platform where no trace does.
/// O(contents).
[[nodiscard]] std::vector<std::string> producersOf(const Run &run);
/// What a trace of torch.profiler is from where that is no GPU of CUDA or ROCm, in the words of torch: "xpu", "mtia",
/// "hpu"; else empty. O(tables).
[[nodiscard]] std::string_view otherTorchDevice(const Run &run);

}  // namespace stagescope
