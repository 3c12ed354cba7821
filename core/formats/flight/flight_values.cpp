#include "core/formats/flight/flight_values.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace stagescope {

namespace {

// What real dumps stay far below. Values are shared by reference, so that a small file may name a long one in each
// entry.
constexpr std::size_t kMostText = 4096;
constexpr std::size_t kMostStack = std::size_t{64} * 1024;
constexpr std::size_t kMostMembers = std::size_t{1} << 20;

}  // namespace

CalledName::CalledName(std::string_view name) {
    if (const auto colon = name.find(':'); colon != std::string_view::npos) {
        library = name.substr(0, colon);
        name.remove_prefix(colon + 1);
    }
    const auto blank = name.find(' ');
    op = name.substr(0, blank);
    if (blank == std::string_view::npos) {
        return;
    }
    const auto ends = name.substr(blank + 1);
    constexpr auto kArrows = std::to_array<std::string_view>({"->", "<-"});
    for (const auto arrow : kArrows) {
        const auto at = ends.find(arrow);
        const auto left = at == std::string_view::npos ? std::nullopt : wholeNumber<std::int64_t>(ends.substr(0, at));
        const auto right = left ? wholeNumber<std::int64_t>(ends.substr(at + arrow.size())) : std::nullopt;
        if (right && *left >= 0 && *right >= 0) {
            std::tie(source, destination) = arrow == "->" ? std::pair(*left, *right) : std::pair(*right, *left);
        }
    }
}

SizeList::SizeList(const PickleValues &values, PickleValue lists) {
    bool isCounted = true;
    std::int64_t sum = 0;
    for (const auto shape : values.itemsOf(lists)) {
        if (text.size() > kMostText) {
            isCounted = false;
            break;
        }
        std::int64_t product = 1;
        text += text.empty() ? "[" : " [";
        bool isFirst = true;
        const auto dimensions = values.itemsOf(shape);
        for (const auto dimension : dimensions.first(std::min(dimensions.size(), kMostText))) {
            const auto size = values.wholeOf(dimension);
            text += (isFirst ? "" : ", ") + (size ? std::to_string(*size) : std::string("?"));
            isFirst = false;
            isCounted = isCounted && size && *size >= 0 && !__builtin_mul_overflow(product, *size, &product);
        }
        text += "]";
        isCounted = isCounted && !__builtin_add_overflow(sum, product, &sum);
    }
    elements = isCounted && !text.empty() ? sum : -1;
}

std::string rankListOf(const PickleValues &values, PickleValue ranks) {
    std::string list;
    const auto add = [&](std::string_view number) {
        if (wholeNumber<std::int64_t>(number)) {
            list += (list.empty() ? "" : ",") + std::string(number);
        }
    };
    const auto numbers = values.itemsOf(ranks);
    for (const auto rank : numbers.first(std::min(numbers.size(), kMostMembers))) {
        if (const auto number = values.wholeOf(rank)) {
            add(std::to_string(*number));
        }
    }
    auto text = values.textOf(ranks);
    text = text.size() > kMostMembers ? std::string_view() : text;
    if (text.starts_with('[') && text.ends_with(']')) {
        text = text.substr(1, text.size() - 2);
        while (!text.empty()) {
            const auto comma = text.find(',');
            add(trimmed(text.substr(0, comma)));
            text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
        }
    }
    return list;
}

std::string joinedTexts(const PickleValues &values, PickleValue list) {
    std::string text;
    for (const auto item : values.itemsOf(list)) {
        if (text.size() > kMostText) {
            break;
        }
        text += (text.empty() ? "" : ", ") + std::string(values.textOf(item).substr(0, kMostText));
    }
    return text;
}

std::string stackTextOf(const PickleValues &values, PickleValue frames) {
    std::string text;
    const auto textOf = [&](PickleValue frame, std::string_view key) {
        return std::string(values.textOf(values.member(frame, key)).substr(0, kMostText));
    };
    for (const auto frame : values.itemsOf(frames)) {
        if (text.size() > kMostStack) {
            break;
        }
        const auto line = values.wholeOf(values.member(frame, "line"));
        text += (text.empty() ? "" : "\n") + textOf(frame, "name") + "  " + textOf(frame, "filename") +
                (line ? ":" + std::to_string(*line) : std::string());
    }
    return text;
}

}  // namespace stagescope
