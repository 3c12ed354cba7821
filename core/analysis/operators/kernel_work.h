#pragma once

#include "core/analysis/operators/number_type.h"

#include <optional>
#include <string_view>

namespace stagescope {

/// What a kernel is known to do, as its file writes it; empty where it does not tell. `type` is that of the device's
/// operator (CANN: "MatMulV3"), and the rest as there; without one, `framework` names PyTorch's operator that launched
/// it ("aten::mm"), and shapes, types and values are those of its arguments as Kineto writes them.
struct KernelOperands {
    std::string_view type{};
    std::string_view framework{};
    std::string_view inputShapes{};
    std::string_view inputTypes{};
    std::string_view inputFormats{};
    std::string_view outputShapes{};
    std::string_view outputTypes{};
    std::string_view outputFormats{};
    std::string_view inputValues{};  ///< Concrete Inputs of Kineto
    KernelHint hint{};               ///< what the kernel's own name tells

    bool operator==(const KernelOperands &) const = default;
};

/// Floating point operations and bytes of one call.
struct KernelWork {
    std::optional<double> flop{};   ///< a multiplication and an addition are two; nothing: not known
    std::optional<double> bytes{};  ///< every operand read and every result written once; nothing: not known
    bool isMatrix = false;          ///< of matrix units: matrix products, attention, convolutions
    bool isVector = false;          ///< known to leave matrix units alone; neither: what it does is not known
    bool isPadded = false;          ///< flop counts the padding of blocked layouts, whose true sizes are not told
    bool areBytesLeast = false;     ///< bytes are of what is known to be moved; results that are not told come on top
    NumberType number = NumberType::Unknown;  ///< what matrix units multiply
};

/// Work from shapes, types and layouts; nothing where neither FLOP nor bytes are known. Never guesses: operands that do
/// not fit the rule give nothing. Pure, any thread, O(length of the texts).
///
/// FLOP. Matrix products: 2 M N K of each of a batch, and M N where a bias is added (as TraceLens counts aten::addmm);
/// transposes are those that fit, FRACTAL_NZ (..., N1, M1, M0, N0) is M1 M0 x N1 N0. Attention: 2 B N Sq Skv (D + Dv),
/// half of that under a causal mask, 2.5 times in the backward pass, which computes the products once more (Dao et al.,
/// FlashAttention-2, section 4.1). Convolutions: 2 x positions of the output x elements of the weights, for each of the
/// gradients that are computed. Element-wise operators: 1 for each element of the result.
///
/// Bytes. Of operators of PyTorch without a rule of their own the operands that are named: each is read or written at
/// least once, and traces of Kineto do not tell results (areBytesLeast). Nothing for operators that may leave most of
/// an operand alone (gather, index ...).
///
/// Matrix work whose operands do not fit has no FLOP, so that it can be told from work that has none; an operator whose
/// name says nothing (of a library of one's own) is neither, and counts as not judged. PyTorch's own operators do no
/// matrix work but for those whose names tell it: the ones that torch/utils/flop_counter.py counts are among these.
/// CANN's attention takes a compressed mask of 2048 x 2048 for any other length: it is taken as causal (sparse modes 2
/// and 3; a band, mode 4, looks the same and does less).
[[nodiscard]] std::optional<KernelWork> kernelWork(const KernelOperands &operands);

}  // namespace stagescope
