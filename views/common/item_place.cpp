#include "views/common/item_place.h"

#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

std::optional<SlicePlace> placeOf(const Workspace &workspace, const SliceRef &slice) {
    const auto *run = workspace.run(slice.run);
    const auto trace = workspace.trace(slice.run, slice.source);
    if (run == nullptr || trace == nullptr || slice.track.value >= trace->tracks().size() ||
        slice.slice.value >= trace->slices(slice.track).size()) {
        return std::nullopt;
    }
    const auto holds = [&](const RankCapture &capture) {
        return std::any_of(capture.loaded.begin(), capture.loaded.end(),
                           [&](const LoadedSource &s) { return s.source == slice.source; });
    };
    const auto capture = std::find_if(run->captures.begin(), run->captures.end(), holds);
    if (capture == run->captures.end()) {
        return std::nullopt;
    }
    const auto row = trace->slices(slice.track).at(slice.slice);
    return SlicePlace{capture->rank, run->clock.toAligned(capture->rank, RankRange{row.begin, row.end})};
}

std::optional<RankRef> rankHolding(const Workspace &workspace, const ItemRef &item) {
    auto rank = rankOf(item);
    if (const auto *slice = std::get_if<SliceRef>(&item)) {
        const auto place = placeOf(workspace, *slice);
        rank = place ? std::optional(place->rank) : std::nullopt;
    }
    return rank ? std::optional(RankRef{runOf(item), *rank}) : std::nullopt;
}

}  // namespace stagescope
