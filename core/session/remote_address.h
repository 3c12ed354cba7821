#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// A profile on another machine, as ssh knows it.
struct RemoteAddress {
    std::string host;  ///< "user@name" or "name", never with a '-' in front
    std::string port;  ///< digits; empty = what ssh chooses
    std::string path;  ///< there; without a '/' in front from the home folder
    bool operator==(const RemoteAddress &) const = default;
};

/// Of "ssh://[USER@]HOST[:PORT]/PATH" (PATH from the root, or /~/PATH from the home folder) and "[USER@]HOST:PATH";
/// addresses of IPv6 in brackets. Nothing for all other text, such as paths with ':' behind a '/' and drives ("c:x").
/// Whether a file of that name is here is the caller's question.
[[nodiscard]] std::optional<RemoteAddress> remoteAddress(std::string_view text);

/// "HOST:PATH", or "ssh://HOST:PORT/PATH" where it has a port: remoteAddress() reads it again.
[[nodiscard]] std::string addressText(const RemoteAddress &address);

/// From now on, in the whole process, a folder or file here is known to stand for a profile elsewhere. Any thread.
void setShownPath(const std::string &here, const std::string &address);
/// What people are shown in place of a path: where it, or what it lies in, was brought from; else the path itself. Any
/// thread. O(log of the profiles that were brought).
[[nodiscard]] std::string shownPath(const std::string &path);
/// A text in which such paths may stand. O(text * profiles that were brought).
[[nodiscard]] std::string withShownPaths(std::string text);

}  // namespace stagescope
