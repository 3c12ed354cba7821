#pragma once

#include "core/formats/cut/file_cut.h"

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

/// Whether rows of its format tell their time or their step, on the clock of the profile.
[[nodiscard]] bool isCutByRows(const FileSource &file);

/// The first line and the rows whose step is one of those or whose time touches the window; what tells neither is kept,
/// and what cannot be read, so that it is told of the copy, too. All of the file where no row is left: its clock is
/// another one, and a file without rows would be damage. A row of another step that reaches into the window is kept,
/// and of each series of samples the last before it and the first behind it. Errors: as copyCut. O(bytes).
[[nodiscard]] Result<ByteStretches> keptRows(const FileSource &file, const FileCut &cut, const std::stop_token &stop);

}  // namespace stagescope
