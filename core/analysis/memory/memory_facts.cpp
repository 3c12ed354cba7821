#include "core/analysis/memory/memory_facts.h"

#include "core/analysis/memory/memory_ops.h"
#include "core/analysis/memory/memory_series.h"
#include "core/base/byte_text.h"
#include "core/store/tables/memory_records.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace stagescope {

namespace {

void add(ItemFacts &facts, std::string key, std::string value) {
    if (!value.empty()) {
        facts.facts.emplace_back(std::move(key), std::move(value));
    }
}

std::string sizeText(std::int64_t bytes) {
    return bytes < 0 ? std::to_string(bytes) + " B" : exactBytesText(static_cast<std::uint64_t>(bytes));
}

std::string sumText(const MemoryOpSum &sum) { return std::to_string(sum.count) + ", " + sizeText(sum.bytes); }

void addSameName(ItemFacts &facts, const OperatorMemory &memory, std::string_view name, const std::stop_token &stop) {
    MemoryOpSum made;
    MemoryOpSum left;
    for (std::uint32_t row = 0; row < memory.size() && (row % 4096 != 0 || !stop.stop_requested()); ++row) {
        if (memory.name(row) == name) {
            made.count += 1;
            made.bytes += memory.bytes(row);
            const bool isLeft = !memory.number(row, MemoryOpColumn::Released);
            left.count += isLeft ? 1 : 0;
            left.bytes += isLeft ? memory.bytes(row) : 0;
        }
    }
    add(facts, "memory_same_name", sumText(made));
    add(facts, "memory_same_name_left", sumText(left));
}

}  // namespace

std::optional<ItemFacts> memoryOpFacts(const Run &run, const MemoryOpRef &op, const std::stop_token &stop) {
    using Column = MemoryOpColumn;
    const auto *capture = run.capture(op.rank);
    const auto memory = capture == nullptr ? OperatorMemory() : OperatorMemory(*capture);
    if (op.row >= memory.size()) {
        return std::nullopt;
    }
    ItemFacts facts;
    facts.what = memory.name(op.row);
    facts.what += ", " + bytesText(static_cast<std::uint64_t>(std::max<std::int64_t>(0, memory.bytes(op.row))));
    facts.rank = op.rank;
    facts.where = memory.place(op.row);
    add(facts, "name", std::string(memory.name(op.row)));
    add(facts, "event_size", sizeText(memory.bytes(op.row)));
    constexpr std::array kTimes{std::pair{"memory_allocated_ns", Column::Allocated},
                                std::pair{"memory_released_ns", Column::Released},
                                std::pair{"memory_last_use_ns", Column::ActiveReleased}};
    for (const auto &[key, column] : kTimes) {
        const auto time = memory.number(op.row, column);
        add(facts, key, time ? std::to_string(*time) : std::string());
    }
    if (const auto lasted = memory.number(op.row, Column::Duration)) {
        facts.duration = Nanos{*lasted};
        add(facts, "lifetime", durationText(*facts.duration));
    }
    constexpr std::array kTotals{std::pair{"memory_at_allocated", Column::AtAllocated},
                                 std::pair{"memory_at_reserved", Column::AtReserved},
                                 std::pair{"memory_at_active", Column::AtActive},
                                 std::pair{"memory_then_allocated", Column::ThenAllocated},
                                 std::pair{"memory_then_reserved", Column::ThenReserved},
                                 std::pair{"memory_then_active", Column::ThenActive}};
    for (const auto &[key, column] : kTotals) {
        const auto bytes = memory.number(op.row, column);
        add(facts, key, bytes ? sizeText(*bytes) : std::string());
    }
    add(facts, "stream", std::string(memory.text(op.row, Column::Stream)));
    const auto device = memory.number(op.row, Column::Device);
    add(facts, "device", device ? std::to_string(*device) : std::string());
    add(facts, "memory_graph", std::string(memory.text(op.row, Column::Graph)));
    addSameName(facts, memory, memory.name(op.row), stop);
    return facts;
}

std::optional<ItemFacts> momentFacts(const Run &run, const MomentRef &moment, const std::stop_token &stop) {
    const auto *capture = run.capture(moment.rank);
    if (capture == nullptr) {
        return std::nullopt;
    }
    ItemFacts facts;
    facts.rank = moment.rank;
    add(facts, "start_ns", std::to_string(moment.at));
    const OperatorMemory memory(*capture);
    if (memory.size() > 0) {
        const auto rows = memoryOps(memory, {.aliveAt = rankTime(moment.at)}, stop);
        add(facts, "memory_alive", sumText(sumOf(memory, rows)));
    }
    for (const auto &series : memorySeries(*capture, false, stop)) {
        for (const auto measure : kMemoryMeasures) {
            const bool isPart = series.owner.level == "module" || series.owner.level == kCategoryLevel;
            if (isPart || series[measure].samples == 0) {
                continue;
            }
            const auto curve = memoryCurve(*capture, series.owner, measure, stop);
            const auto index = curve.indexAt(rankTime(moment.at));
            if (index < curve.size()) {
                add(facts, "memory_" + std::string(memoryMeasureText(measure)),
                    series.owner.component + ": " + sizeText(static_cast<std::int64_t>(curve.value(index))));
            }
        }
    }
    return facts;
}

}  // namespace stagescope
