#pragma once

#include "core/scene/timeline/timeline_arrangement.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// Hashes of what tracks were called when an arrangement was written: numbers of tracks may change with the files.
using TimelineNames = std::map<TimelineNode, std::uint32_t>;

/// What an arrangement says of a run, as lines of text, to be kept from one start to the next; without the filter.
/// `unchecked` stands in for tracks that are not loaded.
[[nodiscard]] std::string arrangementText(const TimelineArrangement &arrangement, RunId run,
                                          const std::vector<TimelineSource> &sources, const TimelineNames &unchecked);
/// Adds what arrangementText gave; lines that make no sense are left out. `unchecked` gets what the tracks were called.
void addArrangement(std::string_view text, RunId run, TimelineArrangement &arrangement, TimelineNames &unchecked);
/// Looks at the tracks of `unchecked` whose source is loaded: forgets what is kept of those that bear another name.
void dropRenamed(TimelineArrangement &arrangement, TimelineNames &unchecked,
                 const std::vector<TimelineSource> &sources);

}  // namespace stagescope
