#include "core/advice/gate/gate.h"
#include "core/analysis/tables/table_columns.h"

namespace stagescope {

namespace {

using GateRow = GateResult;

template <class Getter>
auto ofBaseline(Getter get) {
    return [get](const GateRow &row) {
        using Value = std::remove_cvref_t<std::invoke_result_t<Getter, const GateSide &>>;
        return row.baseline ? std::invoke(get, *row.baseline) : Value{};
    };
}

auto ofExtreme(std::optional<std::int64_t> GateSide::Extreme::*number) {
    return [number](const GateRow &row) { return row.run.extreme ? (*row.run.extreme).*number : std::nullopt; };
}

ColumnList<GateRow> gateColumns() {
    return {
        column("expression", "The expression as given.", [](const GateRow &row) { return row.expression.text; }),
        column("verdict",
               "violated; kept; within_noise: kept, since the steps vary by as much as the change; no_data: the "
               "profile or the baseline does not have the metric.",
               &GateRow::verdict, gateVerdictText),
        column("unit", "Of the figures of this row; empty for plain numbers.",
               [](const GateRow &row) { return row.expression.figure.unit; }),
        column("value", "The figure.", [](const GateRow &row) { return row.run.value; }),
        column("baseline", "The same of the baseline.", ofBaseline([](const GateSide &side) { return side.value; })),
        column("change", "value - baseline.", &GateRow::change),
        column("change_percent", "%", "change / |baseline|; empty where that is 0.", &GateRow::changePercent),
        column("limit", "What value is compared with.", &GateRow::limit),
        column("noise", "Difference between value and baseline that the variation of their steps explains.",
               &GateRow::noise),
        column("steps", "Steps behind the value; 1 where the table has no steps.",
               [](const GateRow &row) { return row.run.steps.size(); }),
        column("baseline_steps", "The same of the baseline.",
               ofBaseline([](const GateSide &side) { return std::optional(side.steps.size()); })),
        column("worst_rank", "Rank of the row that is furthest beyond.", ofExtreme(&GateSide::Extreme::rank)),
        column("worst_step", "Its step.", ofExtreme(&GateSide::Extreme::step)),
        column(
            "worst_value", "Its value.",
            [](const GateRow &row) { return row.run.extreme ? std::optional(row.run.extreme->value) : std::nullopt; }),
        column("reason", "Why there is no value, or what it lacks.", &GateRow::reason, textIfAny),
    };
}

}  // namespace

ResultTable gateTable(const std::vector<GateResult> &results) { return tableOf("gate", gateColumns(), results); }

}  // namespace stagescope
