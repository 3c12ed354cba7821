#include "app/command_line.h"

#include "core/base/step_id.h"
#include "core/base/words/nearest_names.h"
#include "core/base/words/wrapped_text.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace stagescope {
namespace {

std::string &calledName() {
    static std::string name = "stagescope";
    return name;
}

constexpr std::int64_t kMaxRank = 1'000'000;

/// Names for one thing: each command takes both, and lists one.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kAliases{
    {{"--rank", "--ranks"}, {"--visible", "--in-sight"}}};

const OptionSpec *optionNamed(const Command &command, std::string_view name) {
    const auto find = [&](std::string_view wanted) -> const OptionSpec * {
        const auto it = std::find_if(command.options.begin(), command.options.end(),
                                     [&](const OptionSpec &o) { return o.name == wanted; });
        return it == command.options.end() ? nullptr : &*it;
    };
    if (const auto *option = find(name)) {
        return option;
    }
    for (const auto &[one, other] : kAliases) {
        if (name == one || name == other) {
            return find(name == one ? other : one);
        }
    }
    return nullptr;
}

/// " PATH": what the usage line calls the operand at this place; empty where a command has several forms.
std::string operandName(const Command &command, std::size_t index) {
    std::string_view words = command.synopsis;
    if (words.find('|') != std::string_view::npos) {
        return {};
    }
    for (std::size_t i = 0; !words.empty(); ++i) {
        const auto word = words.substr(0, words.find(' '));
        if (word.starts_with('-') || word.starts_with('[')) {
            return {};
        }
        if (i == index) {
            return " " + std::string(word);
        }
        words.remove_prefix(std::min(words.size(), word.size() + 1));
    }
    return {};
}

/// A lone "-" and negative numbers are values, not options.
bool looksLikeOption(std::string_view word) {
    return word.size() > 1 && word[0] == '-' && !(word[1] >= '0' && word[1] <= '9');
}

/// Takes the option at words[i] (and its value) into `result`; i moves to the last word that was used.
Status takeOption(const Command &command, std::span<const std::string> words, std::size_t &i, Arguments &result) {
    const std::string_view word = words[i];
    const auto equals = word.starts_with("--") ? word.find('=') : std::string_view::npos;
    const auto name = std::string(word.substr(0, equals));
    const auto *option = optionNamed(command, name);
    if (option == nullptr) {
        std::vector<std::string> names;
        std::for_each(command.options.begin(), command.options.end(),
                      [&](const OptionSpec &known) { names.push_back(known.name); });
        return fail(ErrorKind::BadArgument, "unknown option " + name + nearestNames(name, names));
    }
    std::string value;
    if (option->value.empty()) {
        if (equals != std::string_view::npos) {
            return fail(ErrorKind::BadArgument, name + " takes no value");
        }
    } else if (equals != std::string_view::npos) {
        value = std::string(word.substr(equals + 1));
    } else if (i + 1 < words.size()) {
        value = words[++i];
    } else {
        return fail(ErrorKind::BadArgument, name + " needs a value");
    }
    auto &values = result.options[option->name];
    if (!values.empty() && !option->repeatable) {
        return fail(ErrorKind::BadArgument, name + " is given twice");
    }
    values.push_back(std::move(value));
    return {};
}

}  // namespace

std::string Arguments::value(const std::string &name) const {
    const auto it = options.find(name);
    return it == options.end() || it->second.empty() ? std::string{} : it->second.back();
}

std::vector<std::string> Arguments::values(const std::string &name) const {
    const auto it = options.find(name);
    return it == options.end() ? std::vector<std::string>{} : it->second;
}

std::vector<std::string> Arguments::opened() const {
    std::vector<std::string> paths = values("--baseline");
    if (!positional.empty()) {
        paths.push_back(positional.back());
    }
    return paths;
}

const std::string &programName() { return calledName(); }
void setProgramName(std::string name) { calledName() = std::move(name); }

std::string usageLine(const Command &command) {
    const std::string_view options = command.options.empty() ? "" : " [OPTIONS]";
    std::string text = "usage:";
    std::string_view forms = command.synopsis;
    constexpr std::string_view kOr = " | ";
    // Each form of a command has a line of its own.
    while (true) {
        const auto form = forms.substr(0, forms.find(kOr));
        text += " " + programName() + (command.name.empty() ? "" : " ") + command.name + std::string(options) +
                (form.empty() ? "" : " ") + std::string(form);
        if (form.size() == forms.size()) {
            return text;
        }
        forms.remove_prefix(form.size() + kOr.size());
        text += "\n      ";
    }
}

std::size_t terminalWidth() {
    constexpr std::size_t kUsual = 80;
    constexpr std::size_t kLeast = 40;
    winsize size{};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= kLeast ? size.ws_col : kUsual;
}

namespace {

std::string optionLines(const Command &command, bool isCommon, std::size_t width) {
    constexpr std::size_t kMostColumn = 28;
    std::string text;
    for (const auto &option : command.options) {
        if (option.isCommon != isCommon) {
            continue;
        }
        auto head = "  " + option.name + (option.value.empty() ? "" : " " + option.value);
        head += head.size() + 2 > kMostColumn ? "\n" + std::string(kMostColumn, ' ')
                                              : std::string(kMostColumn - head.size(), ' ');
        text += head + wrappedText(option.meaning, kMostColumn, width) + "\n";
    }
    return text;
}

}  // namespace

