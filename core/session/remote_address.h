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

}  // namespace stagescope
