#pragma once

#include "core/base/result.h"
#include "core/export/redaction/redactor.h"
#include "core/session/workspace.h"

namespace stagescope {

/// The workspace as a stranger may see it: labels, hosts, folders, paths of files, groups, import logs, settings, and
/// all texts of traces, tables and memory snapshots. What holds no name is shared with the workspace that is given; ids
/// of sources, tracks and slices stay, so that figures are the same. Nothing more can be read of its files, since their
/// paths are gone: it is loaded before. Left out: first parts of traces, and what was measured beside the timelines
/// (RankFacts), unless the run keeps none. Errors: Limit where there is no memory for the copies. O(texts), of what
/// holds a name O(rows log rows). Any thread; `redactor` outlives it where the run keeps no timelines.
[[nodiscard]] Result<Workspace> redactedWorkspace(const Workspace &workspace, const Redactor &redactor);

}  // namespace stagescope
