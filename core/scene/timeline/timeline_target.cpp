#include "core/scene/timeline/timeline_target.h"

#include "core/analysis/overview/item_location.h"
#include "core/analysis/run/steps.h"

#include <algorithm>

namespace stagescope {

namespace {

/// The common clock, moved by the shift of the rank.
AlignedRange placed(const Run &run, int rank, RankRange range, const TimelineShifts &shifts) {
    const auto aligned = run.clock.toAligned(rank, range);
    const auto shift = shifts.find({run.id, rank});
    const Nanos by = shift == shifts.end() ? Nanos{0} : shift->second;
    return {aligned.begin + by, aligned.end + by};
}

/// Begin of the run's first step, else of its first event.
std::optional<AlignedTime> startOf(const Workspace &workspace, const Run &run) {
    std::optional<AlignedTime> first;
    std::optional<AlignedTime> firstStep;
    for (const int rank : run.ranks()) {
        const auto steps = rankSteps(*run.capture(rank));
        if (!steps.empty()) {
            const auto begin = run.clock.toAligned(rank, steps.front().range.begin);
            firstStep = firstStep ? std::min(*firstStep, begin) : begin;
        }
        for (const auto &span : locate(workspace, RankRef{run.id, rank})) {
            const auto begin = run.clock.toAligned(rank, span.range.begin);
            first = first ? std::min(*first, begin) : begin;
        }
    }
    return firstStep ? firstStep : first;
}

}  // namespace

std::optional<TimelineHighlight> timelineTarget(const Workspace &workspace, const ItemRef &item,
                                                const TimelineShifts &shifts, const std::stop_token &stop) {
    const auto spans = std::holds_alternative<SliceRef>(item) ? std::vector<RankSpan>{} : locate(workspace, item, stop);
    if (spans.empty()) {
        return std::nullopt;
    }
    const auto &run = *workspace.run(runOf(item));
    std::optional<AlignedRange> whole;
    for (const auto &[rank, range] : spans) {
        const auto own = placed(run, rank, range, shifts);
        whole = whole ? AlignedRange{std::min(whole->begin, own.begin), std::max(whole->end, own.end)} : own;
    }
    const bool isOfAll = std::holds_alternative<StepRef>(item);
    return TimelineHighlight{*whole, isOfAll ? std::nullopt : std::optional(RankRef{run.id, spans.front().rank})};
}

TimelineShifts runShifts(const Workspace &workspace) {
    TimelineShifts shifts;
    const auto *main = workspace.mainRun();
    const auto start = main == nullptr ? std::nullopt : startOf(workspace, *main);
    for (const auto &run : workspace.runs) {
        const auto own = &run == main ? std::nullopt : startOf(workspace, run);
        for (const int rank : run.ranks()) {
            if (own && start) {
                shifts[{run.id, rank}] = *start - *own;
            }
        }
    }
    return shifts;
}

}  // namespace stagescope
