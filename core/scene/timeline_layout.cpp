#include "core/scene/timeline_layout.h"

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

bool isHost(TrackKind kind) {
    return kind == TrackKind::HostThread || kind == TrackKind::Mstx || kind == TrackKind::Other;
}

bool foldOf(const TimelineFolds &folds, const TimelineNode &node, bool byDefault) {
    const auto it = folds.find(node);
    return it == folds.end() ? byDefault : it->second;
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
    const auto colors = [&](const std::shared_ptr<const TraceStore> &trace) {
        const auto it =
            std::find_if(previous.begin(), previous.end(), [&](const auto &source) { return source.trace == trace; });
        return it != previous.end() ? it->colors : std::make_shared<const SliceColors>(sliceColors(*trace));
    };
    const auto addCapture = [&](const Run &run, const RankCapture &capture, const RankRef &rank) {
        const auto shift = shifts.find(rank);
        const auto offset = run.clock.offset(rank.rank) + (shift == shifts.end() ? Nanos{0} : shift->second);
        for (const auto &loaded : capture.loaded) {
            for (const auto &trace : loaded.traces) {
                sources.push_back({rank, loaded.source, trace, colors(trace), offset,
                                   workspace.runs.size() > 1 ? run.label : std::string{}, run.role == RunRole::Baseline,
                                   capture.host, capture.device});
            }
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

TimelineLayout::TimelineLayout(std::vector<TimelineSource> sources, const TimelineFolds &folds)
    : m_sources(std::move(sources)) {
    std::size_t rankCount = 0;
    for (std::size_t first = 0; first < m_sources.size();) {
        std::size_t end = first + 1;
        while (end < m_sources.size() && m_sources[end].rank == m_sources[first].rank) {
            ++end;
        }
        addRank(first, end, rankCount++ < kOpenRanks, folds);
        first = end;
    }
}

void TimelineLayout::push(TimelineRow row) {
    row.y = height();
    m_rows.push_back(std::move(row));
}

void TimelineLayout::addRank(std::size_t first, std::size_t end, bool openByDefault, const TimelineFolds &folds) {
    TimelineRow header;
    header.node = {m_sources[first].rank, {}, {}};
    header.kind = TimelineRowKind::Rank;
    header.source = first;
    header.height = kRankHeight;
    header.foldable = true;
    header.folded = foldOf(folds, header.node, !openByDefault);
    for (std::size_t source = first; source < end; ++source) {
        for (const auto &track : m_sources[source].trace->tracks()) {
            const bool isDevice = track.kind == TrackKind::DeviceStream || track.kind == TrackKind::CommGroup;
            header.hiddenRows += track.rowCount > 0 ? 1 : 0;
            if (isDevice && track.depthCount > 0) {
                header.lanes.push_back({source, track.id});
            }
        }
    }
    const bool isFolded = header.folded;
    push(std::move(header));
    for (std::size_t source = first; source < end && !isFolded; ++source) {
        addSource(source, folds);
    }
}

void TimelineLayout::addSource(std::size_t source, const TimelineFolds &folds) {
    const auto &own = m_sources[source];
    const auto tracks = own.trace->tracks();
    std::map<TrackId, std::vector<const Track *>> children;
    for (const auto &track : tracks) {
        if (track.kind != TrackKind::Process && track.rowCount > 0) {
            children[track.parent].push_back(&track);
        }
    }
    for (const auto *orphan : children[TrackId{}]) {
        addTrack(source, *orphan, 1, folds);
    }
    for (const auto &process : tracks) {
        const auto &members = children[process.id];
        if (process.kind != TrackKind::Process || members.empty()) {
            continue;
        }
        TimelineRow row;
        row.node = {own.rank, own.source, process.id};
        row.kind = TimelineRowKind::Process;
        row.trackKind = TrackKind::Process;
        row.source = source;
        row.indent = 1;
        row.height = kProcessHeight;
        row.foldable = true;
        const bool onlyCounters = std::all_of(members.begin(), members.end(),
                                              [](const Track *track) { return track->kind == TrackKind::Counter; });
        row.folded = foldOf(folds, row.node, onlyCounters);
        row.hiddenRows = members.size();
        for (const auto *member : members) {
            if (member->depthCount > 0) {
                row.lanes.push_back({source, member->id});
            }
        }
        const bool isFolded = row.folded;
        push(std::move(row));
        for (const auto *member : members) {
            if (!isFolded) {
                addTrack(source, *member, 2, folds);
            }
        }
    }
}

void TimelineLayout::addTrack(std::size_t source, const Track &track, int indent, const TimelineFolds &folds) {
    const auto &own = m_sources[source];
    TimelineRow row;
    row.node = {own.rank, own.source, track.id};
    row.trackKind = track.kind;
    row.source = source;
    row.indent = indent;
    if (track.kind == TrackKind::Counter) {
        row.kind = TimelineRowKind::Counter;
        row.height = kCounterHeight;
        push(std::move(row));
        return;
    }
    row.foldable = track.depthCount > 1;
    row.folded = row.foldable && foldOf(folds, row.node, isHost(track.kind) && track.depthCount > kDeepThread);
    row.depths = row.folded ? 0 : track.depthCount;
    row.height = row.folded ? kFoldedHeight : static_cast<int>(row.depths) * kDepthHeight + kRowPadding;
    row.lanes = {{source, track.id}};
    push(std::move(row));
}

std::optional<std::size_t> TimelineLayout::rowAt(int y) const {
    if (y < 0 || y >= height()) {
        return std::nullopt;
    }
    const auto it =
        std::upper_bound(m_rows.begin(), m_rows.end(), y, [](int value, const auto &row) { return value < row.y; });
    return static_cast<std::size_t>(it - m_rows.begin()) - 1;
}

const TimelineRow *TimelineLayout::find(const TimelineNode &node) const {
    const auto it = std::find_if(m_rows.begin(), m_rows.end(), [&](const auto &row) { return row.node == node; });
    return it == m_rows.end() ? nullptr : &*it;
}

const TimelineRow *TimelineLayout::rowShowing(const RankRef &rank, SourceId source, TrackId track) const {
    if (const auto *own = find({rank, source, track})) {
        return own;
    }
    const auto it = std::find_if(m_sources.begin(), m_sources.end(),
                                 [&](const auto &s) { return s.rank == rank && s.source == source; });
    if (it == m_sources.end() || track.value >= it->trace->tracks().size()) {
        return nullptr;
    }
    const auto *process = find({rank, source, it->trace->track(track).parent});
    return process != nullptr ? process : find({rank, {}, {}});
}

std::optional<std::pair<int, int>> TimelineLayout::extentOf(const RankRef &rank) const {
    std::optional<std::pair<int, int>> extent;
    for (const auto &row : m_rows) {
        if (row.node.rank == rank) {
            extent = {extent ? extent->first : row.y, row.bottom()};
        }
    }
    return extent;
}

}  // namespace stagescope
