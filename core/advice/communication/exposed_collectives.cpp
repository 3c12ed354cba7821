#include "core/advice/communication/exposed_collectives.h"

#include <algorithm>

namespace stagescope {

std::map<StepOfGroup, CollectivesByRank> exposedCollectives(
    const RuleInput &input, const CommGroups &groups, const std::function<bool(const std::string &group)> &isAsked) {
    std::map<StepOfGroup, CollectivesByRank> result;
    for (const int rank : input.run.ranks()) {
        const auto own = aloneCollectives(*input.run.capture(rank), input.stop);
        if (input.stop.stop_requested()) {
            continue;
        }
        const auto offset = input.run.clock.offset(rank).count();
        for (const auto &of : *own) {
            if (isAsked(of.group)) {
                auto &last = result[{of.step, groups.idOf(of.group)}][rank].emplace_back(of.collective);
                for (auto &part : last.alone) {
                    part = {part.begin + offset, part.end + offset};
                }
            }
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
