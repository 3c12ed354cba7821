#pragma once

#include "core/scene/kit/bound_look.h"

#include <optional>
#include <string_view>

namespace stagescope {

/// What the colours of kernels tell in all views of the window; by name at first. All widgets get a
/// QEvent::PaletteChange when it changes. GUI thread.
[[nodiscard]] KernelColoring kernelColoring();
void setKernelColoring(KernelColoring coloring);

/// "name", "bound": on the command line and in settings.
[[nodiscard]] std::string_view coloringText(KernelColoring coloring);
[[nodiscard]] std::optional<KernelColoring> coloringFromText(std::string_view text);

}  // namespace stagescope
