#pragma once

#include "core/store/tables/training_record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

struct LoggedValue {
    std::string name;
    double value = 0;
    std::string unit{};
};

/// What a line says.
struct LoggedLine {
    std::string_view dialect{};
    std::optional<std::int64_t> step{};  ///< nothing: that of the line before
    int rank = -1;                       ///< -1: the line does not tell
    std::int64_t time = kNoLoggedTime;
    std::vector<LoggedValue> values{};
};

}  // namespace stagescope
