#include "core/scene/memory/operator_memory_model.h"

#include "core/analysis/memory/memory_series.h"
#include "core/analysis/memory/op_windows.h"
#include "core/base/byte_text.h"
#include "core/base/number_text.h"
#include "core/scene/timeline/timeline_target.h"
#include "core/store/tables/table_store.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace stagescope {

namespace {

constexpr std::array<const char *, kMemoryOpColumns> kHeads{"memory.operators.name",
                                                            "memory.operators.size",
                                                            "memory.operators.allocated_at",
                                                            "memory.operators.released_at",
                                                            "memory.operators.last_use",
                                                            "memory.operators.duration",
                                                            "memory.operators.active_duration",
                                                            "memory.operators.at_allocated",
                                                            "memory.operators.at_reserved",
                                                            "memory.operators.at_active",
                                                            "memory.operators.then_allocated",
                                                            "memory.operators.then_reserved",
                                                            "memory.operators.then_active",
                                                            "memory.operators.stream",
                                                            "memory.operators.device",
                                                            "memory.operators.graph",
                                                            "memory.operators.node_begin",
                                                            "memory.operators.node_end"};

bool isText(MemoryOpColumn column) {
    return column == MemoryOpColumn::Name || column == MemoryOpColumn::Stream || column == MemoryOpColumn::Graph;
}

bool isTime(MemoryOpColumn column) {
    return column == MemoryOpColumn::Allocated || column == MemoryOpColumn::Released ||
           column == MemoryOpColumn::ActiveReleased;
}

bool isSpan(MemoryOpColumn column) {
    return column == MemoryOpColumn::Duration || column == MemoryOpColumn::ActiveDuration;
}

bool isSize(MemoryOpColumn column) {
    return column == MemoryOpColumn::Bytes ||
           (column >= MemoryOpColumn::AtAllocated && column <= MemoryOpColumn::ThenActive);
}

std::string millisText(std::int64_t nanos) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.3f", static_cast<double>(nanos) / 1e6);
    return shownFigure(text.data());
}

/// A column is shown when some file has it and some row tells it.
bool isTold(const OperatorMemory &memory, MemoryOpColumn column) {
    if (isSpan(column)) {
        const auto end = column == MemoryOpColumn::Duration ? MemoryOpColumn::Released : MemoryOpColumn::ActiveReleased;
        return isTold(memory, MemoryOpColumn::Allocated) && isTold(memory, end);
    }
    for (const auto &part : memory.parts()) {
        const auto *texts = part.texts[static_cast<std::size_t>(column)];
        const auto numbers = part.numbers[static_cast<std::size_t>(column)];
        const bool hasText = texts != nullptr && texts->values.size() > 1;
        if (hasText || std::any_of(numbers.begin(), numbers.end(), [](auto value) { return value != kNoBytes; })) {
            return true;
        }
    }
    return false;
}

/// When memory may have been allocated for the selected item on this rank, the closest first.
std::vector<RankRange> windowsOf(const Workspace &workspace, const Run &run, int rank, const ItemRef &item,
                                 const std::stop_token &stop) {
    if (runOf(item) != run.id || std::holds_alternative<RankRef>(item) || std::holds_alternative<MomentRef>(item) ||
        std::holds_alternative<MemoryOpRef>(item)) {
        return {};
    }
    if (const auto *slice = std::get_if<SliceRef>(&item)) {
        const auto *capture = run.captureOf(slice->source);
        return capture != nullptr && capture->rank == rank ? allocationWindows(run, *slice) : std::vector<RankRange>{};
    }
    const auto target = timelineTarget(workspace, item, {}, stop);
    const bool isHere = target && (!target->rank || target->rank->rank == rank);
    return isHere ? std::vector{run.clock.toRank(rank, target->range)} : std::vector<RankRange>{};
}

