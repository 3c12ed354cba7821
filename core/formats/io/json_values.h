#pragma once

#include "core/base/key_values.h"
#include "core/base/result.h"
#include "core/formats/io/load_control.h"

#include <simdjson.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace stagescope {

/// A small JSON document; owns the parser's memory. The root is valid for the life of this value.
class JsonDocument {
public:
    /// Copies the text with the padding that simdjson needs. Errors: jsonError, with `where` as given.
    [[nodiscard]] static Result<JsonDocument> parse(std::string_view text, const std::string &where);
    /// Takes what Python's json writes for numbers that are none, too: NaN and Infinity become null.
    [[nodiscard]] static Result<JsonDocument> parseLenient(std::string_view text, const std::string &where);
    /// A small file whose root is an object. Errors: those of readSmallFile and of parse.
    [[nodiscard]] static Result<JsonDocument> readObject(const std::string &path, const LoadControl &control);
    [[nodiscard]] simdjson::dom::element root() const { return m_root; }
    /// The root, of a document that readObject gave.
    [[nodiscard]] simdjson::dom::object object() const { return m_root; }

private:
    std::unique_ptr<simdjson::dom::parser> m_parser;
    simdjson::dom::element m_root;
};

/// Why a text that begins as a JSON document is none: Truncated where it ends inside of it, else Malformed.
[[nodiscard]] Error jsonError(simdjson::error_code error, std::string_view text, const std::string &where);
/// Text of a value: strings bare, everything else as JSON.
[[nodiscard]] std::string jsonText(simdjson::dom::element value);
/// Members as key and text; objects inside give dotted keys, arrays stay JSON. `prefix` leads the keys.
[[nodiscard]] KeyValues flattened(simdjson::dom::element object, const std::string &prefix = {});
/// An integer, also one written as a string.
[[nodiscard]] std::optional<std::int64_t> jsonNumber(simdjson::dom::element value);

}  // namespace stagescope
