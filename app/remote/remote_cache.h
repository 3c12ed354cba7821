#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Whose digests are kept: of profiles elsewhere, or of those here that others opened from elsewhere.
enum class RemoteRole : std::uint8_t { Opened, Served };

/// Where digests of a profile are kept, below the cache folder: a folder that is told by a label and the profile. Not
/// made here.
[[nodiscard]] std::filesystem::path remoteFolder(RemoteRole role, std::string_view label, std::string_view profile);
/// With all above it, for this user alone. False where that cannot be.
[[nodiscard]] bool makePrivateFolder(const std::filesystem::path &folder);

/// Files that are kept, of both roles. Any thread.
[[nodiscard]] std::vector<std::filesystem::path> remoteFiles();
/// Removes them; how many.
std::size_t removeRemoteFiles();

}  // namespace stagescope
