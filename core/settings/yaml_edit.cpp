#include "core/settings/yaml_edit.h"

#include "core/base/text.h"
#include "core/settings/read_back.h"
#include "core/settings/yaml_scalar.h"
#include "core/settings/yaml_text.h"

#include <algorithm>
#include <vector>

namespace stagescope {

namespace {

std::size_t beginOfLine(const std::string &text, std::size_t at) {
    const auto before = at == 0 ? std::string::npos : text.find_last_of("\r\n", at - 1);
    const auto begin = before == std::string::npos ? 0 : before + 1;
    return begin == 0 && text.starts_with("\xEF\xBB\xBF") ? 3 : begin;
}
/// In front of what ends it.
std::size_t endOfLine(const std::string &text, std::size_t at) {
    return std::min(text.find_first_of("\r\n", at), text.size());
}
/// Behind what ends the line that ends at `at`.
std::size_t nextLine(const std::string &text, std::size_t at) {
    return std::min(at + (text.substr(at, 2) == "\r\n" ? 2 : 1), text.size());
}
std::string blanksTo(const std::string &text, std::size_t at, std::size_t more) {
    return std::string(at - std::min(beginOfLine(text, at), at) + more, ' ');
}
/// How the line at `at` ends; where it is the last, how the one before does.
std::string lineEnd(const std::string &text, std::size_t at) {
    auto end = endOfLine(text, at);
    if (end == text.size()) {
        const auto before = text.find_last_of("\r\n");
        if (before == std::string::npos) {
            return "\n";
        }
        end = before > 0 && text.compare(before - 1, 2, "\r\n") == 0 ? before - 1 : before;
    }
    return text.substr(end, nextLine(text, end) - end);
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

/// Where the path leads, as far as it is there.
struct YamlPlace {
    const TextNode *object = nullptr;
    const TextMember *parent = nullptr;  ///< that holds `object`; null: the whole text
    const TextMember *member = nullptr;  ///< the last of the path
    std::string_view rest;               ///< from the first key on that is missing
    bool isInFlow = false;
};

bool isFlow(const std::string &text, const TextNode &node) {
    return node.type == NodeType::Object && node.begin < text.size() && text[node.begin] == '{';
}

Result<YamlPlace> placeOf(const std::string &text, const TextNode &root, std::string_view path) {
    YamlPlace place{.object = &root, .rest = path, .isInFlow = isFlow(text, root)};
    while (true) {
        const auto dot = place.rest.find('.');
        const auto *member = place.object->lastMember(place.rest.substr(0, dot));
        if (member == nullptr || dot == std::string_view::npos) {
            place.member = member;
            return place;
        }
        if (member->value.type != NodeType::Object && member->value.type != NodeType::Null) {
            return fail(ErrorKind::BadArgument, "line " + std::to_string(member->line) + ": " +
                                                    std::string(place.rest.substr(0, dot)) + " is no object");
        }
        place.parent = member;
        place.object = &member->value;
        place.isInFlow = place.isInFlow || isFlow(text, *place.object);
        place.rest = place.rest.substr(dot + 1);
    }
}

/// Behind the colon of a key, and the anchor of its value.
std::size_t slotOf(const std::string &text, const TextMember &member) {
    const auto colon = std::min(text.find(':', member.end), text.size() - 1) + 1;
    const auto anchor = text.find_first_not_of(" \t", colon);
    return anchor != std::string::npos && text[anchor] == '&'
               ? std::min(text.find_first_of(kBlanks, anchor), text.size())
               : colon;
}

/// In place of a value that stands on the line of its key, begins there, or is in brackets.
std::string replacedInline(const std::string &text, const TextMember &member, const std::string &value) {
    const auto &old = member.value;
    if (old.begin < old.end) {
        // Behind the sign of a block of text a comment may stand.
        const auto lineEnd = endOfLine(text, old.begin);
        const bool isBlock = contains("|>", text.substr(old.begin, 1)) && lineEnd < old.end;
        const auto comment = isBlock ? text.substr(0, lineEnd).find(" #", old.begin) : std::string::npos;
        const auto blanks = text.find_first_of(" \t", old.begin);
        const auto kept = comment == std::string::npos ? std::string() : text.substr(blanks, lineEnd - blanks);
        return text.substr(0, old.begin) + value + kept + text.substr(old.end);
    }
    const auto slot = slotOf(text, member);
    return text.substr(0, slot) + " " + value + text.substr(slot);
}

/// In place of a list or a mapping in lines of its own, whose comments stay, each on its line.
std::string replacedLines(const std::string &text, const SettingText &read, const TextMember &member,
                          const std::string &value) {
    const auto &old = member.value;
    const auto slot = slotOf(text, member);
    const auto end = endOfLine(text, old.end);
    const auto begin = beginOfLine(text, old.begin);
    const auto cut = begin >= 2 && text.compare(begin - 2, 2, "\r\n") == 0 ? begin - 2 : begin - 1;
    auto result = text.substr(0, slot) + " " + value + text.substr(slot, cut - slot);
    for (const auto &comment : read.comments) {
        if (comment.begin >= begin && comment.end <= end) {
            result += lineEnd(text, old.begin) + blanksTo(text, old.begin, 0) +
                      text.substr(comment.begin, comment.end - comment.begin);
        }
    }
    return result + text.substr(end);
}

std::string replaced(const std::string &text, const SettingText &read, const TextMember &member,
                     const std::string &value) {
    const auto &old = member.value;
    const bool isCollection = old.type == NodeType::List || old.type == NodeType::Object;
    const bool isInLines = isCollection && old.begin < old.end && !contains("[{", text.substr(old.begin, 1)) &&
                           beginOfLine(text, old.begin) > member.end;
    return isInLines ? replacedLines(text, read, member, value) : replacedInline(text, member, value);
}

/// As a new last member of an object in braces.
std::string insertedInBraces(const std::string &text, const TextNode &object, const std::string &member) {
    if (object.members.empty()) {
        return text.substr(0, object.begin + 1) + member + text.substr(object.begin + 1);
    }
    const auto &last = object.members.back();
    const auto at = std::max(last.value.end, last.end);
    return text.substr(0, at) + ", " + member + text.substr(at);
}

/// As a new last line of an object in lines: behind its last line, or behind the empty lines that its text ends with.
std::vector<std::string> insertedInLines(const std::string &text, const YamlPlace &place, const std::string &value) {
    const auto &object = *place.object;
    const bool isEmpty = object.members.empty();
    if (isEmpty && place.parent == nullptr) {
        const auto end = lineEnd(text, text.size());
        const bool isLineOver = text.empty() || contains("\r\n", text.substr(text.size() - 1));
        return {text + (isLineOver ? "" : end) + yamlMember(place.rest, value, end, false) + end};
    }
    const auto first = endOfLine(text, isEmpty ? std::max(place.parent->end, object.end) : object.end);
    const auto newLine =
        lineEnd(text, first) + (isEmpty ? blanksTo(text, place.parent->begin, 2) : blanksTo(text, object.begin, 0));
    const auto member = newLine + yamlMember(place.rest, value, newLine, false);
    auto last = first;
    for (auto at = nextLine(text, first);
         at < text.size() && trimmed(text.substr(at, endOfLine(text, at) - at)).empty();
         at = nextLine(text, endOfLine(text, at))) {
        last = endOfLine(text, at);
    }
    return {text.substr(0, first) + member + text.substr(first), text.substr(0, last) + member + text.substr(last)};
}

std::vector<std::string> proposals(const std::string &text, const SettingText &read, const YamlPlace &place,
                                   const std::string &value) {
    if (place.member != nullptr) {
        return {replaced(text, read, *place.member, value)};
    }
    const auto &object = *place.object;
    if (isFlow(text, object)) {
        return {insertedInBraces(text, object, yamlMember(place.rest, value, {}, true))};
    }
    const bool isWritten = object.type == NodeType::Null && object.begin < object.end;
    if (place.parent != nullptr && (isWritten || place.isInFlow)) {
        return {replacedInline(text, *place.parent, "{" + yamlMember(place.rest, value, {}, true) + "}")};
    }
    return insertedInLines(text, place, value);
}

}  // namespace

Result<std::string> yamlWithValue(const std::string &text, std::string_view path, const TextNode &value) {
    ASSIGN_OR_RETURN(const auto read, readYamlText(text));
    ASSIGN_OR_RETURN(const auto place, placeOf(text, read.root, path));
    Status status;
    for (auto &proposal : proposals(text, read, place, yamlOf(value))) {
        const auto own = readBack(text, proposal, SettingSyntax::Yaml, {path, value});
        if (own) {
            return std::move(proposal);
        }
        status = status ? own : status;
    }
    return tl::make_unexpected(status.error());
}

}  // namespace stagescope
