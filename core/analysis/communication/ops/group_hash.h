#pragma once

#include <string>
#include <string_view>

namespace stagescope {

/// How communication.json, analysis.db and the names of operators write the id of a group: two polynomial hashes of 32
/// bits (factors 29 and 131) side by side, as a decimal number. "group_name_19" is 3985310405473756128.
[[nodiscard]] std::string groupHash(std::string_view id);

}  // namespace stagescope
