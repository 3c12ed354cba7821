#include "core/base/step_id.h"

#include <charconv>

namespace stagescope {

namespace {

constexpr int kNumberBits = 48;
constexpr std::int64_t kNumbers = std::int64_t{1} << kNumberBits;
constexpr std::int64_t kAgain = std::int64_t{1} << 62;
constexpr std::size_t kOccurrences = std::size_t{1} << 13;

/// The number that a text begins with, which is cut off it.
std::optional<std::int64_t> takeNumber(std::string_view &text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

}  // namespace

std::int64_t stepId(std::int64_t number, std::size_t nth) {
    const bool isPlain = nth <= 1 || nth >= kOccurrences || number < 0 || number >= kNumbers;
    return isPlain ? number : kAgain + static_cast<std::int64_t>(nth) * kNumbers + number;
}

std::int64_t numberOfStep(std::int64_t id) { return id < kAgain ? id : id % kNumbers; }

std::size_t occurrenceOfStep(std::int64_t id) {
    return id < kAgain ? 1 : static_cast<std::size_t>((id - kAgain) / kNumbers);
}

std::string stepText(std::int64_t id) {
    const auto nth = occurrenceOfStep(id);
    return std::to_string(numberOfStep(id)) + (nth <= 1 ? "" : " (" + std::to_string(nth) + ")");
}

std::optional<std::int64_t> stepFromText(std::string_view text) {
    const auto number = takeNumber(text);
    if (!number || text.empty()) {
        return number;
    }
    if (!text.starts_with(" (") || !text.ends_with(")")) {
        return std::nullopt;
    }
    text.remove_prefix(2);
    text.remove_suffix(1);
    const auto nth = takeNumber(text);
    return nth && text.empty() && *nth >= 1 ? std::optional(stepId(*number, static_cast<std::size_t>(*nth)))
                                            : std::nullopt;
}

}  // namespace stagescope
