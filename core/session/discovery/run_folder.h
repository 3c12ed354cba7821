#pragma once

#include "core/session/workspace.h"

#include <string>
#include <vector>

namespace stagescope {

/// Whether a folder that was opened as one run is one of many: what lies directly in it, in natural order, where two
/// or more folders (or bundles) each hold ranks of their own, and the same ranks again. Folders of hosts hold different
/// ranks, and a folder that is a rank's own is a capture of it, so that both are one run; what holds no rank is left
/// out. Empty when it is one run. O(captures log captures). Any thread.
[[nodiscard]] std::vector<std::string> runsWithin(const Run &run);

}  // namespace stagescope
