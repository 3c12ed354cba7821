#pragma once

#include "core/formats/cut/file_cut.h"

namespace stagescope {

/// Writes a new database to `target`, without what is private in one of Nsight Systems: tables without indices, rows
/// under their row ids, of each series of samples also the last before the window and the first behind it. Rows that
/// name a step go by it. Errors: as copyCut; Truncated where damage is found, having written nothing that is of use.
[[nodiscard]] Status cutDatabase(const FileSource &file, const FileCut &cut, const std::string &target,
                                 const std::stop_token &stop);

}  // namespace stagescope
