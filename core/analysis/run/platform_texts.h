#pragma once

#include "core/analysis/run/platform.h"

#include <array>
#include <string>
#include <string_view>

namespace stagescope {

/// In whose words texts speak where platforms differ, the ends of their ids. All have a text of their own: there is no
/// platform whose words stand in for those of another (a test asks for each). npu: torch_npu and msprof; cuda and rocm:
/// PyTorch on these GPUs, whoever profiled; jax and tpu: XLA on GPUs and on TPUs; other: other devices, or nothing is
/// known.
inline constexpr std::array<std::string_view, 7> kPlatformWords{"npu", "mindspore", "cuda", "rocm",
                                                                "jax", "tpu",       "other"};

/// Which of kPlatformWords a platform speaks: their position.
[[nodiscard]] constexpr std::size_t wordsOf(Platform platform) {
    switch (platform) {
        case Platform::TorchNpu:
        case Platform::Msprof:
            return 0;
        case Platform::MindSpore:
            return 1;
        case Platform::Torch:
        case Platform::Nsys:
            return 2;
        case Platform::TorchRocm:
        case Platform::Rocprof:
            return 3;
        case Platform::Jax:
            return 4;
        case Platform::JaxTpu:
            return 5;
        default:
            return 6;
    }
}
/// By which names rules of users mean a platform, the nearest first; "jax" is all that XLA runs on.
[[nodiscard]] inline std::array<std::string_view, 3> namesOf(Platform platform) {
    const auto words = kPlatformWords.at(wordsOf(platform));
    return {platformName(platform), words, platform == Platform::JaxTpu ? "jax" : words};
}
/// The id of a text in the words of a platform: "finding.stream_sync.remedy.cuda".
[[nodiscard]] inline std::string platformId(std::string_view id, Platform platform) {
    return std::string(id) + '.' + std::string(kPlatformWords.at(wordsOf(platform)));
}

}  // namespace stagescope
