#include "core/analysis/pipeline/chart/mark_names.h"

#include "core/analysis/pipeline/chart/cell_names.h"
#include "core/analysis/pipeline/schedule/schedule_text.h"
#include "core/base/dictionary_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <vector>

namespace stagescope {

namespace {

constexpr int kMaxNumber = 1'000'000'000;

std::optional<int> markNumber(std::string_view text) {
    const auto value = wholeNumber<int>(text);
    return value && *value >= 0 && *value <= kMaxNumber ? value : std::nullopt;
}

std::optional<MarkName> actionMark(std::string_view text) {
    if (!text.starts_with("PP:")) {
        return std::nullopt;
    }
    const auto action = actionFromText(text);
    if (!action) {
        return std::nullopt;
    }
    MarkName mark;
    mark.kind = action->kind;
    mark.microbatch = action->microbatch;
    mark.backwardMicrobatch = action->backwardMicrobatch;
    mark.stage = action->stage;
    mark.backwardStage = action->backwardStage;
    mark.name = text.substr(3);
    return mark;
}

std::optional<MarkName> loopMark(std::string_view text) {
    for (const auto &[prefix, kind] :
         {std::pair("Forward ", CellKind::Forward), std::pair("Backward ", CellKind::Backward)}) {
        const std::string_view word(prefix);
        if (text.starts_with(word)) {
            if (const auto microbatch = markNumber(text.substr(word.size()))) {
                MarkName mark;
                mark.kind = kind;
                mark.microbatch = *microbatch;
                return mark;
            }
        }
    }
    return std::nullopt;
}

/// "F3.0", "B3.0.1"
std::optional<MarkName> dottedMark(std::string_view text) {
    constexpr std::string_view kLetters = "FBW";
    const auto letter = text.empty() ? std::string_view::npos : kLetters.find(text.front());
    if (letter == std::string_view::npos) {
        return std::nullopt;
    }
    std::vector<int> numbers;
    for (auto rest = text.substr(1); numbers.size() < 4;) {
        const auto dot = rest.find('.');
        const auto value = markNumber(rest.substr(0, dot));
        if (!value) {
            return std::nullopt;
        }
        numbers.push_back(*value);
        if (dot == std::string_view::npos) {
            break;
        }
        rest.remove_prefix(dot + 1);
    }
    if (numbers.size() < 2 || numbers.size() > 3) {
        return std::nullopt;
    }
    constexpr std::array kKinds{CellKind::Forward, CellKind::Backward, CellKind::BackwardWeight};
    MarkName mark;
    mark.kind = kKinds.at(letter);
    mark.microbatch = numbers[0];
    mark.chunk = numbers[1];
    mark.name = text;
    return mark;
}

/// "attn(F)", "dispatch(B)", "mlp(W)", and the range around them.
std::optional<MarkName> layerMark(std::string_view text) {
    MarkName mark;
    if (text == "1F1B") {
        mark.role = MarkName::Role::Container;
        mark.kind = CellKind::Overlapped;
        mark.name = text;
        return mark;
    }
    if (text.size() < 4 || text.size() > 64 || text.back() != ')' || text[text.size() - 3] != '(') {
        return std::nullopt;
    }
    const char pass = text[text.size() - 2];
    if (pass != 'F' && pass != 'B' && pass != 'W') {
        return std::nullopt;
    }
    mark.role = MarkName::Role::Part;
    mark.kind = pass == 'F' ? CellKind::Forward : pass == 'B' ? CellKind::Backward : CellKind::BackwardWeight;
    mark.name = text.substr(0, text.size() - 3);
    for (const std::string_view word : {"dispatch", "combine", "all_to_all", "alltoall", "a2a", "comm"}) {
        if (mark.name.find(word) != std::string::npos) {
            mark.lane = CellPart::Lane::Communication;
        }
    }
    return mark;
}

/// A dictionary, or one of the names that the recipes give.
std::optional<MarkName> recipeMark(std::string_view text) {
    constexpr std::array<std::string_view, 6> kNames{"forward_step",
                                                     "backward_step",
                                                     "forward_step_with_model_graph",
                                                     "forward_step_no_model_graph",
                                                     "backward_step_with_model_graph",
                                                     "forward_backward_overlaping"};
    const auto inside = text.starts_with('{') ? dictionaryValue(text, "name") : std::string_view{};
    const auto name = inside.empty() ? text : inside;
    const bool isNamed = !inside.empty() || std::find(kNames.begin(), kNames.end(), name) != kNames.end() ||
                         name.starts_with("WeightGradStore");
    const auto kind = isNamed ? messageKind(name) : CellKind::Other;
    if (kind == CellKind::Other) {
        return std::nullopt;
    }
    MarkName mark;
    mark.kind = kind;
    mark.microbatch = static_cast<int>(std::min<std::int64_t>(microbatchOf(text), kMaxNumber));
    return mark;
}

}  // namespace

std::optional<MarkName> markName(std::string_view text, bool isUserRange) {
    for (const auto reader : {&actionMark, &loopMark, &dottedMark}) {
        if (auto mark = reader(text)) {
            return mark;
        }
    }
    if (!isUserRange) {
        return std::nullopt;
    }
    auto mark = layerMark(text);
    return mark ? mark : recipeMark(text);
}

}  // namespace stagescope
