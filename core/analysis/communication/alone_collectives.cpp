#include "core/analysis/communication/alone_collectives.h"

#include "core/analysis/communication/ops/comm_op.h"
#include "core/analysis/run/busy_intervals.h"
#include "core/analysis/run/steps.h"
#include "core/session/rank_facts.h"

#include <utility>

namespace stagescope {

namespace {

CollectivesOfRank measuredCollectives(const RankCapture &capture, const std::stop_token &stop) {
    auto found = std::make_shared<std::vector<CollectiveOfRank>>();
    const auto busy = busyIntervals(capture, stop);
    if (busy.source == BusyIntervals::Source::None || stop.stop_requested()) {
        return found;
    }
    for (auto &op : commOps(capture)) {
        if (op.p2p.empty() && op.step != kNoStep) {
            const Interval range{ns(op.range.begin), ns(op.range.end)};
            auto alone = subtracted({range}, clipped(busy.computing, range.begin, range.end));
            found->push_back(
                {op.step, std::move(op.group), {std::move(op.name), op.range.duration(), std::move(alone)}});
        }
    }
    found->shrink_to_fit();
    return found;
}

}  // namespace

CollectivesOfRank aloneCollectives(const RankCapture &capture, const std::stop_token &stop) {
    return measuredAlone(capture, stop, [&] { return measuredCollectives(capture, stop); });
}

}  // namespace stagescope
