#pragma once

#include "core/session/workspace.h"

#include <string_view>

namespace stagescope {

/// Key of the setting by which a bundle tells the reader of the file that a source was read from at first.
inline constexpr std::string_view kBundledFormat = "bundled_format";
/// Key of the setting that says how much of its rank a bundle keeps, where that is not all.
inline constexpr std::string_view kBundledLevel = "bundled_level";

/// The id of the format of the file that a source of a capture was read from, before it came into a bundle if it lies
/// in one; empty where it is not known. Lives as long as the capture. O(files + settings of the source).
[[nodiscard]] std::string_view sourceFormat(const RankCapture &capture, SourceId source);
/// Whether that was a database.
[[nodiscard]] bool isDatabaseSource(const RankCapture &capture, SourceId source);

}  // namespace stagescope
