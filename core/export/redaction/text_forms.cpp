#include "core/export/redaction/text_forms.h"

#include "core/base/text.h"

#include <algorithm>
#include <cctype>

namespace stagescope {

namespace {

constexpr std::size_t kMostAddress = 256;
constexpr std::size_t kMostFolder = 255;  ///< bytes of a name in a file system
constexpr int kMostBlanks = 4;            ///< in the name of a folder
constexpr std::string_view kNone = "ADDRESS";

bool isLetterOrDigit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool isHex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }
bool isBlank(char c) { return c == ' '; }
/// What no path goes on behind.
bool endsPath(char c) { return static_cast<unsigned char>(c) < 0x20 || contains("\"'`,;)]>}<|*?", {&c, 1}); }

/// As far as characters of a kind go.
template <class Is>
std::size_t runOf(std::string_view text, std::size_t at, Is is) {
    const auto most = std::min(text.size(), at + kMostAddress);
    while (at < most && is(text[at])) {
        ++at;
    }
    return at;
}
bool isFree(std::string_view text, std::size_t at) { return at >= text.size() || !isLetterOrDigit(text[at]); }

/// Groups of hexadecimal digits, each so long, with the same mark between them.
std::size_t hexGroups(std::string_view text, std::size_t at, std::initializer_list<std::size_t> sizes,
                      std::string_view marks) {
    const auto begin = at;
    char mark = 0;
    for (const auto size : sizes) {
        if (at != begin) {
            if (at >= text.size() || !contains(marks, {&text[at], 1}) || (mark != 0 && text[at] != mark)) {
                return 0;
            }
            mark = text[at++];
        }
        const auto end = runOf(text, at, isHex);
        if (end - at != size) {
            return 0;
        }
        at = end;
    }
    return isFree(text, at) ? at - begin : 0;
}

std::size_t ipv4(std::string_view text, std::size_t at) {
    const auto begin = at;
    for (int i = 0; i < 4; ++i) {
        if (i > 0 && (at >= text.size() || text[at++] != '.')) {
            return 0;
        }
        const auto end = runOf(text, at, isDigit);
        const auto value = wholeNumber<unsigned>(text.substr(at, end - at));
        if (end - at > 3 || !value || *value > 255) {
            return 0;
        }
        at = end;
    }
    const bool goesOn = at + 1 < text.size() && text[at] == '.' && isDigit(text[at + 1]);
    return isFree(text, at) && !goesOn ? at - begin : 0;
}

/// With four groups or more, which no time of day has, or of an usual net with "::".
std::size_t ipv6(std::string_view text, std::size_t at) {
    const auto end = runOf(text, at, [](char c) { return isHex(c) || c == ':'; });
    const auto run = text.substr(at, end - at);
    std::size_t groups = 0;
    std::size_t length = 0;
    for (const char c : run) {
        length = c == ':' ? 0 : length + 1;
        groups += c != ':' && length == 1 ? 1 : 0;
        if (length > 4) {
            return 0;
        }
    }
    const auto first = run.substr(0, run.find(':'));
    const bool isNet = first.size() == 4 && (first[0] == '2' || first[0] == '3' || lowerCase(first[0]) == 'f');
    const bool isLong = groups >= 4 && std::count(run.begin(), run.end(), ':') >= 3;
    return run.find(':') != std::string_view::npos && isFree(text, end) && (isLong || (isNet && contains(run, "::")))
               ? run.size()
               : 0;
}

std::size_t lastSeparator(std::string_view text, std::size_t at, std::size_t end, std::string_view separators) {
    const auto last = text.substr(at, end - at).find_last_of(separators);
    return last == std::string_view::npos ? std::string_view::npos : at + last;
}

/// Where the folders of a path end: behind its last separator. Names of folders may hold blanks, if more of the path
/// follows.
std::size_t foldersEnd(std::string_view text, std::size_t at, std::string_view separators) {
    auto end = at;  // behind the last separator that is known to belong to it
    int blanks = 0;
    for (auto i = at; i < text.size() && i - end <= kMostFolder && !endsPath(text[i]) && text[i] != ':'; ++i) {
        if (contains(separators, {&text[i], 1})) {
            if (isBlank(text[i - 1])) {
                break;  // another path begins
            }
            end = i + 1;
            blanks = 0;
        } else if (isBlank(text[i]) && ++blanks > kMostBlanks) {
            break;
        }
    }
    return end;
}

std::optional<TextForm> foldersForm(std::string_view text, std::size_t at, std::size_t root,
                                    std::string_view separators) {
    const auto end = foldersEnd(text, root, separators);
    return end > root || root - at > 1 ? std::optional(TextForm{end - at, ".../"}) : std::nullopt;
}

std::optional<TextForm> urlForm(std::string_view text, std::size_t at) {
    const auto scheme = runOf(text, at, [](char c) { return isLetterOrDigit(c) || c == '+' || c == '-' || c == '.'; });
    if (scheme == at || text.substr(scheme, 3) != "://") {
        return std::nullopt;
    }
    const auto begin = scheme + 3;
    auto end = begin;
    while (end < text.size() && !isBlank(text[end]) && !endsPath(text[end])) {
        ++end;
    }
    const auto last = lastSeparator(text, begin, end, "/");
    const auto head = std::string(text.substr(at, begin - at));
    // The last part of a path is read on; a machine alone is not.
    const auto folder = foldersEnd(text, begin, "/");
    if (last == std::string_view::npos && folder == begin) {
        return TextForm{end - at, head + std::string(kNone)};
    }
    const auto known = last == std::string_view::npos ? folder : std::max(last + 1, folder);
    return TextForm{known - at, head + ".../"};
}

/// A mail address, or where git and ssh find something: user@host:folders/name.
std::optional<TextForm> accountForm(std::string_view text, std::size_t at) {
    const auto isName = [](char c) { return isLetterOrDigit(c) || contains("._+-", {&c, 1}); };
    const auto sign = runOf(text, at, isName);
    if (sign == at || sign + 1 >= text.size() || text[sign] != '@' ||
        std::isalpha(static_cast<unsigned char>(text[sign + 1])) == 0) {
        return std::nullopt;
    }
    auto end = runOf(text, sign + 1, isName);
    while (end > sign + 2 && text[end - 1] == '.') {
        --end;  // of the sentence
    }
    if (end < text.size() && text[end] == ':') {
        const auto path = end + 1;
        const auto pathEnd = runOf(text, path, [](char c) { return !isBlank(c) && !endsPath(c); });
        if (const auto last = lastSeparator(text, path, pathEnd, "/"); last != std::string_view::npos) {
            return TextForm{last + 1 - at, std::string(kNone) + ":.../"};
        }
    }
    return TextForm{end - at, std::string(kNone)};
}

std::optional<TextForm> pathForm(std::string_view text, std::size_t at) {
    const auto rest = text.substr(at);
    const bool isDrive = rest.size() > 2 && std::isalpha(static_cast<unsigned char>(rest[0])) != 0 && rest[1] == ':' &&
                         (rest[2] == '\\' || rest[2] == '/');
    if (isDrive && rest.substr(2, 2) != "//") {
        return foldersForm(text, at, at + 3, "\\/");
    }
    if (rest.starts_with("\\\\") && rest.size() > 2 && isWordByte(rest, 2)) {
        return foldersForm(text, at, at + 2, "\\/");
    }
    const bool isBegin = at == 0 || contains(" \t\r\n\"'`=(,;:|<>{[~", {&text[at - 1], 1});
    if (rest.starts_with('/') && isBegin && rest.size() > 1 && !isBlank(rest[1]) && rest[1] != '/') {
        return foldersForm(text, at, at + 1, "/");
    }
    return std::nullopt;
}

}  // namespace

