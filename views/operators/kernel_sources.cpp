#include "views/operators/kernel_sources.h"

#include "core/session/loading/source_loader.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"
#include "views/common/empty/empty_reason.h"

#include <algorithm>

namespace stagescope {

namespace {

bool hasDeviceWork(const TraceStore &trace) {
    const auto tracks = trace.tracks();
    return std::any_of(tracks.begin(), tracks.end(), [&](const Track &track) {
        const bool isOfDevice = track.kind == TrackKind::DeviceStream || track.kind == TrackKind::CommGroup;
        return isOfDevice && trace.slices(track.id).size() > 0;
    });
}

}  // namespace

bool hasKernels(const RankCapture &capture) {
    return std::any_of(capture.loaded.begin(), capture.loaded.end(), [](const LoadedSource &source) {
        return std::any_of(source.tables.begin(), source.tables.end(),
                           [](const auto &table) { return table->kind() == TableKind::Kernels; }) ||
               std::any_of(source.traces.begin(), source.traces.end(),
                           [](const auto &trace) { return hasDeviceWork(*trace); });
    });
}

bool canLoadKernels(const RankCapture &capture) {
    return (capture.state == LoadState::Shallow || capture.state == LoadState::Listed) && hasDeepFiles(capture);
}

std::vector<int> ranksWithKernels(const Run &run) {
    auto ranks = run.ranks();
    std::erase_if(ranks, [&](int rank) {
        const auto *capture = run.capture(rank);
        return capture == nullptr || (!hasKernels(*capture) && !canLoadKernels(*capture));
    });
    return ranks;
}

std::optional<Message> whyNoKernels(const std::shared_ptr<const Workspace> &workspace) {
    const auto *run = workspace ? workspace->mainRun() : nullptr;
    const auto any = [&](const auto &is) {
        return run != nullptr && std::any_of(run->captures.begin(), run->captures.end(), is);
    };
    if (any(hasKernels)) {
        return std::nullopt;
    }
    if (any([](const RankCapture &capture) { return capture.state == LoadState::LoadingDeep; })) {
        return Message("operator.empty.loading");
    }
    return any(canLoadKernels) ? Message("operator.empty.not_loaded")
                               : emptyBecause(workspace, "operator.empty", "kernel_stats");
}

}  // namespace stagescope
