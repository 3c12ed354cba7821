#include "core/analysis/blame/held_up.h"

#include "core/analysis/communication/stage_groups.h"
#include "core/analysis/overview/clock_operators.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/rank_by_rank.h"
#include "core/base/io/memory_limit.h"
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace stagescope {

namespace {

/// Of a usual step: shorter waits are what steps of one run differ by, whoever came last.
constexpr double kLeastWait = 0.005;

/// A run with all of its timelines at once: those of one that keeps none are read once more, where they fit into memory
/// beside what is there; else there are none.
class AllTimelines {
public:
    explicit AllTimelines(const Run &run) : m_timelines(run) {
        const auto &own = m_timelines.run();
        const auto count = m_timelines.readsAnew() && doFit(run) ? own.captures.size() : 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (own.capture(own.captures[i].rank) == &own.captures[i]) {
                m_leases.push_back(m_timelines.open(i));
            }
        }
    }
    [[nodiscard]] const Run &run() const { return m_timelines.run(); }

private:
    static bool doFit(const Run &run) {
        constexpr std::uint64_t kTimes = 4;  // of its file a timeline and what is made of it take in memory
        std::uint64_t bytes = 0;
        for (const int rank : run.ranks()) {
            bytes += run.capture(rank)->filesInUse().bytes();
        }
        const auto limit = memoryLimit() == 0 ? memoryAvailable() : memoryLimit();
        const auto fits = [&] {
            const auto used = memoryInUse();
            return limit > used && bytes < (limit - used) / kTimes;
        };
        if (fits()) {
            return true;
        }
        returnFreedMemory();  // how much of it is kept must not decide
        return fits();
    }

    RankByRank m_timelines;
    std::vector<std::shared_ptr<const void>> m_leases;  ///< end before the run
};

/// What causes of several steps have in common.
using HolderKey = std::tuple<BlameWhat, int, std::optional<FreeCause>, std::string>;
HolderKey keyOf(const HeldUpBy &cause) {
    const bool isTransfer = cause.what == BlameWhat::Transfer;
    const bool isOfHost = cause.gap && isHostCause(*cause.gap);
    return {cause.what, isTransfer ? -1 : cause.rank, isOfHost ? std::optional(FreeCause::HostLaunch) : cause.gap,
            cause.with};
}

/// Collectives of libraries of the host, by the ranks that waited in them: who comes last may have waited in the one
/// before, as the root of a broadcast does in the reduce that it follows.
class HostWaits {
public:
    HostWaits(const Run &run, const std::vector<CommOp> &ops) : m_all(hostCollectives(run, ops)) {
        for (std::size_t i = 0; i < m_all.size(); ++i) {
            const auto &last = m_all[i].last();
            for (const auto &side : m_all[i].sides) {
                if (side.rank != last.rank && side.range.begin < last.range.begin) {
                    m_waits[side.rank].emplace(last.range.begin, last.rank);
                }
            }
        }
    }
    /// Of a collective that a rank was the last to come to: who that rank waited for since the first one was there, to
    /// the end. O(log collectives) a step.
    [[nodiscard]] int toTheEnd(int rank, AlignedTime from, AlignedTime until) const {
        for (;;) {
            const auto own = m_waits.find(rank);
            if (own == m_waits.end()) {
                return rank;
            }
            const auto next = own->second.upper_bound(until);
            if (next == own->second.begin() || std::prev(next)->first <= from) {
                return rank;
            }
            until = std::prev(next)->first - Nanos{1};
            rank = std::prev(next)->second;
        }
    }

private:
    std::vector<HostCollective> m_all;
    std::map<int, std::multimap<AlignedTime, int>> m_waits;  ///< by rank: when the last one came, and who
};

/// Waits shorter than this are nobody's.
Nanos leastWait(const Run &run, const LateArrivals &late) {
    std::vector<Nanos> steps;
    for (const int rank : run.ranks()) {
        for (const auto &step : rankSteps(*run.capture(rank))) {
            steps.push_back(step.range.duration());
        }
    }
    const auto usual = static_cast<double>(upperMedian(std::move(steps)).count());
    return std::max(Nanos{std::llround(kLeastWait * usual)}, late.uncertainty.value_or(Nanos{0}));
}

}  // namespace

std::optional<HeldUpBy> heldUpBy(const BlameChain &chain) {
    if (const auto *blamed = chain.blamed()) {
        return HeldUpBy{blamed->rank, blamed->what, blamed->gap, blamed->with, blamed->excess};
    }
    if (chain.end == BlameEnd::MoreWork && !chain.hops.empty() && chain.hops.front().waitedFor >= 0) {
        return HeldUpBy{chain.hops.front().waitedFor, BlameWhat::Work, {}, {}, chain.waited};
    }
    return std::nullopt;
}

std::optional<HeldUpBy> whoHoldsUp(const Run &run, std::optional<std::int64_t> step, const std::stop_token &stop) {
    const AllTimelines timelines(run);
    const BlameStudy study(timelines.run(), stop);
    std::map<HolderKey, HeldUpBy> causes;
    std::int64_t count = 0;
    std::int64_t heldUp = 0;
    for (const auto &each : study.steps()) {
        if (step && each != step) {
            continue;
        }
        ++count;
        const auto chain = study.ofStep(each, stop);
        const auto cause = chain ? heldUpBy(*chain) : std::nullopt;
        if (cause) {
            const auto [sum, isNew] = causes.try_emplace(keyOf(*cause), *cause);
            sum->second.excess += isNew ? Nanos{0} : cause->excess;
            ++heldUp;
        }
    }
    const auto most = std::max_element(causes.begin(), causes.end(),
                                       [](const auto &a, const auto &b) { return a.second.excess < b.second.excess; });
    if (most == causes.end() || 2 * heldUp < count) {
        return std::nullopt;  // what happens in few of the steps does not make the job what it is
    }
    auto holder = most->second;
    holder.excess /= count;
    return holder;
}

LateArrivals lateArrivalsToTheEnd(const Run &run, const std::stop_token &stop) {
    const auto ofHosts = hostOperators(run, stop);
    auto late = lateArrivals(run, stop, ofHosts);
    const HostWaits hostWaits(run, ofHosts);
    std::optional<AllTimelines> timelines;
    std::optional<BlameStudy> study;
    const auto least = leastWait(run, late);
    const bool hasPipelines = StageGroups(run).hasPipelines();  // there the last one hardly ever is to blame
    for (auto &each : late.collectives) {
        if (stop.stop_requested()) {
            return {};
        }
        if (each.joinsStages || each.spread < least) {
            continue;
        }
        if (each.group == kHostGroup) {
            // No work of a device leads to it: the last one to come was late itself, waited for another in a collective
            // of hosts, or is in a pipeline.
            each.heldUpBy = hasPipelines
                                ? std::nullopt
                                : std::optional(hostWaits.toTheEnd(each.last, each.firstArrival, each.arrival));
            continue;
        }
        if (!study) {
            timelines.emplace(run);
            study.emplace(timelines->run(), stop);
        }
        const auto chain =
            study->ofOperator(each.first, run.clock.toRank(each.first, each.firstArrival), each.name, stop);
        const auto cause = chain ? heldUpBy(*chain) : std::nullopt;
        const bool isCutOff = !chain || chain->end == BlameEnd::NotLoaded;
        each.heldUpBy = cause                       ? std::optional(cause->rank)
                        : isCutOff && !hasPipelines ? std::optional(each.last)
                                                    : std::nullopt;
        late.isFollowed = late.isFollowed && (!isCutOff || !hasPipelines);
    }
    return late;
}

}  // namespace stagescope
