#pragma once

#include "core/formats/snapshot/snapshot_pieces.h"

#include <string>
#include <utility>
#include <vector>

namespace stagescope {

/// Texts, numbers, and lists of these, separated by commas; anything else is empty. Long lists are cut.
[[nodiscard]] std::string snapshotText(const SnapshotPieces &pieces, PickleValue value);

/// The settings of the allocator, in the order of the file; "outer.inner" for those of a map within. At most 4096:
/// PyTorch writes 20, and a map that is named many times must not multiply.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> snapshotSettings(const SnapshotPieces &pieces,
                                                                                PickleValue map);

}  // namespace stagescope
