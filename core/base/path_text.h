#pragma once

#include <string>
#include <string_view>

namespace stagescope {

// Paths as texts, with '/'; no file is looked at.

/// "c" of "/a/b/c" and of "c"; part of the path that was given.
[[nodiscard]] inline std::string_view lastPart(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// "x.json" of "x.json.gz" and "x.json.zst": what a file is called that readers unpack by its first bytes; other paths
/// as they are. Part of the path that was given.
[[nodiscard]] constexpr std::string_view unpackedName(std::string_view path) {
    for (const std::string_view ending : {".gz", ".zst"}) {
        if (path.ends_with(ending)) {
            return path.substr(0, path.size() - ending.size());
        }
    }
    return path;
}

/// "/a/b" of "/a/b/c", "/" of "/a", "." of "a".
[[nodiscard]] inline std::string parentPath(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? "." : slash == 0 ? "/" : std::string(path.substr(0, slash));
}

}  // namespace stagescope
