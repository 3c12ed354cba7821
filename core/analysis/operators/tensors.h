#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace stagescope {

/// An operand of a kernel as a file describes it. Texts are views into those that were read.
struct Tensor {
    std::vector<std::int64_t> dims{};
    std::string_view type{};    ///< FLOAT16, DT_BF16, c10::BFloat16; empty unknown
    std::string_view format{};  ///< ND, FRACTAL_NZ ...; empty unknown
    bool isThere = false;       ///< false: an optional operand that was left out, a number or a list

    /// Exact below 2^53; sizes come from files, so that integers could overflow.
    [[nodiscard]] double elements() const;
    /// Nothing for a type of unknown size.
    [[nodiscard]] std::optional<double> bytes() const;
    [[nodiscard]] std::size_t rank() const { return dims.size(); }
};

/// Bytes of an element, 0.5 of INT4; nothing unknown. Names of CANN and of PyTorch.
[[nodiscard]] std::optional<double> typeBytes(std::string_view type);
/// Without the prefixes DT_, c10:: and torch.
[[nodiscard]] std::string_view plainType(std::string_view type);

/// Operands as files of CANN write them: shapes `"4096,1024;;8"` with or without quotes, types and formats `A;B;C`.
/// An empty shape is an operand that was left out, or a number: it counts as left out.
[[nodiscard]] std::vector<Tensor> tensorsOf(std::string_view shapes, std::string_view types, std::string_view formats);
/// Operands as Kineto writes them: shapes `[[10, 64], [], []]`, types `["float", "Scalar", ""]`. An empty shape of a
/// type is a tensor of one element. Lists of tensors count as left out.
[[nodiscard]] std::vector<Tensor> tensorsOfJson(std::string_view shapes, std::string_view types);
/// The elements of an array of JSON, texts without their quotes: `["", "[1, 1]", "True"]`. Escapes stay as written.
[[nodiscard]] std::vector<std::string_view> elementsOfJson(std::string_view array);
/// "[1, 2]" or "1,2"; nothing for anything else than whole numbers from 0 on.
[[nodiscard]] std::optional<std::vector<std::int64_t>> numbersOf(std::string_view text);

/// What stands between separators; one empty text of an empty one.
[[nodiscard]] std::vector<std::string_view> partsOf(std::string_view text, char between);

/// Product, 1 of nothing.
[[nodiscard]] double productOf(std::span<const std::int64_t> dims);

}  // namespace stagescope
