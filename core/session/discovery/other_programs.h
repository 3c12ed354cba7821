#pragma once

#include <string_view>

namespace stagescope {

/// What a file is that some other program wrote, by its first bytes and its name (in small letters, without .gz): THE
/// tables of programs whose output nothing here reads. The answers are proper names and live for ever; empty: of none
/// of them. O(rows * bytes of the head).

/// Of a profiler: "cProfile".
[[nodiscard]] std::string_view profilerOf(std::string_view name, std::string_view head);
/// Of what lies beside profiles: "Parquet".
[[nodiscard]] std::string_view formatOfOther(std::string_view name, std::string_view head);
/// Whether the name alone may be one of those programs'.
[[nodiscard]] bool mayBeOfOther(std::string_view name);

/// Behind blanks and marks of the byte order.
[[nodiscard]] std::string_view firstText(std::string_view head);

}  // namespace stagescope