std::size_t markSize(std::string_view text, std::size_t at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const auto next = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0U;
    if (lead == 0xC2 && next >= 0x80) {
        return 2;
    }
    return lead == 0xE2 && next >= 0x80 && next <= 0x9F && at + 2 < text.size() ? 3 : 0;
}

bool isWordByte(std::string_view text, std::size_t at) {
    const auto c = static_cast<unsigned char>(text[at]);
    return c < 0x80 ? std::isalnum(c) != 0 : markSize(text, at) == 0;
}

std::size_t wordEnd(std::string_view text, std::size_t at) {
    while (at < text.size() && isWordByte(text, at)) {
        ++at;
    }
    return at;
}

std::optional<TextForm> formAt(std::string_view text, std::size_t at) {
    if (auto found = pathForm(text, at)) {
        return found;
    }
    if (!isLetterOrDigit(text[at])) {
        return std::nullopt;
    }
    if (const auto size = hexGroups(text, at, {8, 4, 4, 4, 12}, "-"); size > 0) {
        return TextForm{size, "ID"};
    }
    for (const auto size : {hexGroups(text, at, {2, 2, 2, 2, 2, 2}, ":-"), ipv4(text, at), ipv6(text, at)}) {
        if (size > 0) {
            return TextForm{size, std::string(kNone)};
        }
    }
    auto found = urlForm(text, at);
    return found ? found : accountForm(text, at);
}

}  // namespace stagescope
