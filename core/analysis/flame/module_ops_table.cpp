#include "core/analysis/flame/module_ops.h"
#include "core/analysis/run/asked_range.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

namespace stagescope {

namespace {

struct ModuleOpRow {
    int rank;
    const ModuleOp *op;

    operator const ModuleOp &() const { return *op; }
};

void addModuleOps(const RankInput &of, TableRows<ModuleOpRow> &out) {
    const auto asked = askedRange(of.all, of.run, of.capture);
    if (asked.isEmpty) {
        return;
    }
    for (const auto &op : moduleOps(of.run, of.capture, asked.range, of.stop)) {
        out.add({of.capture.rank, &op});
    }
}

}  // namespace

AnalysisEntry makeModuleOpsEntry() {
    return rankTable<ModuleOpRow>(
        {.entry = {.id = "module_ops", .title = "Operators and kernels by module", .depth = LoadDepth::Deep},
         .whenEmpty = "No operators of modules: no trace of these ranks is loaded, or it holds neither calls of "
                      "nn.Module (with_stack or with_modules) nor marks of the domain \"Module\"."},
        {
            key(column("rank", "Global rank; empty when unknown.", &ModuleOpRow::rank, ifKnown)),
            key(column("parent", "Modules around it, from the outermost on, separated by semicolons.",
                       &ModuleOp::parent)),
            key(column("module", "Innermost module around the operator.", &ModuleOp::module)),
            key(column(
                "pass",
                "forward or backward: between the first and the last of neighbouring operators of the backward pass "
                "that belong to one call of the module.",
                [](const ModuleOpRow &row) { return row.op->isBackward ? "backward" : "forward"; })),
            key(column(
                "variant",
                "Number of the sequence of operators, in order of appearance; empty where all calls of the module "
                "have the same.",
                &ModuleOp::variant, ifKnown)),
            key(column("operator", "Innermost operator around the launches; empty where none is known.",
                       &ModuleOp::op)),
            key(column("order", "Its place among the operators of the call that launch something, from 0.",
                       &ModuleOp::order)),
            figure(column("kernels", "Kernels, communication operators and copies that each of them launched.",
                          &ModuleOp::kernels)),
            sum(column("count", "How many operators launched these kernels at this place.", &ModuleOp::count)),
            sum(column("total_us", "us", "Sum of the durations of their kernels.", &ModuleOp::total)),
            figure(column("mean_us", "us", "total_us / count.",
                          [](const ModuleOpRow &row) {
                              return static_cast<double>(row.op->total.count()) / static_cast<double>(row.op->count) /
                                     1000.0;
                          })),
            column("evidence", "The longest kernel of the first of them.", &ModuleOp::longest),
        },
        addModuleOps);
}

}  // namespace stagescope
