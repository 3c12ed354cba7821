#include "core/analysis/pipeline/recognition/numbering.h"

#include "core/analysis/pipeline/name_trust.h"
#include "core/analysis/pipeline/recognition/alignment_numbers.h"
#include "core/analysis/pipeline/recognition/recognition.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <span>
#include <tuple>

namespace stagescope {

namespace {

using CellSpan = std::span<PipelineCell>;

/// Calls with the cells of each rank in turn.
template <typename Call>
void forEachRank(std::vector<PipelineCell> &all, const Call &call) {
    for (auto begin = all.begin(); begin != all.end();) {
        const auto end = std::find_if(begin, all.end(), [&](const auto &c) { return c.rank != begin->rank; });
        call(CellSpan(begin, end));
        begin = end;
    }
}

/// Where no schedule is known: the k-th cell of a kind in a step belongs to microbatch k, if every microbatch passes
/// the rank once.
void numberByOrder(CellSpan cells, const ScheduleHint &hint) {
    std::map<std::int64_t, int> forwards;
    std::set<std::int64_t> uncountable;
    for (const auto &cell : cells) {
        const int count = cell.kind == CellKind::Forward ? ++forwards[cell.step] : 0;
        if (cell.kind == CellKind::Overlapped || cell.numbering == Numbering::Named ||
            (hint.microbatches > 0 && count > hint.microbatches)) {
            uncountable.insert(cell.step);
        }
    }
    std::map<std::pair<std::int64_t, CellKind>, int> next;
    for (auto &cell : cells) {
        if (isScheduled(cell.kind) && !uncountable.contains(cell.step)) {
            cell.microbatch = next[{cell.step, cell.kind}]++;
            cell.numbering = Numbering::ByOrder;
        }
    }
}

void countEqualCells(CellSpan cells) {
    std::map<std::tuple<std::int64_t, CellKind, int, int>, int> counts;
    for (auto &cell : cells) {
        cell.nth = counts[{cell.step, cell.kind, cell.chunk, cell.microbatch}]++;
    }
}

}  // namespace

ScheduleHint scheduleHint(const Run &run, const PipelineGroup &group) {
    ScheduleHint hint;
    for (const int rank : group.ranks) {
        const auto *capture = run.capture(rank);
        if (capture == nullptr) {
            continue;
        }
        const auto type = lowerCase(capture->environmentValue("parallel", "pp_type"));
        const auto count = capture->environmentValue("parallel", "microbatch_num");
        std::from_chars(count.data(), count.data() + count.size(), hint.microbatches);
        hint.microbatches = std::max(hint.microbatches, 0);
        hint.kind = scheduleKindFromText(type);
        if (hint.kind || hint.microbatches > 0) {
            break;
        }
    }
    return hint;
}

void numberCells(PipelineChart &chart, const ScheduleHint &hint, const ClockAlignment &clock,
                 const std::stop_token &stop) {
    chart.distrusted = distrustNames(chart);
    auto observation = observePipeline(chart, clock);
    auto withLosses = observation.hasLossFirst ? observePipeline(chart, clock, true) : observation;
    auto recognised = recogniseSchedule(withLosses, chart, hint, stop);
    const bool isFollowed = recognised && !recognised->match.isCustom && !stop.stop_requested();
    if (isFollowed) {
        if (recognised->match.best().hasLogits) {
            observation = std::move(withLosses);
        }
        const auto alignment = alignPipeline(chart, observation, recognised->schedule, stop);
        AlignmentNumbers numbers(chart, observation, recognised->schedule, alignment);
        numbers.apply();
        recognised->match.difference = numbers.firstDifference();
    }
    if (recognised) {
        chart.match = std::move(recognised->match);
    }
    forEachRank(chart.cells, [&](CellSpan cells) {
        if (!isFollowed) {
            numberByOrder(cells, hint);
        }
        countEqualCells(cells);
    });
}

}  // namespace stagescope
