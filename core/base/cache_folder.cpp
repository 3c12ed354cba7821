#include "core/base/cache_folder.h"

#include <cstdlib>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

fs::path folderOf(const char *variable, const char *belowHome) {
    const char *own = std::getenv(variable);
    if (own != nullptr && own[0] == '/') {
        return fs::path(own) / "stagescope";
    }
    const char *home = std::getenv("HOME");
    return (home != nullptr && home[0] == '/' ? fs::path(home) / belowHome : fs::temp_directory_path()) / "stagescope";
}

}  // namespace

fs::path cacheFolder() { return folderOf("XDG_CACHE_HOME", ".cache"); }

fs::path dataFolder() { return folderOf("XDG_DATA_HOME", ".local/share"); }

}  // namespace stagescope
