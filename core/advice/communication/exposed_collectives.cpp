#include "core/advice/communication/exposed_collectives.h"

#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/steps.h"

#include <algorithm>

namespace stagescope {

std::map<StepOfGroup, CollectivesByRank> exposedCollectives(
    const RuleInput &input, const CommGroups &groups, const std::function<bool(const std::string &group)> &isAsked) {
    std::map<StepOfGroup, CollectivesByRank> result;
    for (const int rank : input.run.ranks()) {
        const auto &capture = *input.run.capture(rank);
        const auto busy = busyIntervals(capture, input.stop);
        if (busy.source == BusyIntervals::Source::None || input.stop.stop_requested()) {
            continue;
        }
        const auto offset = input.run.clock.offset(rank).count();
        for (const auto &op : commOps(capture)) {
            if (!op.p2p.empty() || op.step == kNoStep || !isAsked(op.group)) {
                continue;
            }
            const Interval range{ns(op.range.begin), ns(op.range.end)};
            auto alone = subtracted({range}, clipped(busy.computing, range.begin, range.end));
            for (auto &part : alone) {
                part = {part.begin + offset, part.end + offset};
            }
            result[{op.step, groups.idOf(op.group)}][rank].push_back({op.name, op.range.duration(), std::move(alone)});
        }
    }
    return result;
}

std::vector<Nanos> leastExposed(const CollectivesByRank &collectives) {
    std::vector<Nanos> least;
    for (const auto &[rank, own] : collectives) {
        if (rank == collectives.begin()->first) {
            least.assign(own.size(), Nanos::max());
        }
        least.resize(std::min(least.size(), own.size()));
        for (std::size_t i = 0; i < least.size(); ++i) {
            least[i] = std::min(least[i], own[i].exposed());
        }
    }
    return least;
}

void takeLast(const CollectivesByRank &collectives, std::size_t i, Nanos time, Cure &cure) {
    for (const auto &[rank, own] : collectives) {
        auto left = time.count();
        for (auto part = own[i].alone.rbegin(); part != own[i].alone.rend() && left > 0; ++part) {
            const auto length = std::min(left, part->end - part->begin);
            cure.time[rank].push_back({{part->end - length, part->end}});
            left -= length;
        }
    }
}

}  // namespace stagescope
