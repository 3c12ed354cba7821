#include "core/analysis/roles/role_rounds.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace stagescope {

namespace {

bool isUpdate(RoleWork work) { return work == RoleWork::Update || work == RoleWork::CriticUpdate; }

/// Stretches in which a rank does one kind of work, from its first range to its last with none of another kind
/// between; stretches of several ranks that overlap are one.
template <class Wanted>
std::vector<AlignedRange> stretches(const std::vector<RolePhase> &phases, Wanted isWanted) {
    std::vector<AlignedRange> own;
    for (std::size_t i = 0; i < phases.size(); ++i) {
        const bool goesOn = i > 0 && phases[i - 1].rank == phases[i].rank && isWanted(phases[i - 1].work);
        if (isWanted(phases[i].work) && goesOn) {
            own.back().end = phases[i].range.end;
        } else if (isWanted(phases[i].work)) {
            own.push_back(phases[i].range);
        }
    }
    std::sort(own.begin(), own.end(), [](const auto &a, const auto &b) { return a.begin < b.begin; });
    std::vector<AlignedRange> joined;
    for (const auto &range : own) {
        if (!joined.empty() && range.begin < joined.back().end) {
            joined.back().end = std::max(joined.back().end, range.end);
        } else {
            joined.push_back(range);
        }
    }
    return joined;
}

/// Where rounds begin and end, ascending; the first and the last are those of the record.
std::vector<AlignedTime> bounds(const std::vector<RolePhase> &phases, bool hasUpdates) {
    auto first = phases.front().range.begin;
    auto last = phases.front().range.end;
    const RolePhase *earliest = &phases.front();
    bool hasRollouts = false;
    for (const auto &phase : phases) {
        earliest = phase.range.begin < earliest->range.begin ? &phase : earliest;
        first = std::min(first, phase.range.begin);
        last = std::max(last, phase.range.end);
        hasRollouts = hasRollouts || phase.work == RoleWork::Rollout;
    }
    const auto leader = hasRollouts ? RoleWork::Rollout : earliest->work;
    const auto parts =
        hasUpdates ? stretches(phases, isUpdate) : stretches(phases, [&](RoleWork work) { return work == leader; });
    std::vector<AlignedTime> result{first};
    for (const auto &part : parts) {
        const auto bound = hasUpdates ? part.end : part.begin;
        if (bound > result.back() && bound < last) {
            result.push_back(bound);
        }
    }
    result.push_back(last);
    return result;
}

/// Begins of all phases by rank, ascending.
using BeginsByRank = std::map<int, std::vector<AlignedTime>>;

/// When each rank goes on with something else after its part in a share.
std::map<int, AlignedTime> nextBegins(const BeginsByRank &begins, const RoleShare &share) {
    std::map<int, AlignedTime> ends;
    for (const auto &phase : share.phases) {
        ends[phase.rank] = phase.range.end;  // by begin, and they do not overlap
    }
    std::map<int, AlignedTime> next;
    for (const auto &[rank, end] : ends) {
        const auto &own = begins.at(rank);
        if (const auto it = std::lower_bound(own.begin(), own.end(), end); it != own.end()) {
            next.emplace(rank, *it);
        }
    }
    return next;
}

/// What the last rank alone keeps the others from.
void findTail(const BeginsByRank &begins, const std::map<int, Nanos> &times, RoleShare &share) {
    const auto last = std::max_element(share.phases.begin(), share.phases.end(),
                                       [](const auto &a, const auto &b) { return a.range.end < b.range.end; });
    auto next = nextBegins(begins, share);
    next.erase(last->rank);
    if (next.empty()) {
        return;  // nobody is known to go on: nobody is known to wait
    }
    std::vector<Nanos> others;
    for (const auto &[rank, time] : times) {
        if (rank != last->rank) {
            others.push_back(time);
        }
    }
    const auto middle = others.begin() + static_cast<std::ptrdiff_t>(others.size() / 2);
    std::nth_element(others.begin(), middle, others.end());
    auto end = ns(last->range.end) - (times.at(last->rank) - *middle).count();
    for (const auto &phase : share.phases) {
        end = phase.rank == last->rank ? end : std::max(end, ns(phase.range.end));
    }
    auto waits = ns(last->range.end);
    for (const auto &[rank, begin] : next) {
        waits = std::min(waits, ns(begin));
    }
    if (waits > end) {
        share.tail = Nanos{waits - end};
        share.tailRank = last->rank;
    }
}

void sumUp(const BeginsByRank &begins, RoleShare &share) {
    std::map<int, Nanos> times;
    share.range = share.phases.front().range;
    for (const auto &phase : share.phases) {
        times[phase.rank] += phase.range.duration();
        share.sum += phase.range.duration();
        share.range = {std::min(share.range.begin, phase.range.begin), std::max(share.range.end, phase.range.end)};
    }
    std::vector<Nanos> sorted;
    for (const auto &[rank, time] : times) {
        sorted.push_back(time);
        if (time > share.longest) {
            share.longest = time;
            share.longestRank = rank;
        }
    }
    std::sort(sorted.begin(), sorted.end());
    share.ranks = sorted.size();
    for (const auto &phase : share.phases) {
        share.evidence = phase.rank == share.longestRank ? phase.evidence : share.evidence;
    }
    share.median = (sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]) / 2;
    findTail(begins, times, share);
}

