#include "core/analysis/blame/blame_walk.h"

#include <algorithm>

namespace stagescope {

namespace {

constexpr std::size_t kMostPieces = 1'000'000;

}  // namespace

void BlameWalk::fromEnd(int rank, std::uint32_t work) {
    m_isAtEnd = true;
    m_rank = rank;
    m_work = work;
    go();
}

void BlameWalk::fromBegin(int rank, std::uint32_t work) {
    m_isAtEnd = false;
    m_rank = rank;
    m_work = work;
    go();
}

void BlameWalk::go() {
    const auto *step = own().stepAt(path(m_work).begin);
    m_step = step == nullptr ? std::nullopt : std::optional(step->step);
    while (m_pieces.size() < kMostPieces && !m_stop.stop_requested() && (m_isAtEnd ? passEnd() : passBegin())) {
    }
}

void BlameWalk::add(BlameWhat what, RankRange range, Nanos excess, FreeCause gap, const Meeting *meeting) {
    m_pieces.push_back({what, gap, m_rank, range, m_work, meeting, excess});
}

bool BlameWalk::passEnd() {
    const auto *meeting = m_facts.meetings->of(m_rank, m_work);
    if (meeting != nullptr) {
        return m_passed.insert(meeting).second && passMeeting(*meeting);
    }
    const auto &work = path(m_work);
    const RankRange range{rankTime(work.begin), rankTime(work.end)};
    if (own().isCommunication(m_work)) {
        add(BlameWhat::Wait, range, Nanos{0});  // with whom is not known
    } else {
        const auto usual = m_facts.usual.duration(m_rank, own().keyOf(m_work));
        add(BlameWhat::Work, range, range.duration() - usual);
    }
    m_isAtEnd = false;
    return true;
}

bool BlameWalk::passMeeting(const Meeting &meeting) {
    const auto &side = *meeting.of(m_rank);
    const auto &last = meeting.latest();
    const auto &clock = m_facts.run.clock;
    const auto range = clock.toRank(m_rank, side.range);
    const auto transfer = meeting.transfer(side);
    add(BlameWhat::Transfer, {range.end - transfer, range.end}, transfer - meeting.usual, {}, &meeting);
    m_isAtEnd = false;
    const auto waited = side.waited;
    if (last.rank == m_rank || waited <= Nanos{0}) {
        return true;
    }
    add(BlameWhat::Wait, {range.begin, range.begin + waited}, Nanos{0}, {}, &meeting);
    m_isCutOff = last.work == RankTimeline::kNone;
    m_rank = last.rank;
    m_work = last.work;
    m_hostUntil = meeting.isOfHosts ? ns(clock.toRank(last.rank, last.range.begin)) : kNoLimit;
    return !m_isCutOff;
}

/// Where hosts met before they launched this work, while nothing ran since `from`.
const Meeting *BlameWalk::hostsMet(std::int64_t from) {
    const auto &work = path(m_work);
    const auto launched = work.launchEnd == DispatchPath::kUnknown ? work.begin : std::min(work.launchEnd, work.begin);
    const auto until = std::min(launched, m_hostUntil);
    const auto *meeting = from < until ? m_facts.meetings->ofHosts(m_rank, {rankTime(from), rankTime(until)}) : nullptr;
    return meeting != nullptr && m_passed.insert(meeting).second ? meeting : nullptr;
}

/// The host's cause where the launch came so late that nothing on the device held the work up.
std::optional<FreeCause> BlameWalk::lateHost(std::uint32_t before) const {
    const auto &work = path(m_work);
    const auto from = path(before).end;
    const auto idle = work.begin - from;
    if (work.launchEnd == DispatchPath::kUnknown || idle <= RankTimeline::kTouch ||
        2 * (work.launchEnd - from) < idle) {
        return std::nullopt;
    }
    const auto *gap = own().gapBefore(m_work);
    const auto cause = gap == nullptr ? FreeCause::HostLaunch : gap->cause;
    if (cause == FreeCause::Synchronisation || cause == FreeCause::CommunicationWait || cause == FreeCause::Copy) {
        return std::nullopt;  // the host, too, waited for what ended there
    }
    return isHostCause(cause) ? cause : FreeCause::HostLaunch;
}

/// Nothing of the step lies before: the rest is the host's until it launched the first work.
bool BlameWalk::endAtHead(RankTime begin) {
    const RankRange range{begin, rankTime(path(m_work).begin)};
    const auto head = m_facts.heads.find(m_rank);
    const auto usual = head == m_facts.heads.end() ? range.duration() : head->second;
    const auto *gap = own().gapBefore(m_work);
    if (!range.isEmpty()) {
        add(BlameWhat::Gap, range, range.duration() - usual, gap == nullptr ? FreeCause::HostLaunch : gap->cause);
    }
    return false;
}

bool BlameWalk::passBegin() {
    const auto begin = path(m_work).begin;
    const auto &steps = own().steps();
    const auto step = m_step ? findStep(steps, *m_step) : steps.size();
    const auto stepBegin = step < steps.size() ? ns(steps[step].range.begin) : INT64_MIN;
    const auto before = own().before(m_work);
    if (begin <= stepBegin) {
        return false;
    }
    if (const auto *met = hostsMet(before == RankTimeline::kNone ? stepBegin : std::max(stepBegin, path(before).end))) {
        return passMeeting(*met);
    }
    if (before == RankTimeline::kNone || path(before).end <= stepBegin) {
        return step < steps.size() && endAtHead(rankTime(stepBegin));
    }
    const auto &usual = m_facts.usual;
    if (const auto cause = lateHost(before)) {
        const auto launched = own().launchedBefore(m_work);
        if (launched == RankTimeline::kNone || path(launched).begin < stepBegin) {
            return step < steps.size() && endAtHead(rankTime(stepBegin));
        }
        const RankRange range{rankTime(path(launched).begin), rankTime(begin)};
        const auto key = own().keyOf(launched);
        add(BlameWhat::Gap, range, range.duration() - usual.duration(m_rank, key) - usual.idleAfter(m_rank, key),
            *cause);
        m_work = launched;
        return true;
    }
    const RankRange range{rankTime(path(before).end), rankTime(begin)};
    if (range.duration().count() > RankTimeline::kTouch) {
        const auto *gap = own().gapBefore(m_work);
        add(BlameWhat::Gap, range, range.duration() - usual.idleAfter(m_rank, own().keyOf(before)),
            gap == nullptr ? FreeCause::Other : gap->cause);
    }
    m_work = before;
    m_isAtEnd = true;
    return true;
}

}  // namespace stagescope
