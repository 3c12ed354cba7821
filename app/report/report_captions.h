#pragma once

#include "core/advice/finding.h"
#include "core/session/workspace.h"

#include <QtCore/QString>

namespace stagescope {

/// What a picture of a finding's evidence shows: the ranks, the step and the stretch of time that are in sight, and
/// what is outlined in it (the first few), each with its rank, its place and its length: "ranks 0, 2, step 6; outlined:
/// F 3 on rank 0 (12.4 ms)". Empty where the evidence names nothing. In the language that is set. Reads tracks:
/// milliseconds. GUI thread.
[[nodiscard]] QString evidenceCaption(const Workspace &workspace, const Finding &finding);

}  // namespace stagescope
