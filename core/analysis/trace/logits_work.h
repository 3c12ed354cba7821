#pragma once

#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// What a rank does with its logits beside matrix products, per step: kernels of which an input or output is as wide
/// as the widest result of its largest matrix product, the vocabulary.
struct LogitsWork {
    std::int64_t vocabulary = 0;
    std::size_t kernels = 0;
    Nanos time{0};
    std::vector<std::string> types{};  ///< of the kernels, most time first
    /// It is a softmax written out: exponentials, a reduction and no kernel of a loss or a softmax among them.
    bool isUnfusedLoss = false;
};
/// Nothing without shapes of kernels, or without a matrix product. O(kernels). Any thread.
[[nodiscard]] std::optional<LogitsWork> logitsWork(const RankCapture &capture, const std::stop_token &stop = {});

}  // namespace stagescope
