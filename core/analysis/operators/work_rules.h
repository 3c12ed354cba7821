#pragma once

#include "core/analysis/operators/kernel_work.h"
#include "core/analysis/operators/tensors.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

/// The two families of rules behind kernelWork, and what they share.
[[nodiscard]] std::optional<KernelWork> deviceTypeWork(const KernelOperands &operands);
[[nodiscard]] std::optional<KernelWork> frameworkWork(const KernelOperands &operands);

/// Whether the name of an operator says that it may use matrix units: mm, conv, attention, lstm ... as words of it, so
/// that "comm" and "norm" are none of them. Names of CANN and of PyTorch.
[[nodiscard]] bool namesMatrixWork(std::string_view name);

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

/// Arguments of a call of PyTorch's: tensors, lists of tensors as they are written, and numbers as texts.
struct CallArguments {
    explicit CallArguments(const KernelOperands &operands);

    std::vector<Tensor> tensors;
    std::vector<std::string_view> shapes;  ///< of all arguments, as the file writes them
    std::vector<std::string_view> values;
    KernelHint hint{};

    /// Null for what is no tensor or was left out.
    [[nodiscard]] const Tensor *tensor(std::size_t i) const {
        return i < tensors.size() && tensors[i].isThere ? &tensors[i] : nullptr;
    }
    [[nodiscard]] std::string_view value(std::size_t i) const {
        return i < values.size() ? values[i] : std::string_view{};
    }
    /// Elements of a list of tensors, "[[1, 2], [3]]"; nothing for what is none, and for a list whose shapes were left
    /// out.
    [[nodiscard]] std::optional<double> listElements(std::size_t i) const;
};

/// Work of operators that leave matrix units alone, and whether one is known to; bytes of all that have no rule. Those
/// whose name tells of matrix work are marked as such, without FLOP.
void addVectorWork(std::string_view name, const CallArguments &of, KernelWork &work);

}  // namespace stagescope
