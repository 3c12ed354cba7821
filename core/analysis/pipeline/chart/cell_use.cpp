#include "core/analysis/pipeline/chart/cell_use.h"

#include "core/analysis/pipeline/chart/device_work.h"
#include "core/analysis/pipeline/chart/p2p_ops.h"
#include "core/analysis/run/busy_intervals.h"

#include <algorithm>

namespace stagescope {

namespace {

struct Work {
    IntervalSet computing;
    IntervalSet exposed;  ///< collectives without computing beside them
};

Work workOf(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<Interval> computing;
    std::vector<Interval> collectives;
    for (const auto &op : deviceWork(capture, stop)) {
        if (!op.isPointToPoint()) {
            (op.role == DeviceOp::Role::Compute ? computing : collectives)
                .push_back({ns(op.range.begin), ns(op.range.end)});
        }
    }
    if (computing.empty() && collectives.empty()) {
        auto busy = busyIntervals(capture, stop);
        std::vector<Interval> transfers;
        for (const auto &op : p2pOps(capture)) {
            transfers.push_back({ns(op.range.begin), ns(op.range.end)});
        }
        computing = std::move(busy.computing);
        collectives = subtracted(busy.communication, merged(std::move(transfers)));
    }
    auto compute = merged(std::move(computing));
    auto exposed = subtracted(merged(std::move(collectives)), compute);
    return {std::move(compute), std::move(exposed)};
}

bool hasDeviceTimes(const PipelineCell &cell) {
    return cell.evidence != CellEvidence::HostRange && cell.evidence != CellEvidence::FlowArrows;
}

}  // namespace

void measureUse(const RankCapture &capture, std::span<PipelineCell> cells, const std::stop_token &stop) {
    if (std::none_of(cells.begin(), cells.end(), &hasDeviceTimes)) {
        return;
    }
    const auto work = workOf(capture, stop);
    if (work.computing.empty() || stop.stop_requested()) {
        return;
    }
    for (auto &cell : cells) {
        if (hasDeviceTimes(cell)) {
            const auto within = [&](const IntervalSet &set) {
                return Nanos{totalLength(clipped(set, ns(cell.range.begin), ns(cell.range.end)))};
            };
            CellUse use{within(work.computing), within(work.exposed)};
            use.rest = cell.range.duration() - use.busy - use.exposed;
            cell.use = use;
        }
    }
}

}  // namespace stagescope
