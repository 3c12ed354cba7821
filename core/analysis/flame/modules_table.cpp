#include "core/analysis/flame/flame_question.h"
#include "core/analysis/flame/flame_rows.h"
#include "core/analysis/flame/flame_tree.h"
#include "core/analysis/flame/module_memory.h"
#include "core/analysis/operators/chip_peak.h"
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
    const ChipPeak *peak;
    std::optional<ModuleMemory> memory;

    operator const FlameNode &() const { return *node; }
};

Nanos workOf(const DeviceTime &time) { return time.computing + time.copies; }
Nanos forwardWork(const DeviceTime &all, const DeviceTime &backward) { return workOf(all) - workOf(backward); }

/// Of the kernels beneath; nothing where their FLOP, or the peak of the device, are not known.
std::optional<double> shareOfPeak(const DeviceTime &time, const ChipPeak &peak) {
    constexpr double kLeastHalf = 0.99;  // the peak is of 16-bit types: of others there is no share of it
    const bool isHalf = time.halfFlop >= kLeastHalf * time.flop;
    const bool isKnown = isHalf && time.flop > 0 && time.computing > Nanos{0} && peak.flops && *peak.flops > 0;
    return isKnown ? std::optional(time.flop * 1e9 / static_cast<double>(time.computing.count()) / *peak.flops)
                   : std::nullopt;
}

void addModuleRows(const RankInput &of, const PeakSettings &settings, TableRows<ModuleRow> &out) {
    auto options = flameOptions(of.all, of.run, of.capture, FlameFrames::Module);
    if (!options) {
        return;
    }
    options->withWork = false;
    options->withFlop = true;
    const auto tree = flameTree(of.run, of.capture, *options, of.stop);
    const auto whole = workOf(tree.nodes[0].device);
    const auto peak = peakOf(of.capture, settings);
    const auto memory = moduleMemory(of.capture, options->host, of.stop);
    for (const auto &row : flameRows(tree, flameSizes(tree, FlameWidth::Host))) {
        const auto &node = tree.nodes[row.node];
        if (node.kind == FlameKind::Module) {
            const auto path = std::string_view(row.path);
            const auto held = memory ? memory->find(row.path) : std::map<std::string, ModuleMemory>::const_iterator{};
            const auto none = memory ? std::optional(ModuleMemory{}) : std::nullopt;
            out.add({of.capture.rank, &node, tree.name(node), path.substr(path.find(';') + 1), node.depth - 2, whole,
                     &peak, memory && held != memory->end() ? std::optional(held->second) : none});
        }
    }
}

std::optional<double> gflopOf(const ModuleRow &row) {
    const auto flop = row.node->device.flop;
    return flop > 0 ? std::optional(flop / 1e9) : std::nullopt;
}

}  // namespace

AnalysisEntry makeModulesEntry() {
    return rankTable<ModuleRow>(
        {.entry = {.id = "modules",
                   .title = "Modules of the model",
                   .depth = LoadDepth::Deep,
                   .parameters = peakParameters()},
         .whenEmpty = "No modules: no trace of these ranks is loaded, or it holds neither calls of nn.Module "
                      "(with_stack or with_modules) nor marks of the domain \"Module\"."},
        {
            key(column("rank", "Global rank; empty when unknown.", &ModuleRow::rank, ifKnown)),
            key(column("path", "Modules from the outermost on, separated by semicolons.", &ModuleRow::path)),
            column("module", "The last of them.", &ModuleRow::module),
            column("depth", "0 = outermost.", &ModuleRow::depth),
            sum(column("calls", "Calls of the forward pass that begin in the selected range.", &FlameNode::calls)),
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
            sum(column(
                "allocated_bytes", "bytes",
                "What operators were given within its calls of the forward pass, by the profiler's record of memory; "
                "empty without one.",
                &ModuleRow::memory, &ModuleMemory::allocated)),
            sum(column("kept_bytes", "bytes",
                       "Of that, not released as the call ended: what it leaves for others and for the backward pass.",
                       &ModuleRow::memory, &ModuleMemory::kept)),
            sum(column(
                "gflop",
                "10^9 floating point operations of matrix units in its kernels of both passes; empty: none known.",
                gflopOf)),
            figure(column(
                "mfu_percent", "%",
                "gflop / (time of its computing kernels of both passes x peak of the device for FP16 and BF16); empty "
                "where either is unknown, and of numbers of other types.",
                [](const ModuleRow &row) { return shareOfPeak(row.node->device, *row.peak); }, inPercent)),
            column("unjudged_us", "us",
                   "Kernels for which it is unknown what the matrix units did; gflop may lack them.",
                   &FlameNode::device, &DeviceTime::unjudged),
            column("evidence", "The longest of its calls.", &FlameNode::longest),
        },
        peakSettings, addModuleRows);
}

}  // namespace stagescope
