#include "core/analysis/tables/time_bounds.h"

#include "core/store/tables/pipeline_records.h"
#include "core/store/tables/run_records.h"
#include "core/store/tables/table_records.h"
#include "core/store/trace/trace_store.h"

#include <algorithm>

namespace stagescope {

namespace {

void widen(std::optional<AlignedRange> &bounds, const std::optional<AlignedRange> &range) {
    if (!range) {
        return;
    }
    bounds = bounds ? AlignedRange{std::min(bounds->begin, range->begin), std::max(bounds->end, range->end)} : *range;
}

/// By whole columns: this is asked at every change of what is loaded, for the rows of all ranks.
template <class Record>
void widen(std::optional<AlignedRange> &bounds, const Run &run, const RankCapture &capture) {
    std::optional<RankRange> range;
    for (const auto &table : capture.tables(Record::kKind)) {
        const TableRecords<Record> records(*table);
        const auto begins = records.template numbers<&Record::begin>();
        const auto ends = records.template numbers<&Record::end>();
        for (std::size_t i = 0; i < begins.size(); ++i) {
            if (begins[i] > 0) {
                const auto begin = rankTime(begins[i]);
                const auto end = rankTime(std::max(begins[i], i < ends.size() ? ends[i] : 0));
                range =
                    range ? RankRange{std::min(range->begin, begin), std::max(range->end, end)} : RankRange{begin, end};
            }
        }
    }
    if (range) {
        widen(bounds, run.clock.toAligned(capture.rank, *range));
    }
}

}  // namespace

std::optional<AlignedRange> timeBounds(const Run &run) {
    std::optional<AlignedRange> bounds;
    for (const auto &capture : run.captures) {
        for (const auto &[source, trace] : capture.traces()) {
            if (const auto range = trace->bounds()) {
                widen(bounds, run.clock.toAligned(capture.rank, *range));
            }
        }
        widen<StepRecord>(bounds, run, capture);
        widen<CellRecord>(bounds, run, capture);
        widen<P2pOpRecord>(bounds, run, capture);
    }
    return bounds;
}

std::optional<AlignedRange> timeBounds(const Workspace &workspace) {
    std::optional<AlignedRange> bounds;
    for (const auto &run : workspace.runs) {
        widen(bounds, timeBounds(run));
    }
    return bounds;
}

}  // namespace stagescope
