#include "core/formats/training_log/log_numbers.h"

#include "core/base/text.h"

#include <array>
#include <charconv>
#include <chrono>
#include <limits>

namespace stagescope {

namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;

bool isLetter(char c) { return lowerCase(c) >= 'a' && lowerCase(c) <= 'z'; }

/// "nan", "inf", "-Infinity"
std::optional<double> wordNumber(std::string_view &text) {
    struct Word {
        std::string_view text;
        double value;
    };
    constexpr auto kInfinity = std::numeric_limits<double>::infinity();
    constexpr auto kWords = std::to_array<Word>({{"infinity", kInfinity},
                                                 {"-infinity", -kInfinity},
                                                 {"nan", std::numeric_limits<double>::quiet_NaN()},
                                                 {"inf", kInfinity},
                                                 {"-inf", -kInfinity}});
    for (const auto &word : kWords) {
        const bool isIt = lowerCase(text.substr(0, word.text.size())) == word.text;
        const auto rest = text.substr(std::min(text.size(), word.text.size()));
        if (isIt && (rest.empty() || !(isLetter(rest.front()) || isDigit(rest.front()) || rest.front() == '_'))) {
            text = rest;
            return word.value;
        }
    }
    return std::nullopt;
}

/// Quotes, brackets and the names of types: "np.float64(", "tensor(".
std::string_view withoutWrapping(std::string_view text) {
    text = trimmed(text, " \t'\"[(+");
    std::size_t name = 0;
    while (name < text.size() &&
           (isLetter(text[name]) || text[name] == '.' || text[name] == '_' || (name > 0 && isDigit(text[name])))) {
        ++name;
    }
    const bool isCall = name > 0 && name < text.size() && text[name] == '(';
    return isCall ? trimmed(text.substr(name + 1), " \t'\"[(+") : text;
}

/// Digits behind "1" in "1,800,000".
std::string_view thousandsOf(std::string_view text) {
    std::size_t end = 0;
    while (end + 3 < text.size() && text[end] == ',' && isDigit(text[end + 1]) && isDigit(text[end + 2]) &&
           isDigit(text[end + 3]) && (end + 4 == text.size() || !isDigit(text[end + 4]))) {
        end += 4;
    }
    return text.substr(0, end);
}

std::string_view unitOf(std::string_view text) {
    const bool isBehindBlank = text.starts_with(' ');
    text = trimmed(text, isBehindBlank ? std::string_view(" ") : std::string_view("'\")]"));
    std::size_t end = 0;
    while (end < text.size() && (isLetter(text[end]) || text[end] == '%' || (end > 0 && text[end] == '/'))) {
        ++end;
    }
    // The next name is no unit: "0.00002 time: 4.9".
    const bool isName =
        end < text.size() && (text[end] == ':' || text[end] == '=' || text[end] == '_' || isDigit(text[end]));
    // Nor is a letter between words: "loss 2.5 T 0.7", "2.50 M tokens", not "memory: 15.9 G, lr: 1".
    const auto behind = trimmed(text.substr(end));
    const bool isLetterAlone = isBehindBlank && end == 1 && contains("kKMGT", text.substr(0, 1)) && !behind.empty() &&
                               (isLetter(behind.front()) || isDigit(behind.front()));
    constexpr std::size_t kLongest = 16;
    return isName || isLetterAlone || end > kLongest ? std::string_view{} : text.substr(0, end);
}

}  // namespace

std::optional<LoggedNumber> loggedNumber(std::string_view text, bool byThousands) {
    text = withoutWrapping(text);
    LoggedNumber number;
    if (const auto word = wordNumber(text)) {
        number.value = *word;
        return number;
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number.value);
    if (error != std::errc{} || isLetter(text[text.front() == '-' ? 1 : 0])) {  // "nanometre"
        return std::nullopt;
    }
    const auto used = static_cast<std::size_t>(end - text.data());
    auto rest = text.substr(used);
    number.length = used;
    if (const auto thousands = byThousands && used <= 3 ? thousandsOf(rest) : std::string_view{}; !thousands.empty()) {
        for (const char c : thousands) {
            number.value = c == ',' ? number.value : number.value * 10 + (c - '0');
        }
        rest.remove_prefix(thousands.size());
        number.length += thousands.size();
    }
    const bool isOfWords = contains(text.substr(0, used), ".") && (rest.size() < 2 || !isDigit(rest[1]));
    const bool isOfTime = rest.starts_with(':') && !isOfWords;  // "Loss: 1.2:" goes on
    if (isOfTime || rest.starts_with('/') || rest.starts_with('-')) {
        return std::nullopt;
    }
    number.unit = unitOf(rest);
    return number;
}

