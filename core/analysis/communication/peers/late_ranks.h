#pragma once

#include "core/analysis/communication/ops/comm_op.h"
#include "core/base/time.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

/// How long, in one step, all others of its groups waited for one rank alone.
struct LateRank {
    int rank = -1;
    std::int64_t step = -1;       ///< kNoStep where no step is known
    Nanos behind{0};              ///< sum over the collectives that it came to last
    Nanos all{0};                 ///< the same sum over all ranks of the collectives that it took part in
    std::size_t last = 0;         ///< collectives that it came to last
    std::size_t collectives = 0;  ///< that it took part in
    std::string name{};           ///< of the collective that waited longest for it
    std::string group{};
    /// Where another rank waited for it alone, clock of that one; empty where no timeline tells.
    std::vector<std::pair<int, RankRange>> waits{};
};

/// Needs no common clock: all ranks leave a collective together, so the one with the shortest stay came last, and what
/// the second shortest stayed longer is what nobody but the last explains. (The principle of msprof-analyze's slow_rank
/// and of MindStudio's training advisor, whose slow rank is the one with the least share of waiting.) Figures of the
/// profiler's own analysis of communication, else operators of timelines. Groups for which `counts` is false are left
/// out, and sends and receives. `ofHosts`: collectives of libraries of the host (hostOperators) that count, too. By
/// (rank, step); ranks that were never last, too. Any thread, O(n log n).
[[nodiscard]] std::vector<LateRank> lateRanks(const Run &run, const std::function<bool(const std::string &)> &counts,
                                              const std::stop_token &stop = {},
                                              const std::vector<CommOp> &ofHosts = {});

}  // namespace stagescope
