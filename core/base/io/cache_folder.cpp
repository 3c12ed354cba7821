#include "core/base/io/cache_folder.h"

#include "core/base/io/leftover.h"

#include <cstdlib>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

/// Made when it is first asked for.
fs::path homeOfProcess() {
    static const Leftover home([] {
        std::error_code error;
        auto pattern = (fs::temp_directory_path(error) / "stagescope-XXXXXX").string();
        return fs::path(mkdtemp(pattern.data()) != nullptr ? pattern : std::string("/nonexistent/stagescope"));
    }());
    return home.path();
}

fs::path folderOf(const char *variable, const char *belowHome) {
    const char *own = std::getenv(variable);
    if (own != nullptr && own[0] == '/') {
        return fs::path(own) / "stagescope";
    }
    const char *home = std::getenv("HOME");
    return (home != nullptr && home[0] == '/' ? fs::path(home) : homeOfProcess()) / belowHome / "stagescope";
}

}  // namespace

fs::path cacheFolder() { return folderOf("XDG_CACHE_HOME", ".cache"); }

fs::path dataFolder() { return folderOf("XDG_DATA_HOME", ".local/share"); }

fs::path configFolder() { return folderOf("XDG_CONFIG_HOME", ".config"); }

fs::path stateFolder() { return folderOf("XDG_STATE_HOME", ".local/state"); }

}  // namespace stagescope