std::optional<std::pair<std::int64_t, std::size_t>> loggedCount(std::string_view text) {
    const auto begin = std::min(text.find_first_not_of(" \t["), text.size());
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data() + begin, text.data() + text.size(), value);
    const auto used = static_cast<std::size_t>(end - text.data());
    const bool isStep = error == std::errc{} && value >= 0 && value <= kMostLoggedStep;
    return isStep ? std::optional(std::pair(value, used)) : std::nullopt;
}

std::optional<StepPlace> loggedStep(std::string_view text) {
    const auto number = loggedCount(text);
    if (!number) {
        return std::nullopt;
    }
    StepPlace place{number->first, -1, number->second};
    const auto toBlanks = [&] { place.end = std::min(text.find_first_not_of(" \t", place.end), text.size()); };
    toBlanks();
    if (text.substr(place.end).starts_with('/')) {
        const auto total = loggedCount(text.substr(place.end + 1));
        place.total = total ? total->first : -1;
        place.end = total ? place.end + 1 + total->second
                          : std::min(text.find_first_not_of("/infityNYI ", place.end), text.size());
        toBlanks();
    }
    place.end += text.substr(place.end).starts_with(']') ? 1 : 0;
    return place;
}

std::optional<std::int64_t> loggedDuration(std::string_view text) {
    constexpr std::int64_t kMost = 1'000'000'000;  // seconds
    text = trimmed(text, " \t'\"");
    std::int64_t seconds = 0;
    std::int64_t clock = 0;  // of "H:MM:SS"
    bool isClock = false;
    bool isAny = false;
    while (!text.empty()) {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || value < 0 || value > kMost || clock > kMost || seconds > kMost) {
            return std::nullopt;
        }
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        isAny = true;
        if (text.starts_with(':') || isClock) {
            clock = clock * 60 + value;
            isClock = text.starts_with(':');
            text.remove_prefix(isClock ? 1 : 0);
            continue;
        }
        text = trimmed(text);
        std::size_t letters = 0;
        while (letters < text.size() && isLetter(text[letters])) {
            ++letters;
        }
        const auto unit = text.substr(0, letters);
        const std::int64_t factor = unit.starts_with('d')                    ? 86'400
                                    : unit.starts_with('h')                  ? 3600
                                    : unit == "m" || unit.starts_with("min") ? 60
                                    : unit.starts_with('s')                  ? 1
                                                                             : 0;
        if (factor == 0) {
            return std::nullopt;
        }
        seconds += value * factor;
        text = trimmed(text.substr(letters), " ,\t");
    }
    return isAny && !isClock && clock < kMost && seconds < kMost ? std::optional((seconds + clock) * kNsPerSecond)
                                                                 : std::nullopt;
}

std::optional<std::int64_t> loggedTime(std::string_view line) {
    constexpr std::size_t kFarthest = 160;
    constexpr std::string_view kShape = "0000-00-00 00:00:00";
    line = line.substr(0, kFarthest);
    const auto fits = [&](std::size_t at) {
        for (std::size_t i = 0; i < kShape.size(); ++i) {
            const char c = line[at + i];
            const bool isFit = kShape[i] == '0'   ? isDigit(c)
                               : kShape[i] == '-' ? c == '-' || c == '/'
                               : kShape[i] == ' ' ? c == ' ' || c == 'T'
                                                  : c == ':';
            if (!isFit) {
                return false;
            }
        }
        return true;
    };
    for (std::size_t at = 0; at + kShape.size() <= line.size(); ++at) {
        if (!fits(at)) {
            continue;
        }
        const auto part = [&](std::size_t from, std::size_t count) {
            return wholeNumber<int>(line.substr(at + from, count)).value_or(0);
        };
        const std::chrono::year_month_day date{std::chrono::year(part(0, 4)),
                                               std::chrono::month(static_cast<unsigned>(part(5, 2))),
                                               std::chrono::day(static_cast<unsigned>(part(8, 2)))};
        constexpr int kFirstYear = 1990;
        constexpr int kLastYear = 2200;
        if (!date.ok() || part(0, 4) < kFirstYear || part(0, 4) > kLastYear || part(11, 2) > 23 || part(14, 2) > 59 ||
            part(17, 2) > 60) {
            continue;
        }
        const auto seconds = std::chrono::sys_seconds(std::chrono::sys_days(date)).time_since_epoch().count() +
                             part(11, 2) * 3600 + part(14, 2) * 60 + part(17, 2);
        std::int64_t fraction = 0;
        auto rest = line.substr(at + kShape.size());
        if (rest.starts_with('.') || rest.starts_with(',')) {
            std::int64_t digit = kNsPerSecond / 10;
            for (rest.remove_prefix(1); !rest.empty() && isDigit(rest.front()) && digit > 0; rest.remove_prefix(1)) {
                fraction += (rest.front() - '0') * digit;
                digit /= 10;
            }
        }
        return seconds * kNsPerSecond + fraction;
    }
    return std::nullopt;
}

}  // namespace stagescope
