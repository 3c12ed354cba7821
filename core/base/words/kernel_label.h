#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stagescope {

/// The longest label.
inline constexpr std::size_t kLongestLabel = 60;

/// What a kernel of a GPU's is called in a row or a legend: "mul (vectorized, bf16)" for PyTorch's elementwise,
/// reducing and multi-tensor kernels, else the name of its function without what surrounds it in C++; at most
/// kLongestLabel characters, its middle left out where it is longer. Names that are short and no C++ stay as they are.
/// Pure, O(length).
[[nodiscard]] std::string kernelLabel(std::string_view name);
/// The same, kept for ever: a program meets some thousands of names. Any thread.
[[nodiscard]] std::string_view keptKernelLabel(std::string_view name);
/// A text of at most `most` bytes: its middle is left out where it is longer, since names begin alike and differ at
/// their end, or the other way round.
[[nodiscard]] std::string withoutMiddle(std::string_view text, std::size_t most = kLongestLabel);

}  // namespace stagescope
