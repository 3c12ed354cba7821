#include "core/analysis/flame/flame_question.h"
#include "core/analysis/flame/flame_rows.h"
#include "core/analysis/flame/flame_tree.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"

namespace stagescope {

namespace {

struct ModuleRow {
    int rank;
    const FlameNode *node;
    std::string_view module;
    std::string_view path;
    std::uint32_t depth;
    Nanos whole;  ///< kernels and copies of the rank

    operator const FlameNode &() const { return *node; }
};

Nanos workOf(const DeviceTime &time) { return time.computing + time.copies; }
Nanos forwardWork(const DeviceTime &all, const DeviceTime &backward) { return workOf(all) - workOf(backward); }

void addModuleRows(const RankInput &of, TableRows<ModuleRow> &out) {
    auto options = flameOptions(of.all, of.run, of.capture, FlameFrames::Module);
    if (!options) {
        return;
    }
    options->withWork = false;
    const auto tree = flameTree(of.run, of.capture, *options, of.stop);
    const auto whole = workOf(tree.nodes[0].device);
    for (const auto &row : flameRows(tree, flameSizes(tree, FlameWidth::Host))) {
        const auto &node = tree.nodes[row.node];
        if (node.kind == FlameKind::Module) {
            const auto path = std::string_view(row.path);
            out.add({of.capture.rank, &node, tree.name(node), path.substr(path.find(';') + 1), node.depth - 2, whole});
        }
    }
}

}  // namespace

AnalysisEntry makeModulesEntry() {
    return rankTable<ModuleRow>(
        {.entry = {.id = "modules", .title = "Modules of the model", .depth = LoadDepth::Deep},
         .whenEmpty = "No modules: no trace of these ranks is loaded, or it holds neither calls of nn.Module "
                      "(with_stack or with_modules) nor marks of the domain \"Module\"."},
        {
            key(column("rank", "Global rank; empty when unknown.", &ModuleRow::rank, ifKnown)),
            key(column("path", "Modules from the outermost on, separated by semicolons.", &ModuleRow::path)),
            column("module", "The last of them.", &ModuleRow::module),
            column("depth", "0 = outermost.", &ModuleRow::depth),
            sum(column("calls", "Calls of the forward pass that begin in the range that is asked about.",
                       &FlameNode::calls)),
            sum(column("host_us", "us", "Time of these calls within the range.", &FlameNode::host)),
            sum(column("host_self_us", "us", "The part outside of the modules below.", &FlameNode::hostSelf)),
            sum(column("kernels", "Kernels, communication operators and copies that it and the modules below launched.",
                       &FlameNode::device, &DeviceTime::kernels)),
            sum(column("forward_us", "us", "Sum of the durations of the kernels and copies launched within the calls.",
                       [](const ModuleRow &row) { return forwardWork(row.node->device, row.node->backward); })),
            sum(column("forward_self_us", "us", "The part outside of the modules below.",
                       [](const ModuleRow &row) { return forwardWork(row.node->deviceSelf, row.node->backwardSelf); })),
            sum(column("backward_us", "us",
                       "The same of what operators of the backward pass launched for operators called here; without "
                       "optimizer and gradients' accumulation.",
                       [](const ModuleRow &row) { return workOf(row.node->backward); })),
            sum(column("backward_self_us", "us", "The part outside of the modules below.",
                       [](const ModuleRow &row) { return workOf(row.node->backwardSelf); })),
            sum(column("communication_us", "us", "Sum of the durations of communication operators launched in both.",
                       &FlameNode::device, &DeviceTime::communication)),
            figure(column("device_share_percent", "%", "(forward_us + backward_us) / kernels and copies of the rank.",
                          [](const ModuleRow &row) { return percentOf(workOf(row.node->device), row.whole); })),
            column("evidence", "The longest of its calls.", &FlameNode::longest),
        },
        addModuleRows);
}

}  // namespace stagescope
