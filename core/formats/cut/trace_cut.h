#pragma once

#include "core/formats/cut/file_cut.h"

namespace stagescope {

/// Writes a JSON trace with all members of its root, the events of the window, which has to be there, and of each
/// counter the last before it and the first behind it. Errors: as copyCut; Truncated where damage is found.
[[nodiscard]] Status cutTrace(const FileSource &file, const FileCut &cut, PackedFile &into,
                              const std::stop_token &stop);

}  // namespace stagescope
