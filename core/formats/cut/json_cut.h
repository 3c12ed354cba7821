#pragma once

#include "core/formats/cut/byte_stretch.h"
#include "core/formats/cut/file_cut.h"

namespace stagescope {

/// Whether its format is an object with a member for each step.
[[nodiscard]] bool isCutByMembers(const FileSource &file);

/// All but the members of other steps, byte for byte; those whose names tell no number are kept. All of the file where
/// no member is of one of the steps: its numbers are other ones; and where it is larger than its readers take. Holds
/// the text of the file twice. Errors: as copyCut; Malformed and Truncated where damage is found. O(bytes).
[[nodiscard]] Result<ByteStretches> keptMembers(const FileSource &file, const FileCut &cut,
                                                const std::stop_token &stop);

}  // namespace stagescope