/// Into the rounds that a phase reaches into, cut to each.
void addTo(std::vector<RoleRound> &rounds, const RolePhase &phase) {
    auto round = std::upper_bound(rounds.begin(), rounds.end(), phase.range.begin,
                                  [](AlignedTime begin, const RoleRound &each) { return begin < each.range.end; });
    for (; round != rounds.end() && round->range.begin < phase.range.end; ++round) {
        auto share = std::find_if(round->shares.begin(), round->shares.end(),
                                  [&](const RoleShare &each) { return each.work == phase.work; });
        if (share == round->shares.end()) {
            share = round->shares.insert(share, RoleShare());
            share->work = phase.work;
        }
        share->phases.push_back(phase);
        auto &range = share->phases.back().range;
        range = {std::max(range.begin, round->range.begin), std::min(range.end, round->range.end)};
    }
}

}  // namespace

const RoleShare *RoleRound::share(RoleWork work) const {
    const auto it = std::find_if(shares.begin(), shares.end(), [&](const auto &one) { return one.work == work; });
    return it == shares.end() ? nullptr : &*it;
}

RoleRounds roleRounds(const std::vector<RolePhase> &phases) {
    RoleRounds result;
    if (phases.empty()) {
        return result;
    }
    std::set<int> ranks;
    bool hasUpdates = false;
    for (const auto &phase : phases) {
        ranks.insert(phase.rank);
        hasUpdates = hasUpdates || isUpdate(phase.work);
    }
    result.ranks.assign(ranks.begin(), ranks.end());
    const auto times = bounds(phases, hasUpdates);
    for (std::size_t i = 0; i + 1 < times.size(); ++i) {
        RoleRound round;
        round.number = static_cast<int>(i + 1);
        round.range = {times[i], times[i + 1]};
        result.rounds.push_back(std::move(round));
    }
    BeginsByRank begins;
    for (const auto &phase : phases) {
        begins[phase.rank].push_back(phase.range.begin);
        addTo(result.rounds, phase);
    }
    for (auto &round : result.rounds) {
        for (auto &share : round.shares) {
            sumUp(begins, share);
        }
        std::stable_sort(round.shares.begin(), round.shares.end(),
                         [](const auto &a, const auto &b) { return a.range.begin < b.range.begin; });
    }
    // The record may begin and end within a round: such ones lack what others have.
    std::size_t most = 0;
    for (const auto &round : result.rounds) {
        most = std::max(most, round.shares.size());
    }
    for (auto *edge : {&result.rounds.front(), &result.rounds.back()}) {
        edge->isWhole = edge->shares.size() == most;
    }
    return result;
}

}  // namespace stagescope
