#include "core/analysis/memory/op_windows.h"

#include "core/analysis/memory/memory_ops.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

bool isHost(const Track &track) { return track.kind == TrackKind::HostThread || track.kind == TrackKind::Mstx; }

/// The innermost slice of that name around a point of time.
std::optional<SliceId> innermost(const SliceTable &slices, StringId name, RankTime time) {
    for (auto depth = slices.depthCount(); depth-- > 0;) {
        const auto found = slices.find(depth, time);
        if (found && slices.name(found->value) == name) {
            return found;
        }
    }
    return std::nullopt;
}

std::optional<SliceRef> sliceIn(RunId run, SourceId source, const TraceStore &trace, std::string_view name,
                                RankTime time) {
    const auto id = trace.strings().find(name);
    for (const auto &track : trace.tracks()) {
        const auto slice = id.isValid() && track.kind == TrackKind::HostThread
                               ? innermost(trace.slices(track.id), id, time)
                               : std::nullopt;
        if (slice) {
            return SliceRef{run, source, track.id, *slice};
        }
    }
    return std::nullopt;
}

/// Operators of the framework around the begin of an arrow, from the innermost.
void addOperators(const SliceTable &slices, RankTime time, std::vector<RankRange> &windows) {
    for (auto depth = slices.depthCount(); depth-- > 0;) {
        const auto found = slices.find(depth, time);
        if (found && slices.klass(found->value) == SliceClass::HostOp) {
            windows.push_back({slices.begin(found->value), slices.end(found->value)});
        }
    }
}

}  // namespace

std::optional<SliceRef> operatorSlice(const Run &run, const MemoryOpRef &op) {
    const auto *capture = run.capture(op.rank);
    const auto memory = capture == nullptr ? OperatorMemory() : OperatorMemory(*capture);
    const auto time =
        op.row < memory.size() ? memory.number(op.row, MemoryOpColumn::Allocated) : std::optional<std::int64_t>();
    if (!time) {
        return std::nullopt;
    }
    for (const auto &[source, trace] : capture->traces()) {
        if (const auto slice = sliceIn(run.id, source, *trace, memory.name(op.row), rankTime(*time))) {
            return slice;
        }
    }
    return std::nullopt;
}

std::vector<RankRange> allocationWindows(const Run &run, const SliceRef &ref) {
    const auto *capture = run.captureOf(ref.source);
    if (capture == nullptr) {
        return {};
    }
    const auto loaded = std::find_if(capture->loaded.begin(), capture->loaded.end(),
                                     [&](const LoadedSource &source) { return source.source == ref.source; });
    if (loaded == capture->loaded.end() || loaded->traces.empty()) {
        return {};
    }
    const auto &trace = *loaded->traces.front();
    if (ref.track.value >= trace.tracks().size() || ref.slice.value >= trace.slices(ref.track).size()) {
        return {};
    }
    const auto slice = trace.slices(ref.track).at(ref.slice);
    if (isHost(trace.track(ref.track))) {
        return {{slice.begin, slice.end}};
    }
    std::vector<RankRange> windows;
    for (const auto &arrow : trace.flows().reaching(ref.track, slice.begin, slice.begin)) {
        addOperators(trace.slices(arrow.fromTrack), arrow.from, windows);
    }
    std::stable_sort(windows.begin(), windows.end(),
                     [](const RankRange &a, const RankRange &b) { return a.duration() < b.duration(); });
    return windows;
}

}  // namespace stagescope
