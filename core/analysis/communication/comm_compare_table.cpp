#include "core/analysis/communication/comm_compare.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/base/step_id.h"

namespace stagescope {

namespace {

/// What is laid beside the run: the baseline, else the run itself where a step to compare with is named, else nothing.
struct Sides {
    const Run *run = nullptr;
    const Run *baseline = nullptr;
    StepPairs steps{};
};

std::optional<Sides> sidesOf(const AnalysisInput &input, const std::stop_token &stop) {
    const auto step = input.parameter("baseline_step");
    Sides sides{input.run(), input.baseline()};
    if (sides.baseline == nullptr && !step.empty()) {
        sides.baseline = sides.run;
    }
    if (sides.baseline == nullptr) {
        return std::nullopt;
    }
    sides.steps = pairedSteps(*sides.run, *sides.baseline, stop);
    if (input.step) {
        std::erase_if(sides.steps, [&](const auto &pair) { return pair.first != stepText(*input.step); });
        if (sides.steps.empty()) {
            sides.steps.emplace_back(stepText(*input.step), stepText(*input.step));
        }
    }
    for (auto &pair : sides.steps) {
        pair.second = step.empty() ? pair.second : step;
    }
    return sides;
}

struct DifferenceRow : CommDifference {
    std::optional<std::string_view> groupName;
};

void addDifferences(const AnalysisInput &input, const std::stop_token &stop, TableRows<DifferenceRow> &out) {
    const auto sides = sidesOf(input, stop);
    if (!sides) {
        out.note("Compares with a second run (--baseline), or with --set baseline_step of the same run.");
        return;
    }
    const GroupNames names(*sides->run);
    const auto kind = input.parameter("kind");
    const auto metric = input.parameter("metric");
    for (const auto &row : compareComm(*sides->run, *sides->baseline, sides->steps, stop)) {
        if ((kind.empty() || kind == commKindText(row.kind)) &&
            (metric.empty() || metric == commMetricText(row.metric)) &&
            (input.wants(row.rank) || (row.destination >= 0 && input.wants(row.destination)))) {
            out.add({row, names.of(row.group)});
        }
    }
    out.note("MB are 10^6 bytes, GB/s 10^9 bytes per second, size / time.");
}

}  // namespace

AnalysisEntry makeCommCompareEntry() {
    using Row = DifferenceRow;
    using Of = CommDifference;
    return runTable<Row>(
        {{.id = "comm_compare",
          .title = "Communication of two runs or steps, cell by cell",
          .parameters = {{"baseline_step", "",
                          "Step to compare with, of the baseline, or of the run itself without one; empty: the step "
                          "of the same number."},
                         {"kind", "", "Only operator, transport or link; empty: all."},
                         {"metric", "",
                          "Only elapsed, transit, wait, synchronization, idle, size, time or bandwidth; empty: "
                          "all."}}}},
        {
            column("kind", "operator: times on a rank; transport: sent from a rank over one; link.", &Of::kind,
                   commKindText),
            column("step", "Step of the run.", &Of::step),
            column("baseline_step", "Step that it is compared with.", &Of::baselineStep),
            column("name", "Operator, or Total Op Info for all of a group.", &Of::name),
            column("communication_group", "Group as the file names it.", &Of::group),
            column("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown.", &Row::groupName),
            column("rank", "Global rank; of a link where it starts.", &Of::rank, ifKnown),
            column("destination", "Global rank where a link ends.", &Of::destination, ifKnown),
            column("transport", "HCCS, RDMA, PCIE, SDMA, SIO, LOCAL.", &Of::transport),
            column("metric", "Compared item.", &Of::metric, commMetricText),
            column("unit", "Of value, baseline and difference: ms, MB (10^6 bytes), GB/s (10^9).", &Of::metric,
                   commMetricUnit),
            column("value", "In the run; empty where only the baseline has it.", &Of::value),
            column("baseline", "In the baseline; empty where only the run has it.", &Of::baseline),
            column("difference", "value - baseline.", &Of::difference),
            column("ratio", "value / baseline; empty where the baseline is 0.", &Of::ratio),
        },
        addDifferences);
}

}  // namespace stagescope
