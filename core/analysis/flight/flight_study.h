#pragma once

#include "core/analysis/flight/flight_calls.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <stop_token>
#include <vector>

namespace stagescope {

/// Transfers between two ranks of a group that are not done.
struct FlightTransfers {
    const FlightGroup *group = nullptr;  ///< one of FlightSource
    int source = -1;
    int destination = -1;
    std::size_t sends = 0;
    std::size_t receives = 0;
    std::int64_t since = -1;          ///< when the first of them was called
    std::vector<FlightCall> calls{};  ///< of them, sends before receives
    bool hasBothDumps = false;
    bool isOfOtherSize = false;  ///< one was sent in another size or type than it is received

    /// Who has not called what the other waits for; -1: both have, or nobody can tell.
    [[nodiscard]] int missing() const;
    [[nodiscard]] bool isWaiting(int rank) const {
        return (rank == source && sends > 0) || (rank == destination && receives > 0);
    }
};

/// A rank that others wait for and that waits for nobody.
struct FlightCulprit {
    int rank = -1;
    bool hasDump = true;
    std::size_t collectives = 0;  ///< that lack it
    std::size_t transfers = 0;
    std::set<int> waiting{};  ///< ranks that it holds up, also by others
};

/// Of one rank.
struct FlightRank {
    int rank = -1;
    std::size_t calls = 0;
    std::size_t open = 0;    ///< of them not done
    std::int64_t last = -1;  ///< when it called last
    std::vector<int> waitsFor{};
};

/// What hangs, and for whom. A plain value.
struct FlightStudy {
    std::shared_ptr<const FlightSource> source;
    std::vector<int> ranks;  ///< that have a dump
    std::vector<FlightCollective> collectives;
    std::vector<FlightTransfers> transfers;
    std::vector<FlightCulprit> culprits;  ///< who holds up most first
    std::vector<FlightRank> byRank;
    FlightDumps::Progress progress;
    std::int64_t last = -1;  ///< latest time in all dumps: those who wait have waited until then at least

    /// Those that did not agree, in the order of their calls.
    [[nodiscard]] std::vector<const FlightCollective *> mismatches() const;
    /// The collective that lacks most of these ranks, of those the one called first; null where none does.
    [[nodiscard]] const FlightCollective *heldUpBy(const std::vector<int> &ofRanks) const;
};
[[nodiscard]] FlightStudy flightStudy(const Run &run, const std::stop_token &stop);

}  // namespace stagescope
