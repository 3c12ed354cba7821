#include "core/analysis/tables/table_parameters.h"

#include <algorithm>
#include <charconv>

namespace stagescope {

Result<std::size_t> choiceParameter(const AnalysisInput &input, const std::string &name,
                                    std::span<const std::string_view> choices) {
    const auto set = input.parameters.find(name);
    if (set == input.parameters.end()) {
        return std::size_t{0};
    }
    const auto it = std::find(choices.begin(), choices.end(), set->second);
    if (it != choices.end()) {
        return static_cast<std::size_t>(it - choices.begin());
    }
    std::string known;
    for (const auto choice : choices) {
        known += (known.empty() ? "" : ", ") + std::string(choice);
    }
    return fail(ErrorKind::BadArgument, "parameter " + name + " is one of " + known + ", not '" + set->second + "'");
}

Result<std::size_t> countParameter(const AnalysisInput &input, const std::string &name, std::int64_t defaultValue) {
    constexpr std::int64_t kMost = 10'000'000;
    std::int64_t count = defaultValue;
    if (const auto set = input.parameters.find(name); set != input.parameters.end()) {
        const auto &text = set->second;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
        if (error != std::errc{} || end != text.data() + text.size() || count < 1 || count > kMost) {
            return fail(ErrorKind::BadArgument, "parameter " + name + " is a number from 1 to " +
                                                    std::to_string(kMost) + ", not '" + text + "'");
        }
    }
    return static_cast<std::size_t>(count);
}

Result<std::uint64_t> wholeNumberParameter(const AnalysisInput &input, const std::string &name,
                                           std::string_view defaultValue) {
    const auto text = input.parameter(name, defaultValue);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return fail(ErrorKind::BadArgument, name + " wants a whole number, not '" + text + "'");
    }
    return value;
}

}  // namespace stagescope
