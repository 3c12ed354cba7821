#include "core/base/cache_folder.h"

#include <cstdlib>

namespace stagescope {

namespace fs = std::filesystem;

fs::path cacheFolder() {
    const char *cache = std::getenv("XDG_CACHE_HOME");
    if (cache != nullptr && cache[0] == '/') {
        return fs::path(cache) / "stagescope";
    }
    const char *home = std::getenv("HOME");
    return (home != nullptr && home[0] == '/' ? fs::path(home) / ".cache" : fs::temp_directory_path()) / "stagescope";
}

}  // namespace stagescope
