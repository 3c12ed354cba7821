#pragma once

#include <string>
#include <utility>
#include <vector>

namespace stagescope {

/// Arguments of one item as they stand in the file, in file order; nested JSON is kept as its text.
using KeyValues = std::vector<std::pair<std::string, std::string>>;

}  // namespace stagescope
