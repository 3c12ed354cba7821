#pragma once

#include "core/session/workspace.h"

#include <string>
#include <vector>

namespace stagescope {

/// One setting of one capture, as its files tell it.
struct EnvironmentSetting {
    std::string section;  ///< as in TableKind::Environment
    std::string key;
    std::string value;
};
/// All settings of a capture in order of its files; the first file that names a key decides.
[[nodiscard]] std::vector<EnvironmentSetting> environmentSettings(const RankCapture &capture);

/// A setting that is not the same on both sides. Values are distinct and sorted; none: the side does not name the key.
struct EnvironmentDifference {
    std::string section;
    std::string key;
    std::vector<std::string> mainValues;
    std::vector<std::string> baselineValues;
};
/// What was set differently, by (section, key): versions, environment variables, profiler settings and parallel sizes.
/// Names of hosts, ranks and devices and times of capture are left out: they differ anyway. Any thread, O(settings).
[[nodiscard]] std::vector<EnvironmentDifference> environmentDifferences(const Run &main, const Run &baseline);
/// The same between two captures.
[[nodiscard]] std::vector<EnvironmentDifference> environmentDifferences(const RankCapture &main,
                                                                        const RankCapture &baseline);

}  // namespace stagescope
