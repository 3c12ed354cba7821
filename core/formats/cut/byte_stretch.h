#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace stagescope {

/// Bytes of a file, decompressed, `end` excluded; behind the file's own end there are none.
struct ByteStretch {
    std::uint64_t begin = 0;
    std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
};
using ByteStretches = std::vector<ByteStretch>;

}  // namespace stagescope