/// On the rank that is asked about: items of other ranks tell their time on the common clock.
std::optional<RankTime> momentOf(const Workspace &workspace, const Run &run, const OperatorQuestion &question,
                                 const OperatorMemory &memory, const std::stop_token &stop) {
    if (!question.item) {
        return question.range ? std::optional(run.clock.toRank(question.rank, question.range->begin)) : std::nullopt;
    }
    if (const auto *op = std::get_if<MemoryOpRef>(&*question.item);
        op != nullptr && op->run == run.id && op->rank == question.rank && op->row < memory.size()) {
        const auto time = memory.number(op->row, MemoryOpColumn::Allocated);
        return time ? std::optional(rankTime(*time)) : std::nullopt;
    }
    if (const auto *slice = std::get_if<SliceRef>(&*question.item)) {
        const auto trace = workspace.trace(slice->run, slice->source);
        const auto *capture = run.captureOf(slice->source);
        const bool isThere = trace != nullptr && capture != nullptr && slice->run == run.id &&
                             slice->track.value < trace->tracks().size() &&
                             slice->slice.value < trace->slices(slice->track).size();
        return isThere ? std::optional(run.clock.toRank(
                             question.rank,
                             run.clock.toAligned(capture->rank, trace->slices(slice->track).at(slice->slice).begin)))
                       : std::nullopt;
    }
    const auto target = runOf(*question.item) == run.id && !std::holds_alternative<RankRef>(*question.item)
                            ? timelineTarget(workspace, *question.item, {}, stop)
                            : std::nullopt;
    return target ? std::optional(run.clock.toRank(question.rank, target->range.begin)) : std::nullopt;
}

std::optional<std::int64_t> allocatedAt(const RankCapture &capture, RankTime moment, const std::stop_token &stop) {
    const auto all = memorySeries(capture, false, stop);
    const bool hasTorch = std::any_of(all.begin(), all.end(), [](const auto &s) { return s.owner.component == "PTA"; });
    for (const auto &series : all) {
        const bool isMeant = series.owner.level == "allocator" && series[MemoryMeasure::Allocated].samples > 0 &&
                             (!hasTorch || series.owner.component == "PTA");
        if (isMeant) {
            const auto curve = memoryCurve(capture, series.owner, MemoryMeasure::Allocated, stop);
            const auto index = curve.indexAt(moment);
            return index < curve.size() ? std::optional(std::llround(curve.value(index))) : std::nullopt;
        }
    }
    return std::nullopt;
}

/// Adds what the question asks about time; false when that is not there, so that nothing passes.
bool addTimes(MemoryOpFilter &filter, const OperatorQuestion &question, const OperatorAnswer &answer, const Run &run,
              const RankCapture &capture, const std::stop_token &stop) {
    const auto range = question.range ? std::optional(run.clock.toRank(question.rank, *question.range)) : std::nullopt;
    switch (question.times) {
        case OperatorTimes::All:
            return true;
        case OperatorTimes::AliveAtMoment:
            filter.aliveAt = answer.moment;
            return answer.moment.has_value();
        case OperatorTimes::AliveAtPeak:
            filter.aliveAt = memoryPeak(capture, stop).at;
            return filter.aliveAt.has_value();
        case OperatorTimes::ChangedInRange:
            filter.changedIn = range;
            return range.has_value();
        case OperatorTimes::LeftByRange:
            filter.allocatedIn = range;
            filter.aliveAt = range ? std::optional(range->end) : std::nullopt;
            return range.has_value();
        case OperatorTimes::BySelected:
            return !answer.made.empty();
    }
    return false;
}

}  // namespace

bool OperatorAnswer::isMade(std::uint32_t row) const { return std::binary_search(made.begin(), made.end(), row); }

std::optional<std::size_t> OperatorAnswer::positionOf(std::uint32_t row) const {
    const auto it = std::find(rows.begin(), rows.end(), row);
    return it == rows.end() ? std::nullopt : std::optional(static_cast<std::size_t>(it - rows.begin()));
}

