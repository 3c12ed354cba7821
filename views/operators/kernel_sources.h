#pragma once

#include "core/base/message.h"
#include "core/session/workspace.h"

#include <memory>
#include <optional>
#include <vector>

namespace stagescope {

/// A capture that has kernels of a device. O(tracks); cheap, since all views are asked whenever files arrive.
[[nodiscard]] bool hasKernels(const RankCapture &capture);
/// A capture that may have them, once it is loaded.
[[nodiscard]] bool canLoadKernels(const RankCapture &capture);
/// Ranks of the main run with kernels, or that can be loaded; by number.
[[nodiscard]] std::vector<int> ranksWithKernels(const Run &run);
/// Why no rank has kernels; nothing when some rank has.
[[nodiscard]] std::optional<Message> whyNoKernels(const std::shared_ptr<const Workspace> &workspace);

}  // namespace stagescope
