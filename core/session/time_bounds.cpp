#include "core/session/time_bounds.h"

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

template <class Record>
void widen(std::optional<AlignedRange> &bounds, const Run &run, const RankCapture &capture) {
    for (const auto &record : recordsOf<Record>(capture)) {
        if (record.begin > 0) {
            const auto end = std::max(record.begin, record.end);
            widen(bounds, run.clock.toAligned(capture.rank, {rankTime(record.begin), rankTime(end)}));
        }
    }
}

}  // namespace

std::optional<AlignedRange> timeBounds(const Run &run) {
    std::optional<AlignedRange> bounds;
    for (const auto &capture : run.captures) {
        for (const auto &source : capture.loaded) {
            for (const auto &trace : source.traces) {
                if (const auto range = trace->bounds()) {
                    widen(bounds, run.clock.toAligned(capture.rank, *range));
                }
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
