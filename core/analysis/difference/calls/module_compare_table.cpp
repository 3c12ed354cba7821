#include "core/analysis/difference/calls/module_alignment.h"
#include "core/analysis/tables/analysis_list.h"
#include "core/analysis/tables/table_columns.h"
#include "core/analysis/tables/table_parameters.h"

#include <algorithm>
#include <array>

namespace stagescope {

namespace {

constexpr std::array<std::string_view, 2> kGroupings{"call", "name"};

using ModuleSide = std::optional<AlignedModule>;

Nanos timeOf(const ModuleSide &side, CallCost AlignedModule::*part) { return side ? ((*side).*part).device : Nanos{0}; }
/// What a side lacks counts as 0.
template <CallCost AlignedModule::*Part>
Nanos moduleChange(const ModulePair &pair) {
    return timeOf(pair.after, Part) - timeOf(pair.before, Part);
}
std::optional<double> moduleRatio(const ModulePair &pair) {
    const auto before = timeOf(pair.before, &AlignedModule::all);
    return before > Nanos{0} ? std::optional(static_cast<double>(timeOf(pair.after, &AlignedModule::all).count()) /
                                             static_cast<double>(before.count()))
                             : std::nullopt;
}
std::int64_t depthOf(const ModulePair &pair) {
    return pair.path.empty() ? -1 : std::count(pair.path.begin(), pair.path.end(), ';');
}

Status addModulePairs(const AnalysisInput &input, const std::stop_token &stop, TableRows<ModulePair> &out) {
    const auto grouping = choiceParameter(input, "by", kGroupings);
    if (!grouping) {
        return tl::unexpected(grouping.error());
    }
    const auto sides = twoSides(input);
    if (!sides) {
        out.note(sides.error().detail);
        return {};
    }
    for (const auto &pair : moduleAlignment(*sides, *grouping == 1, stop)) {
        out.add(pair);
    }
    return {};
}

ColumnList<ModulePair> moduleKeys() {
    using Row = ModulePair;
    return {
        column(
            "rank_before", "Global rank of the side before; empty when unknown.",
            [](const Row &row) { return row.ranks.first; }, ifKnown),
        column(
            "rank_after", "Global rank of the side after.", [](const Row &row) { return row.ranks.second; }, ifKnown),
        column("pass",
               "forward, or backward: what the backward pass does for one operator of the module, without what "
               "accumulates gradients.",
               &Row::pass),
        column("path",
               "Modules from the outermost on, separated by semicolons; optimizers count as modules; empty: all of a "
               "step, and the operators that no module called.",
               &Row::path),
        column("depth", "0 = outermost.", &depthOf, ifKnown),
        column("operator",
               "Outermost operator directly within the module; empty: the module itself. Of operators outside of "
               "modules those that launched something.",
               &Row::op),
        column("side", "both, or the side that alone has it: before, after.",
               [](const Row &row) { return !row.after   ? "before"
                                           : row.before ? "both"
                                                        : "after"; }),
    };
}

ColumnList<ModulePair> moduleFigures() {
    using Row = ModulePair;
    using Side = AlignedModule;
    return {
        column("calls_before", "Calls of the module, or of the operator within it, before.", &Row::before,
               &Side::calls),
        column("calls_after", "The same of the side after.", &Row::after, &Side::calls),
        column("kernels_before", "Kernels, communication operators and copies that they launched.", &Row::before,
               &Side::all, &CallCost::kernels),
        column("kernels_after", "The same of the side after.", &Row::after, &Side::all, &CallCost::kernels),
        column("device_before_us", "us",
               "Sum of their durations; of a module with the modules below it, of an operator without.", &Row::before,
               &Side::all, &CallCost::device),
        column("device_after_us", "us", "The same of the side after.", &Row::after, &Side::all, &CallCost::device),
        column("change_us", "us", "device_after_us - device_before_us; what a side lacks counts as 0.",
               &moduleChange<&Side::all>),
        column("ratio", "device_after_us / device_before_us; empty where the latter is 0.", &moduleRatio),
        column("device_self_before_us", "us", "The part of device_before_us outside of the modules below.",
               &Row::before, &Side::own, &CallCost::device),
        column("device_self_after_us", "us", "The same of the side after.", &Row::after, &Side::own, &CallCost::device),
        column("self_change_us", "us", "device_self_after_us - device_self_before_us.", &moduleChange<&Side::own>),
        column("allocated_before_bytes", "bytes",
               "What operators were given meanwhile, by the profiler's record of memory; empty without one. Of a "
               "module with the modules below it.",
               &Row::before, &Side::all, &CallCost::allocated),
        column("allocated_after_bytes", "bytes", "The same of the side after.", &Row::after, &Side::all,
               &CallCost::allocated),
        column("evidence_before", "The first of the calls before.", &Row::before, &Side::firstCall),
        column("evidence", "The first of the calls after.", &Row::after, &Side::firstCall),
    };
}

}  // namespace

AnalysisEntry makeModuleCompareEntry() {
    return runTable<ModulePair>(
        {.entry = {.id = "module_compare",
                   .title = "Modules of two sides, with their operators",
                   .depth = LoadDepth::Deep,
                   .isLean = true,
                   .hasTwoSides = true,
                   .parameters = {{"by", "call",
                                   "call: each call of a module; name: calls of the same path, pass and operator put "
                                   "together."}}},
         .whenEmpty = "No modules: no trace of these ranks is loaded, or it holds neither calls of nn.Module "
                      "(with_stack or with_modules) nor marks of the domain \"Module\"."},
        {moduleKeys(), moduleFigures()}, addModulePairs);
}

}  // namespace stagescope
