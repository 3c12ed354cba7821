#include "core/base/words/step_pattern.h"

#include "core/base/byte_pattern.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

namespace stagescope {

namespace {

/// Of the step, and of others.
constexpr std::array<std::string_view, 2> kNumbers{"(?<step>\\d+)", "\\d+"};

struct Chosen {
    std::mutex mutex;
    std::string text;
    std::unique_ptr<BytePattern> pattern;
};

Chosen &chosenPattern() {
    static Chosen chosen;
    return chosen;
}

/// A name as texts and numbers in turn: "iter 12 of 90" is "iter ", "12", " of ", "90", "".
std::vector<std::string_view> partsOf(std::string_view name) {
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= name.size();) {
        const bool isNumber = parts.size() % 2 == 1;
        auto end = at;
        while (end < name.size() && isDigit(name[end]) == isNumber) {
            ++end;
        }
        parts.push_back(name.substr(at, end - at));
        if (end == name.size() && !isNumber) {
            break;
        }
        at = end;
    }
    return parts;
}

bool haveOneShape(const std::vector<std::string_view> &a, const std::vector<std::string_view> &b) {
    bool isSame = a.size() == b.size();
    for (std::size_t i = 0; isSame && i < a.size(); i += 2) {
        isSame = a[i] == b[i];
    }
    return isSame;
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const bool isPlain = isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ' ' ||
                             static_cast<unsigned char>(c) >= 0x80;
        result += (isPlain ? "" : "\\") + std::string(1, c);
    }
    return result;
}

std::string fromStars(std::string_view text) {
    std::string pattern;
    for (auto star = text.find('*'); star != std::string_view::npos; star = text.find('*')) {
        pattern += escaped(text.substr(0, star)) + ".*";
        text.remove_prefix(star + 1);
    }
    return pattern + escaped(text);
}

}  // namespace

Status StepPattern::choose(const std::string &pattern) {
    auto &chosen = chosenPattern();
    const std::scoped_lock lock(chosen.mutex);
    const auto compile = [](const std::string &text) {
        return std::make_unique<BytePattern>("^(?:" + text + ")$", BytePattern::Case::Heed);
    };
    auto compiled = pattern.empty() ? nullptr : compile(pattern);
    // "jit_decode(*" is no expression: names have brackets, and a star in them stands for any text.
    if (compiled != nullptr && !compiled->error().empty() && contains(pattern, "*") && !contains(pattern, "\\")) {
        compiled = compile(fromStars(pattern));
    }
    if (compiled != nullptr && !compiled->error().empty()) {
        return fail(ErrorKind::BadArgument, "no pattern of steps: " + compiled->error());
    }
    chosen.text = pattern;
    chosen.pattern = std::move(compiled);
    return {};
}

std::string StepPattern::chosen() {
    auto &chosen = chosenPattern();
    const std::scoped_lock lock(chosen.mutex);
    return chosen.text;
}

std::string StepPattern::likeName(std::string_view name, std::span<const std::string_view> names) {
    const auto own = partsOf(name);
    std::vector<std::set<std::string_view>> values(own.size());
    for (std::size_t i = 1; i < own.size(); i += 2) {
        values[i].insert(own[i]);
    }
    std::size_t alike = 0;
    for (const auto other : names) {
        const auto parts = partsOf(other);
        const bool isAlike = haveOneShape(own, parts);
        alike += isAlike ? 1 : 0;
        for (std::size_t i = 1; isAlike && i < parts.size(); i += 2) {
            values[i].insert(parts[i]);
        }
    }
    // The last of those that vary alike: "epoch 1 iter 12".
    std::size_t step = 0;
    for (std::size_t i = 1; i < own.size(); i += 2) {
        step = step == 0 || values[i].size() >= values[step].size() ? i : step;
    }
    if (alike > 1 && values[step].size() < 2) {
        step = 0;  // the same in all: part of the name
    }
    std::string pattern;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const bool isNumber = i % 2 == 1;
        pattern += i == step && isNumber              ? kNumbers[0]
                   : isNumber && values[i].size() > 1 ? kNumbers[1]
                                                      : escaped(own[i]);
    }
    return pattern;
}

std::string StepPattern::shown(const std::string &pattern) {
    std::string text;
    for (std::size_t at = 0; at < pattern.size();) {
        const auto rest = std::string_view(pattern).substr(at);
        const auto number = std::find_if(kNumbers.begin(), kNumbers.end(),
                                         [&](std::string_view kind) { return rest.starts_with(kind); });
        const bool isEscaped = number == kNumbers.end() && rest.front() == '\\' && rest.size() > 1;
        text += number != kNumbers.end() ? 'N' : rest[isEscaped ? 1 : 0];
        at += number != kNumbers.end() ? number->size() : isEscaped ? 2 : 1;
    }
    return text;
}

std::optional<StepPattern::Match> StepPattern::match(std::string_view name) {
    auto &chosen = chosenPattern();
    const std::scoped_lock lock(chosen.mutex);
    if (chosen.pattern == nullptr || !chosen.pattern->isIn(name)) {
        return std::nullopt;
    }
    const auto number = chosen.pattern->group(name, "step");
    return Match{number ? wholeNumber<std::int64_t>(*number) : std::nullopt};
}

}  // namespace stagescope
