#pragma once

#include "core/analysis/blame/rank_timeline.h"
#include "core/analysis/communication/comm_late.h"
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
    Nanos waited{0};  ///< for the side that came last
    /// In the rank's RankTimeline, of hosts what was launched after the last one had come; kNone where its timeline is
    /// not loaded.
    std::uint32_t work = RankTimeline::kNone;
};

/// Ranks that came together: a collective, or a send or receive with its other ends.
struct Meeting {
    std::vector<MeetingSide> sides;
    std::size_t last = 0;      ///< side that came last
    bool isCollective = true;  ///< else of the first side's operator alone
    bool isOfHosts = false;    ///< in a library of the host: while it waited it launched nothing
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
/// uncertainty are none. Marks sends in `ranks`. `ofHosts`: collectives of hosts that are to be known, too.
class Meetings {
public:
    Meetings(const Run &run, std::map<int, RankTimeline> &ranks, const std::vector<HostCollective> &ofHosts,
             const std::stop_token &stop);

    /// Null where the work is no communication, or met nobody.
    [[nodiscard]] const Meeting *of(int rank, std::uint32_t work) const;
    /// The last meeting of hosts in which the host of a rank waited, and to which the last one came within a range;
    /// null without one. (Its end says less: a library may launch the copy of the result before it returns.) O(log
    /// meetings + those in it).
    [[nodiscard]] const Meeting *ofHosts(int rank, RankRange range) const;
    [[nodiscard]] const std::vector<Meeting> &all() const { return m_all; }
    /// Stages of pipelines wait for one another in ways that are not recorded.
    [[nodiscard]] bool isBlind() const { return m_hasPipelines && !m_hasTransfers; }

private:
    void addCollectives(const std::stop_token &stop);
    void addTransfers(const std::stop_token &stop);
    void addHosts(const std::vector<HostCollective> &ofHosts);
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
    std::map<std::pair<int, RankTime>, std::size_t> m_ofHosts;  ///< by rank and when the last one came
    bool m_hasPipelines = false;
    bool m_hasTransfers = false;
};

}  // namespace stagescope
