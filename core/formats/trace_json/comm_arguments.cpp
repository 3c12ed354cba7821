#include "core/formats/trace_json/comm_arguments.h"

#include "core/base/text.h"
#include "core/formats/trace_json/launch_arguments.h"

#include <algorithm>
#include <charconv>

namespace stagescope {

namespace {

constexpr std::size_t kLongestKey = 64;  // windows have that much behind them

/// -1 for what is none.
std::int64_t countIn(std::string_view text) {
    return std::max(jsonNumber<std::int64_t>(text).value_or(-1), std::int64_t{-1});
}

std::int64_t flag(std::string_view text) { return text == "yes" ? 1 : text == "no" ? 0 : countIn(text); }

/// "0,2" of "[0, 2]". Kineto cuts long lists with "..."; those are left out.
std::string plainList(std::string_view list) {
    if (!list.starts_with('[') || !list.ends_with(']') ||
        list.find_first_not_of("0123456789, \n\r\t[]") != std::string_view::npos) {
        return {};
    }
    std::string plain(list.substr(1, list.size() - 2));
    std::erase_if(plain, [](char c) { return c != ',' && (c < '0' || c > '9'); });
    return plain;
}

/// Elements of all tensors: "[[[2, 3]], [], [4]]" has 10.
std::int64_t elementsOf(std::string_view shapes) {
    std::int64_t sum = 0;
    for (auto close = shapes.find(']'); close != std::string_view::npos; close = shapes.find(']', close + 1)) {
        const auto open = shapes.rfind('[', close);
        if (open == std::string_view::npos || shapes.substr(open, close - open).find(']') != std::string_view::npos) {
            continue;
        }
        std::int64_t product = 1;
        bool isShape = false;
        for (auto rest = shapes.substr(open + 1, close - open - 1); !rest.empty();) {
            const auto comma = std::min(rest.find(','), rest.size());
            const auto first = std::min(rest.find_first_of("0123456789"), comma);
            const auto size = countIn(rest.substr(first, comma - first));
            isShape = size >= 0;
            if (!isShape || __builtin_mul_overflow(product, size, &product)) {
                return -1;
            }
            rest.remove_prefix(std::min(comma + 1, rest.size()));
        }
        if (isShape && __builtin_add_overflow(sum, product, &sum)) {
            return -1;
        }
    }
    return sum > 0 ? sum : -1;
}

std::string firstText(std::string_view list) {
    const auto open = list.find('"');
    const auto close = open == std::string_view::npos ? open : list.find('"', open + 1);
    return close == std::string_view::npos ? std::string() : std::string(list.substr(open + 1, close - open - 1));
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
        Text{"data_type", &CommArguments::dataType},   Text{"dtype", &CommArguments::dataType},
        Text{"alg_type", &CommArguments::algorithm},   Text{"Process Group Name", &CommArguments::group},
        Text{"Collective name", &CommArguments::type}, Text{"Process Group Description", &CommArguments::groupName}};
    static constexpr std::array kNumbers{Number{"connection_id", &CommArguments::connection},
                                         Number{"count", &CommArguments::count},
                                         Number{"In msg nelems", &CommArguments::count},
                                         Number{"Out msg nelems", &CommArguments::received},
                                         Number{"Dst Rank", &CommArguments::destination},
                                         Number{"Src Rank", &CommArguments::source},
                                         Number{"Seq", &CommArguments::sequence},
                                         Number{"Group size", &CommArguments::groupSize}};
    for (const auto &[name, into] : kTexts) {
        if (key == name) {
            found.*into = text;
        }
    }
    for (const auto &[name, into] : kNumbers) {
        if (key == name && countIn(text) >= 0) {
            found.*into = countIn(text);
        }
    }
    if (key == "Process Group Ranks") {
        found.members = plainList(text);
    } else if (key == "In split size") {
        found.splits = plainList(text);
    } else if (key == "relay") {
        found.relay = flag(text);
    } else if (key == "retry") {
        found.retry = flag(text);
    }
}

/// Members of a group that was written as its first rank and a step.
class RankStride {
public:
    void take(std::string_view key, std::string_view text) {
        if (key == "Global rank start") {
            m_start = countIn(text);
        } else if (key == "Global rank stride") {
            m_stride = countIn(text);
        }
    }
    [[nodiscard]] std::string members(std::int64_t size) const {
        constexpr std::int64_t kMost = 65536;
        std::string list;
        const bool isKnown = m_start >= 0 && m_stride > 0 && m_start < kMost && m_stride < kMost;
        for (std::int64_t i = 0; isKnown && i < std::min(size, kMost); ++i) {
            list += (i == 0 ? "" : ",") + std::to_string(m_start + i * m_stride);
        }
        return list;
    }

private:
    std::int64_t m_start = -1;
    std::int64_t m_stride = -1;
};

}  // namespace

std::optional<CommArguments> commArguments(const EventWindow &window, const TraceEvent &event) {
    if (event.argsFirst == 0) {
        return std::nullopt;
    }
    CommArguments found;
    found.offset = event.offset;
    const bool isRange = event.name.text.starts_with("nccl:");
    found.type = isRange ? event.name.text.substr(std::string_view("nccl:").size()) : std::string_view{};
    RankStride stride;
    forEachMember(window, event.argsFirst, event.argsLast, [&](const char *key, std::string_view value) {
        const std::string_view name(key, std::string_view(key, kLongestKey).find('"'));
        const auto text = unquoted(value);
        takeArgument(found, name, text);
        if (isRange && name == "Input Dims") {
            found.count = elementsOf(value);
        } else if (isRange && name == "Input type") {
            found.dataType = firstText(value);
        }
        stride.take(name, text);
    });
    if (found.members.empty()) {
        found.members = stride.members(found.groupSize);
    }
    return found;
}

void describe(CommOpRecord &row, const CommArguments &from) {
    row.group = from.group.empty() ? row.group : std::string_view(from.group);
    row.type = from.type;
    row.dataType = from.dataType;
    row.algorithm = from.algorithm;
    row.members = from.members;
    row.connection = from.connection;
    row.count = from.count;
    row.relay = from.relay;
    row.retry = from.retry;
    row.peer = from.type == "recv" || from.destination < 0 ? from.source : from.destination;
    row.sequence = from.sequence;
    row.groupSize = from.groupSize;
    row.splits = from.splits;
    row.bytes = from.bytes;
    // An all-gather sends little and receives much; the larger side is what crosses the links.
    const std::int64_t size = elementBytes(from.dataType);
    std::int64_t bytes = 0;
    if (size > 0 && from.received > from.count && !__builtin_mul_overflow(from.received, size, &bytes)) {
        row.bytes = bytes;
    }
}

}  // namespace stagescope
