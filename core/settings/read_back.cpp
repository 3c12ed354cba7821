#include "core/settings/read_back.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace stagescope {

namespace {

Status refused(int line, const std::string &why) {
    return fail(ErrorKind::BadArgument, "line " + std::to_string(line) + ": " + why);
}

std::optional<double> doubleOf(const std::string &text) {
    double value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    return status == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool isSameScalar(const TextNode &a, const TextNode &b) {
    return a.type == b.type && (a.text == b.text || (a.type == NodeType::Number && doubleOf(a.text) &&
                                                     doubleOf(a.text) == doubleOf(b.text)));
}

/// Two values, each with all below it. Of collections `text` holds nothing.
bool isSameValue(const TextNode &a, const TextNode &b) {
    return isSameScalar(a, b) && std::equal(a.members.begin(), a.members.end(), b.members.begin(), b.members.end(),
                                            [](const TextMember &one, const TextMember &other) {
                                                return one.key == other.key && isSameValue(one.value, other.value);
                                            });
}

/// Compares two texts along the path of an edit.
class ReadBack {
public:
    ReadBack(const SettingText &before, const TextEdit &edit) : m_before(before), m_edit(edit) {}

    /// `before` is the object that the path begins at, or what stands in place of it.
    Status compare(const TextNode &before, const TextNode &after, std::string_view path) {
        if (isAliased(before.begin, before.begin)) {
            return refused(before.line, "this value is also used elsewhere through its anchor and would change there");
        }
        const bool isObject = before.type == NodeType::Object;
        if (!isObject && before.type != NodeType::Null) {
            return refused(before.line, "an object is expected here");
        }
        const auto dot = path.find('.');
        const auto *old = before.lastMember(path.substr(0, dot));
        const auto count = before.members.size();
        const auto place = old == nullptr ? count : static_cast<std::size_t>(old - before.members.data());
        if (after.type != NodeType::Object || after.members.size() != std::max(count, place + 1) ||
            after.members[place].key != path.substr(0, dot) || !areOthersSame(before, after, place)) {
            return otherwise(old == nullptr ? before.line : old->line);
        }
        const auto &now = after.members[place].value;
        if (dot != std::string_view::npos) {
            const TextNode none{.begin = after.members[place].begin, .line = before.line, .members = {}};
            return compareBelow(before, old, none, now, path.substr(dot + 1));
        }
        if (old != nullptr && isAliased(old->value.begin, old->value.end)) {
            return refused(old->line, "this value is also used elsewhere through its anchor and would change there");
        }
        return isSameValue(now, m_edit.value)
                   ? Status()
                   : refused(old == nullptr ? before.line : old->line, "the value would be read as another one");
    }

private:
    [[nodiscard]] static Status otherwise(int line) {
        return refused(line, "more than this value would change; change it by hand");
    }
    [[nodiscard]] bool isAliased(std::size_t begin, std::size_t end) const {
        return std::any_of(m_before.aliased.begin(), m_before.aliased.end(),
                           [&](std::size_t each) { return each >= begin && each <= end; });
    }
    static bool areOthersSame(const TextNode &before, const TextNode &after, std::size_t place) {
        for (std::size_t i = 0; i < before.members.size(); ++i) {
            const auto &one = before.members[i];
            const auto &other = after.members[i];
            if (one.key != other.key || (i != place && !isSameValue(one.value, other.value))) {
                return false;
            }
        }
        return true;
    }
    Status compareBelow(const TextNode &before, const TextMember *old, const TextNode &none, const TextNode &now,
                        std::string_view path) {
        if (old != nullptr) {
            return compare(old->value, now, path);
        }
        // An object of its own would hide the one that is merged in.
        if (const auto *merged = before.lastMember("<<")) {
            return refused(merged->line, "the object may come from here; write it in full first");
        }
        return isNew(now, none, path);
    }
    Status isNew(const TextNode &now, const TextNode &none, std::string_view path) {
        const auto dot = path.find('.');
        if (now.type != NodeType::Object || now.members.size() != 1 || now.members[0].key != path.substr(0, dot)) {
            return otherwise(none.line);
        }
        const auto &value = now.members[0].value;
        return dot != std::string_view::npos      ? isNew(value, none, path.substr(dot + 1))
               : isSameValue(value, m_edit.value) ? Status()
                                                  : refused(none.line, "the value would be read as another one");
    }

    const SettingText &m_before;
    const TextEdit &m_edit;
};

/// The member whose value is replaced: the last of the path, or a null on its way; null where one is added.
const TextMember *memberAt(const TextNode &root, std::string_view path) {
    const auto *object = &root;
    while (true) {
        const auto dot = path.find('.');
        const auto *member = object->lastMember(path.substr(0, dot));
        if (member == nullptr || dot == std::string_view::npos || member->value.type != NodeType::Object) {
            return member;
        }
        object = &member->value;
        path = path.substr(dot + 1);
    }
}

/// Whether bytes were taken only out of `value`: from behind its key to the end of its last line.
bool isOutsideSame(std::string_view before, std::string_view after, const TextMember *value) {
    const auto size = std::min(before.size(), after.size());
    if (value == nullptr) {
        const auto same = static_cast<std::size_t>(
            std::mismatch(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(size), after.begin()).first -
            before.begin());
        return after.ends_with(before.substr(same));
    }
    const auto end = std::min(before.find_first_of("\r\n", value->value.end), before.size());
    const auto kept = before.size() - end;
    return value->end + kept <= after.size() && after.starts_with(before.substr(0, value->end)) &&
           after.ends_with(before.substr(end));
}

/// Which ends of lines there are: LF, CR LF, CR.
unsigned lineEnds(std::string_view text) {
    unsigned kinds = 0;
    for (auto at = text.find_first_of("\r\n"); at != std::string_view::npos; at = text.find_first_of("\r\n", at + 1)) {
        const bool isPair = text.substr(at).starts_with("\r\n");
        kinds |= isPair ? 2U : text[at] == '\n' ? 1U : 4U;
        at += isPair ? 1 : 0;
    }
    return kinds;
}

bool areCommentsSame(std::string_view before, const SettingText &old, std::string_view after, const SettingText &now) {
    return std::equal(old.comments.begin(), old.comments.end(), now.comments.begin(), now.comments.end(),
                      [&](const TextSpan &one, const TextSpan &other) {
                          return before.substr(one.begin, one.end - one.begin) ==
                                 after.substr(other.begin, other.end - other.begin);
                      });
}

bool areProblemsSame(const SettingText &old, const SettingText &now) {
    return std::equal(old.problems.begin(), old.problems.end(), now.problems.begin(), now.problems.end(),
                      [](const SettingProblem &one, const SettingProblem &other) {
                          return one.what.id == other.what.id && one.path == other.path;
                      });
}

}  // namespace

Status readBack(const std::string &before, const std::string &after, SettingSyntax syntax, const TextEdit &edit) {
    ASSIGN_OR_RETURN(const auto old, readSettingText(before, syntax));
    const auto now = readSettingText(after, syntax);
    if (!now) {
        return fail(now.error().kind, now.error().detail + " (after this change)");
    }
    RETURN_IF_ERROR(ReadBack(old, edit).compare(old.root, now->root, edit.path));
    const auto *value = memberAt(old.root, edit.path);
    const int line = value == nullptr ? old.root.line : value->line;
    const auto ends = lineEnds(before);
    if (!isOutsideSame(before, after, value) || !areProblemsSame(old, *now)) {
        return refused(line, "more than this value would change; change it by hand");
    }
    if (!areCommentsSame(before, old, after, *now)) {
        return refused(line, "a comment inside this value would be lost; change it by hand");
    }
    return ends == 0 || (lineEnds(after) & ~ends) == 0 ? Status()
                                                       : refused(line, "the lines of this file end in another way");
}

}  // namespace stagescope
