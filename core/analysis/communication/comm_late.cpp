#include "core/analysis/communication/comm_late.h"

#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/stage_groups.h"
#include "core/analysis/run/steps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace stagescope {

namespace {

struct Arrival {
    int rank = -1;
    AlignedTime begin{};
    std::int64_t step = kNoStep;
};

using OpKey = std::tuple<std::string, std::string, std::string, int>;  ///< group, its members, name, nth
using Arrivals = std::map<OpKey, std::vector<Arrival>>;

Arrivals arrivalsOfOps(const Run &run, const std::stop_token &stop) {
    Arrivals arrivals;
    for (const auto &op : commOps(run, stop)) {
        if (op.p2p.empty() && (op.name.starts_with("hcom_") || !op.group.empty() || !op.members.empty())) {
            arrivals[{op.group, op.members, op.name, op.nth}].push_back(
                {op.rank, run.clock.toAligned(op.rank, op.range.begin), op.step});
        }
    }
    return arrivals;
}

/// Collectives of libraries of the host (Gloo). They are paired by their number: it is one collective where each rank
/// was in it until the last one came; where ranks are of several groups it is not.
void addArrivalsOfHosts(const Run &run, const std::vector<CommOp> &ofHosts, Arrivals &arrivals) {
    constexpr Nanos kWake{100'000};  // until a thread that waits goes on
    struct OfHosts {
        std::vector<Arrival> ranks;
        AlignedTime firstEnd = AlignedTime::max();
    };
    std::map<OpKey, OfHosts> all;
    std::map<int, std::vector<StepBounds>> steps;
    for (const auto &op : ofHosts) {
        auto &of = all[{op.group, op.members, op.name, op.nth}];
        const auto known = steps.try_emplace(op.rank);
        if (known.second) {
            known.first->second = rankSteps(*run.capture(op.rank));
        }
        const auto in = std::ranges::find_if(known.first->second, [&](const StepBounds &step) {
            return step.range.begin <= op.range.begin && op.range.begin < step.range.end;
        });
        const auto range = run.clock.toAligned(op.rank, op.range);
        of.ranks.push_back({op.rank, range.begin, in == known.first->second.end() ? kNoStep : in->step});
        of.firstEnd = std::min(of.firstEnd, range.end);
    }
    for (auto &[key, of] : all) {
        const auto last = std::ranges::max(of.ranks, {}, &Arrival::begin).begin;
        if (last <= of.firstEnd + std::max(kWake, run.clock.uncertainty().value_or(Nanos{0}))) {
            arrivals[key] = std::move(of.ranks);
        }
    }
}

Arrivals arrivalsOfFiles(const Run &run, const std::stop_token &stop) {
    constexpr double kLimitUs = 4e15;  // keeps the product within 64 bits
    Arrivals arrivals;
    for (const auto &time : commTimes(run, CommSource::Any, stop)) {
        if (time.isP2p || time.name == kAllOperators || !(time.startUs > 0 && time.startUs <= kLimitUs)) {
            continue;
        }
        const auto begin = rankTime(std::llround(time.startUs * 1000));
        arrivals[{time.group, time.step, time.name, 0}].push_back(
            {time.rank, run.clock.toAligned(time.rank, begin), stepNumber(time.step).value_or(kNoStep)});
    }
    return arrivals;
}

LateArrival judged(const OpKey &key, std::vector<Arrival> &arrivals) {
    std::sort(arrivals.begin(), arrivals.end(),
              [](const Arrival &a, const Arrival &b) { return std::tie(a.begin, a.rank) < std::tie(b.begin, b.rank); });
    LateArrival late;
    late.group = std::get<0>(key);
    late.name = std::get<2>(key);
    late.nth = std::get<3>(key);
    late.ranks = arrivals.size();
    late.first = arrivals.front().rank;
    late.firstArrival = arrivals.front().begin;
    const auto &last = arrivals.back();
    late.last = last.rank;
    late.step = last.step;
    late.arrival = last.begin;
    late.behind = last.begin - arrivals[arrivals.size() - 2].begin;
    late.spread = last.begin - arrivals.front().begin;
    for (const auto &arrival : arrivals) {
        late.waited += last.begin - arrival.begin;
    }
    return late;
}

}  // namespace

LateArrivals lateArrivals(const Run &run, const std::stop_token &stop, const std::vector<CommOp> &ofHosts) {
    auto arrivals = arrivalsOfOps(run, stop);
    const bool tellMembers = !arrivals.empty();
    if (!tellMembers) {
        arrivals = arrivalsOfFiles(run, stop);
    }
    addArrivalsOfHosts(run, ofHosts, arrivals);
    LateArrivals result;
    const StageGroups groups(run);
    result.uncertainty = run.clock.uncertainty();
    for (auto &[key, list] : arrivals) {
        if (stop.stop_requested()) {
            return {};
        }
        if (list.size() >= 2) {
            result.collectives.push_back(judged(key, list));
            auto &late = result.collectives.back();
            late.members = tellMembers ? std::get<1>(key) : std::string();
            late.joinsStages = groups.join(late.group, late.members);
        }
    }
    std::stable_sort(result.collectives.begin(), result.collectives.end(),
                     [](const LateArrival &a, const LateArrival &b) { return a.arrival < b.arrival; });
    std::map<int, Nanos> sums;
    for (auto &late : result.collectives) {
        late.cumulative = sums[late.last] += late.behind;
    }
    return result;
}

}  // namespace stagescope
