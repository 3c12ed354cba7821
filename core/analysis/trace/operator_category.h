#pragma once

#include <cstdint>
#include <string_view>

namespace stagescope {

/// What an operator of the framework does, as far as comparisons of devices and libraries tell operators apart.
enum class OperatorCategory : std::uint8_t {
    MatrixProduct,
    Attention,
    Convolution,
    Normalization,
    Elementwise,
    Reduction,
    MultiTensor,  ///< optimizers and the like, over lists of tensors
    Communication,
    Other,
};
/// "matrix_product", "attention" ...
[[nodiscard]] std::string_view operatorCategoryText(OperatorCategory category);

/// By the operator's name; what names leave open (most of aten) by the name of a kernel that it launched.
[[nodiscard]] OperatorCategory operatorCategory(std::string_view name, std::string_view kernel);
/// Of a kernel, by the operator that launched it (empty where unknown), else by its own name, libraries' included.
[[nodiscard]] OperatorCategory kernelCategory(std::string_view name, std::string_view kernel);
/// Whether it does the work of matrix units: a matrix product, a convolution or an attention.
[[nodiscard]] constexpr bool isMatrixWork(OperatorCategory category) {
    return category == OperatorCategory::MatrixProduct || category == OperatorCategory::Convolution ||
           category == OperatorCategory::Attention;
}
/// Whether an operator or a kernel only moves or fills elements.
[[nodiscard]] bool movesElements(std::string_view name, std::string_view kernel);
/// Of the backward pass, by its name.
[[nodiscard]] bool isBackwardOperator(std::string_view name);

}  // namespace stagescope
