#include "core/analysis/trace/slice_runs.h"

#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace stagescope {

namespace {

int rankOf(const Run &run, SourceId source) {
    const auto it = std::find_if(run.captures.begin(), run.captures.end(), [&](const RankCapture &capture) {
        return std::any_of(capture.loaded.begin(), capture.loaded.end(),
                           [&](const LoadedSource &loaded) { return loaded.source == source; });
    });
    return it == run.captures.end() ? -1 : it->rank;
}

void addLanes(const Run &run, const RankCapture &capture, std::vector<LaneRef> &lanes) {
    for (const auto &[source, trace, track] : capture.tracks()) {
        if (track.rowCount > 0 && track.kind != TrackKind::Process && track.kind != TrackKind::Overlap) {
            lanes.push_back({run.id, source, track.id, 0, LaneRef::kAllDepths, run.clock.offset(capture.rank)});
        }
    }
}

}  // namespace

SliceRun sliceRun(const SliceTable &slices, std::uint32_t depth, RankRange range) {
    SliceRun run{depth, slices.firstEndingAfter(depth, range.begin), slices.depthBegin(depth + 1)};
    std::uint32_t low = run.first;
    while (low < run.end) {
        const auto middle = low + (run.end - low) / 2;
        if (slices.begin(middle) < range.end) {
            low = middle + 1;
        } else {
            run.end = middle;
        }
    }
    return run;
}

std::vector<LaneSlices> loadedLanes(const Workspace &workspace, AlignedRange range, const std::vector<LaneRef> &lanes) {
    std::vector<LaneSlices> loaded;
    std::map<std::tuple<RunId, SourceId, TrackId>, std::size_t> places;
    for (const auto &lane : lanes) {
        // Rows may show a track twice (pinned, merged): the widest choice of its depths counts, once.
        if (const auto there = places.find({lane.run, lane.source, lane.track}); there != places.end()) {
            auto &own = loaded[there->second].lane;
            own.firstDepth = std::min(own.firstDepth, lane.firstDepth);
            own.endDepth = std::max(own.endDepth, lane.endDepth);
            continue;
        }
        auto trace = workspace.trace(lane.run, lane.source);
        if (trace == nullptr || lane.track.value >= trace->tracks().size()) {
            continue;
        }
        const auto toRank = [&](AlignedTime t) { return rankTime(ns(t) - lane.offset.count()); };
        places[{lane.run, lane.source, lane.track}] = loaded.size();
        loaded.push_back({lane,
                          std::move(trace),
                          {toRank(range.begin), toRank(range.end)},
                          rankOf(*workspace.run(lane.run), lane.source)});
    }
    return loaded;
}

std::vector<LaneRef> workLanes(const Workspace &workspace, const std::vector<int> &ranks) {
    std::vector<LaneRef> lanes;
    const auto *run = workspace.mainRun();
    for (const int rank : run == nullptr ? std::vector<int>{} : run->ranks()) {
        if (ranks.empty() || std::find(ranks.begin(), ranks.end(), rank) != ranks.end()) {
            addLanes(*run, *run->capture(rank), lanes);
        }
    }
    return lanes;
}

std::vector<LaneRef> selectedLanes(const Workspace &workspace, const SelectionState &state) {
    if (!state.lanes.empty()) {
        return state.lanes;
    }
    std::vector<int> ranks;
    const auto *run = workspace.mainRun();
    for (const auto &rank : state.ranks) {
        if (run != nullptr && rank.run == run->id) {
            ranks.push_back(rank.rank);
        }
    }
    return workLanes(workspace, ranks);
}

std::vector<int> ranksOfLanes(const Run &run, const std::vector<LaneRef> &lanes) {
    std::set<int> ranks;
    for (const auto &lane : lanes) {
        const auto *capture = lane.run == run.id ? run.captureOf(lane.source) : nullptr;
        if (capture != nullptr) {
            ranks.insert(capture->rank);
        }
    }
    return {ranks.begin(), ranks.end()};
}

}  // namespace stagescope
