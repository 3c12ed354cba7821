#pragma once

#include "core/base/path_text.h"

#include <string_view>

namespace stagescope {

/// The pattern at the end of a path that stands for one run among others: "*" in the last part any text, "{a,b/c}" one
/// of these names and of what lies in them; empty where there is none. Lives as long as the path.
[[nodiscard]] inline std::string_view patternIn(std::string_view path) {
    const auto braces = path.rfind("/{");
    if (path.ends_with('}') && braces != std::string_view::npos) {
        return path.substr(braces + 1);
    }
    const auto name = lastPart(path);
    return name.find('*') != std::string_view::npos ? name : std::string_view{};
}

}  // namespace stagescope
