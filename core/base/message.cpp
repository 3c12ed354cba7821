#include "core/base/message.h"

#include "core/base/number_text.h"

#include <charconv>
#include <cmath>

namespace stagescope {

namespace {

constexpr std::string_view kPluralEnding = "(s)";
constexpr std::string_view kMillisUnit = " ms";

/// "(s)" behind a word is its ending; behind a blank it is a unit.
bool endsInWord(std::string_view text) { return !text.empty() && text.back() >= 'a' && text.back() <= 'z'; }

/// "2.51 s" for an argument of 1000 ms or more, with the sign that it has; nothing for less, and for what is no number.
std::optional<std::string> secondsText(std::string_view argument) {
    const bool isMore = argument.starts_with('+');
    const bool isLess = argument.starts_with(kMinusSign);
    argument.remove_prefix(isMore ? 1 : isLess ? kMinusSign.size() : 0);
    double value = 0;
    const auto *end = argument.data() + argument.size();
    const auto read = std::from_chars(argument.data(), end, value);
    if (read.ec != std::errc{} || read.ptr != end || !std::isfinite(value) || std::abs(value) < 1000) {
        return std::nullopt;
    }
    constexpr double kNanosOfMilli = 1e6;
    constexpr double kMost = 9e12;  // milliseconds that nanoseconds can count
    if (std::abs(value) > kMost) {
        return std::nullopt;
    }
    const Nanos time{static_cast<std::int64_t>(std::llround(value * kNanosOfMilli))};
    return isMore ? signedTimeText(time) : timeText(isLess ? -time : time);
}

bool hasUnitMillis(std::string_view rest) {
    return rest.starts_with(kMillisUnit) &&
           (rest.size() == kMillisUnit.size() || !endsInWord(rest.substr(0, kMillisUnit.size() + 1)));
}

}  // namespace

std::string filledMessage(std::string_view text, std::span<const std::string> arguments,
                          std::optional<std::string_view> count) {
    std::string filled;
    auto counted = count;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto next = i + 1 < text.size() ? text[i + 1] : '\0';
        const auto index = static_cast<std::size_t>(next - '1');
        if (text[i] == '%' && next >= '1' && next <= '9' && index < arguments.size()) {
            const auto &argument = arguments[index];
            const auto seconds = hasUnitMillis(text.substr(i + 2)) ? secondsText(argument) : std::nullopt;
            filled += seconds ? *seconds : argument;
            counted = count ? count : std::optional<std::string_view>(argument);
            i += seconds ? 1 + kMillisUnit.size() : 1;
        } else if (count && text[i] == '%' && next == 'n') {
            filled += *count;
            ++i;
        } else if (counted && endsInWord(filled) && text.substr(i).starts_with(kPluralEnding)) {
            filled += *counted == "1" ? "" : "s";
            i += kPluralEnding.size() - 1;
        } else {
            filled += text[i];
        }
    }
    return filled;
}

}  // namespace stagescope