std::string helpText(const Command &command, std::size_t width) {
    std::string text = usageLine(command) + "\n\n" + wrappedText(command.summary, 0, width) + ".\n";
    text += command.details.empty() ? "" : wrappedText(command.details, 0, width) + "\n";
    for (const auto &[title, isCommon] : {std::pair("Options", false), std::pair("Common options", true)}) {
        const auto lines = optionLines(command, isCommon, width);
        text += lines.empty() ? "" : "\n" + std::string(title) + "\n" + lines;
    }
    return text + (command.more == nullptr ? "" : "\n" + command.more());
}

Result<Arguments> parseArguments(const Command &command, std::span<const std::string> words) {
    Arguments result;
    bool onlyPositional = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!onlyPositional && words[i] == "--") {
            onlyPositional = true;
        } else if (!onlyPositional && looksLikeOption(words[i])) {
            if (const auto status = takeOption(command, words, i, result); !status) {
                return tl::make_unexpected(status.error());
            }
        } else {
            result.positional.push_back(words[i]);
        }
    }
    if (result.positional.size() < command.minPositional) {
        return fail(ErrorKind::BadArgument, "missing argument" + operandName(command, result.positional.size()));
    }
    if (result.positional.size() > command.maxPositional) {
        return fail(ErrorKind::BadArgument,
                    "too many arguments, from '" + result.positional[command.maxPositional] + "' on");
    }
    return result;
}

Result<std::int64_t> parseInteger(std::string_view text, std::string_view option) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return fail(ErrorKind::BadArgument,
                    std::string(option) + " wants a whole number, not '" + std::string(text) + "'");
    }
    return value;
}

Result<std::int64_t> parseStep(std::string_view text, std::string_view option) {
    const auto step = stepFromText(text);
    return step ? Result<std::int64_t>(*step) : parseInteger(text, option);
}

tl::unexpected<Error> badChoice(const std::string &option, const std::string &value,
                                const std::vector<std::string> &names) {
    std::string wanted;
    for (std::size_t i = 0; i < names.size(); ++i) {
        wanted += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    }
    return badValue(option, value, wanted + nearestNames(value, names));
}

Result<std::vector<int>> parseRanks(std::string_view text, std::string_view option) {
    std::vector<int> result;
    while (true) {
        const auto part = text.substr(0, text.find(','));
        const auto dash = part.find('-', 1);
        const auto first = parseInteger(part.substr(0, dash), option);
        const auto last = dash == std::string_view::npos ? first : parseInteger(part.substr(dash + 1), option);
        if (!first || !last) {
            return tl::make_unexpected((first ? last : first).error());
        }
        if (*first < 0 || *last < *first || *last > kMaxRank) {
            return fail(ErrorKind::BadArgument,
                        std::string(option) + ": '" + std::string(part) + "' is not a range of ranks");
        }
        for (auto rank = *first; rank <= *last; ++rank) {
            result.push_back(static_cast<int>(rank));
        }
        if (part.size() == text.size()) {
            return result;
        }
        text.remove_prefix(part.size() + 1);
    }
}

Result<std::vector<int>> ranksOption(const Arguments &arguments, const std::string &option) {
    return arguments.has(option) ? parseRanks(arguments.value(option), option) : std::vector<int>{};
}

Result<std::optional<std::pair<std::int64_t, std::int64_t>>> stepsOption(const Arguments &arguments) {
    if (!arguments.has("--steps")) {
        return std::nullopt;
    }
    const auto text = arguments.value("--steps");
    const auto dash = text.find('-');
    const auto first = parseInteger(text.substr(0, dash), "--steps");
    const auto last = dash == std::string::npos ? first : parseInteger(text.substr(dash + 1), "--steps");
    if (!first || !last || *last < *first) {
        return badValue("--steps", text, "a step or a range of steps such as 13-15");
    }
    return std::pair(*first, *last);
}

Result<TimeSpan> parseTimeSpan(std::string_view text) {
    const auto colon = text.find(':');
    const auto bad = [&] {
        return fail(ErrorKind::BadArgument,
                    "--range wants A:B with units, such as 12ms:40ms, not '" + std::string(text) + "'");
    };
    if (colon == std::string_view::npos) {
        return bad();
    }
    TimeSpan span;
    const auto first = text.substr(0, colon);
    const auto last = text.substr(colon + 1);
    span.begin = parseDuration(first);
    span.end = parseDuration(last);
    if ((!first.empty() && !span.begin) || (!last.empty() && !span.end)) {
        return bad();
    }
    // So that a first event and a span never overflow when they are added.
    constexpr Nanos kLongest{std::numeric_limits<std::int64_t>::max() / 4};
    if (std::max(span.begin.value_or(Nanos{0}), span.end.value_or(Nanos{0})) > kLongest ||
        std::min(span.begin.value_or(Nanos{0}), span.end.value_or(Nanos{0})) < -kLongest) {
        return fail(ErrorKind::BadArgument, "--range is longer than 73 years: '" + std::string(text) + "'");
    }
    if (span.begin && span.end && *span.end <= *span.begin) {
        return fail(ErrorKind::BadArgument, "--range ends before it begins: '" + std::string(text) + "'");
    }
    return span;
}

}  // namespace stagescope
