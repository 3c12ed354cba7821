#include "core/analysis/overview/clock_offsets.h"
#include "core/analysis/pipeline/chart/cell_sources.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

namespace stagescope {

namespace {

struct OffsetRow : ClockOffset {
    std::string_view host;
    Nanos applied;

    /// Null where nothing links the clock.
    [[nodiscard]] const ClockOffset *known() const { return method == ClockMethod::Unknown ? nullptr : this; }
    [[nodiscard]] std::optional<Nanos> left() const {
        return known() == nullptr ? std::nullopt : std::optional(offset - applied);
    }
};

void addOffsets(const AnalysisInput &input, const std::stop_token &stop, TableRows<OffsetRow> &out) {
    const auto &run = *input.run();
    for (const auto &offset : offsetsOf(run, stop)) {
        const auto *capture = run.capture(offset.rank);
        if (capture != nullptr && input.wants(offset.rank)) {
            out.add({offset, capture->host, run.clock.offset(offset.rank)});
        }
    }
}

}  // namespace

AnalysisEntry makeClockOffsetsEntry() {
    using Row = OffsetRow;
    using Of = ClockOffset;
    return runTable<Row>(
        {{.id = "clock_offsets", .title = "Offsets of the ranks' clocks", .needsDeep = &needsDeepForCells}},
        {
            column("rank", "Global rank.", &Of::rank, ifKnown),
            column("host", "Host; ranks of one host share a clock. Empty when unknown.", &Row::host),
            column("method",
                   "matched: ends of transfers and collectives; causality: bounds only; reference: the first of the "
                   "linked clocks; shared: counts from the same base time as others; unknown: nothing links it.",
                   &Of::method, clockMethodText),
            column("offset_us", "us", "To be added to the rank's times.", &Row::known, &Of::offset),
            column("uncertainty_us", "us",
                   "matched: 1.4826 x median |residual| of a comparison; causality: half the width of the interval "
                   "that is left.",
                   &Row::known, &Of::uncertainty),
            column("comparisons", "Matched operations or dependencies that were used.", &Of::comparisons),
            column("applied_us", "us", "Offset that is in use in this run.", &Row::applied),
            column("left_us", "us", "offset - applied: how far the rank's times are off as they are shown now.",
                   &Row::left),
        },
        addOffsets);
}

}  // namespace stagescope
