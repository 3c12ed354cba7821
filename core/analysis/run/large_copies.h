#pragma once

#include "core/session/workspace.h"

namespace stagescope {

/// Copies of a MiB and more between host and device: smaller ones are as long as their call.
struct LargeCopies {
    double rate = 0;    ///< bytes/ns, of the slower way; 0: none is recorded
    double toHost = 0;  ///< bytes
};
/// O(copies). Any thread.
[[nodiscard]] LargeCopies largeCopies(const RankCapture &capture);

}  // namespace stagescope
