#include "core/session/slice_likeness.h"

#include "core/store/trace/trace_store.h"

namespace stagescope {

namespace {

std::string processOf(const TraceStore &trace, const Track &track) {
    return track.parent.isValid() ? std::string(trace.text(trace.track(track.parent).name)) : std::string();
}

std::optional<SliceId> findOn(const TraceStore &trace, const Track &track, const SliceLikeness &wanted) {
    if (track.kind != wanted.kind || trace.text(track.name) != wanted.track ||
        processOf(trace, track) != wanted.process) {
        return std::nullopt;
    }
    const auto &slices = trace.slices(track.id);
    for (std::uint32_t depth = 0; depth < slices.depthCount(); ++depth) {
        const auto found = slices.find(depth, wanted.range.begin);
        if (found && slices.begin(found->value) == wanted.range.begin && slices.end(found->value) == wanted.range.end &&
            trace.text(slices.name(found->value)) == wanted.name) {
            return found;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<SliceLikeness> likenessOf(const Workspace &workspace, const SliceRef &slice) {
    const auto trace = workspace.trace(slice.run, slice.source);
    const auto *owner = trace == nullptr ? nullptr : workspace.run(slice.run)->captureOf(slice.source);
    if (owner == nullptr || slice.track.value >= trace->tracks().size() ||
        slice.slice.value >= trace->slices(slice.track).size()) {
        return std::nullopt;
    }
    const auto &track = trace->track(slice.track);
    const auto at = trace->slices(slice.track).at(slice.slice);
    return SliceLikeness{{slice.run, owner->rank},
                         track.kind,
                         std::string(trace->text(track.name)),
                         processOf(*trace, track),
                         std::string(trace->text(at.name)),
                         {at.begin, at.end}};
}

std::optional<SliceRef> sliceLike(const Workspace &workspace, const SliceLikeness &wanted) {
    const auto *run = workspace.run(wanted.rank.run);
    const auto *capture = run == nullptr ? nullptr : run->capture(wanted.rank.rank);
    for (const auto &loaded : capture == nullptr ? std::vector<LoadedSource>{} : capture->loaded) {
        for (const auto &trace : loaded.traces) {
            for (const auto &track : trace->tracks()) {
                if (const auto found = findOn(*trace, track, wanted)) {
                    return SliceRef{wanted.rank.run, loaded.source, track.id, *found};
                }
            }
        }
    }
    return std::nullopt;
}

}  // namespace stagescope
