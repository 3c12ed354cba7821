#include "core/analysis/pipeline/chart/cell_use.h"

#include "core/analysis/pipeline/chart/device_ops.h"
#include "core/analysis/pipeline/chart/host_transfers.h"
#include "core/analysis/pipeline/chart/p2p_ops.h"
#include "core/analysis/run/busy_intervals.h"

#include <algorithm>
#include <iterator>

namespace stagescope {

namespace {

struct Work {
    IntervalSet computing;
    IntervalSet exposed;  ///< collectives without computing beside them
};

Interval intervalOf(RankRange range) { return {ns(range.begin), ns(range.end)}; }

Work workOf(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<Interval> computing;
    std::vector<Interval> collectives;
    for (const auto &op : deviceOps(capture, stop)) {
        if (!op.isPointToPoint()) {
            (op.role == DeviceOp::Role::Compute ? computing : collectives).push_back(intervalOf(op.range));
        }
    }
    if (computing.empty() && collectives.empty()) {
        auto busy = busyIntervals(capture, stop);
        std::vector<Interval> transfers;
        for (const auto &op : p2pOps(capture)) {
            transfers.push_back(intervalOf(op.range));
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

/// What brings input: receives of the device, and of the host that copies it there; by end. Nothing waits for a send.
std::vector<Interval> transfersOf(const RankCapture &capture, const std::stop_token &stop) {
    std::vector<Interval> transfers;
    for (const auto &op : p2pOps(capture)) {
        if (op.kind != P2pOp::Kind::Send) {
            transfers.push_back(intervalOf(op.range));
        }
    }
    std::ranges::transform(hostReceives(capture, stop), std::back_inserter(transfers), &intervalOf);
    std::sort(transfers.begin(), transfers.end(), [](const Interval &a, const Interval &b) { return a.end < b.end; });
    return transfers;
}

/// Takes the waits out of cells with times of the device.
class WaitFinder {
public:
    WaitFinder(const Work &work, std::vector<Interval> transfers)
        : m_busy(united(work.computing, work.exposed)), m_transfers(std::move(transfers)) {}

    void find(PipelineCell &cell) const {
        const auto whole = intervalOf(cell.range);
        auto transfer = std::upper_bound(m_transfers.begin(), m_transfers.end(), whole.begin,
                                         [](std::int64_t t, const Interval &i) { return t < i.end; });
        if (transfer == m_transfers.end() || transfer->end > whole.end) {
            return;
        }
        const auto pauses = subtracted({whole}, clipped(m_busy, whole.begin, whole.end));
        std::vector<Interval> waits;
        for (; transfer != m_transfers.end() && transfer->end <= whole.end; ++transfer) {
            const auto pause = std::partition_point(pauses.begin(), pauses.end(),
                                                    [&](const Interval &p) { return p.end < transfer->end; });
            if (pause != pauses.end() && pause->begin < transfer->end) {
                waits.push_back({std::max(pause->begin, transfer->begin), transfer->end});
            }
        }
        auto own = withoutWaits(cell.range, merged(std::move(waits)));
        if (own.range != cell.range) {
            cell.marked = cell.marked.value_or(cell.range);
            cell.range = own.range;
        }
        cell.waits = std::move(own.waits);
    }

private:
    IntervalSet m_busy;
    std::vector<Interval> m_transfers;  ///< by end
};

bool isTwoHalves(const PipelineCell &cell) {
    return cell.kind == CellKind::Overlapped && cell.microbatch >= 0 && cell.backwardMicrobatch >= 0 &&
           !cell.message.empty() && cell.hostRange && !cell.waits.empty();
}

/// Its forward up to the last wait, its backward from there on.
void addHalves(const PipelineCell &cell, std::vector<PipelineCell> &cells) {
    const auto turn = cell.waits.back();
    auto forward = cell;
    auto backward = cell;
    forward.kind = CellKind::Forward;
    forward.range.end = turn.begin;
    forward.waits.pop_back();
    backward.kind = CellKind::Backward;
    backward.range.begin = turn.end;
    backward.waits.clear();
    backward.microbatch = cell.backwardMicrobatch;
    backward.chunk = cell.backwardChunk;
    for (auto *half : {&forward, &backward}) {
        half->backwardMicrobatch = half->backwardChunk = -1;
        std::erase_if(half->parts, [&](const CellPart &part) {
            return part.range.begin < half->range.begin || half->range.end < part.range.end;
        });
        cells.push_back(std::move(*half));
    }
}

void partHalves(std::vector<PipelineCell> &cells) {
    if (std::none_of(cells.begin(), cells.end(), &isTwoHalves)) {
        return;
    }
    std::vector<PipelineCell> result;
    for (auto &cell : cells) {
        if (isTwoHalves(cell)) {
            addHalves(cell, result);
        } else {
            result.push_back(std::move(cell));
        }
    }
    cells = std::move(result);
}

}  // namespace

void measureUse(const RankCapture &capture, std::vector<PipelineCell> &cells, const std::stop_token &stop) {
    const bool hasDevice = std::any_of(cells.begin(), cells.end(), &hasDeviceTimes);
    const auto work = hasDevice ? workOf(capture, stop) : Work{};
    if (stop.stop_requested()) {
        return;
    }
    if (!work.computing.empty()) {
        const WaitFinder waits(work, transfersOf(capture, stop));
        for (auto &cell : cells) {
            if (hasDeviceTimes(cell)) {
                waits.find(cell);
            }
        }
    }
    partHalves(cells);
    for (auto &cell : cells) {
        if (hasDeviceTimes(cell) && !work.computing.empty()) {
            const auto within = [&](const IntervalSet &set) {
                return Nanos{totalLength(clipped(set, ns(cell.range.begin), ns(cell.range.end)))};
            };
            CellUse use{within(work.computing), within(work.exposed)};
            use.rest = cell.work() - use.busy - use.exposed;
            cell.use = use;
        }
    }
    std::stable_sort(cells.begin(), cells.end(), [](const PipelineCell &a, const PipelineCell &b) {
        return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.range.end < b.range.end;
    });
}

}  // namespace stagescope
