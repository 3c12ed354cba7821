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

/// The same without the number that some programs put behind the ending for each rank: "x.json" of "x.json.3",
/// "x.json.gz.3", "x.json.3.gz" and "x.json.rank3".
[[nodiscard]] constexpr std::string_view plainName(std::string_view path) {
    const auto unpacked = unpackedName(path);
    auto whole = unpacked.substr(0, unpacked.find_last_not_of("0123456789") + 1);
    const bool isNumbered = whole.size() < unpacked.size();
    whole.remove_suffix(whole.ends_with('_') || whole.ends_with('-') ? 1 : 0);
    whole.remove_suffix(whole.ends_with("rank") ? 4 : 0);
    whole = whole.ends_with('.') ? unpackedName(whole.substr(0, whole.size() - 1)) : std::string_view{};
    return isNumbered && whole.ends_with(".json") ? whole : unpacked;
}

/// "/a/b" of "/a/b/c", "/" of "/a", "." of "a".
[[nodiscard]] inline std::string parentPath(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? "." : slash == 0 ? "/" : std::string(path.substr(0, slash));
}

}  // namespace stagescope
