#include "core/scene/timeline/timeline_source.h"

#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

/// Names of the overlap lanes, by torch_npu's text and database deliverables.
Color overlapColor(std::string_view name) {
    const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
    if (has("Not Overlapped") || has("Not_Overlapped") || has("not overlapped")) {
        return {ColorRole::ExposedCommunication, 0};
    }
    if (has("Comput") || has("comput")) {
        return {ColorRole::Computing, 0};
    }
    if (has("Commun") || has("commun")) {
        return {ColorRole::Communication, 0};
    }
    return has("Free") || has("free") ? Color{ColorRole::Free, 0} : Color{ColorRole::Slice, nameHash(name)};
}

Color colorOf(SliceClass klass, std::string_view name) {
    switch (klass) {
        case SliceClass::Step:
            return {ColorRole::Step, 0};
        case SliceClass::Event:
            return {ColorRole::Free, 0};
        case SliceClass::Overlap:
            return overlapColor(name);
        default:
            return {ColorRole::Slice, nameHash(name)};
    }
}

}  // namespace

SliceColors sliceColors(const TraceStore &trace) {
    SliceColors colors(trace.strings().size());
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const StringId name{static_cast<std::uint32_t>(i)};
        if (const auto klass = trace.classOf(name)) {
            colors[i] = colorOf(*klass, trace.text(name));
        }
    }
    return colors;
}

std::vector<TimelineSource> timelineSources(const Workspace &workspace, const std::vector<RankRef> &ranks,
                                            const TimelineShifts &shifts, const std::vector<TimelineSource> &previous) {
    std::vector<TimelineSource> sources;
    const auto before = [&](const std::shared_ptr<const TraceStore> &trace) {
        const auto it =
            std::find_if(previous.begin(), previous.end(), [&](const auto &source) { return source.trace == trace; });
        return it == previous.end() ? nullptr : &*it;
    };
    const auto addCapture = [&](const Run &run, const RankCapture &capture, const RankRef &rank) {
        const auto shift = shifts.find(rank);
        const auto offset = run.clock.offset(rank.rank) + (shift == shifts.end() ? Nanos{0} : shift->second);
        const auto add = [&](const LoadedSource &loaded, bool isPart) {
            for (const auto &trace : loaded.traces) {
                const auto *old = before(trace);
                auto colors = old != nullptr ? old->colors : std::make_shared<const SliceColors>(sliceColors(*trace));
                sources.push_back({rank, loaded.source, trace, std::move(colors),
                                   old != nullptr ? old->bounds : nullptr, offset,
                                   workspace.runs.size() > 1 ? run.label : std::string{}, run.role == RunRole::Baseline,
                                   capture.host, capture.device, isPart});
            }
        };
        for (const auto &loaded : capture.loaded) {
            add(loaded, false);
        }
        if (capture.preview) {
            add(*capture.preview, true);
        }
    };
    const auto addRun = [&](const Run &run) {
        for (const int rank : run.ranks()) {
            const RankRef ref{run.id, rank};
            const auto *capture = run.capture(rank);
            if (capture != nullptr && (ranks.empty() || std::find(ranks.begin(), ranks.end(), ref) != ranks.end())) {
                addCapture(run, *capture, ref);
            }
        }
        for (const auto &capture : run.captures) {  // what the scheduler of a host did is of all of its ranks
            if (capture.rank < 0 && !capture.tables(TableKind::ThreadStates).empty()) {
                addCapture(run, capture, {run.id, capture.rank});
            }
        }
    };
    const auto *main = workspace.mainRun();
    if (main != nullptr) {
        addRun(*main);
    }
    for (const auto &run : workspace.runs) {
        if (&run != main) {
            addRun(run);
        }
    }
    return sources;
}

std::optional<AlignedRange> timelineBounds(const std::vector<TimelineSource> &sources) {
    std::optional<AlignedRange> bounds;
    for (const auto &source : sources) {
        if (const auto own = source.trace->bounds()) {
            const auto range = source.toAligned(*own);
            bounds =
                bounds ? AlignedRange{std::min(bounds->begin, range.begin), std::max(bounds->end, range.end)} : range;
        }
    }
    return bounds;
}

}  // namespace stagescope
