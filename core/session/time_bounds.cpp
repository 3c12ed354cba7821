#include "core/session/time_bounds.h"

#include "core/store/tables/table_store.h"
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

std::optional<AlignedRange> boundsOf(const Run &run, int rank, const TableStore &table) {
    std::optional<AlignedRange> bounds;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const auto begin = table.number(row, "begin_ns");
        const auto end = std::max(begin, table.number(row, "end_ns"));
        if (begin > 0) {
            widen(bounds, run.clock.toAligned(rank, {rankTime(begin), rankTime(end)}));
        }
    }
    return bounds;
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
        for (const auto kind : {TableKind::Steps, TableKind::PipelineCells, TableKind::P2pOps}) {
            for (const auto &table : capture.tables(kind)) {
                widen(bounds, boundsOf(run, capture.rank, *table));
            }
        }
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
