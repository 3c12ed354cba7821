#include "core/base/text.h"
#include "core/settings/setting_text.h"

#include <algorithm>
#include <array>

namespace stagescope {

SettingSyntax syntaxOf(std::string_view text) {
    constexpr auto kYamlBegins = std::to_array<std::string_view>({"---", "%", "? ", "\"", "'", "- "});
    text.remove_prefix(text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.starts_with('#')) {
            continue;
        }
        if (contains("{[/", line.substr(0, 1))) {
            return SettingSyntax::Json;
        }
        // What dyno prints begins with "NpuTrace config =".
        const auto equals = line.find('=');
        const auto colon = line.ends_with(':') ? line.size() - 1 : line.find(": ");
        const bool isYaml = startsWithAny(line, kYamlBegins) || colon < equals;
        return isYaml                             ? SettingSyntax::Yaml
               : equals == std::string_view::npos ? SettingSyntax::Json
                                                  : SettingSyntax::Request;
    }
    return SettingSyntax::Json;
}

std::string jsonText(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        constexpr std::string_view kHex = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20) {
            result += std::string("\\u00") + kHex[byte >> 4U] + kHex[byte & 15U];
        } else {
            result += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
        }
    }
    return result + '"';
}

}  // namespace stagescope
