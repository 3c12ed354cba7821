#pragma once

#include "core/analysis/operators/kernel_work.h"
#include "core/analysis/operators/tensors.h"

#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

/// The two families of rules behind kernelWork, and what they share.
[[nodiscard]] std::optional<KernelWork> deviceWork(const KernelOperands &operands);
[[nodiscard]] std::optional<KernelWork> frameworkWork(const KernelOperands &operands);

/// One side of a matrix; in a blocked layout rounded up to a multiple of the block.
struct Extent {
    std::int64_t size = 0;
    std::int64_t block = 1;
};
/// The one that both can be, exact if either is.
[[nodiscard]] std::optional<Extent> sameExtent(const Extent &a, const Extent &b);

/// Matrices of a batch: the last two dimensions after unfolding FRACTAL_NZ, and those before.
struct MatrixStack {
    std::vector<std::int64_t> batch{};
    Extent rows{};
    Extent columns{};
};
/// Nothing for less than two dimensions.
[[nodiscard]] std::optional<MatrixStack> matricesOf(const Tensor &tensor);

/// M x K by K x N.
struct MatrixProduct {
    Extent m{};
    Extent n{};
    Extent k{};

    [[nodiscard]] double flop() const {
        return 2.0 * static_cast<double>(m.size) * static_cast<double>(n.size) * static_cast<double>(k.size);
    }
    [[nodiscard]] bool isPadded() const { return m.block > 1 || n.block > 1 || k.block > 1; }
};
/// The product of a and b, each possibly transposed, that gives `out`; batches are not looked at.
[[nodiscard]] std::optional<MatrixProduct> productThatFits(const MatrixStack &a, const MatrixStack &b,
                                                           const MatrixStack &out);

/// Sizes of an attention. Kept as doubles: they come from files.
struct AttentionSizes {
    double batch = 0;
    double heads = 0;  ///< of the queries
    double queries = 0;
    double keys = 0;
    double depth = 0;  ///< of a head of queries and keys
    double valueDepth = 0;
};
/// FLOP of the forward pass without a mask.
[[nodiscard]] inline double attentionFlop(const AttentionSizes &of) {
    return 2 * of.batch * of.heads * of.queries * of.keys * (of.depth + of.valueDepth);
}
/// The backward pass does five products of that size where the forward pass does two.
inline constexpr double kAttentionBackward = 2.5;

/// Bytes of all of them; nothing when one is not known.
template <class Tensors>
[[nodiscard]] std::optional<double> bytesOf(const Tensors &tensors) {
    double sum = 0;
    for (const auto &tensor : tensors) {
        const auto bytes = tensor.bytes();
        if (!bytes) {
            return std::nullopt;
        }
        sum += *bytes;
    }
    return sum;
}
[[nodiscard]] inline std::optional<double> sumOf(std::optional<double> a, std::optional<double> b) {
    return a && b ? std::optional(*a + *b) : std::nullopt;
}

}  // namespace stagescope
