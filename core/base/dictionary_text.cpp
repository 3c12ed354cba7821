#include "core/base/dictionary_text.h"

#include <charconv>
#include <string>

namespace stagescope {

std::string_view dictionaryValue(std::string_view text, std::string_view key) {
    for (const char quote : {'\'', '"'}) {
        const auto at = text.find(quote + std::string(key) + quote);
        if (at == std::string_view::npos) {
            continue;
        }
        auto rest = text.substr(at + key.size() + 2);
        const auto value = rest.find_first_not_of(" :");
        if (value == std::string_view::npos) {
            continue;
        }
        rest.remove_prefix(value);
        if (rest[0] == '\'' || rest[0] == '"') {
            return rest.substr(1, rest.find(rest[0], 1) - 1);
        }
        return rest.substr(0, rest.find_first_of(",} "));
    }
    return {};
}

std::int64_t microbatchOf(std::string_view message) {
    const auto text = dictionaryValue(message, "current_microbatch");
    std::int64_t number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : -1;
}

}  // namespace stagescope
