#pragma once

#include "core/base/result.h"
#include "core/export/redactor.h"
#include "core/session/workspace.h"

namespace stagescope {

/// The workspace as a reader of a redacted report may see it, since pictures draw names too: labels, hosts, folders,
/// groups, and all texts of traces and tables. What holds no name is shared with the workspace that is given; ids of
/// sources, tracks and slices stay. Left out: memory snapshots, whose stacks name files, and import logs. Errors: Limit
/// where there is no memory for the copies. O(texts), of what holds a name O(rows log rows). Any thread.
[[nodiscard]] Result<Workspace> redactedWorkspace(const Workspace &workspace, const Redactor &redactor);

}  // namespace stagescope
