#pragma once

#include "core/base/result.h"
#include "core/session/workspace.h"

#include <span>
#include <string>

namespace stagescope {

/// What the program writes never becomes part of what it reads. BadArgument where `target` (it need not exist) is one
/// of the opened paths or lies in one of them, or anywhere in a folder that a profiler has made, as its name tells
/// (..._ascend_pt, PROF_..., ASCEND_PROFILER_OUTPUT). Links are followed. Any thread.
[[nodiscard]] Status checkOutputPlace(const std::string &target, std::span<const std::string> opened);
/// BadArgument where `target` is a file that the run was read from.
[[nodiscard]] Status checkNotRead(const std::string &target, const Run &run);
/// For a new profile, and for settings that nothing was opened for: also BadArgument anywhere in a folder of rank
/// folders, whose ranks or files it would seem to be.
[[nodiscard]] Status checkNewProfilePlace(const std::string &folder);

}  // namespace stagescope
