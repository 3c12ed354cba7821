#include "core/analysis/flight/flight_study.h"

#include "core/analysis/flight/flight_transfers.h"

#include <algorithm>

namespace stagescope {

namespace {

/// The first call of a rank that is not done: what it waits in.
struct Wait {
    std::int64_t since = -1;
    std::set<int> lacks{};  ///< who has not called it; empty: all have, and it does not end by itself
};

std::map<int, Wait> firstWaits(const FlightStudy &study) {
    std::map<int, Wait> first;
    const auto add = [&](int rank, std::int64_t since, std::set<int> lacks) {
        const auto known = first.find(rank);
        lacks.erase(rank);
        if (known == first.end() || since < known->second.since) {
            first[rank] = {since, std::move(lacks)};
        }
    };
    for (const auto &one : study.collectives) {
        const bool isLacking = one.verdict == CallVerdict::Missing || one.verdict == CallVerdict::Undecided;
        std::set<int> lacks;
        if (isLacking) {
            lacks.insert(one.missing.begin(), one.missing.end());
            lacks.insert(one.undumped.begin(), one.undumped.end());
        }
        for (const auto &part : one.parts) {
            if (!part.isDone()) {
                add(part.rank, part.created(), lacks);
            }
        }
    }
    for (const auto &one : study.transfers) {
        if (const int missing = one.missing(); missing >= 0) {
            add(missing == one.source ? one.destination : one.source, one.since, {missing});
        } else if (one.sends == one.receives) {
            add(one.source, one.since, {});
            add(one.destination, one.since, {});
        }
    }
    return first;
}

/// Ranks at the ends of the chains that begin at a rank: they wait in nothing, or for one that waits for them. None
/// where the chains end in calls that all have made.
std::set<int> endsFrom(int rank, const std::map<int, Wait> &waits) {
    std::set<int> ends;
    std::set<int> seen;
    bool isStuck = false;
    std::vector<int> left{rank};
    while (!left.empty()) {
        const int at = left.back();
        left.pop_back();
        if (!seen.insert(at).second) {
            continue;
        }
        const auto wait = waits.find(at);
        if (wait == waits.end()) {
            ends.insert(at);
        } else {
            left.insert(left.end(), wait->second.lacks.begin(), wait->second.lacks.end());
            isStuck = isStuck || wait->second.lacks.empty();
        }
    }
    return ends.empty() && !isStuck ? seen : ends;  // all of them wait in a circle
}

void addCulprits(FlightStudy &study) {
    const auto waits = firstWaits(study);
    std::map<int, FlightCulprit> culprits;
    for (const auto &[rank, wait] : waits) {
        for (const int end : endsFrom(rank, waits)) {
            auto &culprit = culprits[end];
            culprit.rank = end;
            culprit.hasDump = std::binary_search(study.ranks.begin(), study.ranks.end(), end);
            if (end != rank) {
                culprit.waiting.insert(rank);
            }
        }
    }
    for (auto &[rank, culprit] : culprits) {
        for (const auto &one : study.collectives) {
            const bool isOpen = one.verdict == CallVerdict::Missing || one.verdict == CallVerdict::Undecided;
            const auto lacks = [&](const std::vector<int> &ranks) {
                return std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
            };
            culprit.collectives += isOpen && (lacks(one.missing) || lacks(one.undumped)) ? 1 : 0;
        }
        for (const auto &one : study.transfers) {
            culprit.transfers += one.missing() == rank ? 1 : 0;
        }
        study.culprits.push_back(culprit);
    }
    std::stable_sort(study.culprits.begin(), study.culprits.end(), [](const auto &a, const auto &b) {
        return a.collectives + a.transfers > b.collectives + b.transfers;
    });
    for (auto &each : study.byRank) {
        if (const auto wait = waits.find(each.rank); wait != waits.end()) {
            each.waitsFor.assign(wait->second.lacks.begin(), wait->second.lacks.end());
        }
    }
}

void addRanks(const FlightDumps &dumps, FlightStudy &study) {
    std::map<int, FlightRank> ranks;
    const auto add = [&](int rank, const FlightCall &call) {
        auto &each = ranks[rank];
        ++each.calls;
        each.open += call.isDone ? 0 : 1;
        each.last = std::max(each.last, call.created);
    };
    for (const int rank : dumps.ranks) {
        ranks[rank].rank = rank;
    }
    for (const auto &[key, parts] : dumps.collectives) {
        for (const auto &part : parts) {
            for (const auto &call : part.calls) {
                add(part.rank, call);
            }
        }
    }
    for (const auto &[group, transfers] : dumps.transfers) {
        for (const auto &transfer : transfers) {
            add(transfer.rank, transfer.call);
        }
    }
    for (auto &[rank, each] : ranks) {
        study.byRank.push_back(std::move(each));
    }
}

}  // namespace

std::vector<const FlightCollective *> FlightStudy::mismatches() const {
    std::vector<const FlightCollective *> found;
    for (const auto &one : collectives) {
        const bool isMismatch = one.verdict == CallVerdict::OtherOperation || one.verdict == CallVerdict::OtherSize ||
                                one.verdict == CallVerdict::OtherType;
        if (isMismatch) {
            found.push_back(&one);
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto *a, const auto *b) { return a->usual().created() < b->usual().created(); });
    return found;
}

const FlightCollective *FlightStudy::heldUpBy(const std::vector<int> &ofRanks) const {
    const FlightCollective *best = nullptr;
    std::size_t most = 0;
    for (const auto &one : collectives) {
        const auto count = static_cast<std::size_t>(
            std::count_if(ofRanks.begin(), ofRanks.end(), [&](int rank) { return one.lacks(rank); }));
        const bool isOpen = one.verdict == CallVerdict::Missing || one.verdict == CallVerdict::Undecided;
        const bool isBetter =
            count > most || (count == most && best != nullptr && one.waitsSince() < best->waitsSince());
        if (isOpen && count > 0 && isBetter) {
            best = &one;
            most = count;
        }
    }
    return best;
}

FlightStudy flightStudy(const Run &run, const std::stop_token &stop) {
    auto dumps = flightDumps(run, stop);
    FlightStudy study;
    study.source = dumps.source;
    study.ranks = dumps.ranks;
    study.last = dumps.last;
    study.transfers = openTransfers(dumps);
    addRanks(dumps, study);
    study.collectives = flightCollectives(dumps);
    study.progress = std::move(dumps.progress);
    addCulprits(study);
    return study;
}

}  // namespace stagescope
