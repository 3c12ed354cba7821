#include "core/analysis/memory/memory_holders.h"

#include "core/analysis/memory/memory_ops.h"
#include "core/analysis/memory/memory_series.h"
#include "core/store/tables/memory_records.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace stagescope {

namespace {

/// Operators hold memory of PyTorch's allocator and of the graph engine's: their sum where the file has it.
std::optional<MemoryOwner> wholeOwner(const std::vector<MemorySeries> &all) {
    const auto sum = std::find_if(all.begin(), all.end(), [](const MemorySeries &series) {
        return series.owner.component == "PTA+GE" && series[MemoryMeasure::Allocated].samples > 0;
    });
    return sum != all.end() ? std::optional(sum->owner) : frameworkAllocator(all);
}

/// Where no operator is told, what the memory was for.
void addCategories(const RankCapture &capture, const std::vector<MemorySeries> &all, RankTime at, MemoryHolders &result,
                   const std::stop_token &stop) {
    for (const auto &series : all) {
        if (series.owner.level != kCategoryLevel) {
            continue;
        }
        const auto curve = memoryCurve(capture, series.owner, MemoryMeasure::Allocated, stop);
        const auto index = curve.indexAt(at);
        const auto bytes = index < curve.size() ? std::llround(curve.value(index)) : 0;
        if (bytes > 0) {
            result.holders.push_back({series.owner.component, bytes, 0});
            result.held += bytes;
        }
    }
}

}  // namespace

MemoryHolders memoryHolders(const RankCapture &capture, RankTime at, const std::stop_token &stop) {
    MemoryHolders result;
    std::map<std::string_view, MemoryHolders::Holder> byName;
    const OperatorMemory memory(capture);
    for (const auto row : memoryOps(memory, {.aliveAt = at}, stop)) {
        auto &holder = byName[memory.name(row)];
        holder.bytes += memory.bytes(row);
        ++holder.allocations;
        result.held += memory.bytes(row);
    }
    const auto all = memorySeries(capture, false, stop);
    if (byName.empty()) {
        addCategories(capture, all, at, result, stop);
    }
    for (auto &[name, holder] : byName) {
        holder.name = name;
        result.holders.push_back(std::move(holder));
    }
    std::stable_sort(result.holders.begin(), result.holders.end(),
                     [](const auto &a, const auto &b) { return a.bytes > b.bytes; });
    if (const auto owner = wholeOwner(all)) {
        const auto curve = memoryCurve(capture, *owner, MemoryMeasure::Allocated, stop);
        if (const auto index = curve.indexAt(at); index < curve.size()) {
            result.allocated = std::llround(curve.value(index));
            result.rest = *result.allocated - result.held;
        }
    }
    return result;
}

}  // namespace stagescope
