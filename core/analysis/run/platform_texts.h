#pragma once

#include "core/analysis/run/platform.h"

#include <array>
#include <string>
#include <string_view>

namespace stagescope {

/// A sentence that is there: it has no default, so that a table that leaves one out does not compile.
class Sentence {
public:
    Sentence() = delete;
    // NOLINTNEXTLINE(google-explicit-constructor): a literal is one
    consteval Sentence(const char *english) : m_english(english) {}
    [[nodiscard]] constexpr const char *english() const { return m_english; }

private:
    const char *m_english;
};

/// One text in the words of each platform, all of them required: there is no platform whose words stand in for those
/// of another.
struct PlatformText {
    const char *id;
    Sentence npu;  ///< torch_npu and msprof, on NPUs of Ascend
    Sentence mindspore;
    Sentence cuda;   ///< PyTorch on GPUs of CUDA, whoever profiled
    Sentence rocm;   ///< PyTorch on GPUs of ROCm, whoever profiled
    Sentence jax;    ///< XLA
    Sentence other;  ///< of other devices, or of which nothing is known
};
inline constexpr std::array<std::string_view, 6> kPlatformWords{"npu", "mindspore", "cuda", "rocm", "jax", "other"};

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
        default:
            return 5;
    }
}
[[nodiscard]] constexpr std::array<Sentence, 6> sentencesOf(const PlatformText &text) {
    return {text.npu, text.mindspore, text.cuda, text.rocm, text.jax, text.other};
}
/// The id of a text in the words of a platform: "finding.stream_sync.remedy.cuda".
[[nodiscard]] inline std::string platformId(std::string_view id, Platform platform) {
    return std::string(id) + '.' + std::string(kPlatformWords.at(wordsOf(platform)));
}

}  // namespace stagescope
