#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>

namespace stagescope {

/// As much as is read of files that tell the rank.
inline constexpr std::size_t kInfoBytes = 1 << 20;

/// The first bytes of a file, at most `size`; decompressed when they begin like gzip or zstd (damage in there gives
/// what could be decompressed). Opens regular files only and never waits on one. Errors: NotFound, NoPermission,
/// ReadFailed. Any thread.
[[nodiscard]] Result<std::string> readHead(const std::string &path, std::size_t size);

}  // namespace stagescope
