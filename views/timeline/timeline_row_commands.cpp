#include "views/timeline/timeline_row_commands.h"

#include "core/scene/timeline/timeline_moves.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <utility>

namespace stagescope {

namespace {

void runOnRow(TimelineArrangement &a, const TimelineLayout &layout, TimelineCommand command, const TimelineNode &row) {
    using enum TimelineCommand;
    switch (command) {
        case ToggleFold:
            if (const auto *shown = layout.find(row); shown != nullptr && shown->foldable) {
                a.folds[row] = !shown->folded;
            }
            break;
        case Pin:
            a.togglePins({row});
            break;
        case PinSameNamed:
            a.togglePins(sameNamed(layout.sources(), row));
            break;
        case Hide:
            a.hide(row);
            break;
        case MoveUp:
        case MoveDown:
            moveRowBy(a, layout, row, command == MoveUp ? -1 : 1);
            break;
        case MergeStreams:
            if (const auto process = processToMerge(layout, row); process && a.merged.erase(*process) == 0) {
                a.merged.insert(*process);
            }
            break;
        default:
            break;
    }
}

}  // namespace

void runOnRows(TimelineArrangement &a, const TimelineLayout &layout, TimelineCommand command,
               const std::optional<TimelineNode> &row) {
    using enum TimelineCommand;
    switch (command) {
        case FoldAll:
        case UnfoldAll:
            return foldAll(a, layout, command == FoldAll);
        case UnpinAll:
            return a.pinned.clear();
        case ShowHidden:
            return a.hidden.clear();
        case FitDepths:
            a.depthsFitted = !a.depthsFitted;
            return;
        case PairBaseline:
            if (auto paired = pairedRanks(layout); paired == layout.childrenOf(kTimelineRoot)) {
                a.order.erase(kTimelineRoot);
            } else {
                a.order[kTimelineRoot] = std::move(paired);
            }
            return;
        case ShowPython:
            a.leftOut.python = !a.leftOut.python;
            return;
        case ShowWaits:
            a.leftOut.waits = !a.leftOut.waits;
            return;
        default:
            if (row) {
                runOnRow(a, layout, command, *row);
            }
    }
}

std::optional<TimelineNode> processToMerge(const TimelineLayout &layout, const std::optional<TimelineNode> &row) {
    if (!row || !row->source.isValid()) {
        return std::nullopt;
    }
    const auto &sources = layout.sources();
    const auto source = std::find_if(sources.begin(), sources.end(), [&](const TimelineSource &s) {
        return s.rank == row->rank && s.source == row->source;
    });
    if (source == sources.end()) {
        return std::nullopt;
    }
    const bool isProcess = source->trace->track(row->track).kind == TrackKind::Process;
    const auto process = isProcess ? *row : layout.parentOf(*row);
    const bool hasSeveral = process.track.isValid() && streamsOf(*source->trace, process.track).size() > 1;
    return hasSeveral ? std::optional(process) : std::nullopt;
}

}  // namespace stagescope
