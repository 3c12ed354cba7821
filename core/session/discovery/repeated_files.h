#pragma once

#include "core/base/import_log.h"
#include "core/session/workspace.h"

namespace stagescope {

/// Makes one of what are several files of one profile, before ranks are numbered: parts of a trace (partInName) are
/// files of one capture; a file that tells the same as another, or once more what files of ranks beside it hold (a
/// merged one, JAX's perfetto_trace), is not used and stays with them (discovery.repeats). What was recorded beside the
/// profile of a rank (a memory timeline, counters, an execution trace, a flight recorder) joins it last, by its rank,
/// its process or as that of the only one. Looks at first bytes of the traces (evidenceOf). O(captures log captures).
void putTogether(Run &run, ImportLog &log);
/// A trace by itself, whatever its name and whatever was recorded beside it.
[[nodiscard]] bool isTrace(const RankCapture &capture);
/// Nothing but what is recorded beside a profile: what memory was for, counters, an execution trace.
[[nodiscard]] bool isAddition(const RankCapture &capture);
/// Gives a number below 0 to captures of host processes beside ranks: by their name or, where all of a file was looked
/// at, since it has no device work and others have (discovery.host_process); also to what was recorded beside one of
/// several ranks and tells not of which. Ranks that are not known stay at -1. A capture of a graph takes the rank of
/// the only execution beside it.
void tellRoles(Run &run, ImportLog &log);

}  // namespace stagescope
