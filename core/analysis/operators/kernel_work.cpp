#include "core/analysis/operators/kernel_work.h"

#include "core/analysis/operators/work_rules.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace stagescope {

namespace {

/// Parts of names of operators that multiply matrices, whatever stands around them.
constexpr std::array<std::string_view, 15> kMatrixParts{"matmul", "gemm", "attention", "conv",   "lstm",
                                                        "gru",    "rnn",  "einsum",    "linear", "linalg",
                                                        "attn",   "fmha", "sdpa",      "cdist",  "triton_tem"};
/// The same as words of their own: "mm", "_int_mm", "scaled_mm_v2".
constexpr std::array<std::string_view, 8> kMatrixWords{"mm", "bmm", "addmm", "baddbmm", "addbmm", "mv", "addmv", "dot"};
/// What has such a part and is none.
constexpr std::array<std::string_view, 5> kNoMatrix{"convert", "nonlinear", "upsample_linear", "upsample_bilinear",
                                                    "upsample_trilinear"};

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool hasWord(std::string_view text, std::string_view word) {
    for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const auto end = at + word.size();
        if ((at == 0 || !isLetter(text[at - 1])) && (end == text.size() || !isLetter(text[end]))) {
            return true;
        }
    }
    return false;
}

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

bool namesMatrixWork(std::string_view name) {
    auto lower = lowerCase(name);
    for (const auto part : kNoMatrix) {
        for (auto at = lower.find(part); at != std::string::npos; at = lower.find(part)) {
            lower.erase(at, part.size());
        }
    }
    return std::any_of(kMatrixParts.begin(), kMatrixParts.end(),
                       [&](std::string_view part) { return lower.find(part) != std::string::npos; }) ||
           std::any_of(kMatrixWords.begin(), kMatrixWords.end(),
                       [&](std::string_view word) { return hasWord(lower, word); });
}

std::optional<KernelWork> kernelWork(const KernelOperands &operands) {
    return operands.type.empty() ? frameworkWork(operands) : deviceTypeWork(operands);
}

}  // namespace stagescope
