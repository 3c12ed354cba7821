#include "core/analysis/memory/memory_categories.h"

#include "core/analysis/memory/memory_series.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/session/workspace.h"
#include "core/store/tables/memory_records.h"
#include "core/store/tables/table_kind.h"
#include "core/store/tables/table_records.h"
#include "core/store/tables/table_store.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace stagescope {

namespace {

/// A new value of one of the curves.
struct CategoryStep {
    std::int64_t time;
    std::size_t category;
    std::int64_t bytes;
};

std::vector<CategoryStep> stepsOf(const std::vector<CounterTable> &curves) {
    std::vector<CategoryStep> steps;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        for (std::uint32_t k = 0; k < curves[i].size(); ++k) {
            steps.push_back({ns(curves[i].time(k)), i, std::llround(curves[i].value(k))});
        }
    }
    std::stable_sort(steps.begin(), steps.end(),
                     [](const CategoryStep &a, const CategoryStep &b) { return a.time < b.time; });
    return steps;
}

struct CategoryRow {
    const RankInput *of;
    const MemoryCategories *whole;
    const MemoryCategories::Category *is;

    operator const MemoryCategories::Category &() const { return *is; }
};

}  // namespace

bool hasMemoryCategories(const RankCapture &capture) {
    const auto tables = capture.tables(TableKind::MemorySamples);
    return std::any_of(tables.begin(), tables.end(), [](const std::shared_ptr<const TableStore> &table) {
        const TableRecords<MemorySampleRecord> samples(*table);
        const auto *levels = samples.texts<&MemorySampleRecord::level>();
        // The texts of a column stand once each, whatever the number of its rows.
        return levels != nullptr &&
               std::find(levels->values.begin(), levels->values.end(), kCategoryLevel) != levels->values.end();
    });
}

MemoryCategories memoryCategories(const RankCapture &capture, const std::stop_token &stop) {
    MemoryCategories result;
    std::vector<MemoryCurveKey> keys;
    for (const auto &series : memorySeries(capture, false, stop)) {
        if (series.owner.level == kCategoryLevel) {
            keys.push_back({series.owner, MemoryMeasure::Allocated});
            const auto &own = series[MemoryMeasure::Allocated];
            result.all.push_back({series.owner.component, 0, own.peak, own.peakAt, 0});
        }
    }
    const auto steps = stepsOf(memoryCurves(capture, keys, stop));
    std::vector<std::int64_t> held(keys.size());
    std::int64_t sum = 0;
    bool hasPeak = false;  // its time may be 0
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto &step = steps[i];
        sum += step.bytes - held[step.category];
        held[step.category] = step.bytes;
        const bool isOver = i + 1 == steps.size() || steps[i + 1].time != step.time;
        if (isOver && (sum > result.peak || !hasPeak)) {
            hasPeak = true;
            result.peak = sum;
            result.peakAt = rankTime(step.time);
            for (std::size_t k = 0; k < held.size(); ++k) {
                result.all[k].atPeak = held[k];
            }
        }
    }
    result.end = sum;
    for (std::size_t k = 0; k < held.size(); ++k) {
        result.all[k].atEnd = held[k];
    }
    std::stable_sort(result.all.begin(), result.all.end(),
                     [](const auto &a, const auto &b) { return a.atPeak > b.atPeak; });
    return result;
}

AnalysisEntry makeMemoryCategoriesEntry() {
    using Category = MemoryCategories::Category;
    return rankTable<CategoryRow>(
        {.entry = {.id = "memory_categories", .title = "Memory by category", .depth = LoadDepth::Deep},
         .whenEmpty = "No memory by category: no exported memory timeline in this profile."},
        {
            key(column("rank", "Global rank.", [](const CategoryRow &row) { return row.of->capture.rank; })),
            key(column(
                "category",
                "What the memory is for, as torch.profiler sorts it: parameter, optimizer_state, input, temporary, "
                "activation, gradient, autograd_detail; unknown.",
                &Category::name)),
            figure(column("peak_bytes", "bytes", "In use when most was in use by all categories together.",
                          &Category::atPeak)),
            column("peak_share_percent", "%", "peak_bytes / bytes of all categories then.",
                   [](const CategoryRow &row) { return percentOf(row.is->atPeak, row.whole->peak); }),
            column("peak_at_ns", "ns", "Time of this peak, aligned clock.",
                   [](const CategoryRow &row) {
                       return row.of->run.clock.toAligned(row.of->capture.rank, row.whole->peakAt);
                   }),
            column("most_bytes", "bytes", "Most that this category had in use by itself.", &Category::most),
            column("most_at_ns", "ns", "When first, aligned clock.",
                   [](const CategoryRow &row) {
                       return row.of->run.clock.toAligned(row.of->capture.rank, row.is->mostAt);
                   }),
            column("end_bytes", "bytes", "In use at the end.", &Category::atEnd),
        },
        [](const RankInput &of, TableRows<CategoryRow> &out) {
            const auto categories = memoryCategories(of.capture, of.stop);
            for (const auto &category : categories.all) {
                out.add({&of, &categories, &category});
            }
        });
}

}  // namespace stagescope
