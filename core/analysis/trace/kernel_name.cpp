#include "core/analysis/trace/kernel_name.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// "MatMul" of "MatMul-op12": the number tells where in the graph it stands, not what it is.
std::string_view withoutNumber(std::string_view part) {
    constexpr std::string_view kMark = "-op";
    const auto mark = part.rfind(kMark);
    if (mark == std::string_view::npos || mark == 0 || mark + kMark.size() == part.size()) {
        return part;
    }
    const auto digits = part.substr(mark + kMark.size());
    return std::all_of(digits.begin(), digits.end(), &isDigit) ? part.substr(0, mark) : part;
}

bool isIdentifier(std::string_view text) {
    return !text.empty() && isLetter(text.front()) &&
           std::all_of(text.begin(), text.end(), [](char c) { return isLetter(c) || isDigit(c); });
}

bool isScope(std::string_view part) {
    constexpr std::array<std::string_view, 4> kScopes{"Default", "Gradients", "recompute_Default",
                                                      "recompute_Gradients"};
    return std::find(kScopes.begin(), kScopes.end(), part) != kScopes.end();
}

/// "kernel_graph_1", "graph_0": written before the scope by some versions.
bool isGraph(std::string_view part) {
    const auto mark = part.find("graph_");
    if (mark == std::string_view::npos || (mark != 0 && part.substr(0, mark) != "kernel_")) {
        return false;
    }
    const auto digits = part.substr(mark + 6);
    return !digits.empty() && std::all_of(digits.begin(), digits.end(), &isDigit);
}

}  // namespace

KernelName kernelName(std::string_view name) {
    const KernelName plain{name, {}};
    const auto last = name.rfind('/');
    auto first = name.find('/');
    if (last == std::string_view::npos || first == last) {
        return plain;
    }
    auto scope = name.substr(0, first);
    if (isGraph(scope)) {
        const auto begin = first + 1;
        first = name.find('/', begin);
        scope = name.substr(begin, first - begin);
    }
    const auto shortName = withoutNumber(name.substr(last + 1));
    return isScope(scope) && isIdentifier(shortName) ? KernelName{shortName, name.substr(0, last)} : plain;
}

}  // namespace stagescope
