#pragma once

#include "core/base/result.h"
#include "core/base/time_mark.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Where something of a run is kept: a file of the data folder, named by the run's absolute path and by what it is.
/// Never in the run's own folder.
[[nodiscard]] std::filesystem::path keptPath(const std::string &runPath, const std::string &what);
/// Gives a file that cannot be understood a free name beside it: "NAME.broken". Where there is none, nothing is to be
/// done (what is wrong came with a bundle). Errors: NoPermission, Limit.
[[nodiscard]] Status putAside(const std::filesystem::path &path);

/// Where the marks of a run are saved (keptPath).
[[nodiscard]] std::filesystem::path marksPath(const std::string &runPath);

/// Lines of text: a head with the version, the run, a line for each mark ("flag NS RRGGBB NAME", "range NS NS RRGGBB
/// NAME"), a hash of all that. Line breaks and percent signs in names are written as %XX.
[[nodiscard]] std::string marksText(const std::string &runPath, const std::vector<TimeMark> &marks);

/// What marksText wrote, with ids from 1. Errors: Unsupported for another version, Malformed for a line that is none
/// and for a text whose hash differs, Truncated when its last line is missing.
[[nodiscard]] Result<std::vector<TimeMark>> parseMarks(std::string_view text, const std::string &where);

/// The saved marks of a run; none when nothing is saved. Reads one file, changes nothing.
[[nodiscard]] Result<std::vector<TimeMark>> readMarks(const std::string &runPath);

}  // namespace stagescope
