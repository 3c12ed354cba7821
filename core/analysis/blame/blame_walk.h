#pragma once

#include "core/analysis/blame/blame_chain.h"
#include "core/analysis/blame/meetings.h"
#include "core/analysis/blame/rank_timeline.h"
#include "core/analysis/blame/usual_times.h"

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <stop_token>
#include <vector>

namespace stagescope {

/// All that blame knows of a run. Refers to the run.
struct BlameFacts {
    const Run &run;
    UsualTimes usual{};
    std::map<int, RankTimeline> ranks{};
    std::optional<Meetings> meetings{};
    std::map<int, Nanos> heads{};  ///< by rank: from the begin of a step to its first work on the other ranks, median
};

/// A stretch of time of the way back; each ends where the one before it in the list begins, or earlier.
struct BlamePiece {
    BlameWhat what = BlameWhat::Work;  ///< Wait, Transfer, Work or Gap
    FreeCause gap = FreeCause::Other;
    int rank = -1;
    RankRange range;
    std::uint32_t work = RankTimeline::kNone;  ///< that shows it: of a gap the work that ends it
    const Meeting *meeting = nullptr;          ///< of Wait and Transfer; null where it is not known who met
    Nanos excess{0};                           ///< how much longer than elsewhere
};

/// From a piece of work back through time: what held it up, what held that up, over all ranks, until the begin of the
/// step. Work is held up by
///  - its launch, where that returned after the device had run dry (unless the host waited for the device): the way
///    goes on with the work that was launched before it; where its host waited in a collective of hosts meanwhile, with
///    what the rank that came to it last did before;
///  - else the work that ended last before it on its rank: a kernel, or a communication operator, which is held up by
///    the rank that came to it last.
/// Each meeting is passed once, and times of a rank only fall, so that clocks that are not aligned make no loops.
class BlameWalk {
public:
    BlameWalk(const BlameFacts &facts, const std::stop_token &stop) : m_facts(facts), m_stop(stop) {}

    /// Why `work` ended when it did, or began. O(work on the way x log work).
    void fromEnd(int rank, std::uint32_t work);
    void fromBegin(int rank, std::uint32_t work);

    [[nodiscard]] const std::vector<BlamePiece> &pieces() const { return m_pieces; }
    /// The way ended at a rank without a timeline.
    [[nodiscard]] bool isCutOff() const { return m_isCutOff; }

private:
    void go();
    [[nodiscard]] bool passEnd();
    [[nodiscard]] bool passBegin();
    [[nodiscard]] bool passMeeting(const Meeting &meeting);
    [[nodiscard]] const Meeting *hostsMet(std::int64_t from);
    [[nodiscard]] bool endAtHead(RankTime begin);
    void add(BlameWhat what, RankRange range, Nanos excess, FreeCause gap = FreeCause::Other,
             const Meeting *meeting = nullptr);
    [[nodiscard]] std::optional<FreeCause> lateHost(std::uint32_t before) const;
    [[nodiscard]] const RankTimeline &own() const { return m_facts.ranks.at(m_rank); }
    [[nodiscard]] const DispatchPath &path(std::uint32_t work) const { return own().paths()[work]; }

    const BlameFacts &m_facts;
    std::stop_token m_stop;
    std::vector<BlamePiece> m_pieces;
    std::set<const Meeting *> m_passed;
    static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
    std::int64_t m_hostUntil =
        kNoLimit;  ///< when the host came to the meeting that led here: what is later is no cause
    int m_rank = -1;
    std::uint32_t m_work = RankTimeline::kNone;
    bool m_isAtEnd = false;
    std::optional<std::int64_t> m_step;  ///< the way stays in it
    bool m_isCutOff = false;
};

}  // namespace stagescope
