#pragma once

#include "core/base/message.h"
#include "core/session/workspace.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Why a view has nothing to show. `unless` is what holds when all that is there was read ("This profile has no
/// timeline ..."); where data of the main run were lost, nobody knows, and the damage is said instead. Where a digest
/// among `ranks` (empty = all) keeps too little for `table`, the id of the table of results that is about what the view
/// shows, nobody knows either: isOfDigest() of the reason. What to set has other names elsewhere: profiles of PyTorch
/// alone get the text `unless`.torch, those of which nothing tells that they are of an NPU `unless`.other, where there
/// are such texts. GUI thread.
[[nodiscard]] Message emptyBecause(const std::shared_ptr<const Workspace> &workspace, const std::string &unless,
                                   std::string_view table = {}, const std::vector<int> &ranks = {});
/// What is missing may be in the sources of digests, which can be loaded.
[[nodiscard]] bool isOfDigest(const Message &reason);

}  // namespace stagescope
