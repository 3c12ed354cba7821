#pragma once

#include "core/session/workspace.h"

#include <string>
#include <vector>

namespace stagescope {

/// The runs that lie in what was opened as one, as paths, in natural order; empty when it is one run. Ranks are one run
/// only on evidence: they lie in one folder or in folders of hosts, are different ones, and nothing in them contradicts
/// (worlds, recorded steps, times). A capture without a rank is a run of its own, unless it did the same as others at
/// the same time, or belongs to the same process. The same rank again is another capture where its name tells no more
/// than a time, a step or a phase, else another run; in another folder it is another run. A path is that of the folder
/// or file that holds the run and nothing else, else one with a pattern (openedFolder), which discover() takes too.
/// Looks at first bytes of files that nobody looked at before (evidenceOf). O(captures * runs). Any thread.
[[nodiscard]] std::vector<std::string> runsWithin(const Run &run);

}  // namespace stagescope
