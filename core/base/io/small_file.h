#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>

namespace stagescope {

/// All bytes of a file that a person wrote: at most so many, and not compressed. Errors: those of ByteSource; Limit for
/// a file that is longer or compressed. Any thread.
[[nodiscard]] Result<std::string> readSmallFile(const std::string &path, std::size_t most);

}  // namespace stagescope
