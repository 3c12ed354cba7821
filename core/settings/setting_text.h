#pragma once

#include "core/base/message.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What the program that reads a setting does about it.
enum class SettingVerdict : std::uint8_t {
    Warning,  ///< takes it, and it is hardly what is wanted
    Ignored,  ///< goes on without it
    Reset,    ///< takes another value
    Stops,    ///< ends with an error, or records nothing
};
/// "warning", "ignored", "reset", "stops"
[[nodiscard]] std::string_view verdictText(SettingVerdict verdict);

struct SettingProblem {
    SettingVerdict verdict = SettingVerdict::Warning;
    int line = 0;      ///< from 1; 0 = of nothing that is written
    std::string path;  ///< "experimental_config.profiler_level"; empty = of the whole text
    Message what;      ///< "settings.problem.<...>": reason and what happens instead
};

enum class NodeType : std::uint8_t {
    Null,
    Flag,
    Integer,
    Number,
    Text,
    List,
    Object,
    Date,        ///< of YAML: a day or a time, no text
    Expression,  ///< of a script: known when it runs; of YAML an alias or a tag
};

struct TextMember;
/// A value as it stands in a text, with its place, so that it can be told and replaced where it stands.
struct TextNode {
    NodeType type = NodeType::Null;
    std::size_t begin = 0;  ///< bytes of the text
    std::size_t end = 0;
    int line = 1;
    std::string text{};               ///< of a text what it says, of other scalars how they stand
    std::vector<TextMember> members;  ///< of an object with keys, of a list without

    /// Of several with this key the last, as JSON readers take it; null when there is none.
    [[nodiscard]] const TextNode *member(std::string_view key) const;
    [[nodiscard]] const TextMember *lastMember(std::string_view key) const;
    /// "a.b" from here; null when there is none.
    [[nodiscard]] const TextNode *at(std::string_view path) const;
};
struct TextMember {
    std::string key{};
    std::size_t begin = 0;  ///< of the key
    std::size_t end = 0;
    int line = 1;
    TextNode value{};
};

/// How a text of settings is written.
enum class SettingSyntax : std::uint8_t {
    Json,
    Yaml,
    Request,  ///< KEY=VALUE, one a line
};
/// Bytes of a text.
struct TextSpan {
    std::size_t begin = 0;
    std::size_t end = 0;
};
struct SettingText {
    TextNode root{};
    std::vector<SettingProblem>
        problems{};  ///< what Python's json refuses (comments, BOM, last commas), keys told twice
    SettingSyntax syntax = SettingSyntax::Json;
    std::vector<TextSpan> comments{};    ///< of YAML
    std::vector<std::size_t> aliased{};  ///< of YAML: begins of the values that stand elsewhere too, by their anchors
};

/// By its first line that is neither empty nor a comment; Json where that tells nothing. O(bytes of comments).
[[nodiscard]] SettingSyntax syntaxOf(std::string_view text);

/// The largest text that is read at all.
inline constexpr std::size_t kMaxSettingBytes = std::size_t{16} << 20;
/// A text in its own syntax (syntaxOf). Of JSON comments, a BOM and a comma before a bracket are read over and told;
/// values of requests are texts. Errors: Malformed ("line 3: ..."), Limit for more than kMaxSettingBytes, 64 levels or
/// 4096 keys of one object. O(bytes).
[[nodiscard]] Result<SettingText> readSettingText(std::string_view text);
[[nodiscard]] Result<SettingText> readSettingText(std::string_view text, SettingSyntax syntax);
/// In double quotes, with the escapes of JSON.
[[nodiscard]] std::string jsonText(std::string_view text);
/// The arguments of every call of `function` in a script of Python, in order: keywords are keys. The first 16.
/// O(bytes).
[[nodiscard]] std::vector<TextNode> readCalls(std::string_view script, std::string_view function);

}  // namespace stagescope
