#pragma once

#include "core/base/result.h"

#include <string>

namespace stagescope {

/// Which ranges are taken for steps in a profile, as a person said (StepPattern): kept in the user's data folder by the
/// profile's whole path, never in the profile; empty where nothing is kept or it cannot be read. Any thread.
[[nodiscard]] std::string keptSteps(const std::string &profile);
/// Keeps it in place of what was kept of that path; an empty pattern forgets it. For all programs of the user. Errors:
/// as SharedFile.
[[nodiscard]] Status keepSteps(const std::string &profile, const std::string &pattern);

}  // namespace stagescope
