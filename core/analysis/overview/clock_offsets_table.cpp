#include "core/analysis/overview/clock_offsets.h"
#include "core/analysis/overview/clock_operators.h"
#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

namespace stagescope {

namespace {

Result<ResultTable> runClockOffsets(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("clock_offsets"));
    const auto *run = input.run();
    if (run == nullptr) {
        return table;
    }
    for (const auto &offset : clockOffsets(*run, rawCharts(*run, stop), clockOperators(*run, stop), stop)) {
        if (!input.wants(offset.rank)) {
            continue;
        }
        const bool isKnown = offset.method != ClockMethod::Unknown;
        const auto applied = run->clock.offset(offset.rank);
        table.rows.push_back({knownCell(offset.rank), textCell(run->capture(offset.rank)->host),
                              textCell(clockMethodText(offset.method)), isKnown ? microsCell(offset.offset) : Cell{},
                              isKnown ? microsCell(offset.uncertainty) : Cell{}, numberCell(offset.comparisons),
                              microsCell(applied), isKnown ? microsCell(offset.offset - applied) : Cell{}});
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    return table;
}

}  // namespace

AnalysisEntry makeClockOffsetsEntry() {
    return {.id = "clock_offsets",
            .title = "Offsets of the ranks' clocks",
            .needsDeep = &needsDeepForCells,
            .columns =
                {
                    integerColumn("rank", "", "Global rank."),
                    textColumn("host", "Host; ranks of one host share a clock. Empty when unknown."),
                    textColumn(
                        "method",
                        "matched: ends of transfers and collectives; causality: bounds only; reference: the first of "
                        "the linked clocks; unknown: nothing links it."),
                    realColumn("offset_us", "us", "To be added to the rank's times."),
                    realColumn("uncertainty_us", "us",
                               "matched: 1.4826 x median |residual| of a comparison; causality: half the width of the "
                               "interval that is left."),
                    integerColumn("comparisons", "", "Matched operations or dependencies that were used."),
                    realColumn("applied_us", "us", "Offset that is in use in this run."),
                    realColumn("left_us", "us",
                               "offset - applied: how far the rank's times are off as they are shown now."),
                },
            .run = &runClockOffsets};
}

}  // namespace stagescope
