#pragma once

#include "core/session/workspace.h"

#include <cstdint>
#include <string_view>

namespace stagescope {

/// What wrote a profile: settings are advised in its words only.
enum class Platform : std::uint8_t {
    TorchNpu,
    MindSpore,
    Msprof,    ///< msprof's command line, without a framework
    Torch,     ///< torch.profiler (Kineto), on GPUs
    Job,       ///< a timeline of a whole job, written by the job itself
    Snapshot,  ///< nothing but memory snapshots
};
/// As in message ids: "torch_npu", "mindspore", "msprof", "torch", "job", "snapshot".
[[nodiscard]] std::string_view platformName(Platform platform);
/// Key of the setting by which a bundle tells the platform of what it was made from, since it has none of its files.
inline constexpr std::string_view kBundledPlatform = "bundled_platform";

/// From the settings that were read, else from names of files and their readers. The first rank that tells decides;
/// torch_npu where nothing does. O(files).
[[nodiscard]] Platform platformOf(const Run &run);
/// What a trace of torch.profiler is from where that is no GPU of CUDA or ROCm, in the words of torch: "xpu", "mtia",
/// "hpu"; else empty. O(tables).
[[nodiscard]] std::string_view otherTorchDevice(const Run &run);

}  // namespace stagescope
