#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stagescope::nsys {

/// Files of Nsight Systems keep environments of processes as lists of "NAME=value" that are separated by NULs (texts of
/// StringIds) or lines (settings of the recording). They hold keys and names of people: nothing of them is shown or
/// copied but the rank of a process. O(length).
[[nodiscard]] std::optional<int> rankIn(std::string_view variables);
/// The list without all others.
[[nodiscard]] std::string rankVariables(std::string_view variables);
/// Whether a text may be such a list.
[[nodiscard]] inline bool mayBeVariables(std::string_view text) { return text.find('\0') != std::string_view::npos; }

}  // namespace stagescope::nsys
