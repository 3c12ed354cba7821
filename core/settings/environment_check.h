#pragma once

#include "core/settings/setting_text.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What the job runs on, where that is known.
struct HostSizes {
    std::optional<int> devices{};
    std::optional<int> cores{};
};

/// Variables of the environment that decide how fast the host launches, and where dynamic profiling looks:
/// CPU_AFFINITY_CONF, TASK_QUEUE_ENABLE, ASCEND_LAUNCH_BLOCKING, PYTORCH_NPU_ALLOC_CONF, PROF_CONFIG_PATH, each by the
/// grammar of torch_npu 2.7. Names that are not known are left alone. `path` of a problem is the name, its line 0.
/// O(text).
[[nodiscard]] std::vector<SettingProblem> checkEnvironment(const std::map<std::string, std::string> &variables,
                                                           const HostSizes &host);

}  // namespace stagescope
