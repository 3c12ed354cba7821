#include "core/formats/flight/flight_values.h"

#include "core/base/text.h"

#include <array>
#include <tuple>

namespace stagescope {

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
        std::int64_t product = 1;
        text += text.empty() ? "[" : " [";
        bool isFirst = true;
        for (const auto dimension : values.itemsOf(shape)) {
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
    for (const auto rank : values.itemsOf(ranks)) {
        if (const auto number = values.wholeOf(rank)) {
            add(std::to_string(*number));
        }
    }
    auto text = values.textOf(ranks);
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
        text += (text.empty() ? "" : ", ") + std::string(values.textOf(item));
    }
    return text;
}

std::string stackTextOf(const PickleValues &values, PickleValue frames) {
    constexpr std::size_t kMostFrames = 256;
    std::string text;
    std::size_t count = 0;
    for (const auto frame : values.itemsOf(frames)) {
        if (++count > kMostFrames) {
            break;
        }
        const auto line = values.wholeOf(values.member(frame, "line"));
        text += (text.empty() ? "" : "\n") + std::string(values.textOf(values.member(frame, "name"))) + "  " +
                std::string(values.textOf(values.member(frame, "filename"))) +
                (line ? ":" + std::to_string(*line) : std::string());
    }
    return text;
}

}  // namespace stagescope
