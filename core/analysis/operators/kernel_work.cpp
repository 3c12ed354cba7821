#include "core/analysis/operators/kernel_work.h"

#include "core/analysis/operators/work_rules.h"

#include <algorithm>

namespace stagescope {

namespace {

bool isRoundedUp(std::int64_t size, const Extent &to) {
    return to.block == 1 ? size == to.size
                         : size <= INT64_MAX - to.block && (size + to.block - 1) / to.block * to.block == to.size;
}

}  // namespace

std::optional<Extent> sameExtent(const Extent &a, const Extent &b) {
    const auto &exact = a.block <= b.block ? a : b;
    const auto &blocked = a.block <= b.block ? b : a;
    return isRoundedUp(exact.size, blocked) ? std::optional(exact) : std::nullopt;
}

std::optional<MatrixStack> matricesOf(const Tensor &tensor) {
    const auto &dims = tensor.dims;
    const auto rank = dims.size();
    const bool isBlocked = tensor.format == "FRACTAL_NZ" && rank >= 4;
    if (!tensor.isThere || rank < 2) {
        return std::nullopt;
    }
    MatrixStack stack;
    if (!isBlocked) {
        stack.rows.size = dims[rank - 2];
        stack.columns.size = dims[rank - 1];
        stack.batch.assign(dims.begin(), dims.end() - 2);
        return stack;
    }
    stack.rows.block = dims[rank - 2];
    stack.columns.block = dims[rank - 1];
    stack.batch.assign(dims.begin(), dims.end() - 4);
    const bool fits = stack.rows.block > 0 && stack.columns.block > 0 &&
                      !__builtin_mul_overflow(dims[rank - 3], stack.rows.block, &stack.rows.size) &&
                      !__builtin_mul_overflow(dims[rank - 4], stack.columns.block, &stack.columns.size);
    return fits ? std::optional(std::move(stack)) : std::nullopt;
}

std::optional<MatrixProduct> productThatFits(const MatrixStack &a, const MatrixStack &b, const MatrixStack &out) {
    for (const bool isATransposed : {false, true}) {
        for (const bool isBTransposed : {false, true}) {
            const auto m = sameExtent(isATransposed ? a.columns : a.rows, out.rows);
            const auto n = sameExtent(isBTransposed ? b.rows : b.columns, out.columns);
            const auto k = sameExtent(isATransposed ? a.rows : a.columns, isBTransposed ? b.columns : b.rows);
            if (m && n && k) {
                return MatrixProduct{*m, *n, *k};
            }
        }
    }
    return std::nullopt;
}

std::optional<KernelWork> kernelWork(const KernelOperands &operands) {
    return operands.type.empty() ? frameworkWork(operands) : deviceWork(operands);
}

}  // namespace stagescope
