#pragma once

#include "core/analysis/trace/duration_tally.h"
#include "core/base/time.h"
#include "core/session/workspace.h"
#include "core/store/trace/track.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// What the operators of one name cost on one rank. Those on different streams may run at the same time.
struct OpStat : DurationTally {
    SliceClass klass = SliceClass::Computing;  ///< Computing or Communication
    std::string name;
};

struct OpStatOptions {
    std::optional<RankRange> range{};  ///< only operators that begin in it
    /// Communication operators under their kind ("hcom_allReduce" for "hcom_allReduce__865_0_1") rather than one by
    /// one.
    bool byCommunicationKind = true;
};

/// "hcom_allReduce" of "hcom_allReduce__865_0_1"; other names as they are.
[[nodiscard]] std::string_view communicationKind(std::string_view name);

/// Operators of a capture's loaded traces, longest total first. An operator that the profiler shows on its stream and
/// in its communication group counts once: communication is taken from the groups where there are any, computing from
/// streams; work inside communication operators, copies and events are no operators. Stopped: what was found so far.
/// O(slices).
[[nodiscard]] std::vector<OpStat> opStats(const RankCapture &capture, const OpStatOptions &options,
                                          const std::stop_token &stop = {});

}  // namespace stagescope
