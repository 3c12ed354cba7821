#include "core/analysis/pipeline/recognition/cell_launches.h"

#include "core/analysis/pipeline/chart/host_transfers.h"
#include "core/analysis/run/dispatch_paths.h"

#include <algorithm>

namespace stagescope {

namespace {

using Paths = std::vector<DispatchPath>;

Paths::const_iterator firstFrom(const Paths &paths, RankTime begin) {
    return std::ranges::lower_bound(paths, ns(begin), {}, &DispatchPath::begin);
}

std::optional<RankTime> launchOf(const Paths &paths, RankTime begin) {
    std::optional<RankTime> launched;
    for (auto it = firstFrom(paths, begin); it != paths.end() && it->begin == ns(begin); ++it) {
        if (it->launchEnd != DispatchPath::kUnknown) {
            launched = std::min(launched.value_or(RankTime::max()), rankTime(it->launchEnd));
        }
    }
    return launched;
}

/// A mark of the device, with which a cell may begin, has no launch of its own: its first kernel was launched after it.
std::optional<RankTime> launchOfFirstKernel(const Paths &paths, RankRange cell) {
    for (auto it = firstFrom(paths, cell.begin); it != paths.end() && it->begin < ns(cell.end); ++it) {
        if (it->klass == SliceClass::Computing) {
            const bool isKnown = it->launchEnd != DispatchPath::kUnknown;
            return isKnown ? std::optional(rankTime(it->launchEnd)) : std::nullopt;
        }
    }
    return std::nullopt;
}

std::optional<RankRange> lastReceiveBefore(const std::vector<RankRange> &receives, std::optional<RankTime> launched) {
    if (!launched) {
        return std::nullopt;
    }
    const auto after = std::ranges::upper_bound(receives, *launched, {}, &RankRange::end);
    return after == receives.begin() ? std::nullopt : std::optional(*std::prev(after));
}

}  // namespace

void findLaunches(const RankCapture &capture, std::span<PipelineCell> cells, std::span<P2pOp> ops,
                  const std::stop_token &stop) {
    if (cells.empty() || !capture.hasTrace()) {
        return;
    }
    const auto paths = dispatchPaths(capture, stop);
    const auto receives = hostReceives(capture, stop);
    for (auto &cell : cells) {
        if (cell.evidence != CellEvidence::HostRange && cell.evidence != CellEvidence::FlowArrows) {
            const auto launched = launchOf(paths, cell.range.begin);
            cell.launched = launched ? launched : launchOfFirstKernel(paths, cell.range);
            cell.received = lastReceiveBefore(receives, cell.launched);
        }
    }
    for (auto &op : ops) {
        op.launched = launchOf(paths, op.range.begin);
    }
}

}  // namespace stagescope
