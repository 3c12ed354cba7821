#include "core/analysis/communication/comm_compare.h"
#include "core/analysis/communication/comm_parameters.h"
#include "core/analysis/communication/comm_tables_of_run.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/cells.h"

#include <algorithm>

namespace stagescope {

namespace {

std::string parameterOf(const AnalysisInput &input, const char *name) {
    const auto it = input.parameters.find(name);
    return it == input.parameters.end() ? std::string() : it->second;
}

/// What is laid beside the run: the baseline, else the run itself where a step to compare with is named, else nothing.
struct Sides {
    const Run *run = nullptr;
    const Run *baseline = nullptr;
    StepPairs steps{};
};

std::optional<Sides> sidesOf(const AnalysisInput &input, const std::stop_token &stop) {
    const auto step = parameterOf(input, "baseline_step");
    Sides sides{input.run(), input.baseline()};
    if (sides.baseline == nullptr && !step.empty()) {
        sides.baseline = sides.run;
    }
    if (sides.baseline == nullptr) {
        return std::nullopt;
    }
    sides.steps = pairedSteps(*sides.run, *sides.baseline, stop);
    if (input.step) {
        std::erase_if(sides.steps, [&](const auto &pair) { return pair.first != std::to_string(*input.step); });
        if (sides.steps.empty()) {
            sides.steps.emplace_back(std::to_string(*input.step), std::to_string(*input.step));
        }
    }
    for (auto &pair : sides.steps) {
        pair.second = step.empty() ? pair.second : step;
    }
    return sides;
}

Cell cellOf(const std::optional<double> &value) { return value ? Cell{*value} : Cell{}; }

Result<ResultTable> runCommCompare(const AnalysisInput &input, const std::stop_token &stop) {
    auto table = emptyTable(*analysisById("comm_compare"));
    if (input.run() == nullptr) {
        return table;
    }
    const auto sides = sidesOf(input, stop);
    if (!sides) {
        table.notes.emplace_back(
            "Compares with a second run (--baseline), or with --set baseline_step of the same run.");
        return table;
    }
    const auto known = knownGroups(*sides->run);
    const auto kind = parameterOf(input, "kind");
    const auto metric = parameterOf(input, "metric");
    for (const auto &row : compareComm(*sides->run, *sides->baseline, sides->steps, stop)) {
        const bool isWanted = (kind.empty() || kind == commKindText(row.kind)) &&
                              (metric.empty() || metric == commMetricText(row.metric)) &&
                              (input.wants(row.rank) || (row.destination >= 0 && input.wants(row.destination)));
        if (!isWanted) {
            continue;
        }
        const auto group = known.find(row.group);
        table.rows.push_back({textCell(commKindText(row.kind)), textCell(row.step), textCell(row.baselineStep),
                              textCell(row.name), textCell(row.group),
                              group == known.end() ? Cell{} : textCell(group->second.name), knownCell(row.rank),
                              knownCell(row.destination), textCell(row.transport), textCell(commMetricText(row.metric)),
                              textCell(commMetricUnit(row.metric)), cellOf(row.value), cellOf(row.baseline),
                              cellOf(row.difference()), cellOf(row.ratio())});
    }
    if (stop.stop_requested()) {
        return fail(ErrorKind::Cancelled, "cancelled");
    }
    table.notes.emplace_back("MB are 10^6 bytes, GB/s 10^9 bytes per second, size / time.");
    return table;
}

}  // namespace

AnalysisEntry makeCommCompareEntry() {
    return {.id = "comm_compare",
            .title = "Communication of two runs or steps, cell by cell",
            .parameters = {{"baseline_step", "",
                            "Step to compare with, of the baseline, or of the run itself without one; empty: the step "
                            "of the same number."},
                           {"kind", "", "Only operator, transport or link; empty: all."},
                           {"metric", "",
                            "Only elapsed, transit, wait, synchronization, idle, size, time or bandwidth; empty: "
                            "all."}},
            .columns =
                {
                    textColumn("kind", "operator: times on a rank; transport: sent from a rank over one; link."),
                    textColumn("step", "Step of the run."),
                    textColumn("baseline_step", "Step that it is compared with."),
                    textColumn("name", "Operator, or Total Op Info for all of a group."),
                    textColumn("communication_group", "Group as the file names it."),
                    textColumn("group_name", "Its name in the metadata: pp, dp_cp; empty when unknown."),
                    integerColumn("rank", "", "Global rank; of a link where it starts."),
                    integerColumn("destination", "", "Global rank where a link ends."),
                    textColumn("transport", "HCCS, RDMA, PCIE, SDMA, SIO, LOCAL."),
                    textColumn("metric", "What is compared."),
                    textColumn("unit", "Of value, baseline and difference: ms, MB (10^6 bytes), GB/s (10^9)."),
                    realColumn("value", "", "In the run; empty where only the baseline has it."),
                    realColumn("baseline", "", "In the baseline; empty where only the run has it."),
                    realColumn("difference", "", "value - baseline."),
                    realColumn("ratio", "", "value / baseline; empty where the baseline is 0."),
                },
            .run = &runCommCompare};
}

}  // namespace stagescope
