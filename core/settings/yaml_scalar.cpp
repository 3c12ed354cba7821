#include "core/settings/yaml_scalar.h"

#include "core/base/byte_pattern.h"
#include "core/base/text.h"

#include <QtCore/QList>
#include <QtCore/QString>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace stagescope {

namespace {

/// PyYAML's own patterns (yaml/resolver.py of 6.0), which decide what a word is.
struct YamlWords {
    BytePattern flag = words("yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF");
    BytePattern number = words(
        "[-+]?[0-9][0-9_]*\\.[0-9_]*(?:[eE][-+][0-9]+)?"
        "|\\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?"
        "|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\\.[0-9_]*"
        "|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)");
    BytePattern integer = words(
        "[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+"
        "|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+");
    BytePattern date = words(
        "[0-9]{4}-[0-9]{2}-[0-9]{2}"
        "|[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:[Tt]|[ \\t]+)[0-9][0-9]?:[0-9]{2}:[0-9]{2}"
        "(?:\\.[0-9]*)?(?:[ \\t]*(?:Z|[-+][0-9][0-9]?(?::[0-9][0-9])?))?");

private:
    static BytePattern words(std::string_view pattern) {
        return {"\\A(?:" + std::string(pattern) + ")\\z", BytePattern::Case::Heed};
    }
};

/// "1:30" counts in sixties; everything as a double, which is exact far beyond any setting.
std::string ofSixties(std::string_view digits) {
    double value = 0;
    while (!digits.empty()) {
        const auto colon = std::min(digits.find(':'), digits.size());
        double part = 0;
        std::from_chars(digits.data(), digits.data() + colon, part);
        value = value * 60 + part;
        digits.remove_prefix(std::min(colon + 1, digits.size()));
    }
    std::array<char, 64> text{};
    const auto [end, status] = std::to_chars(text.data(), text.data() + text.size(), value);
    return status == std::errc{} ? std::string(text.data(), end) : std::string();
}

/// In decimal; as it stands where 64 bits are too few for another base.
std::string decimalOf(std::string digits) {
    const int base = digits.starts_with("0x")                       ? 16
                     : digits.starts_with("0b")                     ? 2
                     : digits.size() > 1 && digits.starts_with('0') ? 8
                                                                    : 10;
    if (base == 10) {
        return contains(digits, ":") ? ofSixties(digits) : digits;
    }
    std::uint64_t value = 0;
    const auto *begin = digits.data() + (base == 8 ? 1 : 2);
    const auto [stop, status] = std::from_chars(begin, digits.data() + digits.size(), value, base);
    return status == std::errc{} ? std::to_string(value) : digits;
}

/// Of a number that YAML took: without what C++ does not read.
std::string numberText(std::string text) {
    std::erase(text, '_');
    const bool isNegative = text.starts_with('-');
    auto digits = lowerCase(text.substr(isNegative || text.starts_with('+') ? 1 : 0));
    digits.erase(0, digits == ".inf" || digits == ".nan" ? 1 : 0);
    return (isNegative ? "-" : "") + (contains(digits, ":") ? ofSixties(digits) : digits);
}
std::string integerText(std::string text) {
    std::erase(text, '_');
    const bool isNegative = text.starts_with('-');
    return (isNegative ? "-" : "") + decimalOf(text.substr(isNegative || text.starts_with('+') ? 1 : 0));
}

/// Whether readers of YAML 1.1 and of 1.2 take it as a text without quotes, in brackets too: it begins as no number.
bool isPlain(const std::string &text) {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    constexpr std::string_view kMore = "0123456789./-";
    const bool isWord = startsWithAny(text, std::initializer_list<std::string_view>{"/", "./", "../"}) ||
                        (!text.empty() && contains(kLetters, text.substr(0, 1)));
    TextNode read{.text = text, .members = {}};
    resolveYamlScalar(read);
    return isWord && read.type == NodeType::Text && lowerCase(text) != "y" && lowerCase(text) != "n" &&
           text.find_first_not_of(std::string(kLetters) + std::string(kMore)) == std::string::npos;
}

/// What PyYAML takes in quotes as it stands: what can be printed, and no end of a line.
bool isPrinted(char32_t c) {
    return (c >= 0x20 && c <= 0x7E) || (c >= 0xA0 && c <= 0xFFFD && c != 0x2028 && c != 0x2029 && c != 0xFEFF) ||
           c >= 0x10000;
}

std::string quotedYaml(const std::string &text) {
    QString quoted = QStringLiteral("\"");
    // A letter in front, as Qt takes a byte order mark there for none of the text.
    const auto letters = QString::fromStdString("x" + text).mid(1).toUcs4();
    for (const char32_t c : letters) {
        if (!isPrinted(c)) {
            quoted += QStringLiteral("\\u%1").arg(static_cast<uint>(c), 4, 16, QLatin1Char('0'));
        } else {
            quoted += c == U'"' || c == U'\\' ? QStringLiteral("\\") : QString();
            quoted += QString::fromUcs4(&c, 1);
        }
    }
    return (quoted + QLatin1Char('"')).toStdString();
}

/// YAML 1.1 wants a point, and the sign of an exponent: `1e3` is a text.
std::string yamlNumber(std::string text) {
    const auto exponent = std::min(text.find_first_of("eE"), text.size());
    const bool isSigned = exponent + 1 < text.size() && contains("+-", text.substr(exponent + 1, 1));
    text.insert(std::min(exponent + 1, text.size()), exponent == text.size() || isSigned ? "" : "+");
    return contains(text, ".") ? text : text.insert(exponent, ".0");
}

}  // namespace

void resolveYamlScalar(TextNode &node) {
    thread_local YamlWords words;
    auto &text = node.text;
    const char first = text.empty() ? '\0' : text.front();
    const bool isNumeric = isDigit(first) || first == '-' || first == '+' || first == '.';
    if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL") {
        node.type = NodeType::Null;
        text = "null";
    } else if (words.flag.isIn(text)) {
        const auto word = lowerCase(text);
        node.type = NodeType::Flag;
        text = word == "yes" || word == "true" || word == "on" ? "true" : "false";
    } else if (isNumeric && words.number.isIn(text)) {
        node.type = NodeType::Number;
        text = numberText(text);
    } else if (isNumeric && words.integer.isIn(text)) {
        node.type = NodeType::Integer;
        text = integerText(text);
    } else if (isNumeric && words.date.isIn(text)) {
        node.type = NodeType::Date;
    } else {
        node.type = text == "<<" || text == "=" ? NodeType::Expression : NodeType::Text;
    }
}

std::string yamlOf(const TextNode &value) {
    std::string list;
    switch (value.type) {
        case NodeType::List:
        case NodeType::Object:
            for (const auto &member : value.members) {
                list += list.empty() ? "" : ", ";
                list += value.type == NodeType::Object
                            ? yamlOf(TextNode{.type = NodeType::Text, .text = member.key, .members = {}}) + ": "
                            : "";
                list += yamlOf(member.value);
            }
            return value.type == NodeType::List ? "[" + list + "]" : "{" + list + "}";
        case NodeType::Text:
            return isPlain(value.text) ? value.text : quotedYaml(value.text);
        case NodeType::Number:
            return yamlNumber(value.text);
        default:
            return value.text;
    }
}

}  // namespace stagescope
