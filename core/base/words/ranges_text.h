#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stagescope {

/// "1-3, 8, 10, 11": each number once, ascending, three and more in a row as a range.
[[nodiscard]] std::string rangesText(std::vector<std::int64_t> numbers);

}  // namespace stagescope
