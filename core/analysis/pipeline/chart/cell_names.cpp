#include "core/analysis/pipeline/chart/cell_names.h"

#include "core/base/text.h"

#include <algorithm>
#include <optional>
#include <string>

namespace stagescope {

namespace {

std::optional<int> cellNumber(std::string_view text) {
    const auto value = wholeNumber<int>(text);
    return value && *value >= 0 ? value : std::nullopt;
}

std::optional<CellKind> kindOfLetter(char letter) {
    switch (letter) {
        case 'F':
        case 'f':
            return CellKind::Forward;
        case 'B':
            return CellKind::Backward;
        case 'b':
        case 'I':
            return CellKind::BackwardInput;
        case 'w':
        case 'W':
            return CellKind::BackwardWeight;
        default:
            return std::nullopt;
    }
}

/// "7F", "F7" or "7".
std::optional<CellName> simpleName(std::string_view name) {
    if (name.empty()) {
        return std::nullopt;
    }
    if (const auto plain = cellNumber(name)) {
        return CellName{CellKind::Forward, *plain, -1};
    }
    for (const bool isLetterLast : {true, false}) {
        const auto kind = kindOfLetter(isLetterLast ? name.back() : name.front());
        const auto digits = cellNumber(isLetterLast ? name.substr(0, name.size() - 1) : name.substr(1));
        if (kind && digits) {
            return CellName{*kind, *digits, -1};
        }
    }
    return std::nullopt;
}

bool isBackward(CellKind kind) { return kind == CellKind::Backward || kind == CellKind::BackwardInput; }

}  // namespace

CellName cellNameOf(std::string_view name) {
    if (name == "FP" || name == "BP") {
        return {name == "FP" ? CellKind::Forward : CellKind::Backward, -1, -1};
    }
    if (const auto plus = name.find('+'); plus != std::string_view::npos) {
        const auto first = simpleName(name.substr(0, plus));
        const auto second = simpleName(name.substr(plus + 1));
        if (first && second && first->kind == CellKind::Forward && isBackward(second->kind)) {
            return {CellKind::Overlapped, first->microbatch, second->microbatch};
        }
        return {};
    }
    return simpleName(name).value_or(CellName{});
}

CellKind messageKind(std::string_view message) {
    const auto lower = lowerCase(message);
    const auto has = [&](std::string_view part) { return lower.find(part) != std::string::npos; };
    const bool forward = has("forward");
    const bool backward = has("backward");
    if (forward && has("overlap")) {
        return CellKind::Overlapped;
    }
    if (has("weightgradstore")) {
        return CellKind::BackwardWeight;
    }
    if (forward == backward) {
        return CellKind::Other;
    }
    return forward ? CellKind::Forward : CellKind::Backward;
}

}  // namespace stagescope
