#include "app/command_line.h"

#include "core/base/step_id.h"
#include "core/base/words/nearest_names.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace stagescope {
namespace {

std::string &calledName() {
    static std::string name = "stagescope";
    return name;
}

constexpr std::int64_t kMaxRank = 1'000'000;

const OptionSpec *optionNamed(const Command &command, std::string_view name) {
    const auto it = std::find_if(command.options.begin(), command.options.end(),
                                 [&](const OptionSpec &o) { return o.name == name; });
    return it == command.options.end() ? nullptr : &*it;
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
    auto &values = result.options[name];
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
    return "usage: " + programName() + " " + command.name + (command.synopsis.empty() ? "" : " ") + command.synopsis;
}

std::string helpText(const Command &command) {
    std::string text = usageLine(command) + "\n\n" + command.summary + "\n";
    std::size_t width = 0;
    std::vector<std::string> heads;
    for (const auto &option : command.options) {
        heads.push_back(option.name + (option.value.empty() ? "" : " " + option.value));
        width = std::max(width, heads.back().size());
    }
    text += command.options.empty() ? "" : "\n";
    for (std::size_t i = 0; i < heads.size(); ++i) {
        text += "  " + heads[i] + std::string(width - heads[i].size() + 2, ' ') + command.options[i].meaning + "\n";
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
        return fail(ErrorKind::BadArgument, "an argument is missing");
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
    if (!first.empty() && !(span.begin = parseDuration(first))) {
        return bad();
    }
    if (!last.empty() && !(span.end = parseDuration(last))) {
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
