#include "core/scene/timeline/timeline_layout_builder.h"

#include "core/scene/timeline/own_track.h"
#include "core/store/trace/summary_lanes.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <functional>
#include <iterator>

namespace stagescope {

namespace {

bool isHost(TrackKind kind) {
    return kind == TrackKind::HostThread || kind == TrackKind::Mstx || kind == TrackKind::Other;
}

bool isDevice(TrackKind kind) { return kind == TrackKind::DeviceStream || kind == TrackKind::CommGroup; }

/// A track that neither itself nor its process has a name for, with moments only: what profilers write about the file,
/// such as the end of the recording.
bool isNameless(const TraceStore &trace, const Track &track) {
    const bool hasName = !trace.text(track.name).empty() ||
                         (track.parent.isValid() && !trace.text(trace.track(track.parent).name).empty());
    if (hasName || track.kind == TrackKind::Counter) {
        return false;
    }
    const auto &slices = trace.slices(track.id);
    std::uint32_t i = 0;
    while (i < slices.size() && slices.klass(i) == SliceClass::Instant) {
        ++i;
    }
    return i == slices.size();
}

bool holdsSteps(const TraceStore &trace, const Track &process) {
    const auto name = trace.text(process.name);
    return isComputedProcess(name) && name.starts_with(kStepsProcess);
}

}  // namespace

TimelineLayoutBuilder::TimelineLayoutBuilder(TimelineLayout &layout, const TimelineArrangement &arrangement,
                                             const BlendedTracks &blended, AlignedRange inSight)
    : m_layout(layout), m_arrangement(arrangement), m_blended(blended), m_inSight(inSight) {}

void TimelineLayoutBuilder::build() {
    const auto &sources = m_layout.m_sources;
    std::vector<Branch> ranks;
    for (std::size_t first = 0; first < sources.size();) {
        std::size_t end = first + 1;
        while (end < sources.size() && sources[end].rank == sources[first].rank) {
            ++end;
        }
        auto rank = rankBranch(first, end);
        if (!rank.below.empty() || m_arrangement.filter.empty()) {
            ranks.push_back(std::move(rank));
        }
        first = end;
    }
    sort(kTimelineRoot, ranks);
    m_isPinning = true;
    for (const auto &node : m_arrangement.pinned) {
        if (const auto *branch = find(ranks, node)) {
            add(*branch, 0, RankLook::Open);
        }
    }
    m_isPinning = false;
    m_layout.m_pinnedHeight = m_layout.height();
    const auto isOfAll = [](const Branch &rank) {
        return rank.node.rank.rank < 0 && !rank.below.empty() && isOwnTrack(rank.below.front().node.source);
    };
    const auto count = static_cast<std::size_t>(std::count_if(ranks.begin(), ranks.end(), std::not_fn(isOfAll)));
    const auto look = count <= TimelineLayout::kOpenRanks    ? RankLook::Open
                      : count <= TimelineLayout::kBriefRanks ? RankLook::Brief
                                                             : RankLook::Folded;
    std::size_t hidden = 0;
    for (const auto &rank : ranks) {
        if (m_arrangement.hidden.count(rank.node) != 0) {
            ++hidden;
        } else if (!m_arrangement.isPinned(rank.node)) {
            add(rank, 0, isOfAll(rank) ? RankLook::Open : look);
        }
    }
    if (hidden > 0) {
        addHidden(kTimelineRoot, 0, 0, hidden);
    }
}

TimelineLayoutBuilder::Branch TimelineLayoutBuilder::rankBranch(std::size_t first, std::size_t end) const {
    Branch rank{{m_layout.m_sources[first].rank, {}, {}}, first};
    for (std::size_t source = first; source < end; ++source) {
        auto below = sourceBranches(source);
        std::move(below.begin(), below.end(), std::back_inserter(rank.below));
    }
    return rank;
}

/// Steps first, then tracks without a process, then the processes that hold any track.
std::vector<TimelineLayoutBuilder::Branch> TimelineLayoutBuilder::sourceBranches(std::size_t source) const {
    const auto &own = m_layout.m_sources[source];
    std::map<TrackId, std::vector<const Track *>> members;
    for (const auto &track : own.trace->tracks()) {
        if (track.kind != TrackKind::Process && track.rowCount > 0 && !isNameless(*own.trace, track)) {
            members[track.parent].push_back(&track);
        }
    }
    Branch orphans{{own.rank, own.source, {}}, source};
    addMembers(orphans, members[TrackId{}]);
    auto branches = std::move(orphans.below);
    for (const auto &process : own.trace->tracks()) {
        if (process.kind != TrackKind::Process || members[process.id].empty()) {
            continue;
        }
        Branch branch{{own.rank, own.source, process.id}, source, &process};
        addMembers(branch, members[process.id]);
        if (isOwnTrack(own.source)) {  // a track, not a process of one
            std::move(branch.below.begin(), branch.below.end(), std::back_inserter(branches));
        } else if (!branch.below.empty()) {
            branches.push_back(std::move(branch));
        }
    }
    std::stable_partition(branches.begin(), branches.end(), [&](const Branch &branch) {
        return branch.track->kind == TrackKind::Process && holdsSteps(*own.trace, *branch.track);
    });
    return branches;
}

void TimelineLayoutBuilder::addMembers(Branch &process, const std::vector<const Track *> &members) const {
    const bool isWhole = process.track != nullptr && isNamed(process);
    const BlendedTrack *shared = nullptr;
    for (const auto *member : members) {
        Branch branch{{process.node.rank, process.node.source, member->id}, process.source, member};
        const auto blended = blendedOf(branch);
        const bool isInRowAbove = shared != nullptr && shared->holds(member->id);
        if (isInRowAbove || (blended != nullptr && blended->slices().size() == 0)) {
            continue;
        }
        if (blended != nullptr && blended->tracks().size() > 1) {
            shared = blended.get();
        }
        if (isWhole || isNamed(branch)) {
            process.below.push_back(std::move(branch));
        }
    }
}

/// The table to show instead of a track; those made for another arrangement do not count.
std::shared_ptr<const BlendedTrack> TimelineLayoutBuilder::blendedOf(const Branch &track) const {
    const auto it = m_blended.find(track.node);
    if (it == m_blended.end()) {
        return nullptr;
    }
    const auto &node = track.node;
    const bool isShared = track.track->kind == TrackKind::DeviceStream &&
                          m_arrangement.merged.count({node.rank, node.source, track.track->parent}) != 0;
    const bool fits = it->second->isOf(m_layout.m_sources[track.source].trace.get(), m_arrangement.leftOut) &&
                      isShared == (it->second->tracks().size() > 1);
    return fits ? it->second : nullptr;
}

bool TimelineLayoutBuilder::isNamed(const Branch &branch) const {
    const auto &trace = *m_layout.m_sources[branch.source].trace;
    return m_arrangement.filter.empty() || matchesFilter(trace.text(branch.track->name), m_arrangement.filter);
}

bool TimelineLayoutBuilder::foldOf(const TimelineNode &node, bool byDefault) const {
    const auto it = m_arrangement.folds.find(node);
    return it == m_arrangement.folds.end() ? byDefault && m_arrangement.filter.empty() : it->second;
}

const TimelineLayoutBuilder::Branch *TimelineLayoutBuilder::find(const std::vector<Branch> &branches,
                                                                 const TimelineNode &node) const {
    for (const auto &branch : branches) {
        if (branch.node == node) {
            return &branch;
        }
        const auto *below = branch.node.rank == node.rank ? find(branch.below, node) : nullptr;
        if (below != nullptr) {
            return below;
        }
    }
    return nullptr;
}

void TimelineLayoutBuilder::sort(const TimelineNode &parent, std::vector<Branch> &branches) {
    const auto wanted = m_arrangement.order.find(parent);
    if (wanted != m_arrangement.order.end()) {
        std::map<TimelineNode, std::size_t> places;
        for (const auto &node : wanted->second) {
            places.emplace(node, places.size());
        }
        const auto placeOf = [&](const Branch &branch) {
            const auto it = places.find(branch.node);
            return it == places.end() ? places.size() : it->second;
        };
        std::stable_sort(branches.begin(), branches.end(),
                         [&](const Branch &a, const Branch &b) { return placeOf(a) < placeOf(b); });
    }
    auto &children = m_layout.m_children[parent];
    children.clear();
    for (auto &branch : branches) {
        children.push_back(branch.node);
        if (!branch.below.empty()) {
            sort(branch.node, branch.below);
        }
    }
}

void TimelineLayoutBuilder::add(const Branch &branch, int indent, RankLook look) {
    if (branch.track == nullptr) {
        addRank(branch, indent, look);
    } else if (branch.track->kind == TrackKind::Process) {
        addProcess(branch, indent);
    } else {
        addTrack(branch, indent);
    }
}

void TimelineLayoutBuilder::addBelow(const Branch &parent, int indent) {
    std::size_t hidden = 0;
    for (const auto &branch : parent.below) {
        if (m_arrangement.hidden.count(branch.node) != 0) {
            ++hidden;
        } else if (!m_arrangement.isPinned(branch.node)) {
            add(branch, indent, RankLook::Open);
        }
    }
    if (hidden > 0) {
        addHidden(parent.node, parent.source, indent, hidden);
    }
}

void TimelineLayoutBuilder::addRank(const Branch &branch, int indent, RankLook look) {
    TimelineRow header;
    header.node = branch.node;
    header.kind = TimelineRowKind::Rank;
    header.source = branch.source;
    header.indent = indent;
    header.height = TimelineLayout::kRankHeight;
    header.foldable = true;
    header.folded = foldOf(header.node, look != RankLook::Open);
    const auto addLane = [&](const Branch &track) {
        ++header.hiddenRows;
        if (isDevice(track.track->kind) && track.track->depthCount > 0) {
            header.lanes.push_back(laneOf(track));
        }
    };
    for (const auto &below : branch.below) {
        if (below.track->kind != TrackKind::Process) {
            addLane(below);
        }
        std::for_each(below.below.begin(), below.below.end(), addLane);
    }
    const bool isFolded = header.folded;
    const bool isBrief = isFolded && look == RankLook::Brief && m_arrangement.folds.count(header.node) == 0;
    push(std::move(header));
    if (isBrief) {
        addBrief(branch, indent + 1);
    } else if (!isFolded) {
        addBelow(branch, indent + 1);
    } else if (m_arrangement.folds.count(branch.node) == 0) {
        addOwn(branch, indent + 1);
    }
}

/// What was asked for is seen though the ranks are many.
void TimelineLayoutBuilder::addOwn(const Branch &rank, int indent) {
    for (const auto &below : rank.below) {
        if (isOwnTrack(below.node.source) && isShown(below)) {
            addTrack(below, indent);
        }
    }
}

bool TimelineLayoutBuilder::isShown(const Branch &branch) const {
    return m_arrangement.hidden.count(branch.node) == 0 && !m_arrangement.isPinned(branch.node);
}

/// Steps, overlap lanes, and the ranges of forward and backward: those of the device, else those of the host.
void TimelineLayoutBuilder::addBrief(const Branch &rank, int indent) {
    const auto isOf = [](const Branch &branch, TrackKind kind) { return branch.track->kind == kind; };
    const auto isOfSteps = [this](const Branch &branch) {
        const auto &track = *branch.track;
        return track.depthCount == 1 && track.rowCount > 0 &&
               m_layout.m_sources[branch.source].trace->slices(track.id).klass(0) == SliceClass::Step;
    };
    const auto has = [&](const Branch &process, TrackKind kind) {
        return std::any_of(process.below.begin(), process.below.end(),
                           [&](const Branch &member) { return isOf(member, kind); });
    };
    const bool areOfDevice = std::any_of(rank.below.begin(), rank.below.end(), [&](const Branch &process) {
        return has(process, TrackKind::Mstx) && has(process, TrackKind::DeviceStream);
    });
    for (const auto &below : rank.below) {
        const auto lanes = std::count_if(below.below.begin(), below.below.end(),
                                         [&](const Branch &member) { return isOf(member, TrackKind::Overlap); });
        if (!isShown(below)) {
            continue;
        }
        if (lanes > 1) {
            addProcess(below, indent, true);
            continue;
        }
        if (isOf(below, TrackKind::Overlap) || isOf(below, TrackKind::Mstx)) {
            addTrack(below, indent);
        }
        const bool hasCells = has(below, TrackKind::DeviceStream) || !areOfDevice;
        for (const auto &member : below.below) {
            const bool isCell = isOf(member, TrackKind::Mstx) && hasCells;
            if ((isCell || isOfSteps(member) || isOf(member, TrackKind::Overlap)) && isShown(member)) {
                addTrack(member, indent);
            }
        }
    }
}

void TimelineLayoutBuilder::addProcess(const Branch &branch, int indent, bool isBrief) {
    TimelineRow row;
    row.node = branch.node;
    row.kind = TimelineRowKind::Process;
    row.trackKind = TrackKind::Process;
    row.source = branch.source;
    row.indent = indent;
    row.height = TimelineLayout::kProcessHeight;
    row.foldable = true;
    const bool onlyCounters = std::all_of(branch.below.begin(), branch.below.end(), [](const Branch &member) {
        return member.track->kind == TrackKind::Counter;
    });
    row.folded = foldOf(row.node, onlyCounters || isBrief);
    row.hiddenRows = branch.below.size();
    for (const auto &member : branch.below) {
        if (member.track->depthCount > 0) {
            row.lanes.push_back(laneOf(member));
        }
    }
    const bool isFolded = row.folded;
    push(std::move(row));
    if (!isFolded) {
        addBelow(branch, indent + 1);
    }
}

void TimelineLayoutBuilder::addTrack(const Branch &branch, int indent) {
    const auto &track = *branch.track;
    TimelineRow row;
    row.node = branch.node;
    row.trackKind = track.kind;
    row.source = branch.source;
    row.indent = indent;
    if (track.kind == TrackKind::Counter) {
        row.kind = TimelineRowKind::Counter;
        row.height = TimelineLayout::kCounterHeight;
        push(std::move(row));
        return;
    }
    row.lanes = {laneOf(branch)};
    const auto depths = m_layout.slices(row.lanes.front()).depthCount();
    row.foldable = depths > 1;
    row.folded = row.foldable && foldOf(row.node, isHost(track.kind) && depths > TimelineLayout::kDeepThread);
    row.depths = row.folded ? 0 : m_arrangement.depthsFitted ? depthsInSight(row.lanes.front()) : depths;
    row.height = row.folded ? TimelineLayout::kFoldedHeight
                            : static_cast<int>(row.depths) * TimelineLayout::kDepthHeight + TimelineLayout::kRowPadding;
    push(std::move(row));
}

void TimelineLayoutBuilder::addHidden(const TimelineNode &parent, std::size_t source, int indent, std::size_t count) {
    TimelineRow row;
    row.node = parent;
    row.kind = TimelineRowKind::Hidden;
    row.source = source;
    row.indent = indent;
    row.height = TimelineLayout::kFoldedHeight;
    row.hiddenRows = count;
    push(std::move(row));
}

void TimelineLayoutBuilder::push(TimelineRow row) {
    row.y = m_layout.height();
    row.pinned = m_isPinning;
    if (row.kind != TimelineRowKind::Hidden) {
        m_layout.m_index.emplace(row.node, m_layout.m_rows.size());
    }
    if (row.kind == TimelineRowKind::Track && row.lanes.front().blended) {
        for (const auto track : row.lanes.front().blended->tracks()) {
            m_layout.m_shared.emplace(TimelineNode{row.node.rank, row.node.source, track}, row.node);
        }
    }
    m_layout.m_rows.push_back(std::move(row));
}

TimelineLane TimelineLayoutBuilder::laneOf(const Branch &track) const {
    return {track.source, track.track->id, blendedOf(track)};
}

/// At least one, so that the row stays where it is.
std::uint32_t TimelineLayoutBuilder::depthsInSight(const TimelineLane &lane) const {
    const auto &slices = m_layout.slices(lane);
    const auto range = m_layout.m_sources[lane.source].toRank(m_inSight);
    auto depth = slices.depthCount();
    for (; depth > 1; --depth) {
        const auto first = slices.firstEndingAfter(depth - 1, range.begin);
        if (first < slices.depthBegin(depth) && slices.begin(first) < range.end) {
            break;
        }
    }
    return depth;
}

}  // namespace stagescope
