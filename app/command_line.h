#pragma once

#include "core/base/result.h"
#include "core/base/time.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stagescope {

/// An option of a command: "--name VALUE" or "--name=VALUE", or a flag when `value` is empty.
struct OptionSpec {
    std::string name;   ///< with its dashes: "--rank", "-o"
    std::string value;  ///< what the help writes for the value ("LIST"); empty = flag
    std::string meaning;
    bool repeatable = false;
    bool isCommon = false;  ///< that many commands share: listed last
};

/// What a command was given, checked against its options. Value type.
struct Arguments {
    std::vector<std::string> positional;
    std::map<std::string, std::vector<std::string>> options;

    [[nodiscard]] bool has(const std::string &name) const { return options.contains(name); }
    /// The last value that was given, empty when there is none.
    [[nodiscard]] std::string value(const std::string &name) const;
    [[nodiscard]] std::vector<std::string> values(const std::string &name) const;
    /// What the command reads: its last positional argument, and the baseline.
    [[nodiscard]] std::vector<std::string> opened() const;
};

/// What a command needs before it runs; main makes it and it lives as long as the command.
enum class ApplicationKind {
    Core,       ///< QCoreApplication: data commands
    Offscreen,  ///< QApplication on the offscreen platform: pictures
    Window,     ///< QApplication on the user's display
};

/// Where the list of commands has a command.
enum class CommandSection { Look, Query, Copy, Other };

/// A subcommand. `run` returns the exit code: 0 clean, 1 done but data were lost or refused on the way, 2 not done, 3 a
/// gate is violated.
struct Command {
    std::string name;
    CommandSection section = CommandSection::Other;
    std::string synopsis{};  ///< operands and options that must be given: "ID PATH", "PATH -o DIR"
    std::string summary{};   ///< an imperative without a full stop, at most 72 characters
    std::string details{};   ///< what the help and the manual page say below the summary; may be empty
    std::vector<OptionSpec> options{};
    std::size_t minPositional = 0;
    std::size_t maxPositional = 0;
    /// What the first positional argument may be, where that is a list; null = a path.
    std::vector<std::string> (*choices)() = nullptr;
    /// What the help and the manual page tell behind the options, lines as they stand; null = nothing.
    std::string (*more)() = nullptr;
    ApplicationKind application = ApplicationKind::Core;
    /// Asked before an application object is made, for what would be in vain; null = nothing to ask.
    Status (*accepts)(const Arguments &arguments) = nullptr;
    int (*run)(const Arguments &arguments) = nullptr;
};

/// What the program is called that runs: "stagescope", "stagescope-cli". Set it once, before it is asked for.
[[nodiscard]] const std::string &programName();
void setProgramName(std::string name);

/// "usage: stagescope NAME [OPTIONS] SYNOPSIS"
[[nodiscard]] std::string usageLine(const Command &command);
/// Usage, summary and every option with its meaning, in lines of at most `width` characters.
[[nodiscard]] std::string helpText(const Command &command, std::size_t width = 80);
/// Width of the terminal that standard output is; 80 where it is none.
[[nodiscard]] std::size_t terminalWidth();
/// Options may stand anywhere; "--" ends them. Errors: BadArgument.
[[nodiscard]] Result<Arguments> parseArguments(const Command &command, std::span<const std::string> words);

/// "0,2,5-7" to numbers. Errors: BadArgument, whose detail names the option.
[[nodiscard]] Result<std::vector<int>> parseRanks(std::string_view text, std::string_view option);
/// The ranks that an option names; none where it is not given.
[[nodiscard]] Result<std::vector<int>> ranksOption(const Arguments &arguments, const std::string &option);
/// A number; errors: BadArgument, whose detail names the option.
[[nodiscard]] Result<std::int64_t> parseInteger(std::string_view text, std::string_view option);
/// The same of a step (step_id.h): 3, or "3 (2)" where its number comes again.
[[nodiscard]] Result<std::int64_t> parseStep(std::string_view text, std::string_view option);
/// The first and the last that --steps names, "13", "13-15"; nothing where it is not given. Errors: BadArgument.
[[nodiscard]] Result<std::optional<std::pair<std::int64_t, std::int64_t>>> stepsOption(const Arguments &arguments);
/// A span of time from the first event of a run, as "12ms:40ms" tells it. An empty side is open.
struct TimeSpan {
    std::optional<Nanos> begin;
    std::optional<Nanos> end;
};
/// Units are demanded. Errors: BadArgument.
[[nodiscard]] Result<TimeSpan> parseTimeSpan(std::string_view text);

/// BadArgument: "'5x' is not a size such as 1600x900".
[[nodiscard]] inline tl::unexpected<Error> badValue(const std::string &option, const std::string &value,
                                                    const std::string &wanted) {
    return fail(ErrorKind::BadArgument, "'" + value + "' is not " + wanted, option);
}

/// BadArgument: "'lihgt' is not light or dark; did you mean light?"
[[nodiscard]] tl::unexpected<Error> badChoice(const std::string &option, const std::string &value,
                                              const std::vector<std::string> &names);

}  // namespace stagescope
