#include "core/analysis/trace/operator_category.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

struct Known {
    std::string_view part;
    OperatorCategory category;
};

constexpr auto kMatrixProducts = std::to_array<std::string_view>(
    {"mm", "bmm", "addmm", "addmm_", "baddbmm", "baddbmm_", "addbmm", "_scaled_mm", "_grouped_mm", "_scaled_grouped_mm",
     "_int_mm", "mv", "addmv", "addmv_", "dot", "linear", "matmul", "_addmm_activation"});
/// Parts of names, the first that is found decides.
constexpr auto kParts = std::to_array<Known>({{"record_param_comms", OperatorCategory::Communication},
                                              {"c10d::", OperatorCategory::Communication},
                                              {"nccl:", OperatorCategory::Communication},
                                              {"flash_att", OperatorCategory::Attention},
                                              {"attention", OperatorCategory::Attention},
                                              {"flashattn", OperatorCategory::Attention},
                                              {"conv", OperatorCategory::Convolution},
                                              {"_norm", OperatorCategory::Normalization},
                                              {"layernorm", OperatorCategory::Normalization},
                                              {"rmsnorm", OperatorCategory::Normalization},
                                              {"::_foreach_", OperatorCategory::MultiTensor},
                                              {"::_fused_adam", OperatorCategory::MultiTensor},
                                              {"::_fused_sgd", OperatorCategory::MultiTensor},
                                              {"multi_tensor", OperatorCategory::MultiTensor},
                                              {"_gemm", OperatorCategory::MatrixProduct}});
/// Of PyTorch's own kernels.
constexpr auto kKernelParts = std::to_array<Known>({{"multi_tensor_apply", OperatorCategory::MultiTensor},
                                                    {"elementwise_kernel_with_index", OperatorCategory::Other},
                                                    {"reduce_kernel", OperatorCategory::Reduction},
                                                    {"elementwise", OperatorCategory::Elementwise}});
/// Of libraries and compilers; names of XLA and Triton say what they fused.
constexpr auto kLibraryParts = std::to_array<Known>(
    {{"softmax", OperatorCategory::Reduction},        {"SoftMax", OperatorCategory::Reduction},
     {"nll_loss", OperatorCategory::Reduction},       {"flash", OperatorCategory::Attention},
     {"fmha", OperatorCategory::Attention},           {"sdpa", OperatorCategory::Attention},
     {"attn", OperatorCategory::Attention},           {"attention", OperatorCategory::Attention},
     {"dgrad", OperatorCategory::Convolution},        {"wgrad", OperatorCategory::Convolution},
     {"conv", OperatorCategory::Convolution},         {"gemm", OperatorCategory::MatrixProduct},
     {"gemv", OperatorCategory::MatrixProduct},       {"nvjet", OperatorCategory::MatrixProduct},
     {"cutlass", OperatorCategory::MatrixProduct},    {"cublas", OperatorCategory::MatrixProduct},
     {"splitk", OperatorCategory::MatrixProduct},     {"xmma", OperatorCategory::MatrixProduct},
     {"matmul", OperatorCategory::MatrixProduct},     {"Cijk_", OperatorCategory::MatrixProduct},
     {"layer_norm", OperatorCategory::Normalization}, {"rms_norm", OperatorCategory::Normalization},
     {"RMSNorm", OperatorCategory::Normalization},    {"LayerNorm", OperatorCategory::Normalization},
     {"batch_norm", OperatorCategory::Normalization}, {"triton_per_", OperatorCategory::Reduction},
     {"triton_red_", OperatorCategory::Reduction},    {"triton_poi_", OperatorCategory::Elementwise},
     {"reduce", OperatorCategory::Reduction},         {"fusion", OperatorCategory::Elementwise}});
constexpr auto kMoves = std::to_array<std::string_view>(
    {"copy_", "_to_copy", "clone", "contiguous", "cat", "fill_", "zero_", "zeros", "stack", "repeat", "index_select"});
constexpr auto kMovingKernels = std::to_array<std::string_view>(
    {"direct_copy_kernel", "CatArrayBatchedCopy", "FillFunctor", "fillBuffer", "Memset"});

}  // namespace

std::string_view operatorCategoryText(OperatorCategory category) {
    constexpr auto kTexts =
        std::to_array<std::string_view>({"matrix_product", "attention", "convolution", "normalization", "elementwise",
                                         "reduction", "multi_tensor", "communication", "other"});
    return kTexts.at(static_cast<std::size_t>(category));
}

OperatorCategory operatorCategory(std::string_view name, std::string_view kernel) {
    const auto space = name.find("::");
    const auto plain = space == std::string_view::npos ? name : name.substr(space + 2);
    if (std::find(kMatrixProducts.begin(), kMatrixProducts.end(), plain) != kMatrixProducts.end()) {
        return OperatorCategory::MatrixProduct;
    }
    // Copies between devices launch no kernel; they are copies of elements all the same.
    if (plain == "copy_") {
        return OperatorCategory::Elementwise;
    }
    const auto in = [](std::string_view text) {
        return [text](const Known &known) { return text.find(known.part) != std::string_view::npos; };
    };
    const auto lowered = lowerCase(name);
    if (const auto it = std::find_if(kParts.begin(), kParts.end(), in(lowered)); it != kParts.end()) {
        return it->category;
    }
    const auto it = std::find_if(kKernelParts.begin(), kKernelParts.end(), in(kernel));
    return it == kKernelParts.end() ? OperatorCategory::Other : it->category;
}

OperatorCategory kernelCategory(std::string_view name, std::string_view kernel) {
    const auto category = operatorCategory(name, kernel);
    const auto it = std::find_if(kLibraryParts.begin(), kLibraryParts.end(),
                                 [&](const Known &known) { return kernel.find(known.part) != std::string_view::npos; });
    return category == OperatorCategory::Other && it != kLibraryParts.end() ? it->category : category;
}

bool movesElements(std::string_view name, std::string_view kernel) {
    const auto space = name.find("::");
    const auto plain = space == std::string_view::npos ? name : name.substr(space + 2);
    return std::find(kMoves.begin(), kMoves.end(), plain) != kMoves.end() || containsAny(kernel, kMovingKernels);
}

bool isBackwardOperator(std::string_view name) {
    return name.find("backward") != std::string_view::npos || name.find("Backward") != std::string_view::npos ||
           name.find("_bwd") != std::string_view::npos;
}

}  // namespace stagescope
