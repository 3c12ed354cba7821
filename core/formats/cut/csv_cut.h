#pragma once

#include "core/formats/cut/byte_stretch.h"
#include "core/formats/cut/file_cut.h"

namespace stagescope {

/// Whether rows of its format tell their time or their step, on the clock of the profile.
[[nodiscard]] bool isCutByRows(const FileSource &file);

/// The first line and the rows whose step is one of those or whose time touches the window; what tells neither is kept,
/// and what cannot be read, so that it is told of the copy, too. All of the file where no row is left: its clock is
/// another one, and a file without rows would be damage. A row of another step that reaches into the window is kept
/// without the number of its step, as work in a trace whose step is cut off: of that step little is left, and a reader
/// who takes steps from these rows would find it short. Of each series of samples the last before the window and the
/// first behind it are kept. Errors: as copyCut. O(bytes).
[[nodiscard]] Result<ByteStretches> keptRows(const FileSource &file, const FileCut &cut, const std::stop_token &stop);

}  // namespace stagescope
