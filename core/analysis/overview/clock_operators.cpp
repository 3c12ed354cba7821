#include "core/analysis/overview/clock_operators.h"

#include "core/analysis/communication/cluster_comm.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace stagescope {

namespace {

constexpr double kLimitUs = 4e15;  // keeps the product within 64 bits

}  // namespace

std::vector<CommOp> operatorsOfFiles(const Run &run, const std::stop_token &stop) {
    std::vector<CommOp> ops;
    forEachCommTime(run, CommSource::Any, stop, [&](const CommTime &time) {
        const double endUs = time.startUs + time.elapsedMs * 1000;
        if (!time.isP2p && time.name != kAllOperators && time.startUs > 0 && endUs < kLimitUs) {
            CommOp op;
            op.rank = time.rank;
            op.name = time.name;
            op.group = time.group + "@" + time.step;
            op.range = {rankTime(std::llround(time.startUs * 1000)), rankTime(std::llround(endUs * 1000))};
            ops.push_back(std::move(op));
        }
    });
    return ops;
}

std::vector<CommOp> clockOperators(const Run &run, const std::stop_token &stop) {
    auto ops = commOps(run, stop);
    std::set<int> ranks;
    for (const auto &op : ops) {
        ranks.insert(op.rank);
    }
    if (ranks.size() < run.ranks().size()) {
        auto more = operatorsOfFiles(run, stop);
        std::move(more.begin(), more.end(), std::back_inserter(ops));
    }
    return ops;
}

}  // namespace stagescope
