#pragma once

#include "core/analysis/blame/rank_timeline.h"
#include "core/session/workspace.h"

#include <cstddef>
#include <map>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace stagescope {

/// One rank's operator in a meeting.
struct MeetingSide {
    int rank = -1;
    AlignedRange range;
    std::string name;
    Nanos waited{0};                           ///< for the side that came last
    std::uint32_t work = RankTimeline::kNone;  ///< in the rank's RankTimeline; kNone where its timeline is not loaded
};

/// Ranks that came together: a collective, or a send or receive with its other ends.
struct Meeting {
    std::vector<MeetingSide> sides;
    std::size_t last = 0;      ///< side that came last
    bool isCollective = true;  ///< else of the first side's operator alone
    Nanos usual{0};  ///< how long such a transfer takes elsewhere: median over other ranks, else over the same ones

    [[nodiscard]] const MeetingSide &latest() const { return sides[last]; }
    [[nodiscard]] const MeetingSide *of(int rank) const;
    /// Time of a side after all had come: no longer than the shortest side took in all, whatever the clocks say.
    [[nodiscard]] Nanos transfer(const MeetingSide &side) const;
    [[nodiscard]] std::string ranks() const;  ///< "2,3"
};

/// All meetings of a run that at least two ranks recorded: collectives as in lateArrivals (comm_late.h), sends and
/// receives as the pipelines' charts pair them. Last is who began last; where clocks were not compared, or
/// may be off by more than the operators took, who took least, since all end together. Differences within the clocks'
/// uncertainty are none. Marks sends in `ranks`.
class Meetings {
public:
    Meetings(const Run &run, std::map<int, RankTimeline> &ranks, const std::stop_token &stop);

    /// Null where the work is no communication, or met nobody.
    [[nodiscard]] const Meeting *of(int rank, std::uint32_t work) const;
    [[nodiscard]] const std::vector<Meeting> &all() const { return m_all; }

private:
    void addCollectives(const std::stop_token &stop);
    void addTransfers(const std::stop_token &stop);
    void add(Meeting meeting, const std::string &kind);
    void findLast(Meeting &meeting) const;
    void findUsual();
    [[nodiscard]] MeetingSide sideOf(int rank, RankRange range, const std::string &name) const;

    const Run &m_run;
    std::map<int, RankTimeline> &m_ranks;
    bool m_hasClock;  ///< times of ranks can be compared
    std::vector<Meeting> m_all;
    std::vector<std::string> m_kinds;  ///< what transfers of equal length have in common, by meeting
    std::map<std::pair<int, std::uint32_t>, std::size_t> m_of;
};

}  // namespace stagescope
