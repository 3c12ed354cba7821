#pragma once

#include "core/base/result.h"
#include "core/session/workspace.h"

#include <stop_token>
#include <string>

namespace stagescope {

/// Walks a file or folder and says what it is: ranks, captures, files and the reader of each, snapshots, cluster
/// tables. Reads names, sizes, heads of files and the small JSON files that name a rank; opens no database and no trace
/// further. Source ids are numbered from 0 within the run. Where a rank has both a database and text, both are listed
/// and the better one is `chosen`. Link cycles, unreadable folders, raw PROF_ folders go to run.log. Depth <= 8 below
/// the path, <= 100 000 files. Errors: NotFound, NoPermission, Cancelled. 10 000 ranks take seconds. Any thread.
[[nodiscard]] Result<Run> discover(const std::string &path, RunId id, const std::stop_token &stop = {});

}  // namespace stagescope
