#pragma once

#include "core/base/result.h"
#include "core/demo/demo_options.h"

#include <string>

namespace stagescope {

/// As writeDemo(), for tests of what reads a demo: the first test of any build that asks for these options has it
/// written, the others get a copy, theirs to change. Kept below build/demos of the source tree, for one state of the
/// sources that write them, within 8 GiB where as many stay free; what cannot be kept is written straight to its place.
/// Any thread, any process.
[[nodiscard]] Status placeDemo(const std::string &folder, const DemoOptions &options);

}  // namespace stagescope
