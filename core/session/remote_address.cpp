#include "core/session/remote_address.h"

#include <algorithm>
#include <map>
#include <mutex>

namespace stagescope {

namespace {

constexpr std::string_view kScheme = "ssh://";
constexpr std::size_t kMostDigitsOfPort = 5;

bool isAlphanumeric(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool isName(std::string_view text, std::string_view others) {
    return !text.empty() && text.front() != '-' && std::all_of(text.begin(), text.end(), [&](char c) {
        return isAlphanumeric(c) || others.find(c) != std::string_view::npos;
    });
}

/// Takes "USER@", a name or "[ADDRESS]" off the text; empty where none stands there.
std::string takeHost(std::string_view &rest) {
    std::string user;
    if (const auto at = rest.find('@'); at != std::string_view::npos && at < rest.find_first_of(":/[")) {
        user = rest.substr(0, at + 1);
        rest.remove_prefix(at + 1);
    }
    const bool isBracketed = rest.starts_with('[');
    const auto end = isBracketed ? rest.find(']') : std::min(rest.find_first_of(":/"), rest.size());
    if (end == std::string_view::npos) {
        return {};
    }
    const auto name = rest.substr(isBracketed ? 1 : 0, end - (isBracketed ? 1 : 0));
    rest.remove_prefix(end + (isBracketed ? 1 : 0));
    const bool isSound = (user.empty() || isName(std::string_view(user).substr(0, user.size() - 1), "._-+")) &&
                         isName(name, isBracketed ? ".:%_-" : "._-");
    return isSound ? user + std::string(name) : std::string();
}

struct ShownPaths {
    std::mutex mutex;
    std::map<std::string, std::string> addresses;  ///< by what stands for them here
};

ShownPaths &shownPaths() {
    static ShownPaths paths;
    return paths;
}

std::optional<RemoteAddress> ofScheme(std::string_view rest) {
    RemoteAddress address{.host = takeHost(rest), .port = {}, .path = {}};
    if (rest.starts_with(':')) {
        const auto slash = std::min(rest.find('/'), rest.size());
        address.port = rest.substr(1, slash - 1);
        rest.remove_prefix(slash);
        const bool isNumber =
            std::all_of(address.port.begin(), address.port.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (address.port.empty() || address.port.size() > kMostDigitsOfPort || !isNumber) {
            return std::nullopt;
        }
    }
    address.path = rest.starts_with("/~/") ? rest.substr(3) : rest;
    return address.host.empty() || address.path.empty() || rest == "/~/" ? std::nullopt : std::optional(address);
}

}  // namespace

std::optional<RemoteAddress> remoteAddress(std::string_view text) {
    if (text.find('\0') != std::string_view::npos || text.find('\n') != std::string_view::npos) {
        return std::nullopt;
    }
    if (text.starts_with(kScheme)) {
        return ofScheme(text.substr(kScheme.size()));
    }
    auto rest = text;
    auto host = takeHost(rest);
    const bool isDrive = host.size() == 1;
    if (host.empty() || isDrive || !rest.starts_with(':') || rest.size() == 1 || rest.starts_with("://")) {
        return std::nullopt;
    }
    rest.remove_prefix(1);
    auto path = std::string(rest.starts_with("~/") ? rest.substr(2) : rest);
    return path.empty() ? std::nullopt
                        : std::optional(RemoteAddress{.host = std::move(host), .port = {}, .path = std::move(path)});
}

std::string addressText(const RemoteAddress &address) {
    const auto at = address.host.find('@');
    const auto name = at == std::string::npos ? address.host : address.host.substr(at + 1);
    const auto user = at == std::string::npos ? std::string() : address.host.substr(0, at + 1);
    const auto host = user + (name.find(':') == std::string::npos ? name : '[' + name + ']');
    const bool isRelative = !address.path.starts_with('/');
    // What the short form would be mistaken for: a drive, another scheme.
    if (address.port.empty() && address.host.size() > 1 && !address.path.starts_with("//")) {
        return host + ':' + (address.path.starts_with("~/") ? "~/" : "") + address.path;
    }
    const auto port = address.port.empty() ? std::string() : ':' + address.port;
    return std::string(kScheme) + host + port + (isRelative ? "/~/" : "") + address.path;
}

void setShownPath(const std::string &here, const std::string &address) {
    auto &known = shownPaths();
    const std::scoped_lock lock(known.mutex);
    known.addresses[here] = address;
}

std::string shownPath(const std::string &path) {
    auto &known = shownPaths();
    const std::scoped_lock lock(known.mutex);
    for (auto end = path.size();; end = path.rfind('/', end - 1)) {
        if (const auto it = known.addresses.find(path.substr(0, end)); it != known.addresses.end()) {
            return it->second + path.substr(end);
        }
        if (end == 0 || path.rfind('/', end - 1) == std::string::npos) {
            return path;
        }
    }
}

std::string withShownPaths(std::string text) {
    auto &known = shownPaths();
    const std::scoped_lock lock(known.mutex);
    for (const auto &[here, address] : known.addresses) {
        for (auto at = text.find(here); at != std::string::npos; at = text.find(here, at + address.size())) {
            text.replace(at, here.size(), address);
        }
    }
    return text;
}

}  // namespace stagescope
