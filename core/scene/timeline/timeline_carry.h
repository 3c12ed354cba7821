#pragma once

#include "core/scene/timeline/timeline_arrangement.h"

#include <vector>

namespace stagescope {

/// What was done to the rows of a rank, done to those called the same in files that it is read from now and was not
/// before, such as what a digest was made of. What was done stays for the case that the old files come back. O(tracks
/// of the ranks that changed + rows that anything was done to).
void carryArrangement(TimelineArrangement &arrangement, const std::vector<TimelineSource> &before,
                      const std::vector<TimelineSource> &now);

}  // namespace stagescope
