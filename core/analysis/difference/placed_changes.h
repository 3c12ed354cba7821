#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace stagescope {

enum class SequenceChangeKind : std::uint8_t { Extra, Missing, Replaced, Swapped, Moved };
/// "extra", "missing", "replaced", "swapped", "moved"
[[nodiscard]] std::string_view sequenceChangeText(SequenceChangeKind kind);

/// Numbers of kinds of kernels, in the order in which they ran.
using KindIds = std::vector<std::uint32_t>;
constexpr auto kNoKind = std::numeric_limits<std::uint32_t>::max();
/// Empty where a kind has no type.
using TypeOfKind = std::function<std::string_view(std::uint32_t kind)>;

/// What happens in one place: kinds, and positions in both sequences where there are such.
struct PlacedChange {
    struct What {
        SequenceChangeKind kind;
        std::uint32_t what;
        std::uint32_t other;
        std::uint32_t after;
        auto operator<=>(const What &) const = default;
    };
    What what;
    std::optional<std::size_t> usualAt{};
    std::optional<std::size_t> ownAt{};
    std::size_t place = 0;  ///< in the own sequence
};

/// The edits that lead from one sequence to the other as a person would call them: what is left out here and put in
/// there moved, and kernels of one type in one place replace each other. By place. As sequenceEdits, and O(e^2) in the
/// edits that lie near by.
[[nodiscard]] std::vector<PlacedChange> placedChanges(const KindIds &usual, const KindIds &own, TypeOfKind typeOf);

}  // namespace stagescope
