#pragma once

#include "core/analysis/run/kernels.h"
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
/// Whether a kernel is part of that: an operand is as wide as the vocabulary, and it is no matrix product.
[[nodiscard]] bool isOnLogits(const DeviceKernel &kernel, std::int64_t vocabulary);
[[nodiscard]] bool isMatrixProduct(const DeviceKernel &kernel);

/// Nothing without shapes of kernels, or without a matrix product. O(kernels). Any thread.
[[nodiscard]] std::optional<LogitsWork> logitsWork(const RankCapture &capture, const std::stop_token &stop = {});

}  // namespace stagescope
