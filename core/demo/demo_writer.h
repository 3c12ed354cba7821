#pragma once

#include "core/base/result.h"
#include "core/demo/demo_options.h"

#include <stop_token>
#include <string>

namespace stagescope {

/// Writes a synthetic cluster profile into `folder` (UTF-8 path; made when absent, refused when not empty) as torch_npu
/// writes them: RANK FOLDER/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_N.db and analysis.db, profiler_info_N.json,
/// profiler_metadata.json; rank folders lie in one folder per host where there are several hosts. `truth.json` beside
/// them holds what was played: cells with their true times, faults, clock offsets, bubbles. Any thread; about 0.1 s for
/// the default size. Deterministic: equal options give equal bytes. Errors: BadArgument for options that make no sense,
/// ReadFailed when the disk refuses, Cancelled; nothing is left then, not even the folder.
[[nodiscard]] Status writeDemo(const std::string &folder, const DemoOptions &options, const std::stop_token &stop = {});

}  // namespace stagescope
