#include "core/base/shown_name.h"

#include "core/base/kernel_name.h"

namespace stagescope {

namespace {

constexpr std::string_view kQuotes = "'\"";
constexpr std::string_view kSpaces = " \t";

/// What follows, blanks passed over.
std::string_view pastBlanks(std::string_view text) {
    const auto first = text.find_first_not_of(kSpaces);
    return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

}  // namespace

std::string_view shownName(std::string_view name) {
    constexpr std::string_view kKey = "name";
    const auto start = pastBlanks(name);
    if (!start.starts_with('{')) {
        return kernelName(name).shortName;
    }
    for (auto at = start.find(kKey); at != std::string_view::npos; at = start.find(kKey, at + 1)) {
        const char quote = start[at - 1];
        const auto end = at + kKey.size();
        const bool isKey = kQuotes.find(quote) != std::string_view::npos && end < start.size() && start[end] == quote;
        auto rest = isKey ? pastBlanks(start.substr(end + 1)) : std::string_view{};
        if (!rest.starts_with(':')) {
            continue;
        }
        rest = pastBlanks(rest.substr(1));
        const bool isText = !rest.empty() && kQuotes.find(rest.front()) != std::string_view::npos;
        const auto close = isText ? rest.find(rest.front(), 1) : std::string_view::npos;
        if (close != std::string_view::npos && close > 1) {
            return rest.substr(1, close - 1);
        }
    }
    return name;
}

}  // namespace stagescope
