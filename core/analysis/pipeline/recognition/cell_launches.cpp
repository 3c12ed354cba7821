#include "core/analysis/pipeline/recognition/cell_launches.h"

#include "core/analysis/run/dispatch_paths.h"

#include <algorithm>

namespace stagescope {

namespace {

std::optional<RankTime> launchOf(const std::vector<DispatchPath> &paths, RankTime begin) {
    std::optional<RankTime> launched;
    auto it = std::lower_bound(paths.begin(), paths.end(), ns(begin),
                               [](const DispatchPath &path, std::int64_t t) { return path.begin < t; });
    for (; it != paths.end() && it->begin == ns(begin); ++it) {
        if (it->launchEnd != DispatchPath::kUnknown) {
            launched = std::min(launched.value_or(RankTime::max()), rankTime(it->launchEnd));
        }
    }
    return launched;
}

}  // namespace

void findLaunches(const RankCapture &capture, std::span<PipelineCell> cells, std::span<P2pOp> ops,
                  const std::stop_token &stop) {
    if (cells.empty() || !capture.hasTrace()) {
        return;
    }
    const auto paths = dispatchPaths(capture, stop);
    for (auto &cell : cells) {
        if (cell.evidence != CellEvidence::HostRange && cell.evidence != CellEvidence::FlowArrows) {
            cell.launched = launchOf(paths, cell.range.begin);
        }
    }
    for (auto &op : ops) {
        op.launched = launchOf(paths, op.range.begin);
    }
}

}  // namespace stagescope
