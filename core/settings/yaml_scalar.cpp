#include "core/settings/yaml_scalar.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <optional>

namespace stagescope {

namespace {

bool isOneOfWords(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether it is a whole number as YAML 1.1 writes them; its value in decimal, however large.
std::optional<std::string> yamlInteger(std::string text) {
    std::erase(text, '_');
    const bool isNegative = text.starts_with('-');
    const auto digits = text.substr(isNegative || text.starts_with('+') ? 1 : 0);
    const bool isHex = digits.starts_with("0x");
    const int base = isHex ? 16 : digits.size() > 1 && digits.starts_with('0') ? 8 : 10;
    if (base == 10) {
        const bool isNumber = !digits.empty() && std::all_of(digits.begin(), digits.end(), isDigit);
        return isNumber ? std::optional((isNegative ? "-" : "") + digits) : std::nullopt;
    }
    std::uint64_t value = 0;
    const auto *begin = digits.data() + (isHex ? 2 : 1);
    const auto *end = digits.data() + digits.size();
    const auto [stop, status] = std::from_chars(begin, end, value, base);
    const bool isNumber = status == std::errc{} && stop == end;
    return isNumber ? std::optional((isNegative ? "-" : "") + std::to_string(value)) : std::nullopt;
}

}  // namespace

void resolveYamlScalar(TextNode &node) {
    const bool isTrue = isOneOfWords(node.text, {"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"});
    if (isTrue || isOneOfWords(node.text, {"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"})) {
        node.type = NodeType::Flag;
        node.text = isTrue ? "true" : "false";
    } else if (isOneOfWords(node.text, {"", "~", "null", "Null", "NULL"})) {
        node.type = NodeType::Null;
        node.text = "null";
    } else if (auto integer = yamlInteger(node.text)) {
        node.type = NodeType::Integer;
        node.text = std::move(*integer);
    } else {
        double number = 0;
        const auto *end = node.text.data() + node.text.size();
        const auto [stop, status] = std::from_chars(node.text.data(), end, number);
        const bool isNumber = status == std::errc{} && stop == end && contains(node.text, ".");
        node.type = isNumber ? NodeType::Number : NodeType::Text;
    }
}

std::string yamlOf(const TextNode &value) {
    if (value.type == NodeType::List) {
        std::string list;
        for (const auto &item : value.members) {
            list += (list.empty() ? "" : ", ") + yamlOf(item.value);
        }
        return "[" + list + "]";
    }
    TextNode read{.text = value.text};
    resolveYamlScalar(read);
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-";
    const bool isPlain = read.type == NodeType::Text && value.text.find_first_not_of(kPlain) == std::string::npos &&
                         value.text.front() != '-';
    return value.type == NodeType::Object            ? "{}"
           : value.type != NodeType::Text || isPlain ? value.text
                                                     : jsonText(value.text);
}

}  // namespace stagescope
