#pragma once

#include "core/base/result.h"

#include <stop_token>
#include <string>

namespace stagescope {

/// Path of the demo profile in the user's cache folder; written on first use. Any thread, about 0.1 s.
[[nodiscard]] Result<std::string> demoProfile(const std::stop_token &stop = {});

}  // namespace stagescope
