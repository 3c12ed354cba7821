#include "core/analysis/communication/peers/late_ranks.h"

#include "core/analysis/communication/cluster_comm.h"
#include "core/analysis/communication/comm_late.h"
#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/run/steps.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

namespace stagescope {

namespace {

struct Stay {
    Nanos time{0};
    int rank = -1;
    std::int64_t step = kNoStep;
    std::optional<RankTime> end{};  ///< where a timeline tells
};
using Key = std::tuple<std::string, std::string, std::string, int>;  ///< group, its members or step, name, nth
using Stays = std::map<Key, std::vector<Stay>>;

Stays staysOfFiles(const Run &run, const std::function<bool(const std::string &)> &counts,
                   const std::stop_token &stop) {
    constexpr double kMostMs = 1e9;  // keeps sums within 64 bits
    Stays stays;
    forEachCommTime(run, CommSource::Any, stop, [&](const CommTime &time) {
        const bool isGood = time.elapsedMs > 0 && time.elapsedMs < kMostMs;
        if (isGood && !time.isP2p && time.name != kAllOperators && counts(time.group)) {
            stays[{time.group, time.step, time.name, 0}].push_back(
                {Nanos{std::llround(time.elapsedMs * 1e6)}, time.rank, stepNumber(time.step).value_or(kNoStep)});
        }
    });
    return stays;
}

Stays staysOfOps(const Run &run, const std::function<bool(const std::string &)> &counts, const std::stop_token &stop) {
    Stays stays;
    for (const auto &op : commOps(run, stop)) {
        if (op.p2p.empty() && counts(op.group)) {
            stays[{op.group, op.members, op.name, op.nth}].push_back(
                {op.range.duration(), op.rank, op.step, op.range.end});
        }
    }
    return stays;
}

}  // namespace

std::vector<LateRank> lateRanks(const Run &run, const std::function<bool(const std::string &)> &counts,
                                const std::stop_token &stop, const std::vector<CommOp> &ofHosts) {
    auto all = staysOfFiles(run, counts, stop);
    if (all.empty()) {
        all = staysOfOps(run, counts, stop);
    }
    for (const auto &of : hostCollectives(run, ofHosts)) {
        auto &stays = all[{of.op.group, of.op.members, of.op.name, of.op.nth}];
        for (const auto &side : of.sides) {
            stays.push_back({side.range.duration(), side.rank, side.step, run.clock.toRank(side.rank, side.range.end)});
        }
    }
    std::map<std::pair<int, std::int64_t>, LateRank> ranks;
    std::map<std::pair<int, std::int64_t>, Nanos> longest;
    for (auto &[key, stays] : all) {
        if (stop.stop_requested()) {
            return {};
        }
        if (stays.size() < 2) {
            continue;
        }
        std::partial_sort(stays.begin(), stays.begin() + 2, stays.end(), [](const Stay &a, const Stay &b) {
            return std::tie(a.time, a.rank) < std::tie(b.time, b.rank);
        });
        const auto behind = stays[1].time - stays[0].time;
        for (const auto &stay : stays) {
            auto &late = ranks[{stay.rank, stay.step}];
            ++late.collectives;
            late.all += behind;
        }
        const std::pair place{stays[0].rank, stays[0].step};
        auto &late = ranks[place];
        ++late.last;
        late.behind += behind;
        if (behind > longest[place]) {
            longest[place] = behind;
            late.group = std::get<0>(key);
            late.name = std::get<2>(key);
        }
        for (const auto &stay : stays) {
            if (stay.end && stay.rank != stays[0].rank && behind > Nanos{0}) {
                const auto arrival = *stay.end - stays[0].time;  // of the last one: all leave together
                late.waits.emplace_back(stay.rank, RankRange{arrival - behind, arrival});
            }
        }
    }
    std::vector<LateRank> result;
    for (auto &[place, late] : ranks) {
        std::tie(late.rank, late.step) = place;
        result.push_back(std::move(late));
    }
    return result;
}

}  // namespace stagescope
