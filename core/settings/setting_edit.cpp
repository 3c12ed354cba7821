#include "core/settings/setting_edit.h"

#include "core/base/text.h"
#include "core/base/words/message_list.h"
#include "core/settings/read_back.h"
#include "core/settings/request_text.h"
#include "core/settings/setting_check.h"
#include "core/settings/yaml_edit.h"

#include <QtCore/QUtf8StringView>

#include <algorithm>

namespace stagescope {

namespace {

/// By path first, then by the last part of it or its role, where only one key has that.
Result<const SettingSpec *> keyOf(const SettingProgram &program, const std::string &name) {
    if (const auto *spec = settingAt(program, name)) {
        return spec;
    }
    const SettingSpec *found = nullptr;
    for (const auto &spec : program.keys) {
        const bool isMeant = spec.path.ends_with("." + name) || roleOf(spec) == name;
        if (isMeant && found != nullptr) {
            return fail(ErrorKind::BadArgument, "may be " + std::string(found->path) + " or " + std::string(spec.path),
                        name);
        }
        found = isMeant ? &spec : found;
    }
    if (found == nullptr) {
        return fail(ErrorKind::BadArgument, "is no key of " + std::string(program.id), name);
    }
    return found;
}

std::string listJson(const SettingSpec &spec, std::string_view text) {
    std::string result = "[";
    while (!trimmed(text).empty()) {
        const auto comma = std::min(text.find(','), text.size());
        const auto item = trimmed(text.substr(0, comma));
        result += result.size() > 1 ? ", " : "";
        result += spec.type == SettingType::IntegerList ? std::string(item) : jsonText(item);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return result + "]";
}

/// What a person wrote as JSON: texts need no quotes, lists no brackets.
std::string jsonOf(const SettingSpec &spec, std::string_view value) {
    const char first = value.empty() ? '\0' : value.front();
    const bool isJson = first == '"' || first == '[' || first == '{' || (value == "null" && spec.mayBeNull);
    switch (spec.type) {
        case SettingType::Text:
        case SettingType::Choice:
            return isJson ? std::string(value) : jsonText(value);
        case SettingType::ChoiceList:
        case SettingType::IntegerList:
        case SettingType::TextList:
            return isJson ? std::string(value) : listJson(spec, value);
        default:
            return std::string(value);
    }
}

/// Blanks in front of a key, as the members of the object have them.
std::string_view blanksBefore(std::string_view text, std::size_t key) {
    auto begin = key;
    while (begin > 0 && contains(kBlanks, text.substr(begin - 1, 1))) {
        --begin;
    }
    return text.substr(begin, key - begin);
}

/// `"path"` as a new last member of `object`; objects that are missing on its way are written with it.
std::string inserted(const std::string &text, const TextNode &object, std::string_view path, const std::string &json) {
    std::string member;
    std::string closing;
    while (!path.empty()) {
        const auto dot = std::min(path.find('.'), path.size());
        member += jsonText(path.substr(0, dot)) + ": ";
        path = path.substr(std::min(dot + 1, path.size()));
        member += path.empty() ? "" : "{";
        closing += path.empty() ? "" : "}";
    }
    member += json + closing;
    if (object.members.empty()) {
        return text.substr(0, object.begin + 1) + member + text.substr(object.begin + 1);
    }
    const auto &last = object.members.back();
    const auto blanks = std::string(blanksBefore(text, last.begin));
    const auto at = last.value.end;
    return text.substr(0, at) + "," + blanks + member + text.substr(at);
}

Result<std::string> proposedJson(const std::string &text, std::string_view path, const std::string &json) {
    ASSIGN_OR_RETURN(const auto read, readSettingText(text));
    const auto *object = &read.root;
    while (true) {
        const auto dot = path.find('.');
        const auto *member = object->lastMember(path.substr(0, dot));
        if (member == nullptr) {
            return inserted(text, *object, path, json);
        }
        if (dot == std::string_view::npos) {
            const auto &value = member->value;
            return text.substr(0, value.begin) + json + text.substr(value.end);
        }
        if (member->value.type != NodeType::Object) {
            return fail(ErrorKind::BadArgument, "line " + std::to_string(member->line) + ": " +
                                                    std::string(path.substr(0, dot)) + " is no object");
        }
        object = &member->value;
        path = path.substr(dot + 1);
    }
}

/// One value and nothing else, so that no text can slip in another key.
std::optional<TextNode> onlyValue(const std::string &json) {
    auto read = readSettingText("{\"v\":" + json + "}");
    const bool isOne = read && read->root.members.size() == 1 && read->problems.empty();
    return isOne ? std::optional(std::move(read->root.members.front().value)) : std::nullopt;
}

Result<std::string> withJson(const std::string &text, std::string_view path, const std::string &json) {
    auto proposal = proposedJson(text, path, json);
    const auto status =
        proposal ? readBack(text, *proposal, SettingSyntax::Json, {path, onlyValue(json).value_or(TextNode{})})
                 : Status(tl::make_unexpected(proposal.error()));
    return status ? std::move(proposal) : tl::make_unexpected(status.error());
}

/// In the syntax of the text; `json` is one value.
Result<std::string> withValue(const std::string &text, SettingKind kind, std::string_view path,
                              const std::string &json) {
    const auto value = onlyValue(json).value_or(TextNode{});
    ASSIGN_OR_RETURN(const auto read, readSettings(kind, text));
    if (read.syntax == SettingSyntax::Yaml) {
        return yamlWithValue(text, path, value);
    }
    if (read.syntax == SettingSyntax::Request) {
        return requestWithValue(text, path, value);
    }
    auto changed = withJson(text, path, json);
    const bool isReadAsYaml = settingProgram(kind).syntax == SettingSyntax::Yaml;
    const auto status =
        changed && isReadAsYaml ? readBack(text, *changed, SettingSyntax::Yaml, {path, value}) : Status();
    return status ? std::move(changed) : tl::make_unexpected(status.error());
}

Result<std::string> jsonOfChange(SettingKind kind, const SettingSpec &spec, const SettingChange &change) {
    auto json = jsonOf(spec, change.value);
    const auto value = onlyValue(json);
    if (!QUtf8StringView(json.data(), static_cast<qsizetype>(json.size())).isValidUtf8()) {
        return fail(ErrorKind::BadArgument, "the value is no text in UTF-8", change.key);
    }
    if (!value) {
        return fail(ErrorKind::BadArgument, "'" + change.value + "' is no value", change.key);
    }
    if (const auto refusal = refusalOf(kind, spec, *value)) {
        return fail(ErrorKind::BadArgument, englishText(*refusal), change.key);
    }
    return json;
}

/// The keys of the list below a prefix, as the members of one object.
std::string membersText(std::span<const SettingSpec> keys, std::string_view prefix, const std::string &indent) {
    std::string text;
    std::string_view done;
    for (const auto &spec : keys) {
        if (!spec.path.starts_with(prefix) || !isKnownTo(spec, {})) {
            continue;
        }
        const auto rest = spec.path.substr(prefix.size());
        const auto dot = rest.find('.');
        const auto key = rest.substr(0, dot);
        if (key == done) {
            continue;
        }
        done = key;
        text += text.empty() ? "" : ",";
        text += "\n" + indent + jsonText(key) + ": ";
        text += dot == std::string_view::npos
                    ? std::string(spec.usual)
                    : "{" + membersText(keys, spec.path.substr(0, prefix.size() + dot + 1), indent + "  ") + "\n" +
                          indent + "}";
    }
    return text;
}

}  // namespace

Result<SettingChange> readSettingChange(std::string_view text) {
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        return fail(ErrorKind::BadArgument, "'" + std::string(text) + "' is no change such as key=value");
    }
    return SettingChange{std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

TypedSetting readTypedSetting(SettingKind kind, const SettingSpec &spec, std::string_view value,
                              const std::string &version) {
    auto json = jsonOf(spec, value);
    auto node = onlyValue(json);
    if (node && settingProgram(kind).syntax == SettingSyntax::Request && !fitsRequest(requestOf(*node))) {
        return {{}, Message("settings.problem.request_equals")};
    }
    if (node && !refusalOf(kind, spec, *node)) {
        return {std::move(json), std::nullopt};
    }
    if (!node) {
        json = jsonText(value);
    }
    TypedSetting result;
    const auto text = withJson("{}", spec.path, json);
    const auto read = text ? readSettingText(*text) : tl::make_unexpected(text.error());
    if (read) {
        const SettingSheet sheet(kind, read->root, {.version = version});
        for (const auto &problem : sheet.problems()) {
            if (problem.path == spec.path) {
                result.refusal = problem.what;
            }
        }
    }
    if (!result.refusal) {
        result.refusal =
            Message("settings.problem.refused", {std::string(value.substr(0, 60)), wantedText(spec, englishText), ""});
    }
    return result;
}

Result<std::string> editSettings(std::string text, SettingKind kind, std::span<const SettingChange> changes) {
    for (const auto &change : changes) {
        ASSIGN_OR_RETURN(const auto spec, keyOf(settingProgram(kind), change.key));
        ASSIGN_OR_RETURN(const auto json, jsonOfChange(kind, *spec, change));
        auto changed = withValue(text, kind, spec->path, json);
        if (!changed) {
            return changed;
        }
        text = std::move(*changed);
    }
    return text;
}

std::string newSettings(SettingKind kind) {
    const auto &program = settingProgram(kind);
    if (program.syntax == SettingSyntax::Json) {
        return "{" + membersText(program.keys, {}, "  ") + "\n}\n";
    }
    std::string text;
    for (const auto &spec : program.keys) {
        // What is absent from a request is off; other tools have keys of their own.
        if (spec.type == SettingType::Object || (program.syntax == SettingSyntax::Request && spec.usual == "null")) {
            continue;
        }
        const auto usual = onlyValue(std::string(spec.usual)).value_or(TextNode{});
        const auto more = program.syntax == SettingSyntax::Yaml ? yamlWithValue(text, spec.path, usual)
                                                                : requestWithValue(text, spec.path, usual);
        text = more.value_or(text);
    }
    return text;
}

}  // namespace stagescope
