#include "core/formats/io/json_values.h"

#include "core/base/text.h"
#include "core/formats/io/small_file.h"

#include <charconv>

namespace stagescope {

namespace {
/// simdjson itself stops at 1024; no settings file nests like that.
constexpr int kMaxDepth = 64;

void flattenInto(KeyValues &result, simdjson::dom::element value, const std::string &key, int depth) {
    simdjson::dom::object object;
    if (depth >= kMaxDepth || value.get_object().get(object) != simdjson::SUCCESS) {
        result.emplace_back(key, jsonText(value));
        return;
    }
    for (const auto member : object) {
        const std::string name(member.key);
        flattenInto(result, member.value, key.empty() ? name : key + "." + name, depth + 1);
    }
}
/// Bare words outside of strings; nothing when there are none. O(text).
std::optional<std::string> withoutNan(std::string_view text) {
    std::string result;
    std::size_t copied = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (inString && text[i] == '\\') {
            ++i;
        } else if (text[i] == '"') {
            inString = !inString;
        } else if (!inString && (text[i] == 'N' || text[i] == 'I' || text[i] == '-')) {
            for (const std::string_view word : {"NaN", "Infinity", "-Infinity"}) {
                if (text.substr(i).starts_with(word)) {
                    result.append(text.substr(copied, i - copied)).append("null");
                    copied = i + word.size();
                    i = copied - 1;
                    break;
                }
            }
        }
    }
    return copied == 0 ? std::nullopt : std::optional(result.append(text.substr(copied)));
}
}  // namespace

Result<JsonDocument> JsonDocument::parseLenient(std::string_view text, const std::string &where) {
    auto document = parse(text, where);
    if (document) {
        return document;
    }
    if (const auto repaired = withoutNan(text)) {
        document = parse(*repaired, where);
    }
    return document;
}

Result<JsonDocument> JsonDocument::readObject(const std::string &path, const LoadControl &control) {
    ASSIGN_OR_RETURN(const auto text, readSmallFile(path, control));
    auto document = parse(text, path);
    if (document && !document->root().is_object()) {
        return fail(ErrorKind::Malformed, "not a JSON object", path);
    }
    return document;
}

Result<JsonDocument> JsonDocument::parse(std::string_view text, const std::string &where) {
    JsonDocument document;
    document.m_parser = std::make_unique<simdjson::dom::parser>();
    if (text.starts_with("\xef\xbb\xbf")) {
        text.remove_prefix(3);
    }
    const auto error = document.m_parser->parse(text.data(), text.size(), true).get(document.m_root);
    if (error != simdjson::SUCCESS) {
        return tl::make_unexpected(jsonError(error, text, where));
    }
    return document;
}

Error jsonError(simdjson::error_code error, std::string_view text, const std::string &where) {
    text = trimmed(text);
    const bool begins = text.starts_with('{') || text.starts_with('[');
    const bool isWhole = !begins || text.ends_with('}') || text.ends_with(']');
    return isWhole
               ? Error{ErrorKind::Malformed, std::string("not valid JSON: ") + simdjson::error_message(error), where}
               : Error{ErrorKind::Truncated, "the file ends inside of its JSON", where};
}

std::string jsonText(simdjson::dom::element value) {
    std::string_view text;
    if (value.get_string().get(text) == simdjson::SUCCESS) {
        return std::string(text);
    }
    std::int64_t number = 0;  // ranks of groups, by the million in a large cluster
    return value.get_int64().get(number) == simdjson::SUCCESS ? std::to_string(number) : simdjson::minify(value);
}

KeyValues flattened(simdjson::dom::element object, const std::string &prefix) {
    KeyValues result;
    flattenInto(result, object, prefix, 0);
    return result;
}

std::optional<std::int64_t> jsonNumber(simdjson::dom::element value) {
    std::int64_t number = 0;
    if (value.get_int64().get(number) == simdjson::SUCCESS) {
        return number;
    }
    std::string_view text;
    if (value.get_string().get(text) != simdjson::SUCCESS) {
        return std::nullopt;
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace stagescope
