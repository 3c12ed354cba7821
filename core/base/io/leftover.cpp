#include "core/base/io/leftover.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

namespace stagescope {

namespace fs = std::filesystem;

namespace {

struct Registry {
    std::recursive_mutex mutex;  // taking a place may need another, for a moment
    std::vector<fs::path> paths;
};

/// Never destroyed: a signal may come while the program ends.
Registry &registry() {
    static auto *const instance = new Registry;
    return *instance;
}

/// Whose mark tells that it is ours: a dot file, which goes last. What is killed in between is known by it.
void removeUnmarked(const fs::path &path) {
    std::error_code error;
    if (fs::symlink_status(path, error).type() != fs::file_type::directory) {
        return;
    }
    for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (!it->path().filename().native().starts_with('.')) {
            fs::remove_all(it->path(), ignored);
        }
    }
}

/// Other threads may still write into a folder that is being emptied.
void removeAll(const fs::path &path) {
    constexpr int kTries = 50;
    std::error_code ignored;
    for (int i = 0; i < kTries; ++i) {
        removeUnmarked(path);
        fs::remove_all(path, ignored);
        if (!fs::exists(fs::symlink_status(path, ignored))) {
            return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

}  // namespace

Leftover::Leftover(fs::path path) : Leftover(std::move(path), [] { return true; }) {}

Leftover::Leftover(fs::path path, const std::function<bool()> &take) : m_path(std::move(path)) {
    const std::scoped_lock lock(registry().mutex);
    m_isKept = !take();
    if (!m_isKept) {
        registry().paths.push_back(m_path);
    }
}

Leftover::~Leftover() {
    if (!m_isKept) {
        keep();
        removeAll(m_path);
    }
}

void Leftover::keep() {
    m_isKept = true;
    const std::scoped_lock lock(registry().mutex);
    auto &paths = registry().paths;
    if (const auto it = std::find(paths.begin(), paths.end(), m_path); it != paths.end()) {
        paths.erase(it);
    }
}

bool isInLeftover(const fs::path &path) {
    const std::scoped_lock lock(registry().mutex);
    const auto &paths = registry().paths;
    return std::any_of(paths.begin(), paths.end(), [&](const fs::path &folder) {
        const auto &text = folder.native();
        return path.native().starts_with(text) && path.native().size() > text.size() &&
               path.native()[text.size()] == '/';
    });
}

std::unique_lock<std::recursive_mutex> removeLeftovers() {
    std::unique_lock lock(registry().mutex);
    for (const auto &path : registry().paths) {
        removeAll(path);
    }
    return lock;
}

}  // namespace stagescope
