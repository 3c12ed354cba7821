#pragma once

#include "core/base/result.h"
#include "core/session/workspace.h"

#include <span>
#include <string>
#include <vector>

namespace stagescope {

/// That a file or folder is of a rank, as a person says who knows better than names do. Never written into a profile.
struct RankByHand {
    std::string place;  ///< whole path, or its last parts: "node1/b.json"
    int rank = 0;       ///< below 0: not told any more
    bool operator==(const RankByHand &) const = default;
};

/// "b.json=3"; "b.json=-" forgets. Errors: BadArgument.
[[nodiscard]] Result<RankByHand> rankByHandFromText(const std::string &text);
/// Ranks that captures have from now on in all that is opened, whatever else tells them. Of the whole process; what is
/// open stays as it is until it is opened anew. Any thread.
void setRanksByHand(std::vector<RankByHand> ranks);
/// Gives captures their ranks; those that have none by hand stay as they are.
void takeRanksByHand(Run &run);
/// Whether the rank of a capture is told by hand.
[[nodiscard]] bool isByHand(const RankCapture &capture);
/// Whole path of the file or folder that a RankByHand of a capture names; of one process of a file "FILE#PROCESS".
[[nodiscard]] std::string placeByHand(const RankCapture &capture);

}  // namespace stagescope
