#pragma once

#include "core/session/loading/session_cache.h"

#include <memory>

namespace stagescope {

/// The session cache of whoever runs the program, in $XDG_CACHE_HOME/stagescope/sessions. Nothing is made on the disk
/// before something is kept.
[[nodiscard]] std::shared_ptr<SessionCache> userCache();

}  // namespace stagescope
