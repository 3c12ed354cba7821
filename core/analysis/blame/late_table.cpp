#include "core/analysis/blame/held_up.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/analysis/run/steps.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

namespace stagescope {

namespace {

struct LateRow : LateArrival {
    std::optional<std::string_view> groupName;
};

void addLate(const AnalysisInput &input, const std::stop_token &stop, TableRows<LateRow> &out) {
    const auto late = lateArrivalsToTheEnd(*input.run(), stop);
    const GroupNames names(*input.run());
    for (const auto &each : late.collectives) {
        if (input.wants(each.last) && input.wantsStep(each.step) &&
            (!input.range || input.range->contains(each.arrival))) {
            out.add({each, names.of(each.group)});
        }
    }
    if (!late.isFollowed) {
        out.note("Whom the ranks waited for at last is unknown: that takes the timelines of all ranks.");
    }
    if (late.uncertainty.value_or(Nanos{0}) > Nanos{0}) {
        out.note("Clocks may be off by " + cellText(columns::written(*late.uncertainty)) +
                 " us: smaller differences say nothing.");
    }
}

}  // namespace

AnalysisEntry makeCommLateEntry() {
    using Row = LateRow;
    using Of = LateArrival;
    return runTable<Row>(
        {{.id = "comm_late", .title = "Late arrivals at collectives", .depth = LoadDepth::Deep, .isLean = true}},
        {
            column("step", "Step; empty outside of all.", &Of::step, ifKnown),
            column("name", "Collective operator.", &Of::name),
            column("communication_group", "Group as the file names it.", &Of::group),
            column("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown.", &Row::groupName),
            column("nth", "How many of this name and group came before on the rank.", &Of::nth),
            column("ranks", "Ranks that recorded it.", &Of::ranks),
            column("last_rank", "Global rank that began it last.", &Of::last),
            column("arrival_ns", "ns", "Its begin there, aligned clock.", &Of::arrival),
            column("behind_us", "us", "How long after the rank before it.", &Of::behind),
            column("spread_us", "us", "How long after the first rank.", &Of::spread),
            column("waited_us", "us", "What the others waited, summed over them.", &Of::waited),
            column("cumulative_us", "us", "behind_us of this rank so far, summed.", &Of::cumulative),
            column(
                "held_up_by",
                "Global rank that the wait comes of, followed to its end: the last one may itself have waited. Empty "
                "where the order of the work makes the wait, or it is shorter than 0.5 % of a step.",
                &Of::heldUpBy),
            column("joins_stages",
                   "yes: the group joins stages of a pipeline, whose order makes ranks wait; nobody is late there.",
                   [](const Row &row) { return std::string_view(row.joinsStages ? "yes" : "no"); }),
        },
        addLate);
}

}  // namespace stagescope
