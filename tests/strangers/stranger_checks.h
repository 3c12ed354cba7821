#pragma once

#include "core/session/workspace.h"
#include "tests/strangers/stranger.h"

#include <memory>
#include <string>
#include <vector>

/// What must hold for every profile, whatever its habits. Each function gives one line per trouble, nothing when all is
/// well.
namespace strangers {

using Troubles = std::vector<std::string>;

/// A profile as commands open it: tables that are content with the small files are asked about `shallow`, the others
/// about `deep`.
struct Opened {
    std::shared_ptr<const stagescope::Workspace> shallow, deep;
};

/// Every table answers or says why not; rows fit their columns; numbers are numbers; texts are UTF-8; shares lie within
/// 0 and 100 %; parts of a step add up; what `evidence` names is there.
[[nodiscard]] Troubles troublesOfTables(const Opened &opened);

/// Nothing of an undamaged profile is told as lost, but for a step that was cut.
[[nodiscard]] Troubles troublesOfLoading(const Habits &habits, const stagescope::Run &run);

/// Kernels, communication, steps and memory are those that were written. Only for layouts whose job is known.
[[nodiscard]] Troubles troublesOfFacts(const Profile &profile, const Opened &opened);

/// Names, sizes and times of all files below a folder: opening a profile leaves them as they are.
[[nodiscard]] std::string stateOfFolder(const std::string &folder);

}  // namespace strangers
