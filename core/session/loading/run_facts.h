#pragma once

#include "core/base/import_log.h"
#include "core/session/workspace.h"

#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace stagescope {

/// What the shallow tables of the captures say about the run as a whole: parallel sizes and communication groups. The
/// result does not depend on the order of the captures. add: O(rows of the tables), whatever was added before.
class RunFacts {
public:
    /// A size that no machine has is left out, with session.absurd_size in the log.
    void add(const RankCapture &capture, ImportLog &log);
    [[nodiscard]] const ParallelSizes &parallel() const { return m_parallel; }
    /// Sorted by (name, ranks, id), each once.
    [[nodiscard]] std::vector<CommGroup> groups() const { return {m_groups.begin(), m_groups.end()}; }

private:
    struct Less {
        bool operator()(const CommGroup &a, const CommGroup &b) const;
    };
    void addSizes(const TableStore &table, const std::string &source, ImportLog &log);

    ParallelSizes m_parallel;
    std::set<CommGroup, Less> m_groups;
    std::unordered_set<std::string> m_seen;  ///< rows as they stand: groups are told again by each of their ranks
};

/// Takes rank, device and host of a capture from its Environment tables (section identity) and, for the device, from
/// StepTraceTime. The rank changes only when a better origin tells it: profiler_info, then a database, then metadata,
/// then the head of a trace, then names. Two good origins that disagree are logged as session.rank_conflict. True when
/// the rank changed.
bool applyIdentity(RankCapture &capture, ImportLog &log);

/// Whether anything of the run was read or may still be when it is asked for. False: the path holds no profile, or
/// nothing of it can be read.
[[nodiscard]] bool isReadable(const Run &run);

}  // namespace stagescope
