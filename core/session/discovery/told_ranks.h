#pragma once

#include "core/session/workspace.h"

namespace stagescope {

/// Corrects ranks that one name or head tells wrongly and several captures tell together, before files are put together
/// and what is unknown is numbered: places in the parallel dimensions that several parts of a path tell become ranks of
/// the job ("node1/local_rank0.json", "pp1/tp0/trace.json"); workers beside a master are none that is known; where all
/// heads, or words of a folder above, say one rank and the names tell others, the names count; where nothing tells
/// ranks of what ran at once, the number of devices in which names differ does ("gpu2.json", "gpu5.json"). Looks at
/// first bytes of traces that are in doubt (evidenceOf). O(captures log captures).
void correctRanks(Run &run);
/// The same of numbers of which no word tells what they count ("profile_4.json", "profile_6.json"), where files are put
/// together and nothing else told a rank: they are guesses, so that origins stay unknown. O(captures log captures).
void guessRanksByNames(Run &run);
/// Whether the name of a trace, or of its folder, is that of the process which workers beside it are counted without.
[[nodiscard]] bool isOfMaster(const RankCapture &capture);

}  // namespace stagescope
