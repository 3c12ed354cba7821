#include "core/formats/comm_arguments.h"

#include <algorithm>
#include <charconv>

namespace stagescope {

namespace {

std::int64_t wholeNumber(std::string_view text) {
    std::int64_t value = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value >= 0 ? value : -1;
}

std::int64_t flag(std::string_view text) { return text == "yes" ? 1 : text == "no" ? 0 : wholeNumber(text); }

/// "0,2" of "Process Group Ranks": "[0, 2]", whether it is written as text or as an array. Kineto cuts long lists with
/// "..."; those are left out.
std::string membersOf(std::string_view arguments) {
    constexpr std::string_view kKey = "\"Process Group Ranks\"";
    const auto key = arguments.find(kKey);
    const auto begin = key == std::string_view::npos ? key : arguments.find_first_not_of(" :\"", key + kKey.size());
    if (begin == std::string_view::npos || arguments[begin] != '[') {
        return {};
    }
    const auto list = arguments.substr(begin + 1, arguments.find(']', begin) - begin - 1);
    if (list.find_first_not_of("0123456789, ") != std::string_view::npos) {
        return {};
    }
    std::string members(list);
    std::erase(members, ' ');
    return members;
}

void takeArgument(CommArguments &found, std::string_view key, std::string_view text) {
    struct Text {
        std::string_view key;
        std::string CommArguments::*into;
    };
    struct Number {
        std::string_view key;
        std::int64_t CommArguments::*into;
    };
    static constexpr std::array kTexts{
        Text{"data_type", &CommArguments::dataType}, Text{"dtype", &CommArguments::dataType},
        Text{"alg_type", &CommArguments::algorithm}, Text{"Process Group Name", &CommArguments::group},
        Text{"Collective name", &CommArguments::type}};
    static constexpr std::array kNumbers{Number{"connection_id", &CommArguments::connection},
                                         Number{"count", &CommArguments::count},
                                         Number{"In msg nelems", &CommArguments::count},
                                         Number{"Out msg nelems", &CommArguments::received},
                                         Number{"Dst Rank", &CommArguments::peer},
                                         Number{"Src Rank", &CommArguments::peer}};
    for (const auto &[name, into] : kTexts) {
        if (key == name) {
            found.*into = text;
        }
    }
    for (const auto &[name, into] : kNumbers) {
        if (key == name && wholeNumber(text) >= 0) {
            found.*into = wholeNumber(text);
        }
    }
    if (key == "relay") {
        found.relay = flag(text);
    } else if (key == "retry") {
        found.retry = flag(text);
    }
}

}  // namespace

std::optional<CommArguments> commArguments(const EventWindow &window, const TraceEvent &event) {
    if (event.argsFirst == 0) {
        return std::nullopt;
    }
    CommArguments found;
    found.offset = event.offset;
    forEachScalar(window, event.argsFirst, event.argsLast,
                  [&](const JsonMember &member) { takeArgument(found, member.key, member.value.text); });
    const auto positions = window.tokens.positions();
    const auto begin = positions[event.argsFirst];
    found.members = membersOf(window.view().substr(begin, positions[event.argsLast] - begin));
    return found;
}

void describe(CommOpRow &row, const CommArguments &from) {
    row.group = from.group.empty() ? row.group : std::string_view(from.group);
    row.type = from.type;
    row.dataType = from.dataType;
    row.algorithm = from.algorithm;
    row.members = from.members;
    row.connection = from.connection;
    row.count = from.count;
    row.relay = from.relay;
    row.retry = from.retry;
    row.peer = from.peer;
    // An all-gather sends little and receives much; the larger side is what crosses the links.
    const std::int64_t size = elementBytes(from.dataType);
    std::int64_t bytes = 0;
    if (size > 0 && from.received > from.count && !__builtin_mul_overflow(from.received, size, &bytes)) {
        row.bytes = bytes;
    }
}

}  // namespace stagescope