OperatorAnswer operatorAnswer(const Workspace &workspace, const OperatorQuestion &question,
                              const std::stop_token &stop) {
    OperatorAnswer answer;
    answer.run = question.run;
    answer.rank = question.rank;
    const auto *run = workspace.run(question.run);
    const auto *capture = run == nullptr ? nullptr : run->capture(question.rank);
    if (capture == nullptr) {
        return answer;
    }
    answer.origin = run->clock.toRank(question.rank, question.origin);
    answer.memory = OperatorMemory(*capture);
    answer.places = answer.memory.places();
    for (std::size_t i = 0; i < kMemoryOpColumns; ++i) {
        if (isTold(answer.memory, static_cast<MemoryOpColumn>(i))) {
            answer.columns.push_back(static_cast<MemoryOpColumn>(i));
        }
    }
    const auto windows =
        question.item ? windowsOf(workspace, *run, question.rank, *question.item, stop) : std::vector<RankRange>{};
    for (std::size_t i = 0; i < windows.size() && answer.made.empty(); ++i) {
        answer.made = memoryOps(answer.memory, {.allocatedIn = windows[i]}, stop);
    }
    answer.madeSum = sumOf(answer.memory, answer.made);
    answer.moment = momentOf(workspace, *run, question, answer.memory, stop);
    if (answer.moment) {
        answer.alive = sumOf(answer.memory, memoryOps(answer.memory, {.aliveAt = answer.moment}, stop));
        answer.allocatedThen = allocatedAt(*capture, *answer.moment, stop);
    }
    auto filter = question.filter;
    if (addTimes(filter, question, answer, *run, *capture, stop)) {
        answer.rows = memoryOps(answer.memory, filter, stop);
    }
    if (question.times == OperatorTimes::BySelected) {
        std::erase_if(answer.rows, [&](std::uint32_t row) { return !answer.isMade(row); });
    }
    answer.sum = sumOf(answer.memory, answer.rows);
    if (question.isSorted) {
        sortMemoryOps(answer.rows, answer.memory, question.order, question.isDescending, stop);
    }
    return answer;
}

Message operatorHead(MemoryOpColumn column) { return Message(kHeads[static_cast<std::size_t>(column)]); }

bool isNumeric(MemoryOpColumn column) { return !isText(column); }

std::string operatorCell(const OperatorAnswer &answer, std::uint32_t row, MemoryOpColumn column) {
    if (isText(column)) {
        return std::string(answer.memory.text(row, column));
    }
    const auto value = answer.memory.number(row, column);
    if (!value) {
        return {};
    }
    if (isTime(column)) {
        return millisText(*value - ns(answer.origin));
    }
    if (isSpan(column)) {
        return millisText(*value);
    }
    const bool isNegative = *value < 0;  // a profiler's own mistake is shown as it is
    return isSize(column) && !isNegative ? bytesText(static_cast<std::uint64_t>(*value))
                                         : shownFigure(std::to_string(*value));
}

std::vector<int> ranksWithOperatorMemory(const Run &run) {
    std::vector<int> ranks;
    for (const int rank : run.ranks()) {
        if (!run.capture(rank)->tables(TableKind::MemoryOps).empty()) {
            ranks.push_back(rank);
        }
    }
    return ranks;
}

std::optional<int> rankSelected(const Run &run, const SelectionState &state) {
    for (const auto &item : state.items) {
        if (runOf(item) != run.id) {
            continue;
        }
        if (const auto *slice = std::get_if<SliceRef>(&item)) {
            const auto *capture = run.captureOf(slice->source);
            return capture == nullptr ? std::nullopt : std::optional(capture->rank);
        }
        if (const auto rank = rankOf(item)) {
            return rank;
        }
    }
    for (const auto &rank : state.ranks) {
        if (rank.run == run.id) {
            return rank.rank;
        }
    }
    return std::nullopt;
}

}  // namespace stagescope
