#pragma once

#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace stagescope {

/// What a rank's communication of one group costs beside its computing, in one step.
struct CommOverlap {
    int rank = -1;
    std::int64_t step = -1;  ///< kNoStep outside of all steps
    std::string group;       ///< as the file names it
    std::string kind;        ///< "collective", "send", "receive", "batch"
    std::size_t operators = 0;
    Nanos time{0};     ///< union of the operators
    Nanos exposed{0};  ///< the part of it without computing beside it

    [[nodiscard]] Nanos covered() const { return time - exposed; }
};

/// By rank, step, group, kind. Operators of different groups may run at once, so exposed times of a step need not add
/// up to the time that no computing covers. Ranks whose computing is unknown are left out. Any thread, O(n log n).
[[nodiscard]] std::vector<CommOverlap> commOverlaps(const Run &run, const std::stop_token &stop = {});
/// Those of one capture, measured once (rank_facts.h).
[[nodiscard]] std::vector<CommOverlap> commOverlaps(const RankCapture &capture, const std::stop_token &stop = {});

}  // namespace stagescope
