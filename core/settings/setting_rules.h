#pragma once

#include "core/settings/setting_check.h"

namespace stagescope {

/// What keys do to each other, beyond the range of each (setting_list.h): values are reset and verdicts added as the
/// program itself would. Sources: MindSpeed-MM, torch_npu 2.7 and MindSpore 2.7 as published. O(keys).
void applySettingRules(SettingSheet &sheet);

}  // namespace stagescope
