#pragma once

#include <filesystem>

namespace stagescope {

/// $XDG_CACHE_HOME/stagescope, else ~/.cache/stagescope, else in the folder for temporary files. Not made here. Any
/// thread.
[[nodiscard]] std::filesystem::path cacheFolder();
/// The same for what must not be lost: $XDG_DATA_HOME/stagescope, else ~/.local/share/stagescope.
[[nodiscard]] std::filesystem::path dataFolder();

}  // namespace stagescope
