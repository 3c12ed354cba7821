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
/// Of the backward pass, by its name.
[[nodiscard]] bool isBackwardOperator(std::string_view name);

}  // namespace stagescope
