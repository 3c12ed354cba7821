#pragma once

#include "core/analysis/communication/ops/comm_op.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace stagescope {

/// One collective: who began it last, and what that cost the others.
struct LateArrival {
    std::int64_t step = -1;  ///< of the last rank; kNoStep outside of all steps
    std::string name;
    std::string group;
    std::string members;  ///< global ranks of the group where the operators tell them: names of groups need not differ
    int nth = 0;
    std::size_t ranks = 0;       ///< that were recorded, at least two
    int first = -1;              ///< that began it first
    AlignedTime firstArrival{};  ///< its begin
    int last = -1;
    AlignedTime arrival{};  ///< begin on the last rank
    Nanos behind{0};        ///< after the one before it
    Nanos spread{0};        ///< after the first
    Nanos waited{0};        ///< sum over the other ranks of what they waited for it: last begin - own begin
    /// Sum of `behind` of the same rank so far, this one included, by arrival.
    Nanos cumulative{0};
    bool joinsStages = false;  ///< of one pipeline (StageGroups): its order makes ranks wait, nobody is late
    /// The rank that all of this comes of, which may have been late elsewhere; nothing where nobody is to blame. Told
    /// by lateArrivalsToTheEnd (blame/held_up.h) alone.
    std::optional<int> heldUpBy{};
};

struct LateArrivals {
    std::vector<LateArrival> collectives;  ///< by arrival
    /// How far the clocks may be off: arrivals that differ by less say nothing. Empty when clocks were not compared.
    std::optional<Nanos> uncertainty;
    /// False where a wait could not be followed to its end, since timelines are missing.
    bool isFollowed = true;
};

/// One collective of a library of the host, with all ranks that took part.
struct HostCollective {
    struct Side {
        int rank = -1;
        AlignedRange range;
        std::int64_t step = -1;  ///< kNoStep outside of all steps
    };
    CommOp op;  ///< of the first of its sides
    std::vector<Side> sides;

    [[nodiscard]] const Side &last() const;  ///< that came last
};

/// Whether a collective of a library of the host, by its name, has a root, which alone waits for all (reduce, gather)
/// or is waited for by all (broadcast, scatter).
[[nodiscard]] bool hasRoot(std::string_view name);

/// Pairs hostOperators by their number. Left out: what one rank left before another one came, as ranks of several
/// groups do; where there is a root, whose number is not recorded, only the ranks that had left are left out, and all
/// where the others waited no longer than the last one took. O(n log n).
[[nodiscard]] std::vector<HostCollective> hostCollectives(const Run &run, const std::vector<CommOp> &ofHosts);

/// Collectives that at least two ranks recorded: from the operators of timelines, else from the profiler's own analysis
/// of communication. `ofHosts`: collectives of libraries of the host (hostOperators) that are to be judged, too. Sends
/// and receives wait for one another by nature and are left out. Times are those of the aligned clock. Any thread, O(n
/// log n).
[[nodiscard]] LateArrivals lateArrivals(const Run &run, const std::stop_token &stop = {},
                                        const std::vector<CommOp> &ofHosts = {});

}  // namespace stagescope
