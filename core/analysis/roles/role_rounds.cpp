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

/// When each rank goes on with something else after its part in a share.
std::map<int, AlignedTime> nextBegins(const std::vector<RolePhase> &phases, const RoleShare &share) {
    std::map<int, AlignedTime> ends;
    for (const auto &phase : share.phases) {
        ends[phase.rank] = std::max(ends.try_emplace(phase.rank, phase.range.end).first->second, phase.range.end);
    }
    std::map<int, AlignedTime> next;
    for (const auto &phase : phases) {
        const auto end = ends.find(phase.rank);
        if (end != ends.end() && phase.range.begin >= end->second) {
            next.try_emplace(phase.rank, phase.range.begin);
        }
    }
    return next;
}

/// What the last rank alone keeps the others from.
void findTail(const std::vector<RolePhase> &phases, const std::map<int, Nanos> &times, RoleShare &share) {
    const auto last = std::max_element(share.phases.begin(), share.phases.end(),
                                       [](const auto &a, const auto &b) { return a.range.end < b.range.end; });
    auto next = nextBegins(phases, share);
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

void sumUp(const std::vector<RolePhase> &phases, RoleShare &share) {
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
    findTail(phases, times, share);
}

std::vector<RoleShare> sharesOf(const std::vector<RolePhase> &phases, const AlignedRange &range) {
    std::map<RoleWork, RoleShare> shares;
    for (const auto &phase : phases) {
        const AlignedRange part{std::max(phase.range.begin, range.begin), std::min(phase.range.end, range.end)};
        if (part.begin < part.end) {
            auto &share = shares[phase.work];
            share.work = phase.work;
            share.phases.push_back(phase);
            share.phases.back().range = part;
        }
    }
    std::vector<RoleShare> result;
    for (auto &[work, share] : shares) {
        sumUp(phases, share);
        result.push_back(std::move(share));
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const auto &a, const auto &b) { return a.range.begin < b.range.begin; });
    return result;
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
        const AlignedRange range{times[i], times[i + 1]};
        result.rounds.push_back({static_cast<int>(i + 1), range, true, sharesOf(phases, range)});
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
