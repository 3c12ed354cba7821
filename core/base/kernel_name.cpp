#include "core/base/kernel_name.h"

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

/// Whether a path of at least two parts begins with a scope.
bool beginsWithScope(std::string_view path) {
    auto first = path.find('/');
    if (first == std::string_view::npos) {
        return false;
    }
    auto scope = path.substr(0, first);
    if (isGraph(scope)) {
        const auto begin = first + 1;
        first = path.find('/', begin);
        scope = path.substr(begin, first - begin);
    }
    return isScope(scope);
}

KernelName splitPath(std::string_view name) {
    const auto last = name.rfind('/');
    if (last == std::string_view::npos || last == 0) {
        return {name, {}};
    }
    const auto shortName = withoutNumber(name.substr(last + 1));
    const auto path = name.substr(0, last);
    const bool isSplit = isIdentifier(shortName) && (shortName.starts_with("aclnn") || beginsWithScope(path));
    return isSplit ? KernelName{shortName, path} : KernelName{name, {}};
}

/// From the first line break or semicolon on, where lines of Python follow: "/train.py(12): construct;".
std::string_view stackIn(std::string_view name) {
    const auto end = name.find_first_of(";\r\n");
    const auto rest = end == std::string_view::npos ? std::string_view{} : name.substr(end);
    return contains(rest, ".py(") || contains(rest, ".py:") ? rest : std::string_view{};
}

}  // namespace

KernelName kernelName(std::string_view name) {
    const auto stack = stackIn(name);
    auto result = splitPath(name.substr(0, name.size() - stack.size()));
    result.stack = trimmed(stack, " ;\t\r\n");
    return result;
}

}  // namespace stagescope
