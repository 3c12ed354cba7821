#include "core/session/discovery/rank_names.h"

#include "core/base/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace stagescope {

namespace {

constexpr std::size_t kMaxRankDigits = 7;
constexpr std::size_t kMinStampDigits = 12;

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isSeparator(char c) { return c == '_' || c == '-' || c == '.' || c == ' '; }

std::string_view digitsAt(std::string_view text, std::size_t from) {
    auto end = from;
    while (end < text.size() && isDigit(text[end])) {
        ++end;
    }
    return text.substr(from, end - from);
}

std::optional<int> toRank(std::string_view digits) {
    if (digits.empty() || digits.size() > kMaxRankDigits) {
        return std::nullopt;
    }
    int value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
}

struct RankText {
    std::size_t begin = 0;
    std::size_t end = 0;
    int rank = 0;
};

bool startsWithWord(std::string_view text, std::string_view word) {
    return text.size() >= word.size() &&
           std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == lowerCase(b); });
}

/// `word` at `at`, maybe a separator, digits.
std::optional<RankText> wordAndNumber(std::string_view name, std::size_t at, std::string_view word) {
    const bool inWord = at > 0 && isLetter(name[at - 1]);
    if (inWord || !startsWithWord(name.substr(at), word)) {
        return std::nullopt;
    }
    auto from = at + word.size();
    if (from < name.size() && isSeparator(name[from])) {
        ++from;
    }
    const auto digits = digitsAt(name, from);
    const auto rank = toRank(digits);
    return rank ? std::optional(RankText{at, from + digits.size(), *rank}) : std::nullopt;
}

std::optional<RankText> findRank(std::string_view name) {
    for (std::size_t i = 0; i < name.size(); ++i) {
        for (const std::string_view word : {"rank", "ranks"}) {
            if (const auto found = wordAndNumber(name, i, word)) {
                return found;
            }
        }
    }
    return std::nullopt;
}

std::string_view stem(std::string_view name) { return name.substr(0, name.find('.')); }

}  // namespace

std::optional<int> rankInFolderName(std::string_view name) {
    if (const auto found = findRank(name)) {
        return found->rank;
    }
    const auto digits = digitsAt(name, 0);
    return digits.size() == name.size() ? toRank(digits) : std::nullopt;
}

std::optional<int> rankInFileName(std::string_view name) {
    if (const auto found = findRank(name)) {
        return found->rank;
    }
    for (std::size_t i = 1; i + 1 < name.size(); ++i) {
        const bool isWord = name[i] == 'r' && isSeparator(name[i - 1]);
        const auto digits = isWord ? digitsAt(name, i + 1) : std::string_view{};
        const auto end = i + 1 + digits.size();
        if (!digits.empty() && (end == name.size() || isSeparator(name[end]))) {
            return toRank(digits);
        }
    }
    const auto digits = digitsAt(name, 0);
    return digits.size() == stem(name).size() ? toRank(digits) : std::nullopt;
}

std::optional<int> rankBehindDate(std::string_view name) {
    const auto text = stem(name);
    const auto digits = numberBeforeEnding(name);
    if (digits.empty() || digits.size() + 1 >= text.size() || text[text.size() - digits.size() - 1] != '_') {
        return std::nullopt;
    }
    const auto before = text.substr(0, text.size() - digits.size() - 1);
    const auto date = before.substr(before.find_last_of('_') + 1);
    const bool isDate = digitsAt(date, 0).size() == 4 && std::count(date.begin(), date.end(), '-') >= 2 &&
                        std::all_of(date.begin(), date.end(), [](char c) { return isDigit(c) || c == '-'; });
    return isDate ? toRank(digits) : std::nullopt;
}

std::string_view numberBeforeEnding(std::string_view name) {
    const auto text = stem(name);
    auto begin = text.size();
    while (begin > 0 && isDigit(text[begin - 1])) {
        --begin;
    }
    return text.substr(begin);
}

std::optional<int> rankInSuffix(std::string_view name) { return toRank(numberBeforeEnding(name)); }

std::string captureLabelInName(std::string_view name) {
    for (const std::string_view ending : {"_ascend_pt", "_ascend_ms"}) {
        if (name.ends_with(ending)) {
            name.remove_suffix(ending.size());
        }
    }
    std::string label(name);
    if (const auto found = findRank(name)) {
        label.erase(found->begin, found->end - found->begin);
    } else if (digitsAt(name, 0).size() == name.size() && toRank(name)) {
        return {};
    }
    while (!label.empty() && isSeparator(label.front())) {
        label.erase(0, 1);
    }
    while (!label.empty() && isSeparator(label.back())) {
        label.pop_back();
    }
    return label;
}

std::string_view stampInName(std::string_view name) {
    std::string_view best;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto digits = digitsAt(name, i);
        if (digits.size() >= kMinStampDigits && digits.size() > best.size()) {
            best = digits;
        }
        i += digits.size();
    }
    return best;
}

std::optional<int> numberInJson(std::string_view text, std::string_view key) {
    const std::string quoted = '"' + std::string(key) + '"';
    auto at = text.find(quoted);
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    at += quoted.size();
    for (const std::string_view skipped : {" \t\r\n", ":", " \t\r\n\""}) {
        at = std::min(text.find_first_not_of(skipped, at), text.size());
    }
    const auto digits = digitsAt(text, at);
    // A number that the head cuts off at its end may go on.
    return at + digits.size() < text.size() ? toRank(digits) : std::nullopt;
}

}  // namespace stagescope
