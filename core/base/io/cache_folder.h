#pragma once

#include <filesystem>

namespace stagescope {

/// $XDG_CACHE_HOME/stagescope, else ~/.cache/stagescope. Not made here. Where neither variable leads anywhere: a new
/// folder for this process alone, among temporary files, that nobody else may enter or foresee, and gone with it. Any
/// thread.
[[nodiscard]] std::filesystem::path cacheFolder();
/// The same for what must not be lost: $XDG_DATA_HOME/stagescope, else ~/.local/share/stagescope.
[[nodiscard]] std::filesystem::path dataFolder();
/// The same for what the user writes for the program: $XDG_CONFIG_HOME/stagescope, else ~/.config/stagescope.
[[nodiscard]] std::filesystem::path configFolder();
/// The same for what tells of the program itself: $XDG_STATE_HOME/stagescope, else ~/.local/state/stagescope.
[[nodiscard]] std::filesystem::path stateFolder();

}  // namespace stagescope
