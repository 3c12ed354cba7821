#include "core/analysis/communication/comm_late.h"

#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/stage_groups.h"
#include "core/analysis/run/steps.h"

#include <algorithm>
#include <array>
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

const HostCollective::Side &HostCollective::last() const {
    return *std::ranges::max_element(sides, {}, [](const Side &side) { return side.range.begin; });
}

bool hasRoot(std::string_view name) {
    // Of "reduce_scatter" and "all_gather" all wait for all.
    const bool isOfAll = name.find("all") != std::string_view::npos ||
                         name.find("reduce_s") != std::string_view::npos ||
                         name.find("reduces") != std::string_view::npos;
    constexpr std::array<std::string_view, 4> kParts{"broadcast", "reduce", "gather", "scatter"};
    return !isOfAll &&
           std::ranges::any_of(kParts, [&](auto part) { return name.find(part) != std::string_view::npos; });
}

/// Whether the sides that are left all waited for the last one.
static bool keepWaiting(HostCollective &of, Nanos apart) {
    const auto last = of.last();
    const auto hasLeft = [&](const HostCollective::Side &side) { return last.range.begin > side.range.end + apart; };
    if (!hasRoot(of.op.name)) {
        return std::ranges::none_of(of.sides, hasLeft);
    }
    std::erase_if(of.sides, hasLeft);
    const auto first = std::ranges::min_element(of.sides, {}, [](const auto &side) { return side.range.begin; });
    return last.range.begin - first->range.begin > last.range.duration();
}

std::vector<HostCollective> hostCollectives(const Run &run, const std::vector<CommOp> &ofHosts) {
    constexpr Nanos kWake{100'000};  // until a thread that waits goes on
    std::map<OpKey, HostCollective> all;
    std::map<int, std::vector<StepBounds>> steps;
    for (const auto &op : ofHosts) {
        auto &of = all.try_emplace({op.group, op.members, op.name, op.nth}, HostCollective{op, {}}).first->second;
        const auto known = steps.try_emplace(op.rank);
        if (known.second) {
            known.first->second = rankSteps(*run.capture(op.rank));
        }
        const auto in = std::ranges::find_if(known.first->second, [&](const StepBounds &step) {
            return step.range.begin <= op.range.begin && op.range.begin < step.range.end;
        });
        of.sides.push_back(
            {op.rank, run.clock.toAligned(op.rank, op.range), in == known.first->second.end() ? kNoStep : in->step});
    }
    const auto apart = std::max(kWake, run.clock.uncertainty().value_or(Nanos{0}));
    std::vector<HostCollective> found;
    for (auto &[key, of] : all) {
        if (keepWaiting(of, apart)) {
            found.push_back(std::move(of));
        }
    }
    return found;
}

LateArrivals lateArrivals(const Run &run, const std::stop_token &stop, const std::vector<CommOp> &ofHosts) {
    auto arrivals = arrivalsOfOps(run, stop);
    const bool tellMembers = !arrivals.empty();
    if (!tellMembers) {
        arrivals = arrivalsOfFiles(run, stop);
    }
    for (const auto &of : hostCollectives(run, ofHosts)) {
        auto &list = arrivals[{of.op.group, of.op.members, of.op.name, of.op.nth}];
        for (const auto &side : of.sides) {
            list.push_back({side.rank, side.range.begin, side.step});
        }
    }
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
