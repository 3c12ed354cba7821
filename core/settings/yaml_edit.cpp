#include "core/settings/yaml_edit.h"

#include "core/base/text.h"
#include "core/settings/yaml_scalar.h"
#include "core/settings/yaml_text.h"

#include <algorithm>

namespace stagescope {

namespace {

std::size_t beginOfLine(const std::string &text, std::size_t at) {
    const auto before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    return before == std::string::npos ? 0 : before + 1;
}
/// In front of what ends it.
std::size_t endOfLine(const std::string &text, std::size_t at) {
    const auto end = std::min(text.find('\n', at), text.size());
    return end > at && text[end - 1] == '\r' ? end - 1 : end;
}

/// "a.b" as two lines, one deeper than the other, or in braces on one.
std::string yamlMember(std::string_view path, const std::string &value, const std::string &newLine, bool isInFlow) {
    const auto dot = path.find('.');
    const auto key = std::string(path.substr(0, dot)) + ":";
    if (dot == std::string_view::npos) {
        return key + " " + value;
    }
    const auto rest = path.substr(dot + 1);
    return isInFlow ? key + " {" + yamlMember(rest, value, newLine, true) + "}"
                    : key + newLine + "  " + yamlMember(rest, value, newLine + "  ", false);
}

/// As a new last member of `object`, which `parent` holds (null: the whole text).
std::string yamlInserted(const std::string &text, const TextNode &object, const TextMember *parent,
                         std::string_view path, const std::string &value) {
    if (object.type == NodeType::Object && object.begin < text.size() && text[object.begin] == '{') {
        const auto at = object.members.empty() ? object.begin + 1 : object.end - 1;
        return text.substr(0, at) + (object.members.empty() ? "" : ", ") + yamlMember(path, value, {}, true) +
               text.substr(at);
    }
    const std::string end = contains(text, "\r\n") ? "\r\n" : "\n";
    if (object.members.empty() && parent == nullptr) {
        return text + (text.empty() || text.ends_with('\n') ? "" : end) + yamlMember(path, value, end, false) + end;
    }
    const auto first = object.members.empty() ? parent->begin : object.members.front().begin;
    const auto indent = first - beginOfLine(text, first) + (object.members.empty() ? 2 : 0);
    const auto newLine = end + std::string(indent, ' ');
    const auto at = endOfLine(text, object.members.empty() ? parent->end : object.end);
    return text.substr(0, at) + newLine + yamlMember(path, value, newLine, false) + text.substr(at);
}

std::string yamlReplaced(const std::string &text, const TextMember &member, const std::string &value) {
    const auto &old = member.value;
    if (old.line == member.line && old.begin < old.end) {
        return text.substr(0, old.begin) + value + text.substr(old.end);
    }
    const auto colon = text.find(':', member.end) + 1;
    const auto head = text.substr(0, colon) + " " + value;
    if (old.begin == old.end) {
        return head + text.substr(colon);
    }
    // A list in lines of its own goes; what stands between it and its key, such as a comment, stays.
    const auto cut = beginOfLine(text, old.begin) - 1;
    const auto from = cut > colon && text[cut - 1] == '\r' ? cut - 1 : cut;
    return head + text.substr(colon, from - colon) + text.substr(endOfLine(text, old.end));
}

}  // namespace

Result<std::string> yamlWithValue(const std::string &text, std::string_view path, const TextNode &value) {
    const auto read = readYamlText(text);
    if (!read) {
        return tl::make_unexpected(read.error());
    }
    const auto *object = &read->root;
    const TextMember *parent = nullptr;
    while (true) {
        const auto dot = path.find('.');
        const auto *member = object->type == NodeType::Object ? object->lastMember(path.substr(0, dot)) : nullptr;
        if (member == nullptr) {
            return yamlInserted(text, *object, parent, path, yamlOf(value));
        }
        if (dot == std::string_view::npos) {
            return yamlReplaced(text, *member, yamlOf(value));
        }
        if (member->value.type != NodeType::Object && member->value.type != NodeType::Null) {
            return fail(ErrorKind::BadArgument, "is no object", std::string(path.substr(0, dot)));
        }
        parent = member;
        object = &member->value;
        path = path.substr(dot + 1);
    }
}

}  // namespace stagescope
