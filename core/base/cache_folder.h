#pragma once

#include <filesystem>

namespace stagescope {

/// $XDG_CACHE_HOME/stagescope, else ~/.cache/stagescope, else in the folder for temporary files. Not made here. Any
/// thread.
[[nodiscard]] std::filesystem::path cacheFolder();

}  // namespace stagescope
