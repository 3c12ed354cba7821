#include "core/formats/sched/sched_line.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>

namespace stagescope {

namespace {

constexpr std::string_view kDigits = "0123456789";

/// The digits that a text ends in.
std::string_view digitsAtEnd(std::string_view text) {
    const auto last = text.find_last_not_of(kDigits);
    return last == std::string_view::npos ? text : text.substr(last + 1);
}

std::string_view withoutEnd(std::string_view text) {
    const auto last = text.find_last_not_of(" \t");
    return last == std::string_view::npos ? std::string_view{} : text.substr(0, last + 1);
}

std::optional<std::int32_t> idOf(std::string_view digits) { return wholeNumber<std::int32_t>(digits); }

/// What stands before "[CPU]": "python-123", "python-123 (  120)", "python 120/123", "python 123".
bool readTask(std::string_view before, SchedLine &line) {
    before = withoutEnd(before);
    if (before.ends_with(')')) {
        const auto open = before.rfind('(');
        if (open == std::string_view::npos) {
            return false;
        }
        const auto process = idOf(trimmed(before.substr(open + 1, before.size() - open - 2)));
        line.process = process.value_or(-1);
        before = withoutEnd(before.substr(0, open));
    }
    const auto digits = digitsAtEnd(before);
    const auto thread = idOf(digits);
    if (!thread || digits.size() == before.size()) {
        return false;
    }
    before.remove_suffix(digits.size());
    if (before.ends_with('/')) {
        const auto process = digitsAtEnd(before.substr(0, before.size() - 1));
        line.process = idOf(process).value_or(-1);
        before.remove_suffix(process.size() + 1);
    }
    if (before.empty() || (before.back() != '-' && before.back() != ' ' && before.back() != '\t')) {
        return false;
    }
    before.remove_suffix(1);
    line.task = trimmed(before);
    line.thread = *thread;
    return true;
}

/// What stands behind "[CPU]": "d..3  7480.992787: sched_switch: prev_comm=...".
bool readEvent(std::string_view rest, SchedLine &line) {
    for (int words = 0; words < 3; ++words) {
        rest = rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size()));
        const auto word = rest.substr(0, rest.find_first_of(" \t"));
        rest.remove_prefix(word.size());
        if (!word.ends_with(':') || word.size() < 2) {
            continue;  // flags
        }
        const auto text = word.substr(0, word.size() - 1);
        const auto time = schedTime(text);
        line.hasClock = time.has_value();
        if (!time && text.find_first_not_of(kDigits) != std::string_view::npos) {
            return false;
        }
        line.time = time.value_or(0);
        break;
    }
    rest = rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size()));
    if (const auto period = rest.find_first_not_of(kDigits);
        period > 0 && period < rest.size() && rest[period] == ' ') {
        rest = trimmed(rest.substr(period));  // perf: how many events one sample stands for
    }
    const auto word = rest.substr(0, rest.find_first_of(" \t"));
    const auto colon = word.rfind(':');
    if (colon == std::string_view::npos || colon + 1 != word.size() || colon == 0) {
        return false;
    }
    const auto name = word.substr(0, colon);
    const auto group = name.rfind(':');
    line.event = group == std::string_view::npos ? name : name.substr(group + 1);
    line.arguments = trimmed(rest.substr(word.size()));
    return !line.event.empty();
}

}  // namespace

std::optional<std::int64_t> schedTime(std::string_view text) {
    constexpr std::size_t kNanoDigits = 9;
    constexpr std::int64_t kPerSecond = 1'000'000'000;
    constexpr std::int64_t kMostSeconds = std::int64_t{4} * kPerSecond;
    const auto dot = text.find('.');
    const auto seconds = wholeNumber<std::int64_t>(text.substr(0, dot));
    if (dot == std::string_view::npos || !seconds || *seconds < 0 || *seconds > kMostSeconds) {
        return std::nullopt;
    }
    const auto digits = text.substr(dot + 1);
    const bool isFraction =
        !digits.empty() && digits.size() <= kNanoDigits && digits.find_first_not_of(kDigits) == std::string_view::npos;
    const auto fraction = isFraction ? wholeNumber<std::int64_t>(digits) : std::nullopt;
    if (!fraction) {
        return std::nullopt;
    }
    auto nanos = *fraction;
    for (auto i = digits.size(); i < kNanoDigits; ++i) {
        nanos *= 10;
    }
    return *seconds * kPerSecond + nanos;
}

std::optional<std::int64_t> leadingNumber(std::string_view text) {
    text = trimmed(text);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} ? std::optional(value) : std::nullopt;
}

std::string_view schedValue(std::string_view arguments, std::string_view key) {
    for (auto at = arguments.find(key); at != std::string_view::npos; at = arguments.find(key, at + 1)) {
        if (at == 0 || arguments[at - 1] == ' ' || arguments[at - 1] == '[') {
            const auto value = arguments.substr(at + key.size());
            return value.substr(0, value.find_first_of(" \t]"));
        }
    }
    return {};
}

std::optional<SchedLine> schedLine(std::string_view text) {
    constexpr std::size_t kMostDigits = 6;
    // Names may hold brackets: the first one that has a thread before it and a time behind it is that of the CPU.
    for (auto open = text.find('['); open != std::string_view::npos; open = text.find('[', open + 1)) {
        const auto close = text.find(']', open);
        const auto digits = close == std::string_view::npos ? 0 : close - open - 1;
        if (digits == 0 || digits > kMostDigits) {
            continue;
        }
        const auto cpu = idOf(text.substr(open + 1, digits));
        SchedLine line;
        if (cpu && *cpu >= 0 && readTask(text.substr(0, open), line) && readEvent(text.substr(close + 1), line)) {
            line.cpu = *cpu;
            return line;
        }
    }
    return std::nullopt;
}

bool isSchedPage(std::string_view head) {
    const auto open = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    const auto begin = open == std::string_view::npos ? std::string() : lowerCase(head.substr(open, 64));
    return begin.starts_with("<!doctype html") || begin.starts_with("<html");
}

bool looksLikeSched(std::string_view head) {
    const auto open = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (open == std::string_view::npos || head[open] == '{' || head[open] == '[') {
        return false;
    }
    if (isSchedPage(head)) {
        return containsAny(head, {"linuxPerfData", "# tracer:", "sched_switch:"});
    }
    if (head.substr(open).starts_with("# tracer:") || contains(head, "\n# tracer:")) {
        return true;
    }
    if (contains(head, "sch delay") && contains(head, "wait time")) {
        return true;  // perf sched timehist
    }
    for (std::size_t at = open; at < head.size();) {
        const auto end = std::min(head.find('\n', at), head.size());
        const auto line = schedLine(head.substr(at, end - at));
        const bool isOfScheduler =
            line && (line->event.starts_with("sched_") || line->event.starts_with("irq_handler") ||
                     line->event.starts_with("softirq_"));
        if (isOfScheduler) {
            return true;
        }
        at = end + 1;
    }
    return false;
}

}  // namespace stagescope
